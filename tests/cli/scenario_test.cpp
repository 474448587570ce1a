// SPDX-License-Identifier: Apache-2.0
#include "scenario.h"

#include "support/random_meshes.h"
#include "support/temp_folder.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

namespace navnet::cli {
namespace {

TEST(Scenario, ReadsQueriesWithAnyLineEnds) {
  const TempFolder folder;
  const std::vector<ScenarioQuery> expected = {{{1, 2, 3}, {40, 50, 60}, 94.58554144, 1.065},
                                               {{0, 0, 0}, {524287, 0, 7}, 0, 1}};
  const std::string head = "version 1\nMy Map.3dmap\n";
  const std::string body = "1 2 3 40 50 60 94.58554144 1.065\n0 0 0 524287 0 7 0 1";
  for (std::string text : {head + body, head + body + "\n", head + "\n \t\n" + body + "\n\n  ", head + body + "\r\n"}) {
    for (int windows = 0; windows < 2; ++windows) {
      const Result<std::vector<ScenarioQuery>> queries = LoadScenario(folder.Write("a.3dscen", text));
      ASSERT_TRUE(queries) << queries.error().message;
      EXPECT_EQ(*queries, expected);
      for (size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += 2) text.replace(at, 1, "\r\n");
    }
  }
  const Result<std::vector<ScenarioQuery>> none = LoadScenario(folder.Write("b.3dscen", "version 1\nmap"));
  ASSERT_TRUE(none) << none.error().message;
  EXPECT_TRUE(none->empty());
}

TEST(Scenario, NamesFileLineAndError) {
  const TempFolder folder;
  const std::string head = "version 1\nmap.3dmap\n", good = "1 2 3 4 5 6 7.5 1.1\n";
  const struct {
    std::string text, where, what;
  } cases[] = {
      {"", ":1: ", "expected 'version 1', found ''"},
      {"version 2\nmap\n", ":1: ", "found 'version 2'"},
      {"version 1 2\nmap\n", ":1: ", "expected 'version 1'"},
      {"version 1\n", ":2: ", "the map's name"},
      {"version 1\n\n" + good, ":2: ", "the map's name"},
      {head + good + "1 2 3\n", ":4: ", "found only 3 numbers"},
      {head + good + "\n1 2 3 4 5 6 7 8 9\n", ":5: ", "found '9' after them"},
      {head + "1 2 x 4 5 6 7 8\n", ":3: ", "'x' is not a coordinate from 0 to 524287"},
      {head + "1 2 3.5 4 5 6 7 8\n", ":3: ", "'3.5' is not a coordinate"},
      {head + "1 -2 3 4 5 6 7 8\n", ":3: ", "'-2' is not a coordinate"},
      {head + "1 2 3 4 5 524288 7 8\n", ":3: ", "'524288' is not a coordinate"},
      {head + "1 2 3 4 5 99999999999999999999 7 8\n", ":3: ", "is not a coordinate"},
      {head + "1 2 3 4 5 6 nan 8\n", ":3: ", "'nan' is not a length"},
      {head + "1 2 3 4 5 6 -7 8\n", ":3: ", "'-7' is not a length"},
      {head + "1 2 3 4 5 6 1e999 8\n", ":3: ", "'1e999' is not a length"},
      {head + "1 2 3 4 5 6 7 inf\n", ":3: ", "'inf' is not a ratio"},
      {head + good + std::string(5000, '1') + "\n", ":4: ", "longer than 1000 characters"},
      {std::string(5000, 'v'), ":1: ", "longer than 1000 characters"},
      {head + std::string("1 2\0 3 4 5 6 7 8\n", 17), ":3: ", "'2?' is not a coordinate"},
      {std::string(1, '\0'), ":1: ", "found '?'"},
  };
  for (const auto& c : cases) {
    const std::filesystem::path file = folder.Write("bad.3dscen", c.text);
    const Result<std::vector<ScenarioQuery>> queries = LoadScenario(file);
    ASSERT_FALSE(queries) << c.text;
    EXPECT_EQ(queries.error().code, ErrorCode::BadFormat);
    EXPECT_TRUE(queries.error().message.starts_with(file.string() + c.where)) << queries.error().message;
    EXPECT_NE(queries.error().message.find(c.what), std::string::npos) << queries.error().message;
  }
}

TEST(Scenario, NamesUnreadableFiles) {
  const TempFolder folder;
  EXPECT_EQ(LoadScenario(folder / "none.3dscen").error().code, ErrorCode::NotFound);
  EXPECT_EQ(LoadScenario(folder.path()).error().code, ErrorCode::Unreadable);
}

TEST(Scenario, SurvivesGarbage) {
  const TempFolder folder;
  const std::string good = "version 1\nmap.3dmap\n1 2 3 4 5 6 7.5 1.1\n10 20 30 40 50 60 70.5 1.1\n";
  TestRandom random(1);
  for (int i = 0; i < 2000; ++i) {
    std::string text = good;
    for (int change = random.Integer(1, 5); change > 0 && !text.empty(); --change) {
      const auto at = size_t(random.Integer(0, int(text.size()) - 1));
      switch (random.Integer(0, 2)) {
        case 0: text[at] = char(random.Integer(0, 255)); break;
        case 1: text.erase(at, size_t(random.Integer(1, 9))); break;
        default: text.insert(at, size_t(random.Integer(1, 9)), "\n\r 9-.e\0v"[random.Integer(0, 8)]);
      }
    }
    const Result<std::vector<ScenarioQuery>> queries = LoadScenario(folder.Write("c.3dscen", text));
    if (queries) continue;
    EXPECT_NE(queries.error().message.find("c.3dscen:"), std::string::npos) << queries.error().message;
  }
}

}  // namespace
}  // namespace navnet::cli
