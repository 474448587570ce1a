#pragma once
// A net's image as arrays of records of numbers, for mutators that know where each number stands.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace navnet {

enum class FieldKind : uint8_t { U32, I32, U64, I64, F64 };

constexpr size_t SizeOf(FieldKind kind) { return kind == FieldKind::U32 || kind == FieldKind::I32 ? 4 : 8; }

struct RecordField {
  size_t offset = 0;  ///< In its record.
  FieldKind kind = FieldKind::U32;
};

/// Records of one type that stand one after the other in the image.
struct RecordArray {
  std::string_view name;
  size_t at = 0, count = 0, stride = 0;  ///< In bytes, records, bytes.
  std::vector<RecordField> fields;
};

/// The header, the tables and all arrays that hold something. Requires: an image that Net::FromImage accepts.
std::vector<RecordArray> LayoutOf(std::span<const std::byte> image);

}  // namespace navnet
