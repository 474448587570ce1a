#pragma once
// The costs of a query in the net's own coordinates, and what a straight way costs under them.

#include <navnet/net/net.h>
#include <navnet/runtime/navigator.h>

#include <span>
#include <vector>

namespace navnet {

/// By how much, in voxels, a point may be beyond a face and still count as on it: more than rounding, less than anyone
/// notices.
inline constexpr double kTouch = 2e-8;

/// A cost region in units of voxels, with the grid's axes.
struct CostBox {
  Vec3 lo, hi;
  double factor = 1;  ///< Infinite: forbidden inside, its faces may be touched.
};

/// Regions, altitude limits and slopes of one query; memory is reused by the next. Costs are in voxels' lengths.
class CostBoxes {
 public:
  /// Reads a query. Requires: Validate(query) passed.
  void Read(const FlightQuery& query, const NetInfo& info);

  /// Whether anything costs more than its length.
  bool are_any() const { return !boxes_.empty() || climb_ > 0 || descend_ > 0; }
  /// Whether costs are lengths, in what is not forbidden.
  bool only_forbid() const { return only_forbid_; }

  std::span<const CostBox> boxes() const { return boxes_; }
  int up() const { return up_; }
  /// Of climbing and descending, what depends on the way: as much for a voxel up as for one down. The rest of their
  /// costs follows from the ends' heights.
  double slope() const { return (climb_ + descend_) / 2; }

  /// What going by `d` costs inside boxes whose factors multiply to `factor`.
  double CostOf(Vec3 d, double factor) const {
    const double rise = d[up_];
    return factor * Length(d) + (rise > 0 ? climb_ * rise : -descend_ * rise);
  }
  /// What the straight line from a to b costs: exact, infinite when it passes through what is forbidden.
  double CostAlong(Vec3 a, Vec3 b);

  /// The factor where two boxes overlap: infinite, or no more than can be calculated with.
  static double Product(double a, double b);

 private:
  void Add(Vec3 lo, Vec3 hi, double factor);

  struct Crossing {
    double first, last, factor;
  };

  std::vector<CostBox> boxes_;
  std::vector<Crossing> crossings_;  ///< Of the line at hand.
  std::vector<double> cuts_;
  double climb_ = 0, descend_ = 0;
  int up_ = 2;
  bool only_forbid_ = true;
};

}  // namespace navnet
