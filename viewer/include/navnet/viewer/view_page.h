// SPDX-License-Identifier: Apache-2.0
#pragma once
// A net as one web page that opens from the disk: the viewer, the runtime compiled to WebAssembly, and the data.

#include <navnet/core/mesh.h>
#include <navnet/core/result.h>
#include <navnet/export/flight_log.h>
#include <navnet/net/net.h>

#include <filesystem>
#include <string>
#include <vector>

namespace navnet {

/// Fails when this build does not hold the viewer, and says how to get it.
Status CheckViewPage();

/// What a page shows. References must outlive the call.
struct ViewPage {
  const Net& net;                       ///< The net to look at.
  std::string title;                    ///< Of the page, usually the net's file name.
  MeshView world = {};                  ///< The triangles the net was baked from; may be empty.
  const FlightLog* flight = nullptr;    ///< May be null.
  std::string view = {};                ///< What an address without a # asks for, such as "t=12&theme=dark".
  std::vector<std::string> notes = {};  ///< Said in the page, one line each.
};

/// Of a larger world the page shows this many triangles, the largest ones, and says so.
inline constexpr size_t kMostPageTriangles = 1'500'000;

/// Writes the page beside its place and renames it. Returns its size in bytes: about 1.1 MB and what the data
/// compresses to. Fails as CheckViewPage() does.
Result<uint64_t> WriteViewPage(const std::filesystem::path& file, const ViewPage& page);

}  // namespace navnet
