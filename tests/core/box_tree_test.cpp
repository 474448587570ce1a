// SPDX-License-Identifier: Apache-2.0
#include <navnet/internal/core/box_tree.h>
#include <navnet/internal/core/segment_triangle.h>

#include "support/random_meshes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <tuple>

namespace navnet {
namespace {

TEST(BoxTree, VisitsObjectsInTheOrderOfTheirDistance) {
  for (int i = 0; i < 30; ++i) {
    TestRandom random{uint64_t(i)};
    // Lattice has many triangles at equal distances.
    const TriangleMesh mesh = RandomMesh(uint64_t(i), MeshStyle(i % kMeshStyles), 200, 8, 1, {});
    const Vec3 a = random.Point(0, 8), b = i % 5 == 0 ? a : random.Point(0, 8);
    std::vector<Box3> boxes;
    std::vector<double> squared;
    for (const auto& [p, q, r] : mesh.triangles) {
      Box3 box;
      for (const uint32_t corner : {p, q, r}) box.Extend(mesh.vertices[corner]);
      boxes.push_back(box);
      squared.push_back(LengthSquared(SegmentToTriangle(a, b, {mesh.vertices[p], mesh.vertices[q], mesh.vertices[r]})));
    }
    BoxTree tree(boxes, 1);
    std::vector<uint32_t> old(boxes.size());
    std::iota(old.begin(), old.end(), 0u);
    if (i % 2 == 1) old = tree.Renumber();
    // Every seventh object is left out; boxes wholly beyond x = 6, too.
    const auto is_skipped = [&](uint32_t number) { return number % 7 == 0 || boxes[number].min.x > 6; };
    std::vector<uint32_t> expected, visited;
    for (uint32_t number = 0; number < boxes.size(); ++number) {
      if (!is_skipped(number)) expected.push_back(number);
    }
    std::ranges::sort(expected, {}, [&](uint32_t number) { return std::pair(squared[number], number); });
    std::vector<BoxTree::Open> open;
    tree.EachByDistance(
        a, b, open, [](const Box3& box) { return box.min.x > 6; },
        [&](uint32_t index) { return is_skipped(old[index]); }, [&](uint32_t index) { return boxes[old[index]]; },
        [&](uint32_t index) { return squared[old[index]]; }, [&](uint32_t x, uint32_t y) { return old[x] < old[y]; },
        [&](uint32_t index) { visited.push_back(old[index]); });
    EXPECT_EQ(visited, expected) << i;
  }
}

TEST(SegmentToTriangle, IsTheVectorBetweenTheNearestPoints) {
  for (int i = 0; i < 300; ++i) {
    TestRandom random{uint64_t(i)};
    const TriangleMesh mesh = RandomMesh(uint64_t(i), MeshStyle(i % kMeshStyles), 1, 5, 1, {});
    const std::array<Vec3, 3> corners{mesh.vertices[0], mesh.vertices[1], mesh.vertices[2]};
    const Vec3 a = random.Point(-3, 8), b = i % 4 == 0 ? a : random.Point(-3, 8);
    const Vec3 to = SegmentToTriangle(a, b, corners);
    const double distance = Length(to);
    EXPECT_EQ(distance, SegmentTriangleDistance(a, b, corners));
    if (distance < 1e-6) continue;
    // The plane across the vector separates the two by exactly its length.
    const Vec3 normal = to * (1 / distance);
    const double triangle = std::min({Dot(normal, corners[0]), Dot(normal, corners[1]), Dot(normal, corners[2])});
    EXPECT_NEAR(triangle - std::max(Dot(normal, a), Dot(normal, b)), distance, 1e-9 * (1 + Length(corners[0])));
  }
}

}  // namespace
}  // namespace navnet
