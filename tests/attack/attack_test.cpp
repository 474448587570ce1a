// SPDX-License-Identifier: Apache-2.0
// The driver of the attack detects and names every failing case, and runs the other cases.

#include "attack/child_process.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <map>
#include <string>

namespace navnet::attack {
namespace {

struct Attacked {
  Outcome run;
  nlohmann::json json;
};

Attacked Attack(std::vector<std::string> more) {
  const std::string file =
      testing::TempDir() + "navnet_attack_" + testing::UnitTest::GetInstance()->current_test_info()->name() + ".json";
  more.insert(more.begin(), NAVNET_BROKEN_ATTACK);
  more.insert(more.end(), {"--json", file});
  Attacked out{RunProgram(more, 100), {}};
  std::ifstream stream(file);
  out.json = nlohmann::json::parse(stream, nullptr, false);
  std::filesystem::remove(file);
  return out;
}

TEST(AttackDriver, ReportsEveryKindOfFailureAndContinues) {
  const Attacked attacked = Attack({"--rounds", "1", "--jobs", "2"});
  EXPECT_EQ(attacked.run.status, 1) << attacked.run.error;
  ASSERT_EQ(attacked.json["parts"].size(), 5u);
  EXPECT_EQ(attacked.json["failed"], 4);
  const std::map<std::string, std::pair<int, std::string>> expected = {{"throws", {2, "case two is wrong"}},
                                                                       {"crashes", {1, "signal 11"}},
                                                                       {"hangs", {0, "no end after 1 s"}},
                                                                       {"exits", {3, "status 0"}}};
  for (const nlohmann::json& part : attacked.json["parts"]) {
    const std::string name = part["name"];
    EXPECT_EQ(part["cases"], 4) << name;
    if (name == "good") {
      EXPECT_EQ(part["failures"].size(), 0u);
      EXPECT_EQ(part["tried"]["things"], 8);
      continue;
    }
    ASSERT_EQ(part["failures"].size(), 1u) << name;
    EXPECT_EQ(part["tried"]["things"], 6) << name;  // From the other three cases.
    const nlohmann::json& failure = part["failures"][0];
    const auto& [number, what] = expected.at(name);
    EXPECT_EQ(failure["case"], number) << name;
    EXPECT_NE(std::string(failure["what"]).find(what), std::string::npos) << failure["what"];
    EXPECT_NE(attacked.run.output.find(std::string(failure["again"])), std::string::npos) << attacked.run.output;
  }
}

TEST(AttackDriver, RunsTheSameCasesAgainWhenBoundedByCounts) {
  const auto tried = [](const std::vector<std::string>& more) {
    std::vector<std::string> arguments = {"--part", "good", "--rounds", "3"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Attacked attacked = Attack(arguments);
    EXPECT_EQ(attacked.run.status, 0) << attacked.run.error;
    return attacked.json["parts"][0]["tried"];
  };
  const nlohmann::json one = tried({"--seed", "5"});
  EXPECT_EQ(one["things"], 24);
  EXPECT_EQ(tried({"--seed", "5"}), one);
  EXPECT_NE(tried({"--seed", "6"}), one);
}

TEST(AttackDriver, StopsAtItsTimeLimit) {
  const double begin_s = SecondsNow();
  const Attacked attacked = Attack({"--part", "good", "--seconds", "0.5"});
  EXPECT_EQ(attacked.run.status, 0) << attacked.run.error;
  EXPECT_GT(attacked.json["parts"][0]["cases"], 0);
  EXPECT_GE(SecondsNow() - begin_s, 0.5);
}

TEST(AttackDriver, RunsOneCaseAgain) {
  const auto run = [](const std::string& part, const std::string& number) {
    return RunProgram({NAVNET_BROKEN_ATTACK, "--part", part, "--case", number}, 60);
  };
  EXPECT_EQ(run("throws", "2").status, 1);
  EXPECT_EQ(run("throws", "1").status, 0);
  EXPECT_EQ(run("crashes", "1").status, 128 + 11);
}

TEST(AttackDriver, RefusesBadUsage) {
  for (const std::vector<std::string>& words : {std::vector<std::string>{"--minutes"},
                                                {"--minutes", "x"},
                                                {"--rounds", "-1"},
                                                {"--part", "none"},
                                                {"--jobs", "0"},
                                                {"--case", "1"},
                                                {"--swim", "1"}}) {
    std::vector<std::string> command = {NAVNET_BROKEN_ATTACK};
    command.insert(command.end(), words.begin(), words.end());
    EXPECT_EQ(RunProgram(command, 60).status, 2) << words[0];
  }
}

}  // namespace
}  // namespace navnet::attack
