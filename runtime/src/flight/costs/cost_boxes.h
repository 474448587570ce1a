// SPDX-License-Identifier: Apache-2.0
#pragma once
// The costs of a query in the net's coordinates, and the cost of a straight segment.

#include <navnet/net/net.h>
#include <navnet/runtime/navigator.h>

#include <span>
#include <vector>

namespace navnet {

/// Tolerance, in voxels, within which a point outside a face counts as on it: larger than rounding errors, too small to
/// matter in a path.
inline constexpr double kTouch = 2e-8;

/// A cost region in units of voxels, along the grid's axes.
struct CostBox {
  Vec3 lo, hi;
  double factor = 1;  ///< Infinite: the interior is forbidden, faces may be touched.
};

/// Cost regions, height limits and climbing costs of one query; memory is reused by the next. Costs are in voxel
/// lengths.
class CostBoxes {
 public:
  /// Reads a query. Requires: Validate(query) passed.
  void Read(const FlightQuery& query, const NetInfo& info);

  /// Whether there are any boxes or costs for climbing or descending.
  bool are_any() const { return !boxes_.empty() || climb_ > 0 || descend_ > 0; }
  /// Whether the cost of every allowed path is its length.
  bool only_forbid() const { return only_forbid_; }

  std::span<const CostBox> boxes() const { return boxes_; }
  int up() const { return up_; }
  /// The part of the climbing and descending costs that depends on the path: the cost per voxel of height change, up or
  /// down alike. The rest depends only on the heights of the ends.
  double slope() const { return (climb_ + descend_) / 2; }

  /// The cost of moving by `d` inside boxes whose factors multiply to `factor`.
  double CostOf(Vec3 d, double factor) const {
    const double rise = d[up_];
    return factor * Length(d) + (rise > 0 ? climb_ * rise : -descend_ * rise);
  }
  /// The exact cost of the segment from a to b; infinite when it passes through a forbidden box.
  double CostAlong(Vec3 a, Vec3 b);
  /// Whether the segment from a to b touches a box, with tolerance kTouch.
  bool Touches(Vec3 a, Vec3 b) const;

  /// The factor where two boxes overlap: infinite if one is, otherwise the product, at most 1e6.
  static double Product(double a, double b);

 private:
  void Add(Vec3 lo, Vec3 hi, double factor);

  struct Crossing {
    double first, last, factor;
  };

  std::vector<CostBox> boxes_;
  std::vector<Crossing> crossings_;  ///< Of the segment being measured.
  std::vector<double> cuts_;
  double climb_ = 0, descend_ = 0;
  int up_ = 2;
  bool only_forbid_ = true;
};

}  // namespace navnet
