// .navnet files from anybody: an error, or a net in which every number leads somewhere and every query ends. Each input
// is tried as it is, and once more with its size and checksum put right, so that the checks behind those are reached.

#include <navnet/runtime/travel.h>

#include "fuzz_check.h"
#include "net/image.h"

#include <cstring>
#include <new>

namespace navnet {
namespace {

void CheckLevel(const NetLevel& level) {
  for (uint32_t i = 0; i < level.cells.size(); ++i) {
    const VoxelBox &cell = level.cells[i], &volume = level.volumes[i];
    FuzzCheck(!cell.IsEmpty(), "an empty cell");
    FuzzCheck(volume.Contains(cell.lo) && volume.Contains(cell.hi - VoxelCoord{1, 1, 1}), "a volume without its cell");
    FuzzCheck(level.CellAt(cell.lo) != kNoCell, "a cell that is not found");
    FuzzCheck(level.components[i] < level.component_count, "an unknown component");
    for (const NetLink& link : level.LinksOf(i)) {
      FuzzCheck(link.cell < level.cells.size() && link.contact < level.contact_count(), "a link to nowhere");
      FuzzCheck(level.components[link.cell] == level.components[i], "a link between components");
      const VoxelBox contact = ContactOf(cell, level.cells[link.cell]);
      for (int a = 0; a < 3; ++a) FuzzCheck(contact.lo[a] <= contact.hi[a], "a contact inside out");
    }
  }
}

// Damaged numbers may make paths that are wrong, but none that do not end.
void AskAround(const Net& net) {
  const Traveller traveller{Navigator(net)};
  const Navigator& navigator = traveller.navigator();
  TravelQuery query;
  query.agent = {.radius_m = 0, .walk_m_s = 1, .fly_m_s = 2, .switch_s = 1};
  query.max_legs = 50;
  const GroundView& ground = net.ground();
  const auto corner = [&](size_t i) {
    const GroundPatch& patch = ground.patches[i % ground.patches.size()];
    const Vec2 p = ground.corners[patch.first_corner];
    return WorldOf(p, patch.HeightAt(p), net.info().up);
  };
  query.start = ground.patches.empty() ? net.info().frame.CentreWorld(net.info().bounds.lo) : corner(0);
  query.goal = ground.patches.empty() ? query.start : corner(ground.patches.size() / 2);
  query.snap_m = 1;
  const TravelPath path = traveller.Find(query);
  FuzzCheck((path.status == PathStatus::Complete) == !path.points.empty(), "a path without points");
  if (!navigator.walker()) return;
  WalkQuery walk;
  walk.start = query.start;
  walk.goal = query.goal;
  walk.max_expansions = 1000;
  navigator.walker()->Find(walk);
  navigator.walker()->RandomWalkable(1, 0.1);
}

void Load(const uint8_t* data, size_t size, bool seal) {
  constexpr std::align_val_t kAlignment{kImageAlignment};
  std::shared_ptr<std::byte> image(static_cast<std::byte*>(::operator new(size, kAlignment)),
                                   [](std::byte* p) { ::operator delete(p, kAlignment); });
  if (size > 0) std::memcpy(image.get(), data, size);
  if (seal && size >= sizeof(ImageHeader)) {
    const uint64_t bytes = size;
    std::memcpy(image.get() + offsetof(ImageHeader, bytes), &bytes, sizeof bytes);
    const uint64_t checksum = ImageChecksum({image.get(), size});
    std::memcpy(image.get() + offsetof(ImageHeader, checksum), &checksum, sizeof checksum);
  }
  const Result<Net> net = Net::FromImage(image, size);
  if (!net) return FuzzCheckError(net.error());
  FuzzCheck(!net->levels().empty(), "a net without levels");
  for (const NetLevel& level : net->levels()) CheckLevel(level);
  if (!net->ground().IsEmpty()) AskAround(*net);
}

}  // namespace
}  // namespace navnet

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  navnet::Load(data, size, false);
  navnet::Load(data, size, true);
  return 0;
}
