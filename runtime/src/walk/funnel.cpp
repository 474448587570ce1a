// SPDX-License-Identifier: Apache-2.0
#include "walk/funnel.h"

namespace navnet {

void Funnel::Begin(Vec2 start) {
  line_.assign(1, start);
  sides_.apex = start;
  sides_.left.EndIn(start, 0);
  sides_.right.EndIn(start, 0);
}

void Funnel::Add(Vec2 left, Vec2 right) {
  sides_.Add(left, right, [&](Vec2 bend) { line_.push_back(bend); });
}

std::span<const Vec2> Funnel::End(Vec2 goal) {
  Add(goal, goal);
  // Both sides end in the goal; one of them contains the rest of the path.
  const Side& side = sides_.left.size() > 1 ? sides_.left : sides_.right;
  for (size_t i = 0; i < side.size(); ++i) line_.push_back(side[i]);
  return line_;
}

}  // namespace navnet
