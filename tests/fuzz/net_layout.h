// SPDX-License-Identifier: Apache-2.0
#pragma once
// Describes a net's image as arrays of records, for mutators that need the position of each number.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace navnet {

enum class FieldKind : uint8_t { U32, I32, U64, I64, F64 };

constexpr size_t SizeOf(FieldKind kind) { return kind == FieldKind::U32 || kind == FieldKind::I32 ? 4 : 8; }

struct RecordField {
  size_t offset = 0;  ///< Byte offset in its record.
  FieldKind kind = FieldKind::U32;
};

/// Records of one type, contiguous in the image.
struct RecordArray {
  std::string_view name;
  size_t at = 0, count = 0, stride = 0;  ///< Byte offset, number of records, bytes per record.
  std::vector<RecordField> fields;
};

/// The header, the tables and all non-empty arrays. Requires: Net::FromImage accepts the image.
std::vector<RecordArray> LayoutOf(std::span<const std::byte> image);

}  // namespace navnet
