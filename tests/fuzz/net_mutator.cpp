// SPDX-License-Identifier: Apache-2.0
#include "fuzz/net_mutator.h"

#include <navnet/internal/net/image.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace navnet {
namespace {

class Mutator {
 public:
  Mutator(std::vector<std::byte>& image, std::span<const RecordArray> layout, std::mt19937_64& random,
          std::string& what)
      : image_(image), layout_(layout), random_(random), what_(what) {}

  void Run() {
    for (size_t rounds = 1 + (Below(2) ? 0 : Below(5)); rounds > 0; --rounds) Once();
    const uint64_t checksum = ImageChecksum(image_);
    std::memcpy(image_.data() + offsetof(ImageHeader, checksum), &checksum, sizeof checksum);
  }

 private:
  void Once() {
    const RecordArray& array = PickArray();
    const size_t record = Below(array.count);
    switch (Below(12)) {
      case 0:
      case 1:
      case 2: return SetField(array, record);
      case 3:
      case 4: return CopyField(array, record);
      case 5: return CopyRecord(array, record);
      case 6: return SwapRecords(array, record);
      case 7: return ReverseRecords(array, record);
      case 8: return SwapFields(array, record);
      case 9: return MoveNumber(array, record);
      case 10: return Nudge(array, record);
      default: return FlipBytes();
    }
  }

  size_t Below(size_t limit) { return limit == 0 ? 0 : size_t(random_() % limit); }
  double Unit() { return double(random_() >> 11) * 0x1p-53; }
  void Tell(const std::string& what) { what_ += (what_.empty() ? "" : "; ") + what; }
  static std::string At(const RecordArray& array, size_t record) {
    return std::string(array.name) + " " + std::to_string(record);
  }

  // Picks each array with equal probability, regardless of its length.
  const RecordArray& PickArray() { return layout_[Below(layout_.size())]; }

  std::byte* FieldAt(const RecordArray& array, size_t record, const RecordField& field) {
    return image_.data() + array.at + record * array.stride + field.offset;
  }
  std::byte* RecordAt(const RecordArray& array, size_t record) {
    return image_.data() + array.at + record * array.stride;
  }
  template <class T>
  static T Get(const std::byte* at) {
    T value;
    std::memcpy(&value, at, sizeof value);
    return value;
  }
  template <class T>
  static void Put(std::byte* at, T value) {
    std::memcpy(at, &value, sizeof value);
  }

  // Sets a field to an extreme or boundary value.
  void SetField(const RecordArray& array, size_t record) {
    const RecordField& field = array.fields[Below(array.fields.size())];
    std::byte* const at = FieldAt(array, record, field);
    std::string value;
    const auto put = [&](auto number) {
      Put(at, number);
      value = std::to_string(number);
    };
    switch (field.kind) {
      case FieldKind::U32: put(OddInteger<uint32_t>(Get<uint32_t>(at))); break;
      case FieldKind::I32: put(OddInteger<int32_t>(Get<int32_t>(at))); break;
      case FieldKind::U64: put(OddInteger<uint64_t>(Get<uint64_t>(at))); break;
      case FieldKind::I64: put(OddInteger<int64_t>(Get<int64_t>(at))); break;
      case FieldKind::F64: put(OddReal(Get<double>(at))); break;
    }
    Tell(At(array, record) + " byte " + std::to_string(field.offset) + " = " + value);
  }

  template <class T>
  T OddInteger(T old) {
    using Limits = std::numeric_limits<T>;
    const size_t count = layout_[Below(layout_.size())].count;  // Of some array, possibly its target.
    switch (Below(10)) {
      case 0: return 0;
      case 1: return 1;
      case 2: return T(old + T(1));
      case 3: return T(old - T(1));
      case 4: return Limits::max();
      case 5: return Limits::min();
      case 6: return T(count);
      case 7: return T(count - 1);
      case 8: return T(Below(count));
      default: return T(old ^ T(T(1) << Below(8 * sizeof(T) - 1)));
    }
  }

  double OddReal(double old) {
    using Limits = std::numeric_limits<double>;
    switch (Below(18)) {
      case 0: return 0;
      case 1: return -0.0;
      case 2: return Limits::quiet_NaN();
      case 3: return Limits::infinity();
      case 4: return -Limits::infinity();
      case 5: return Limits::max();
      case 6: return Limits::denorm_min();
      case 7: return Limits::min();
      case 8: return -old;
      case 9: return old * 2;
      case 10: return old / 2;
      case 11: return old * (1 + 1e-3 * (Unit() - 0.5));
      case 12: return std::nextafter(old, 0.0);
      case 13: return 1e12 * (Below(2) ? 1 : -1);
      case 14: return 1e6 * (Unit() - 0.5);
      case 15: return old + 20 * (Unit() - 0.5);
      case 16: return 1e-9 * Unit();
      default: return std::pow(10.0, 40 * (Unit() - 0.5)) * (Below(2) ? 1 : -1);
    }
  }

