// SPDX-License-Identifier: Apache-2.0
#include "flight/clearance/clearance_levels.h"

#include "level/free_air.h"

#include <algorithm>
#include <cmath>

namespace navnet {
bool ClearanceLevels::Read(const FlightQuery& query, const NavigatorTables& tables) {
  levels_.clear();
  factors_.clear();
  const LevelIndex* const own = tables.For(query.radius_m);
  if (!own || !(query.preferred_clearance_m > own->radius_m())) return false;
  for (const LevelIndex& level : tables.levels) {
    if (&level < own) continue;
    if (level.cell_limit() >= uint32_t{1} << kCellBits) break;
    levels_.push_back(&level);
    if (level.radius_m() >= query.preferred_clearance_m || levels_.size() == kMostLevels) break;
  }
  if (levels_.size() < 2) return false;
  const double least_m = own->radius_m(), most_m = levels_.back()->radius_m();
  for (const LevelIndex* level : levels_) {
    factors_.push_back(1 + (kClosest - 1) * (most_m - level->radius_m()) / (most_m - least_m));
  }
  return true;
}

// Calls `visit(number, from, to)` for the parts of the segment from a to b, as parameters. False when it leaves the
// free space. Below the largest level it advances by single voxels, since a larger one may begin at each. Boxes are
// widened by kOnFace, as everywhere: taut paths run along faces.
template <class Visit>
bool ClearanceLevels::Follow(Vec3 a, Vec3 b, std::span<const uint32_t> also, const Visit& visit) const {
  const Vec3 d = b - a;
  uint32_t last = kNoCell;
  for (double at = 0; at < 1;) {
    const Vec3 p = a + d * at;
    uint32_t best = kNoCell;
    double exit = at;
    const auto offer = [&](uint32_t number) {
      const VoxelBox& volume = (*this)(number).volume;
      if (!IsIn(volume, p)) return;
      const double its = ExitOf(volume, kOnFace, a, d);
      if (!(its > exit)) return;
      exit = its;
      best = number;
    };
    for (uint32_t place = count(); place-- > 0 && best == kNoCell;) {
      const bool was_here = last != kNoCell && PlaceOf(last) == place;
      // The volume that the line is in is kept as long as no larger level begins.
      if (was_here) offer(last);
      if (best != kNoCell) break;
      for (const uint32_t cell : CellsNear(*levels_[place], p)) offer(Number(place, cell));
      if (best != kNoCell || !was_here || levels_[place]->parts().cells_hold_all()) continue;
      // A voxel in no cell: its neighbours' volumes may go on.
      for (const ContactBatch& contacts : levels_[place]->ContactsOf(CellOf(last))) {
        for (const uint32_t cell : contacts.cells) {
          if (cell != kNoCell) offer(Number(place, cell));
        }
      }
    }
    if (best == kNoCell) {
      for (const uint32_t number : also) offer(number);
    }
    if (best == kNoCell) return false;
    if (PlaceOf(best) + 1 < count()) {
      VoxelBox voxel;
      for (int k = 0; k < 3; ++k) {
        voxel.lo[k] = int32_t(std::floor(p[k]));
        voxel.hi[k] = voxel.lo[k] + 1;
      }
      exit = std::min(exit, ExitOf(voxel, kOnFace, a, d));
    }
    const double to = std::min(exit, 1.0);
    visit(best, at, to);
    last = best;
    at = to;
  }
  return true;
}

bool ClearanceLevels::Cover(Vec3 a, Vec3 b, std::span<const uint32_t> also, std::vector<uint32_t>& numbers) const {
  return Follow(a, b, also, [&](uint32_t number, double, double) {
    if (numbers.empty() || numbers.back() != number) numbers.push_back(number);
  });
}

double ClearanceLevels::CostAlong(Vec3 a, Vec3 b) const {
  double mean = 0, until = 0;
  Follow(a, b, {}, [&](uint32_t number, double from, double to) {
    mean += FactorOf(number) * (to - from);
    until = to;
  });
  // Voxels in no cell: as near as can be.
  mean += factors_.front() * (1 - until);
  return mean * Length(b - a);
}

}  // namespace navnet
