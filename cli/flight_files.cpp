// SPDX-License-Identifier: Apache-2.0
#include "flight_files.h"

#include <navnet/net/net_file.h>
#include <navnet/viewer/view_page.h>

#include "console.h"

namespace navnet::cli {

void FlightFiles::AddTo(TextReport& report) const {
  report.Line("written", net + ", " + log + (page.empty() ? "" : ", " + page));
  if (!page.empty()) {
    report.Line("to see it", "open file://" + std::filesystem::absolute(page).string() + " in a browser");
  }
}

void FlightFiles::AddTo(Json& report) const {
  report["net"] = net;
  report["log"] = log;
  report["page"] = page.empty() ? Json() : Json(page);
}

Status MakeOutputFolder(const std::string& option, const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (!std::filesystem::is_directory(folder, error)) {
    return Error{ErrorCode::WriteFailed, option + ": '" + folder + "' is not a folder and cannot be created"};
  }
  return Ok();
}

Result<FlightFiles> WriteFlight(const Flight& flight, const std::filesystem::path& base, const std::string& world_file,
                                bool with_page) {
  FlightFiles files{base.string() + ".navnet", base.string() + ".flight.json", ""};
  for (const std::string& file : {files.net, files.log}) {
    if (Status s = CheckOutput(file, world_file); !s) return s.error();
  }
  if (Result<uint64_t> s = SaveNet(files.net, flight.net); !s) return s.error();
  if (Result<uint64_t> s = flight.log.Save(files.log); !s) return s.error();
  if (!with_page || !CheckViewPage()) return files;
  files.page = base.string() + ".html";
  ViewPage page{.net = flight.net, .title = flight.title, .flight = &flight.log, .view = flight.view};
  if (flight.world.mesh()) page.world = *flight.world.mesh();
  if (Result<uint64_t> s = WriteViewPage(files.page, page); !s) return s.error();
  return files;
}

}  // namespace navnet::cli
