// SPDX-License-Identifier: Apache-2.0
#include "import/import_mesh.h"
#include "import/load_progress.h"
#include "import/text_cursor.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace navnet {
namespace {

static_assert(std::endian::native == std::endian::little, "binary STL is read as it lies in memory");

constexpr size_t kHeaderBytes = 84;
constexpr size_t kFacetBytes = 50;

bool SameWord(std::string_view word, std::string_view expected) {
  return std::equal(word.begin(), word.end(), expected.begin(), expected.end(),
                    [](char a, char b) { return std::tolower(static_cast<unsigned char>(a)) == b; });
}

Error LineError(const TextCursor& cursor, std::string_view expected, std::string_view found) {
  return Error{ErrorCode::BadFormat, "line " + std::to_string(cursor.line()) + ": expected " + std::string(expected) +
                                         ", found " + (found.empty() ? "the end of the file" : Quote(found))};
}

/// Appends a facet with its own three vertices.
void AddFacet(const Vec3 (&corners)[3], TriangleMesh& mesh) {
  const uint32_t first = uint32_t(mesh.vertices.size());
  mesh.vertices.insert(mesh.vertices.end(), std::begin(corners), std::end(corners));
  mesh.triangles.push_back({first, first + 1, first + 2});
}

Result<ImportedMesh> ReadText(std::string_view text, const ProgressFunction& progress) {
  ImportedMesh imported{{}, UpAxis::Z};
  TextCursor cursor(text);
  std::string_view word;
  const auto expect = [&](std::string_view keyword) {
    word = cursor.WordOnAnyLine();
    return SameWord(word, keyword);
  };
  bool inside = false;
  LoadProgress load(progress, text.size());
  for (;;) {
    load.At(text.size() - cursor.rest().size());
    word = cursor.WordOnAnyLine();
    if (word.empty() && !inside) return imported;
    if (!inside && SameWord(word, "solid")) {
      inside = true;
      cursor.NextLine();
    } else if (inside && SameWord(word, "endsolid")) {
      inside = false;
      cursor.NextLine();
    } else if (inside && SameWord(word, "facet")) {
      Vec3 corners[3];
      if (!expect("normal")) return LineError(cursor, "'normal'", word);
      for (int axis = 0; axis < 3; ++axis) {
        double ignored = 0;
        if (!ParseReal(word = cursor.WordOnAnyLine(), ignored)) return LineError(cursor, "a normal's number", word);
      }
      if (!expect("outer")) return LineError(cursor, "'outer'", word);
      if (!expect("loop")) return LineError(cursor, "'loop'", word);
      for (Vec3& corner : corners) {
        if (!expect("vertex")) return LineError(cursor, "'vertex'", word);
        for (int axis = 0; axis < 3; ++axis) {
          if (!ParseReal(word = cursor.WordOnAnyLine(), corner[axis])) return LineError(cursor, "a coordinate", word);
        }
      }
      if (!expect("endloop")) return LineError(cursor, "'endloop' after three vertices", word);
      if (!expect("endfacet")) return LineError(cursor, "'endfacet'", word);
      if (imported.mesh.vertices.size() > (size_t{1} << 31)) return Error{ErrorCode::TooLarge, "too many facets"};
      AddFacet(corners, imported.mesh);
    } else {
      return LineError(cursor, inside ? "'facet' or 'endsolid'" : "'solid'", word);
    }
  }
}

Result<ImportedMesh> ReadBinary(std::string_view bytes, size_t facets, const ProgressFunction& progress) {
  if (facets > (size_t{1} << 31) / 3) return Error{ErrorCode::TooLarge, "too many facets"};
  ImportedMesh imported{{}, UpAxis::Z};
  imported.mesh.vertices.reserve(facets * 3);
  imported.mesh.triangles.reserve(facets);
  LoadProgress load(progress, bytes.size());
  for (size_t i = 0; i < facets; ++i) {
    load.At(kHeaderBytes + i * kFacetBytes);
    float numbers[12];  // The normal, then the corners.
    std::memcpy(numbers, bytes.data() + kHeaderBytes + i * kFacetBytes, sizeof numbers);
    AddFacet({{numbers[3], numbers[4], numbers[5]},
              {numbers[6], numbers[7], numbers[8]},
              {numbers[9], numbers[10], numbers[11]}},
             imported.mesh);
  }
  return imported;
}

}  // namespace

Result<ImportedMesh> ImportStl(std::string_view bytes, const ProgressFunction& progress) {
  // Binary files may begin with "solid" too; they are recognised by their length.
  uint32_t facets = 0;
  const bool has_header = bytes.size() >= kHeaderBytes;
  if (has_header) std::memcpy(&facets, bytes.data() + kHeaderBytes - sizeof facets, sizeof facets);
  const size_t expected = kHeaderBytes + size_t{facets} * kFacetBytes;
  if (has_header && bytes.size() == expected) return ReadBinary(bytes, facets, progress);

  if (SameWord(TextCursor(bytes.substr(0, 1024)).WordOnAnyLine(), "solid")) return ReadText(bytes, progress);
  if (!has_header) {
    return Error{ErrorCode::BadFormat, "not an STL file: it neither begins with 'solid' nor has room for a header"};
  }
  // Some programs add bytes at the end.
  if (bytes.size() > expected && facets > 0) return ReadBinary(bytes, facets, progress);
  return Error{ErrorCode::BadFormat, "not an STL file, or truncated: its header promises " + std::to_string(facets) +
                                         " facets in " + std::to_string(expected) + " bytes, but it has " +
                                         std::to_string(bytes.size())};
}

}  // namespace navnet
