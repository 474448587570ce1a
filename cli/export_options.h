// SPDX-License-Identifier: Apache-2.0
#pragma once
// Command-line options for the output file of tracks and its format; shared by every subcommand that writes tracks.

#include <navnet/export/flight_log.h>
#include <navnet/export/plan_file.h>
#include <navnet/export/track.h>

#include <CLI/CLI.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace navnet::cli {

/// A file that was written.
struct ExportedFile {
  uint64_t bytes = 0;
  std::vector<std::string> notes = {};  ///< Remarks for the user, one sentence each.
};

/// Returns the file's extension in lower case, including the dot.
std::string ExtensionOf(const std::string& file);

class ExportArguments {
 public:
  /// Adds --out, the options of .plan files, and --speed, whose help text depends on the command.
  void AddTo(CLI::App& command, bool out_is_required, const std::string& speed_help);

  const std::string& file() const { return out_; }
  /// Speed in m/s, >= 0; 0: not given.
  Result<double> Speed() const;

  /// Checks before the work starts that tracks can be written: the extension is known, the numbers are in range, and
  /// the output file is not `input`.
  Status Check(const std::string& input) const;
  /// Writes tracks in the format that the extension names. Requires: Check passed. `bodies`: for .gltf and .glb, may be
  /// null. `fly_m_s`: speed in m/s for a .plan if --speed is not given; 0: unknown.
  Result<ExportedFile> Write(const TrackSet& set, const FlightLog* bodies = nullptr, double fly_m_s = 0) const;

 private:
  Result<PlanOptions> ToPlanOptions() const;

  std::string out_, origin_, heading_ = "0", home_height_, tolerance_ = "0", speed_ = "0";
  bool land_ = false;
};

}  // namespace navnet::cli
