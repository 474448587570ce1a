// SPDX-License-Identifier: Apache-2.0
#include "import/import_mesh.h"
#include "import/load_progress.h"
#include "import/polygon.h"
#include "import/text_cursor.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <optional>

namespace navnet {
namespace {

static_assert(std::endian::native == std::endian::little, "binary numbers are read as they lie in memory");

constexpr uint64_t kMostVertices = uint64_t{1} << 31;

enum class Encoding { Text, LittleEndian, BigEndian };

enum class NumberType { Int8, UInt8, Int16, UInt16, Int32, UInt32, Float32, Float64 };

std::optional<NumberType> ParseType(std::string_view name) {
  if (name == "char" || name == "int8") return NumberType::Int8;
  if (name == "uchar" || name == "uint8") return NumberType::UInt8;
  if (name == "short" || name == "int16") return NumberType::Int16;
  if (name == "ushort" || name == "uint16") return NumberType::UInt16;
  if (name == "int" || name == "int32") return NumberType::Int32;
  if (name == "uint" || name == "uint32") return NumberType::UInt32;
  if (name == "float" || name == "float32") return NumberType::Float32;
  if (name == "double" || name == "float64") return NumberType::Float64;
  return std::nullopt;
}

uint64_t BytesOf(NumberType type) {
  switch (type) {
    case NumberType::Int8:
    case NumberType::UInt8: return 1;
    case NumberType::Int16:
    case NumberType::UInt16: return 2;
    case NumberType::Int32:
    case NumberType::UInt32:
    case NumberType::Float32: return 4;
    case NumberType::Float64: return 8;
  }
  return 1;
}

/// How a property is used.
enum class Role { None, X, Y, Z, Corners, EdgeBegin, EdgeEnd };

struct Property {
  std::string name;
  NumberType type = NumberType::Float32;
  std::optional<NumberType> count_type;  ///< Set for lists.
  Role role = Role::None;
};

enum class ElementKind { Other, Vertex, Face, Strips, Edge };

struct Element {
  ElementKind kind = ElementKind::Other;
  std::string name;
  uint64_t count = 0;
  std::vector<Property> properties;
};

struct Header {
  Encoding encoding = Encoding::Text;
  std::vector<Element> elements;
};

/// The minimum number of bytes that one element takes in a file: with empty lists; in text, a digit and a blank for
/// each number.
uint64_t LeastBytes(const Element& element, Encoding encoding) {
  uint64_t bytes = 0;
  for (const Property& property : element.properties) {
    bytes += encoding == Encoding::Text ? 2 : BytesOf(property.count_type.value_or(property.type));
  }
  return bytes;
}

Error BadHeader(const TextCursor& cursor, const std::string& why) {
  return Error{ErrorCode::BadFormat, "line " + std::to_string(cursor.line()) + ": " + why};
}

ElementKind KindOf(std::string_view name) {
  if (name == "vertex") return ElementKind::Vertex;
  if (name == "face") return ElementKind::Face;
  if (name == "tristrips") return ElementKind::Strips;
  if (name == "edge") return ElementKind::Edge;
  return ElementKind::Other;
}

Role RoleOf(ElementKind kind, const Property& property) {
  const std::string_view name = property.name;
  const bool is_list = property.count_type.has_value();
  switch (kind) {
    case ElementKind::Vertex:
      if (is_list) return Role::None;
      return name == "x" ? Role::X : name == "y" ? Role::Y : name == "z" ? Role::Z : Role::None;
    case ElementKind::Face:
    case ElementKind::Strips:
      return is_list && (name == "vertex_indices" || name == "vertex_index") ? Role::Corners : Role::None;
    case ElementKind::Edge:
      if (is_list) return Role::None;
      return name == "vertex1" ? Role::EdgeBegin : name == "vertex2" ? Role::EdgeEnd : Role::None;
    case ElementKind::Other: return Role::None;
  }
  return Role::None;
}

Status CheckElement(const Element& element) {
  const auto count_of = [&](Role role) {
    return std::count_if(element.properties.begin(), element.properties.end(),
                         [role](const Property& p) { return p.role == role; });
  };
  const auto fail = [&](const std::string& why) {
    return Error{ErrorCode::BadFormat, "element " + Quote(element.name) + ": " + why};
  };
  if (element.properties.empty() && element.count > 0) return fail("has no properties");
  switch (element.kind) {
    case ElementKind::Vertex:
      if (count_of(Role::X) != 1 || count_of(Role::Y) != 1 || count_of(Role::Z) != 1) {
        return fail("expected one each of the properties x, y and z");
      }
      if (element.count > kMostVertices) return Error{ErrorCode::TooLarge, "more than 2^31 vertices"};
      break;
    case ElementKind::Face:
    case ElementKind::Strips:
      if (count_of(Role::Corners) != 1) return fail("expected one list vertex_indices");
      break;
    case ElementKind::Edge:
      if (count_of(Role::EdgeBegin) != 1 || count_of(Role::EdgeEnd) != 1) return fail("expected vertex1 and vertex2");
      break;
    case ElementKind::Other: break;
  }
  return Ok();
}

/// Reads up to and including the line `end_header`.
Result<Header> ReadHeader(TextCursor& cursor) {
  Header header;
  if (cursor.Word() != "ply") return Error{ErrorCode::BadFormat, "not a PLY file: the first line is not 'ply'"};
  bool has_format = false;
  while (cursor.NextLine()) {
    const std::string_view keyword = cursor.Word();
    if (keyword == "end_header") {
      if (!has_format) return BadHeader(cursor, "the header has no 'format'");
      for (const Element& element : header.elements) {
        if (const Status status = CheckElement(element); !status) return status.error();
        const auto same = [&](const Element& e) { return e.name == element.name; };
        if (std::count_if(header.elements.begin(), header.elements.end(), same) != 1) {
          return BadHeader(cursor, "element " + Quote(element.name) + " is declared twice");
        }
      }
      cursor.NextLine();
      return header;
    }
    if (keyword == "format") {
      const std::string_view name = cursor.Word();
      if (name == "ascii") {
        header.encoding = Encoding::Text;
      } else if (name == "binary_little_endian") {
        header.encoding = Encoding::LittleEndian;
      } else if (name == "binary_big_endian") {
        header.encoding = Encoding::BigEndian;
      } else {
        return BadHeader(cursor, "unknown format " + Quote(name));
      }
      has_format = true;
    } else if (keyword == "element") {
      Element element;
      element.name = cursor.Word();
      element.kind = KindOf(element.name);
      if (const std::string_view count = cursor.Word(); !ParseInteger(count, element.count)) {
        return BadHeader(cursor, "expected the number of elements, found " + Quote(count));
      }
      if (header.elements.size() >= 64) return BadHeader(cursor, "too many elements");
      header.elements.push_back(std::move(element));
    } else if (keyword == "property") {
      if (header.elements.empty()) return BadHeader(cursor, "a property before any element");
      Element& element = header.elements.back();
      Property property;
      std::string_view type = cursor.Word();
      if (type == "list") {
        property.count_type = ParseType(type = cursor.Word());
        const bool whole = property.count_type && *property.count_type < NumberType::Float32;
        if (!whole) return BadHeader(cursor, "a list cannot be counted by " + Quote(type));
        type = cursor.Word();
      }
      const std::optional<NumberType> number = ParseType(type);
      if (!number) return BadHeader(cursor, "unknown type " + Quote(type));
      property.type = *number;
      property.name = cursor.Word();
      property.role = RoleOf(element.kind, property);
      if (element.properties.size() >= 1024) return BadHeader(cursor, "too many properties");
      element.properties.push_back(std::move(property));
    } else if (keyword != "comment" && keyword != "obj_info" && !keyword.empty()) {
      return BadHeader(cursor, "unexpected " + Quote(keyword) + " in the header");
    }
  }
  return BadHeader(cursor, "the header has no 'end_header'");
}

/// Reads numbers one by one, from text or binary. Every read checks what is left of the file.
class NumberReader {
 public:
  NumberReader(const TextCursor& cursor, Encoding encoding)
      : cursor_(cursor), bytes_(cursor.rest()), encoding_(encoding) {}

