#pragma once
// Which of many flight paths does a change of the world concern?
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

/// Names a watched path; never used again for another one. Zeroed it names none.
struct WatchId {
  uint32_t slot = 0;
  uint32_t generation = 0;

  friend bool operator==(const WatchId&, const WatchId&) = default;
};

/// Remembers paths and says which of them a change broke or may have made longer than need be. Each change must be
/// told, in order, to a watch whose paths were valid before it; a path that broke is told once, and should be replaced
/// or removed then.
///
/// Any number of threads may ask at once; adding, replacing, advancing and removing needs the watch for itself. The
/// same calls in the same order give the same ids and answers.
class PathWatch {
 public:
  /// Paths are found by the cells of a lattice that they pass, `cell_m` metres wide: best about as large as a usual
  /// change or a tenth of a usual path. Any other size, finite and above 0, gives the same answers, later; what is not
  /// counts as 1.
  explicit PathWatch(double cell_m = 10);

  /// Watches a path of an agent. Copies the points. Fails for a path without points, for points that are not finite,
  /// and for a radius that is negative or no number.
  Result<WatchId> Add(std::span<const Vec3> points, double radius_m);
  /// The path of an id became another one, for the same agent. Fails as Add does, and for an id that names no path;
  /// what was watched then stays.
  Status Replace(WatchId id, std::span<const Vec3> points);
  /// The agent moved on: what lies behind it no longer matters. The place is the path's nearest to the position, never
  /// before the last one. False when the id names no path or the position is not finite.
  bool Advance(WatchId id, Vec3 position);
  /// False when the id names no path.
  bool Remove(WatchId id);

  size_t size() const { return count_; }
  /// Where the agent is on its path; nothing when the id names none.
  std::optional<PathPlace> PlaceOf(WatchId id) const;

  struct Concerns {
    std::vector<WatchId> broken;      ///< No longer valid. Ascending by slot, as below.
    std::vector<WatchId> improvable;  ///< Valid, but something freed may make them shorter (see MayBeImproved).
  };
  /// Looks only at the paths that meet cells which the change's boxes meet, box by box: some ten nanoseconds for each,
  /// a microsecond for a path that comes near.
  Concerns Concerned(const Navigator& now, const WorldChange& change) const;

 private:
  struct Watched {
    std::vector<Vec3> points;
    double radius_m = 0;
    PathPlace from;
    double rest_m = 0;  ///< Length from there on.
    uint32_t generation = 0;
    bool is_used = false;
  };

  /// Slots by the cells of the lattice that something of theirs passes.
  struct Lattice {
    std::unordered_map<uint64_t, std::vector<uint32_t>> slots;
    std::vector<uint32_t> everywhere;  ///< Those that would pass too many.
  };

  const Watched* Find(WatchId id) const;
  void Enter(uint32_t slot, std::span<const Vec3> points);
  void Leave(uint32_t slot);
  /// The slots, ascending, of which `is_near(watched, box)` holds for a box; asked only where both meet a cell.
  template <class IsNear>
  std::vector<uint32_t> SlotsNear(const Lattice& lattice, std::span<const Box3> boxes, double grown_by_m,
                                  const IsNear& is_near) const;

  double cell_m_;
  std::vector<Watched> watched_;
  /// Of the paths, and of all ways from start to goal that are no longer. Advancing leaves them as they are: what is
  /// left of both lies within.
  Lattice paths_, ways_;
  std::vector<uint32_t> unused_;
  size_t count_ = 0;
};

}  // namespace navnet
