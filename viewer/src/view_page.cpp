// SPDX-License-Identifier: Apache-2.0
#include <navnet/viewer/view_page.h>

#include <navnet/internal/core/atomic_file.h>
#include <navnet/internal/core/text.h>
#include <navnet/internal/export/base64.h>

#include "page_template.h"
#include "page_world.h"

#include <zlib.h>
#include <nlohmann/json.hpp>

#include <fstream>

namespace navnet {
namespace {

using Json = nlohmann::ordered_json;

/// Placeholder in the template that is replaced by the data.
constexpr std::string_view kDataMark = "<!--navnet data-->";

/// Compresses to zlib's format, which browsers call "deflate".
Result<std::vector<std::byte>> Compressed(std::span<const std::byte> bytes) {
  uLongf size = compressBound(uLong(bytes.size()));
  std::vector<std::byte> out(size);
  const int outcome =
      compress2(reinterpret_cast<Bytef*>(out.data()), &size, reinterpret_cast<const Bytef*>(bytes.data()),
                uLong(bytes.size()), Z_DEFAULT_COMPRESSION);
  if (outcome != Z_OK) return Error{ErrorCode::OutOfMemory, "out of memory while compressing"};
  out.resize(size);
  return out;
}

/// Writes data as an element of the page: compressed, in base64; data.js decodes it.
Status WriteBlock(std::ostream& out, const char* id, std::span<const std::byte> bytes) {
  const Result<std::vector<std::byte>> packed = Compressed(bytes);
  if (!packed) return packed.error();
  out << "<script type=\"application/octet-stream\" id=\"navnet-" << id << "\" data-bytes=\"" << bytes.size() << "\">"
      << ToBase64(*packed) << "</script>\n";
  return Ok();
}

/// JSON that is safe inside a script element: contains nothing that would end the element.
std::string InScript(const Json& json) {
  std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  for (size_t at = 0; (at = text.find('<', at)) != std::string::npos;) text.replace(at, 1, "\\u003c");
  return text;
}

/// The flight's head with the vertex and triangle counts of each shape, as a page stores the arrays of all shapes
/// concatenated.
Json FlightHead(const FlightLog& flight) {
  Json head = Json::parse(flight.HeadText());
  for (const TriangleMesh& shape : flight.shapes()) {
    head["shapes"].push_back({{"vertices", shape.vertices.size()}, {"triangles", shape.triangles.size()}});
  }
  return head;
}

/// Writes the data that the head does not contain: positions, poses and shapes.
Status WriteFlight(std::ostream& out, const FlightLog& flight) {
  if (Status s = WriteBlock(out, "flight-offsets", std::as_bytes(flight.offsets())); !s) return s;
  if (flight.bodies().empty()) return Ok();
  std::vector<float> positions;
  std::vector<Triangle> triangles;
  for (const TriangleMesh& shape : flight.shapes()) {
    for (const Vec3& v : shape.vertices) positions.insert(positions.end(), {float(v.x), float(v.y), float(v.z)});
    triangles.insert(triangles.end(), shape.triangles.begin(), shape.triangles.end());
  }
  if (Status s = WriteBlock(out, "flight-poses", std::as_bytes(flight.poses())); !s) return s;
  if (Status s = WriteBlock(out, "shapes-positions", std::as_bytes(std::span(positions))); !s) return s;
  return WriteBlock(out, "shapes-indices", std::as_bytes(std::span(triangles)));
}

Status WriteData(std::ostream& out, const ViewPage& page) {
  const Box3 bounds = page.net.info().frame.WorldBox(page.net.info().bounds);
  const Vec3 origin = (bounds.min + bounds.max) * 0.5;
  const PageWorld world = MakePageWorld(page.world, origin, kMostPageTriangles);
  Json head = {{"title", page.title},
               {"origin_m", {origin.x, origin.y, origin.z}},
               {"world_triangles", page.world.triangles.size()},
               {"notes", page.notes},
               {"view", page.view}};
  if (world.left_out > 0) {
    head["notes"].push_back("The world has " + std::to_string(page.world.triangles.size()) + " triangles; the " +
                            std::to_string(kMostPageTriangles) + " largest are shown.");
  }
  if (page.flight) head["flight"] = FlightHead(*page.flight);
  out << "<script type=\"application/json\" id=\"navnet-head\">" << InScript(head) << "</script>\n";

  if (Status s = WriteBlock(out, "image", page.net.image()); !s) return s;
  if (!world.indices.empty()) {
    if (Status s = WriteBlock(out, "world-positions", std::as_bytes(std::span(world.positions))); !s) return s;
    if (Status s = WriteBlock(out, "world-indices", std::as_bytes(std::span(world.indices))); !s) return s;
  }
  return page.flight ? WriteFlight(out, *page.flight) : Ok();
}

}  // namespace

Status CheckViewPage() {
  if (!PageTemplate().empty()) return Ok();
  return Error{
      ErrorCode::InvalidArgument,
      "this NavNet was built without the viewer; configure it with -DNAVNET_BUILD_VIEWER=ON, which needs nodejs "
      "and npm"};
}

Result<uint64_t> WriteViewPage(const std::filesystem::path& file, const ViewPage& page) {
  if (Status s = CheckViewPage(); !s) return s.error();
  Result<AtomicFile> target = AtomicFile::Create(file);
  if (!target) return target.error();
  std::ofstream out = target->Stream();
  const std::string_view shell = PageTemplate();
  const size_t mark = shell.find(kDataMark);
  if (mark == std::string_view::npos)
    return Error{ErrorCode::Internal, "the viewer's page template has no placeholder for data"};
  out << shell.substr(0, mark);
  if (Status s = WriteData(out, page); !s) return Error{s.error().code, file.string() + ": " + s.error().message};
  out << shell.substr(mark + kDataMark.size());
  out.close();
  if (!out) return Error{ErrorCode::WriteFailed, file.string() + ": cannot write: no room, or an I/O error"};
  return target->Commit();
}

}  // namespace navnet
