#include "funnel.h"

namespace navnet {

void Funnel::Begin(Vec2 start) {
  apex_ = start;
  line_.assign(1, start);
  left_.points.clear();
  right_.points.clear();
  left_.head = right_.head = 0;
}

void Funnel::Add(Vec2 left, Vec2 right) {
  AddPoint(left, left_, right_, 1);
  AddPoint(right, right_, left_, -1);
}

// `turn` is 1 on the left and -1 on the right.
void Funnel::AddPoint(Vec2 p, Side& side, Side& other, double turn) {
  // Beyond the other side of the funnel: the line bends there, and goes on from the bend.
  bool bent = false;
  while (!other.IsEmpty()) {
    const Vec2 bend = other.points[other.head];
    if (turn * Cross(bend - apex_, p - apex_) >= 0) break;
    apex_ = bend;
    line_.push_back(bend);
    ++other.head;
    bent = true;
  }
  if (bent) {
    side.points.clear();
    side.head = 0;
  }
  // Within it: points that the side no longer touches fall away.
  while (!side.IsEmpty()) {
    const Vec2 last = side.points.back();
    const Vec2 before = side.points.size() - side.head >= 2 ? side.points[side.points.size() - 2] : apex_;
    if (turn * Cross(last - before, p - before) > 0) break;
    side.points.pop_back();
  }
  side.points.push_back(p);
}

std::span<const Vec2> Funnel::End(Vec2 goal) {
  Add(goal, goal);
  // The goal is the tip of both sides; one of them holds the rest of the line.
  const Side& side = left_.points.size() - left_.head > 1 ? left_ : right_;
  for (size_t i = side.head; i < side.points.size(); ++i) line_.push_back(side.points[i]);
  return line_;
}

}  // namespace navnet
