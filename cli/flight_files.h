// SPDX-License-Identifier: Apache-2.0
#pragma once
// Files that show a recorded flight: its net, its log and its page.

#include <navnet/core/result.h>
#include <navnet/flights/flights.h>

#include "report.h"

#include <filesystem>
#include <string>

namespace navnet::cli {

struct FlightFiles {
  std::string net, log, page;  ///< `page` is empty if none was written.

  /// Adds the files' names and how to look at the page.
  void AddTo(TextReport& report) const;
  /// The same as JSON: net, log and page, which may be null.
  void AddTo(Json& report) const;
};

/// Creates a folder for output, if there is none. `option`: the option that names it, for the message.
Status MakeOutputFolder(const std::string& option, const std::string& folder);

/// Writes BASE.navnet, BASE.flight.json and, if wanted and if this build contains the viewer, BASE.html. Refuses to
/// overwrite `world_file`, the flight's world.
Result<FlightFiles> WriteFlight(const Flight& flight, const std::filesystem::path& base, const std::string& world_file,
                                bool with_page);

}  // namespace navnet::cli
