#pragma once
// The options that say where tracks go and in which form: shared by every subcommand that writes them.

#include <navnet/export/flight_log.h>
#include <navnet/export/plan_file.h>
#include <navnet/export/track.h>

#include <CLI/CLI.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace navnet::cli {

/// What was written.
struct ExportedFile {
  uint64_t bytes = 0;
  std::vector<std::string> notes = {};  ///< What one should know of it, one sentence each.
};

/// A file's extension in lower case, with its dot.
std::string ExtensionOf(const std::string& file);

class ExportArguments {
 public:
  /// Adds --out, what a .plan needs and --speed, which means more to some commands.
  void AddTo(CLI::App& command, bool out_is_required, const std::string& speed_help);

  const std::string& file() const { return out_; }
  /// Metres a second, 0 or more; 0: not said.
  Result<double> Speed() const;

  /// Finds out before the work whether tracks can be written: the extension is known, the numbers make sense, and the
  /// file is not `input`.
  Status Check(const std::string& input) const;
  /// Writes tracks as the extension says. Requires: Check passed. `bodies`: for .gltf and .glb, may be null.
  /// `fly_m_s`: for a .plan when --speed says nothing; 0: not known.
  Result<ExportedFile> Write(const TrackSet& set, const FlightLog* bodies = nullptr, double fly_m_s = 0) const;

 private:
  Result<PlanOptions> ToPlanOptions() const;

  std::string out_, origin_, heading_ = "0", home_height_, tolerance_ = "0", speed_ = "0";
  bool land_ = false;
};

}  // namespace navnet::cli
