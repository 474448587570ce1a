// SPDX-License-Identifier: Apache-2.0
#pragma once
// Bézier curves in space: evaluation and subdivision (G. Farin: Curves and Surfaces for CAGD, chapters 4 and 5).

#include <navnet/core/geometry.h>

#include <array>
#include <cstddef>

namespace navnet {

/// The point at a parameter from 0 to 1, by de Casteljau's algorithm.
template <size_t N>
Vec3 BezierAt(std::array<Vec3, N> points, double u) {
  for (size_t n = N - 1; n > 0; --n) {
    for (size_t i = 0; i < n; ++i) points[i] = points[i] * (1 - u) + points[i + 1] * u;
  }
  return points[0];
}

/// Cuts a curve at a parameter from 0 to 1: `head` before it, `tail` after it.
template <size_t N>
void SplitBezier(std::array<Vec3, N> points, double u, std::array<Vec3, N>& head, std::array<Vec3, N>& tail) {
  for (size_t n = N; n > 0; --n) {
    head[N - n] = points[0];
    tail[n - 1] = points[n - 1];
    for (size_t i = 0; i + 1 < n; ++i) points[i] = points[i] * (1 - u) + points[i + 1] * u;
  }
}

/// The part of a curve between two parameters, 0 <= from <= to <= 1.
template <size_t N>
std::array<Vec3, N> BezierPart(const std::array<Vec3, N>& points, double from, double to) {
  std::array<Vec3, N> head = points, tail = points, part, rest;
  if (to < 1) SplitBezier(points, to, head, tail);
  if (from <= 0) return head;
  SplitBezier(head, from < to ? from / to : 1, rest, part);
  return part;
}

}  // namespace navnet
