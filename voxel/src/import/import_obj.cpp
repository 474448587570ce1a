// SPDX-License-Identifier: Apache-2.0
#include "import/import_mesh.h"
#include "import/load_progress.h"
#include "import/polygon.h"
#include "import/text_cursor.h"

#include <algorithm>
#include <array>

namespace navnet {
namespace {

constexpr int64_t kMostVertices = int64_t{1} << 31;

Error LineError(const TextCursor& cursor, const std::string& why) {
  return Error{ErrorCode::BadFormat, "line " + std::to_string(cursor.line()) + ": " + why};
}

/// Statements without geometry, which are ignored.
bool IsHarmless(std::string_view keyword) {
  static constexpr std::array kHarmless = {
      "vt",     "vn",   "vp",    "g",        "o",        "s",      "mg",    "usemtl", "mtllib",     "usemap",
      "maplib", "lod",  "bevel", "c_interp", "d_interp", "cstype", "deg",   "bmat",   "step",       "parm",
      "trim",   "hole", "scrv",  "sp",       "end",      "con",    "ctech", "stech",  "shadow_obj", "trace_obj"};
  return std::find(kHarmless.begin(), kHarmless.end(), keyword) != kHarmless.end();
}

/// Statements with geometry that is not supported. They are errors, because ignoring them would omit obstacles.
bool IsUnsupportedGeometry(std::string_view keyword) {
  return keyword == "surf" || keyword == "curv" || keyword == "call";
}

/// The vertex index, from 0, of a corner such as `3`, `3/1/2` or `-1//4`.
Result<uint32_t> ParseCorner(const TextCursor& cursor, std::string_view word, size_t vertex_count) {
  int64_t index = 0;
  if (!ParseInteger(word.substr(0, word.find('/')), index) || index == 0) {
    return LineError(cursor, "expected the number of a vertex, found " + Quote(word));
  }
  const int64_t vertex = index > 0 ? index - 1 : int64_t(vertex_count) + index;
  if (index < -kMostVertices || vertex < 0 || vertex >= kMostVertices) {
    return LineError(cursor, "vertex " + std::to_string(index) + " is out of range");
  }
  return uint32_t(vertex);
}

/// The next word of a statement. A backslash at the end of a line continues the statement on the next line.
std::string_view NextWord(TextCursor& cursor) {
  for (;;) {
    std::string_view word = cursor.Word();
    if (const size_t comment = word.find('#'); comment != std::string_view::npos) {
      cursor.RestOfLine();
      return word.substr(0, comment);
    }
    if (!word.ends_with('\\')) return word;
    word.remove_suffix(1);
    if (!cursor.NextLine() || !word.empty()) return word;
  }
}

}  // namespace

Result<ImportedMesh> ImportObj(std::string_view text, const ProgressFunction& progress) {
  ImportedMesh imported{{}, UpAxis::Y};
  TriangleMesh& mesh = imported.mesh;
  TextCursor cursor(text);
  if (text.starts_with("\xEF\xBB\xBF")) cursor = TextCursor(text.substr(3));

  LoadProgress load(progress, text.size());
  const auto report = [&] { load.At(text.size() - cursor.rest().size()); };
  std::vector<uint32_t> corners;
  int64_t highest_line = 0;
  uint32_t highest = 0;  // A face may come before its vertices, so the range is checked at the end.
  std::string stranger;

  do {
    report();
    const std::string_view keyword = NextWord(cursor);
    if (keyword.empty()) continue;
    if (keyword == "v") {
      Vec3 p;
      for (int axis = 0; axis < 3; ++axis) {
        const std::string_view word = NextWord(cursor);
        if (word.empty()) return LineError(cursor, "expected three coordinates");
        if (!ParseReal(word, p[axis])) return LineError(cursor, "expected a coordinate, found " + Quote(word));
      }
      if (int64_t(mesh.vertices.size()) >= kMostVertices) {
        return Error{ErrorCode::TooLarge, "more than 2^31 vertices"};
      }
      mesh.vertices.push_back(p);
    } else if (keyword == "f" || keyword == "fo" || keyword == "l" || keyword == "p") {
      corners.clear();
      for (std::string_view word = NextWord(cursor); !word.empty(); word = NextWord(cursor)) {
        const Result<uint32_t> corner = ParseCorner(cursor, word, mesh.vertices.size());
        if (!corner) return corner.error();
        corners.push_back(*corner);
        report();
        if (*corner >= highest) {
          highest = *corner;
          highest_line = cursor.line();
        }
      }
      if (corners.empty()) return LineError(cursor, "expected vertices after " + Quote(keyword));
      if (keyword == "p") {
        for (uint32_t c : corners) mesh.triangles.push_back({c, c, c});
      } else if (keyword == "l") {
        for (size_t i = 0; i + 1 < corners.size(); ++i) {
          mesh.triangles.push_back({corners[i], corners[i + 1], corners[i + 1]});
        }
        if (corners.size() == 1) mesh.triangles.push_back({corners[0], corners[0], corners[0]});
      } else {
        AppendPolygon(mesh.vertices, corners, mesh.triangles);
      }
    } else if (IsUnsupportedGeometry(keyword)) {
      return LineError(cursor, Quote(keyword) + " is not supported: export polygons instead");
    } else if (stranger.empty() && !IsHarmless(keyword)) {
      stranger = LineError(cursor, Quote(keyword) + " is not an OBJ statement").message;
    }
  } while (cursor.NextLine());

  if (mesh.triangles.empty() && !stranger.empty()) return Error{ErrorCode::BadFormat, stranger};
  if (!mesh.triangles.empty() && highest >= mesh.vertices.size()) {
    return Error{ErrorCode::BadFormat, "line " + std::to_string(highest_line) + ": vertex " +
                                           std::to_string(int64_t{highest} + 1) + " does not exist, there are only " +
                                           std::to_string(mesh.vertices.size())};
  }
  return imported;
}

}  // namespace navnet