  // Copies the same field from another record, usually one nearby.
  void CopyField(const RecordArray& array, size_t record) {
    const RecordField& field = array.fields[Below(array.fields.size())];
    const size_t from = Other(array, record);
    std::memcpy(FieldAt(array, record, field), FieldAt(array, from, field), SizeOf(field.kind));
    Tell(At(array, record) + " byte " + std::to_string(field.offset) + " from " + std::to_string(from));
  }
  void CopyRecord(const RecordArray& array, size_t record) {
    const size_t from = Other(array, record);
    if (from != record) std::memcpy(RecordAt(array, record), RecordAt(array, from), array.stride);
    Tell(At(array, record) + " from " + std::to_string(from));
  }
  void SwapRecords(const RecordArray& array, size_t record) {
    const size_t other = Other(array, record);
    if (other != record) {
      std::swap_ranges(RecordAt(array, record), RecordAt(array, record) + array.stride, RecordAt(array, other));
    }
    Tell(At(array, record) + " and " + std::to_string(other) + " swapped");
  }
  void ReverseRecords(const RecordArray& array, size_t record) {
    const size_t count = std::min(array.count - record, 2 + Below(6));
    for (size_t i = 0, k = count - 1; i < k; ++i, --k) {
      std::swap_ranges(RecordAt(array, record + i), RecordAt(array, record + i) + array.stride,
                       RecordAt(array, record + k));
    }
    Tell(At(array, record) + " and the next, " + std::to_string(count) + " of them, reversed");
  }
  size_t Other(const RecordArray& array, size_t record) {
    if (Below(3) == 0) return Below(array.count);
    return std::min(array.count - 1, record + Below(3) - (record > 0 ? Below(2) : 0));
  }

  // Swaps two runs of fields of the same type in one record, such as the two sides of a bend or the two ends of an
  // edge.
  void SwapFields(const RecordArray& array, size_t record) {
    const size_t count = array.fields.size(), run = 1 + Below(2), a = Below(count), b = Below(count);
    if (a + run > b || b + run > count) return SetField(array, record);
    for (size_t i = 0; i < run; ++i) {
      const RecordField &x = array.fields[a + i], &y = array.fields[b + i];
      if (x.kind != y.kind) return;
      std::byte* const at = FieldAt(array, record, x);
      std::swap_ranges(at, at + SizeOf(x.kind), FieldAt(array, record, y));
    }
    Tell(At(array, record) + " fields " + std::to_string(a) + " and " + std::to_string(b) + " swapped");
  }

  // Changes a real number and all bit-identical copies of it, so that a point and everything located there move
  // together.
  void MoveNumber(const RecordArray& array, size_t record) {
    const RecordField& field = array.fields[Below(array.fields.size())];
    if (field.kind != FieldKind::F64) return SetField(array, record);
    const auto old = Get<double>(FieldAt(array, record, field));
    const double moved = Below(2) ? OddReal(old) : old + (Unit() - 0.5);
    for (const RecordArray& each : layout_) {
      for (const RecordField& f : each.fields) {
        if (f.kind != FieldKind::F64) continue;
        for (size_t i = 0; i < each.count; ++i) {
          std::byte* const at = FieldAt(each, i, f);
          if (std::memcmp(at, &old, sizeof old) == 0) Put(at, moved);
        }
      }
    }
    Tell(At(array, record) + " byte " + std::to_string(field.offset) + ": all " + std::to_string(old) + " = " +
         std::to_string(moved));
  }

  // Changes a few numbers of a record slightly, within the tolerances of checks.
  void Nudge(const RecordArray& array, size_t record) {
    const double by = std::pow(10.0, -9 + 8 * Unit());
    for (const RecordField& field : array.fields) {
      if (field.kind != FieldKind::F64 || Below(2)) continue;
      std::byte* const at = FieldAt(array, record, field);
      Put(at, Get<double>(at) + by * (Unit() - 0.5));
    }
    Tell(At(array, record) + " moved by up to " + std::to_string(by));
  }

  void FlipBytes() {
    for (size_t count = 1 + Below(3); count > 0; --count) {
      const size_t at = sizeof(ImageHeader::magic) + Below(image_.size() - sizeof(ImageHeader::magic));
      image_[at] = Below(2) ? std::byte(random_()) : image_[at] ^ std::byte(1 << Below(8));
      Tell("byte " + std::to_string(at));
    }
  }

  std::vector<std::byte>& image_;
  std::span<const RecordArray> layout_;
  std::mt19937_64& random_;
  std::string& what_;
};

}  // namespace

void MutateNet(std::vector<std::byte>& image, std::span<const RecordArray> layout, std::mt19937_64& random,
               std::string& what) {
  Mutator(image, layout, random, what).Run();
}

}  // namespace navnet
