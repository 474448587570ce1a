// SPDX-License-Identifier: Apache-2.0
#pragma once
// Two rooms and a passage between them: worlds in which crowds moving in both directions block each other.

#include <navnet/core/geometry.h>
#include <navnet/worlds/worlds.h>

namespace navnet {

/// Two rooms of 10 m x 10 m x 3 m, one on each side of a wall perpendicular to x.
struct PassageSpec {
  double wall_m = 0.2;                 ///< Thickness of the wall: length of the passage.
  double width_m = 1, height_m = 2.1;  ///< Size of the passage, which starts at the floor.
  double pocket_m = 0;                 ///< If > 0: edge of a square alcove beside the middle of the passage.
  bool is_shut = false;                ///< Adds PassageDoor(), 0.1 m thick.
};

inline double PassageEnd(const PassageSpec& spec) { return 20 + spec.wall_m; }

/// The box that closes the passage, in the middle of the wall.
inline Box3 PassageDoor(const PassageSpec& spec) {
  const double x = 10 + 0.5 * spec.wall_m;
  return {{x - 0.05, 5 - 0.5 * spec.width_m, 0}, {x + 0.05, 5 + 0.5 * spec.width_m, spec.height_m}};
}

inline ProceduralWorld MakePassage(const PassageSpec& spec) {
  ProceduralWorld made;
  made.mesh = MakeBoxRoom({{0, 0, 0}, {PassageEnd(spec), 10, 3}}, 0.5);
  const double from = 10, to = 10 + spec.wall_m, left = 5 - 0.5 * spec.width_m, right = 5 + 0.5 * spec.width_m;
  made.mesh.Append(MakeBox({{from, 0, 0}, {to, left, 3}}));
  if (spec.pocket_m > 0) {
    const double middle = 0.5 * (from + to), half = 0.5 * spec.pocket_m;
    made.mesh.Append(MakeBox({{from, right, 0}, {middle - half, 10, 3}}));
    made.mesh.Append(MakeBox({{middle - half, right + spec.pocket_m, 0}, {middle + half, 10, 3}}));
    made.mesh.Append(MakeBox({{middle + half, right, 0}, {to, 10, 3}}));
    made.mesh.Append(MakeBox({{middle - half, right, spec.height_m}, {middle + half, right + spec.pocket_m, 3}}));
  } else {
    made.mesh.Append(MakeBox({{from, right, 0}, {to, 10, 3}}));
  }
  made.mesh.Append(MakeBox({{from, left, spec.height_m}, {to, right, 3}}));
  if (spec.is_shut) made.mesh.Append(MakeBox(PassageDoor(spec)));
  made.places = {{1, 5, 1}, {PassageEnd(spec) - 1, 5, 1}};
  return made;
}

}  // namespace navnet