  /// Returns false at the end of the file or if the next word is not a number.
  bool Read(NumberType type, double& value) {
    if (encoding_ == Encoding::Text) return ParseReal(cursor_.WordOnAnyLine(), value);
    switch (type) {
      case NumberType::Int8: return ReadBinary<int8_t>(value);
      case NumberType::UInt8: return ReadBinary<uint8_t>(value);
      case NumberType::Int16: return ReadBinary<int16_t>(value);
      case NumberType::UInt16: return ReadBinary<uint16_t>(value);
      case NumberType::Int32: return ReadBinary<int32_t>(value);
      case NumberType::UInt32: return ReadBinary<uint32_t>(value);
      case NumberType::Float32: return ReadBinary<float>(value);
      case NumberType::Float64: return ReadBinary<double>(value);
    }
    return false;
  }

  size_t bytes_left() const { return encoding_ == Encoding::Text ? cursor_.rest().size() : bytes_.size(); }

 private:
  template <class Number>
  bool ReadBinary(double& value) {
    if (bytes_.size() < sizeof(Number)) return false;
    char raw[sizeof(Number)];
    std::memcpy(raw, bytes_.data(), sizeof raw);
    if (encoding_ == Encoding::BigEndian) std::reverse(std::begin(raw), std::end(raw));
    value = double(std::bit_cast<Number>(raw));
    bytes_.remove_prefix(sizeof raw);
    return true;
  }

