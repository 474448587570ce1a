// SPDX-License-Identifier: Apache-2.0
// Kills the command while it writes a file. Afterwards the file must have its old contents or all of its new ones, and
// leftovers of the killed run must not disturb the next run.

#include "attack/attack_files.h"
#include "attack/attack_part.h"
#include "attack/child_process.h"

#include <signal.h>
#include <unistd.h>
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace navnet::attack {
namespace {

constexpr double kLimitS = 60;
// Time limit in seconds from the first SIGINT or SIGTERM to the end of the command. Generous, for sanitizers and busy
// machines.
constexpr double kStopLimitS = 20;

/// A command that writes one file, OUT.
struct Writer {
  std::string name, extension;
  std::vector<std::string> arguments;  ///< The words OUT and NET are replaced by file names.
};

const std::vector<Writer>& Writers() {
  static const std::vector<Writer> writers = {
      {"bake", "navnet", {"bake", "builtin:building", "--voxel", "0.5", "--radius", "0,0.3", "--walk", "-o", "OUT"}},
      {"bake of a larger world", "navnet", {"bake", "builtin:city,size=150", "--voxel", "1", "-o", "OUT"}},
      {"sample", "vdb", {"sample", "builtin:city,size=150", "--voxel", "0.5", "--vdb", "OUT"}},
      {"export", "glb", {"export", "NET", "--out", "OUT"}},
      {"export of voxels", "vdb", {"export", "NET", "--out", "OUT"}},
      {"view", "html", {"view", "NET", "--out", "OUT"}},
      {"query", "csv", {"query", "NET", "--from", "-0.5,-0.5,5", "--to", "30.5,30.5,9", "--out", "OUT"}},
  };
  return writers;
}

// Removes the random id of an OpenVDB file: 36 characters from byte 21 on.
std::string WithoutName(std::string bytes, const std::string& extension) {
  constexpr size_t kAt = 21, kLength = 36;
  if (extension == "vdb" && bytes.size() > kAt + kLength) bytes.replace(kAt, kLength, kLength, '-');
  return bytes;
}

/// Output of an undisturbed writer, and its duration.
struct Reference {
  std::string bytes;
  double seconds = 0;
  bool can_run = true;  ///< False if this build cannot run it, such as pages without npm.
};

class Scene {
 public:
  Scene() {
    const Outcome baked = RunProgram(
        {NAVNET_COMMAND, "bake", "builtin:building", "--voxel", "0.5", "--walk", "-o", net_folder_ / "in.navnet"},
        kLimitS);
    if (baked.status != 0) throw Failure("no net to begin with: " + baked.Text(kLimitS));
    references_.resize(Writers().size());
  }

  std::vector<std::string> CommandOf(const Writer& writer, const std::string& out) const {
    std::vector<std::string> command = {NAVNET_COMMAND};
    for (const std::string& word : writer.arguments) {
      command.push_back(word == "OUT" ? out : word == "NET" ? net_folder_ / "in.navnet" : word);
    }
    return command;
  }

  /// The first call writes the file twice and fails if the two differ.
  const Reference& ReferenceOf(size_t index) {
    if (references_[index]) return *references_[index];
    const Writer& writer = Writers()[index];
    Reference reference;
    for (int i = 0; i < 2; ++i) {
      const ScratchFolder folder;
      const std::string out = folder / ("out." + writer.extension);
      const double begin_s = SecondsNow();
      const Outcome run = RunProgram(CommandOf(writer, out), kLimitS);
      reference.seconds = SecondsNow() - begin_s;
      if (run.status == 2 && writer.name == "view") reference.can_run = false;
      if (!reference.can_run) break;
      if (run.status != 0) throw Failure(writer.name + ": " + run.Text(kLimitS));
      const std::string bytes = WithoutName(ReadFile(out), writer.extension);
      if (i > 0 && bytes != reference.bytes) throw Failure(writer.name + ": two runs wrote different files");
      reference.bytes = bytes;
    }
    references_[index] = std::move(reference);
    return *references_[index];
  }

 private:
  ScratchFolder net_folder_;
  std::vector<std::optional<Reference>> references_;
};

bool HasTemporary(const ScratchFolder& folder) {
  return std::ranges::any_of(folder.Names(), [](const std::string& name) { return name.starts_with("."); });
}

// Waits until the signal is due. True if the command is still running.
bool WaitForTheMoment(Case& now, const ScratchFolder& folder, double full_s, ChildProcess& child) {
  if (now.Below(2) == 0) return !child.WaitFor(now.Uniform(0, 1.05 * full_s));
  // While it writes: from the moment its temporary file exists.
  while (!HasTemporary(folder)) {
    if (child.WaitFor(0)) return false;
    usleep(100);
  }
  const double pause_us = now.Below(2) == 0 ? now.Uniform(0, 300) : now.Uniform(0, 20'000);
  usleep(useconds_t(pause_us));
  return !child.WaitFor(0);
}

}  // namespace

void KillDuringWrite(Case& now) {
  static Scene scene;
  const size_t index = now.Below(Writers().size());
  const Writer& writer = Writers()[index];
  const Reference& reference = scene.ReferenceOf(index);
  if (!reference.can_run) return;
  const ScratchFolder folder;
  const std::string name = "out." + writer.extension, out = folder / name;
  const std::optional<std::string> old =
      now.Below(3) == 0 ? std::nullopt : std::optional("what stood here before, in " + std::to_string(now.random()));
  if (old) WriteFile(out, *old);

  const int signal = now.Below(4) > 0 ? SIGKILL : now.Below(2) == 0 ? SIGTERM : SIGINT;
  {
    ChildProcess child(scene.CommandOf(writer, out));
    const bool in_time = WaitForTheMoment(now, folder, reference.seconds, child);
    if (in_time) child.Signal(signal);
    if (!child.WaitFor(signal == SIGKILL ? kLimitS : kStopLimitS)) {
      throw Failure(writer.name + ": signal " + std::to_string(signal) + " did not end it");
    }
    ++now.tally[!in_time ? "ended_before" : signal == SIGKILL ? "kills" : "interrupts"];
  }

  const std::vector<std::string> names = folder.Names();
  const bool is_there = std::ranges::find(names, name) != names.end();
  if (is_there) {
    const std::string bytes = ReadFile(out);
    const bool is_old = old && bytes == *old, is_new = WithoutName(bytes, writer.extension) == reference.bytes;
    if (!is_old && !is_new) {
      throw Failure(writer.name + ": " + name + " is neither the old nor the new file, but " +
                    std::to_string(bytes.size()) + " bytes");
    }
    ++now.tally[is_old ? "old_files" : "new_files"];
  } else if (old) {
    throw Failure(writer.name + ": the old file is missing");
  }
  for (const std::string& other : names) {
    if (other == name) continue;
    if (!other.starts_with("." + name)) throw Failure(writer.name + ": left " + other);
    if (signal != SIGKILL) throw Failure(writer.name + ": left " + other + " after signal " + std::to_string(signal));
    ++now.tally["temporaries"];
  }
  const Outcome again = RunProgram(scene.CommandOf(writer, out), kLimitS);
  if (again.status != 0) throw Failure(writer.name + ", the run after a kill: " + again.Text(kLimitS));
  if (WithoutName(ReadFile(out), writer.extension) != reference.bytes) {
    throw Failure(writer.name + ", the run after a kill: wrote another file");
  }
}

}  // namespace navnet::attack
