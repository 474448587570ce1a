// SPDX-License-Identifier: Apache-2.0
#pragma once
// Finds, among many flight paths, those that a change of the world affects.
//
//   PathWatch watch;
//   const WatchId id = *watch.Add(path.points, 0.5);
//   ...
//   for (WatchId broken : watch.Concerned(now, change).broken) Repair(broken);   // then watch.Replace(broken, …)

#include <navnet/core/result.h>
#include <navnet/runtime/repair.h>

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace navnet {

/// Identifies a watched path; never reused for another one. A zeroed id identifies none.
struct WatchId {
  uint32_t slot = 0;        ///< Place in a table.
  uint32_t generation = 0;  ///< How often that place was used; 0: no path.

  friend bool operator==(const WatchId&, const WatchId&) = default;
};

/// Stores paths and reports which of them a change broke, and which could now be shorter. Requires: every change is
/// passed to Concerned, in order, and all paths were valid before it. A broken path is sure to be reported only for the
/// change that breaks it; replace or remove it then.
///
/// Exact paths in rooms (see room.h) may be watched, too: one is reported as broken when something became blocked
/// within a voxel of it and its NavVolumes do not contain that part.
///
/// Any number of threads may call const functions at once; adding, replacing, advancing and removing need exclusive
/// access. The same calls in the same order give the same ids and answers.
class PathWatch {
 public:
  /// Paths are indexed by the cells of a lattice that they pass, `cell_m` metres wide. Best about the size of a typical
  /// change, or a tenth of a typical path; other sizes give the same answers, more slowly. A size that is not finite or
  /// not above 0 counts as 1.
  explicit PathWatch(double cell_m = 10);

  /// Adds a path of an agent, with its jumps. Copies both. Fails for a path without points, for points that are not
  /// finite, for jumps that do not ascend or lie beyond the path's end, and for a radius that is negative or NaN.
  Result<WatchId> Add(std::span<const Vec3> points, double radius_m, std::span<const FlightJump> jumps = {});
  /// Replaces the path of an id, for the same agent. Fails like Add, and for an unknown id; the watched path then stays
  /// unchanged.
  Status Replace(WatchId id, std::span<const Vec3> points, std::span<const FlightJump> jumps = {});
  /// Notes that the agent moved on: the part of the path behind it no longer matters. Its new place is the point of the
  /// path nearest to `position`, never before the previous place. False for an unknown id or a position that is not
  /// finite.
  bool Advance(WatchId id, Vec3 position);
  /// Stops watching a path. False for an unknown id.
  bool Remove(WatchId id);

  /// Number of watched paths.
  size_t size() const { return count_; }
  /// The agent's place on its path; empty for an unknown id.
  std::optional<PathPlace> PlaceOf(WatchId id) const;

  /// The paths that a change affects.
  struct Concerns {
    std::vector<WatchId> broken;  ///< No longer valid. Ascending by slot, as below.
    /// Valid, but a path through freed space may be shorter (see MayBeImproved), or one through a gate that was opened.
    /// A path with jumps ahead may be improved by anything freed or opened. For others, space is judged without gates,
    /// and each gate by itself.
    std::vector<WatchId> improvable;
  };
  /// The paths affected by a change. For each box of the change, only paths in the same lattice cells are tested: about
  /// ten nanoseconds each, and a microsecond for a path that comes near.
  Concerns Concerned(const Navigator& now, const WorldChange& change) const;

 private:
  struct Watched {
    std::vector<Vec3> points;
    std::vector<FlightJump> jumps;
    double radius_m = 0;
    PathPlace from;
    double rest_m = 0;  ///< Length from `from` to the end; infinite if it jumps.
    uint32_t generation = 0;
    bool is_used = false;
  };

  /// From lattice cells to the slots of the paths that pass them.
  struct Lattice {
    std::unordered_map<uint64_t, std::vector<uint32_t>> slots;
    std::vector<uint32_t> everywhere;  ///< Slots of paths that pass too many cells to list.
  };

  const Watched* Find(WatchId id) const;
  void Enter(uint32_t slot, std::span<const Vec3> points, std::span<const FlightJump> jumps);
  void Leave(uint32_t slot);
  template <class Visit>
  void EachUsed(const Visit& visit) const;
  /// The slots, ascending, for which `is_near(watched, box)` holds for some box; tested only where both share a lattice
  /// cell.
  template <class IsNear>
  std::vector<uint32_t> SlotsNear(const Lattice& lattice, std::span<const Box3> boxes, double grown_by_m,
                                  const IsNear& is_near) const;

  double cell_m_;
  std::vector<Watched> watched_;
  /// Index of the paths, and index of all points through which a path from start to goal could pass without being
  /// longer. Advance leaves both unchanged: they cover more than the rest of the path.
  Lattice paths_, ways_;
  std::vector<uint32_t> unused_;
  size_t count_ = 0;
};

}  // namespace navnet
