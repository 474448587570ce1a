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

/// Fails if this build does not contain the viewer; the message says how to build it.
Status CheckViewPage();

/// Contents of a page. References must outlive the call.
struct ViewPage {
  const Net& net;                       ///< The net to look at.
  std::string title;                    ///< Of the page, usually the net's file name.
  MeshView world = {};                  ///< The triangles the net was baked from; may be empty.
  const FlightLog* flight = nullptr;    ///< May be null.
  std::string view = {};                ///< Options that an address can override, such as "t=12&theme=dark".
  std::vector<std::string> notes = {};  ///< Shown in the page, one line each.
};

/// Maximum number of triangles of the world in a page: the largest ones, with a note that others are left out.
inline constexpr size_t kMostPageTriangles = 1'500'000;

/// Writes the page atomically. Returns its size in bytes: about 1.1 MB plus the compressed data. Fails where
/// CheckViewPage() fails.
Result<uint64_t> WriteViewPage(const std::filesystem::path& file, const ViewPage& page);

}  // namespace navnet