  TextCursor cursor_;
  std::string_view bytes_;
  Encoding encoding_;
};

/// The values of one element that are used.
struct Instance {
  Vec3 position;
  double edge[2] = {-1, -1};
  std::vector<double> corners;
};

bool ReadInstance(NumberReader& reader, const Element& element, Instance& instance) {
  instance.corners.clear();
  for (const Property& property : element.properties) {
    double value = 0;
    if (property.count_type) {
      double count = 0;
      if (!reader.Read(*property.count_type, count) || !(count >= 0) || count != std::floor(count)) return false;
      for (; count > 0; --count) {
        if (!reader.Read(property.type, value)) return false;
        if (property.role == Role::Corners) instance.corners.push_back(value);
      }
      continue;
    }
    if (!reader.Read(property.type, value)) return false;
    switch (property.role) {
      case Role::X: instance.position.x = value; break;
      case Role::Y: instance.position.y = value; break;
      case Role::Z: instance.position.z = value; break;
      case Role::EdgeBegin: instance.edge[0] = value; break;
      case Role::EdgeEnd: instance.edge[1] = value; break;
      case Role::Corners:
      case Role::None: break;
    }
  }
  return true;
}

/// Turns faces, strips and edges into triangles once all vertices are known.
class Surface {
 public:
  explicit Surface(const std::vector<Vec3>& vertices) : vertices_(vertices) {}

  /// Returns false when a corner index is out of range.
  bool Add(ElementKind kind, const Instance& instance, std::vector<Triangle>& triangles) {
    corners_.clear();
    if (kind == ElementKind::Edge) {
      for (double end : instance.edge) {
        if (!AddCorner(end)) return false;
      }
    } else {
      for (double corner : instance.corners) {
        if (kind == ElementKind::Strips && corner == -1) {
          Strip(triangles);
        } else if (!AddCorner(corner)) {
          return false;
        }
      }
    }
    if (kind == ElementKind::Strips) {
      Strip(triangles);
    } else {
      AppendPolygon(vertices_, corners_, triangles);
    }
    return true;
  }

 private:
  bool AddCorner(double corner) {
    if (!(corner >= 0) || corner >= double(vertices_.size()) || corner != std::floor(corner)) return false;
    corners_.push_back(uint32_t(corner));
    return true;
  }

  void Strip(std::vector<Triangle>& triangles) {
    for (size_t i = 0; i + 2 < corners_.size(); ++i) {
      triangles.push_back({corners_[i], corners_[i + 1], corners_[i + 2]});
    }
    corners_.clear();
  }

  const std::vector<Vec3>& vertices_;
  std::vector<uint32_t> corners_;
};

}  // namespace

Result<ImportedMesh> ImportPly(std::string_view bytes, const ProgressFunction& progress) {
  TextCursor cursor(bytes);
  const Result<Header> header = ReadHeader(cursor);
  if (!header) return header.error();

  ImportedMesh imported{{}, UpAxis::Z};
  TriangleMesh& mesh = imported.mesh;
  NumberReader reader(cursor, header->encoding);
  Surface surface(mesh.vertices);
  Instance instance;
  LoadProgress load(progress, bytes.size());
  bool has_vertices = false, has_surface = false;
  for (const Element& element : header->elements) {
    const bool is_surface = element.kind != ElementKind::Vertex && element.kind != ElementKind::Other;
    if (is_surface && !has_vertices) return Error{ErrorCode::BadFormat, "faces come before the vertices"};
    has_vertices |= element.kind == ElementKind::Vertex;
    has_surface |= is_surface;
    const std::string label = element.kind == ElementKind::Other ? "element " + Quote(element.name) : element.name;
    // + 1: the last number of a text needs no blank after it.
    const uint64_t room = element.count > 0 ? (reader.bytes_left() + 1) / LeastBytes(element, header->encoding) : 0;
    if (element.count > room) {
      return Error{ErrorCode::BadFormat, label + " " + std::to_string(room) + " of " + std::to_string(element.count) +
                                             ": truncated, the file has no room for more"};
    }
    if (element.kind == ElementKind::Vertex) mesh.vertices.reserve(element.count);
    for (uint64_t i = 0; i < element.count; ++i) {
      const auto fail = [&](const std::string& why) {
        return Error{ErrorCode::BadFormat,
                     label + " " + std::to_string(i) + " of " + std::to_string(element.count) + ": " + why};
      };
      load.At(bytes.size() - reader.bytes_left());
      if (!ReadInstance(reader, element, instance)) return fail("truncated, or not a number");
      if (element.kind == ElementKind::Vertex) mesh.vertices.push_back(instance.position);
      if (is_surface && !surface.Add(element.kind, instance, mesh.triangles)) {
        return fail("names a vertex that does not exist, there are " + std::to_string(mesh.vertices.size()));
      }
    }
  }
  if (!has_vertices) return Error{ErrorCode::BadFormat, "there is no element 'vertex'"};
  if (!has_surface) {  // A point cloud.
    for (uint32_t v = 0; v < mesh.vertices.size(); ++v) mesh.triangles.push_back({v, v, v});
  }
  return imported;
}

}  // namespace navnet
