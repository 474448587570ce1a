// SPDX-License-Identifier: Apache-2.0
#include <navnet/internal/net/ground_image.h>

#include <navnet/internal/net/image.h>

#include <type_traits>

namespace navnet {

const char* ToString(LinkKind kind) {
  switch (kind) {
    case LinkKind::Spot: return "spot";
    case LinkKind::Jump: return "jump";
    case LinkKind::Drop: return "drop";
    case LinkKind::Ladder: return "ladder";
    case LinkKind::Door: return "door";
  }
  return "unknown";
}

Result<GroundView> ReadGround(const ImageGround& stored, const std::byte* image, uint64_t tables_end, uint64_t bytes) {
  GroundView ground;
  ground.max_slope_deg = stored.max_slope_deg;
  ground.step_m = stored.step_m;
  ground.height_m = stored.height_m;
  ground.area_m2 = stored.area_m2;
  ground.layer_count = stored.layer_count;
  ground.component_count = stored.component_count;
  ground.ring_count = stored.ring_count;
  bool fits = true;
  EachGroundArray(stored, ground, [&](uint64_t offset, uint32_t count, auto& array) {
    using Element = typename std::remove_reference_t<decltype(array)>::value_type;
    fits = fits && Fits(offset, count, sizeof(Element), tables_end, bytes);
    if (fits) array = ViewAt<Element>(image, offset, count);
  });
  if (!fits) return Bad("ground: an array lies outside the file");
  if (std::string fault = FindGroundFault(ground); !fault.empty()) return Bad("ground: " + fault);
  return ground;
}

Result<ImageGround> StoredGround(const GroundView& ground) {
  ImageGround out{};
  out.max_slope_deg = ground.max_slope_deg;
  out.step_m = ground.step_m;
  out.height_m = ground.height_m;
  out.area_m2 = ground.area_m2;
  out.layer_count = ground.layer_count;
  out.component_count = ground.component_count;
  out.ring_count = ground.ring_count;
  bool fits = true;
  EachGroundArray(out, ground, [&](uint64_t&, uint32_t& count, const auto& array) {
    fits = fits && array.size() < UINT32_MAX / 2;
    count = uint32_t(array.size());
  });
  if (!fits) return Error{ErrorCode::TooLarge, "more than 2^31 pieces of ground; use smaller bounds"};
  return out;
}

}  // namespace navnet
