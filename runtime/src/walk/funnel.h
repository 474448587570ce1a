#pragma once
// The shortest line through a row of portals (the funnel algorithm of Lee and Preparata, 1984), in linear time.

#include <navnet/core/geometry.h>

#include <span>
#include <vector>

namespace navnet {

/// One line at a time; its memory is reused by the next.
class Funnel {
 public:
  void Begin(Vec2 start);
  /// The next portal's ends, as seen along the way.
  void Add(Vec2 left, Vec2 right);
  /// Bends of the line from start to goal, those included. Valid until the next Begin.
  std::span<const Vec2> End(Vec2 goal);

 private:
  struct Side {
    std::vector<Vec2> points;  ///< From `head` on: the side of the funnel, from the apex outwards.
    size_t head = 0;
    bool IsEmpty() const { return head == points.size(); }
  };
  void AddPoint(Vec2 p, Side& side, Side& other, double turn);

  Vec2 apex_;
  Side left_, right_;
  std::vector<Vec2> line_;
};

}  // namespace navnet
