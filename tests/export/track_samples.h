// SPDX-License-Identifier: Apache-2.0
#pragma once
// Seeded random tracks and boxes, with numbers and names that are hard to store.

#include <navnet/export/track.h>

#include <cmath>
#include <random>
#include <string>

namespace navnet {

inline TrackSet RandomTracks(uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto below = [&](uint64_t end) { return random() % end; };
  std::uniform_real_distribution<double> unit(-1, 1);
  // Numbers of any magnitude, from far below a millimetre to far beyond a world, and zeros of both signs.
  const auto number = [&] {
    const uint64_t kind = below(8);
    if (kind == 0) return 0.0;
    if (kind == 1) return -0.0;
    return std::ldexp(unit(random), int(below(60)) - 30);
  };
  const auto point = [&] {
    const double x = number(), y = number(), z = number();
    return Vec3{x, y, z};
  };
  constexpr const char* kTexts[] = {"plain",          "comma, inside", "quote \" inside",           "line\nbreak",
                                    "windows\r\nend", " spaces ",      "Ümläut € \xF0\x9F\x9A\x81", "\"quoted\""};
  TrackSet set;
  set.up = below(2) == 0 ? UpAxis::Y : UpAxis::Z;
  for (uint64_t t = 0, tracks = below(5); t < tracks; ++t) {
    Track& track = set.tracks.emplace_back();
    track.name = kTexts[below(8)] + (" " + std::to_string(t));
    track.kind = below(3) == 0 ? "" : kTexts[below(8)];
    track.radius_m = std::abs(number());
    const bool timed = below(2) == 0;
    double time_s = number();
    for (uint64_t i = 0, points = 1 + below(30); i < points; ++i) {
      TrackPoint& p = track.points.emplace_back();
      p.position = point();
      if (timed) p.time_s = time_s;
      if (below(3) != 0) p.mode = TravelMode(below(5));
      time_s += std::abs(number());
    }
  }
  for (uint64_t b = 0, boxes = below(4); b < boxes; ++b) {
    TrackBox& box = set.boxes.emplace_back();
    box.name = kTexts[below(8)];
    box.kind = kTexts[below(8)];
    box.centre = point();
    const Vec3 size = point();
    box.size_m = {std::abs(size.x), std::abs(size.y), std::abs(size.z)};
    const double x = unit(random), y = unit(random), z = unit(random), w = unit(random);
    box.rotation = {w, x, y, z};
  }
  return set;
}

}  // namespace navnet
