// SPDX-License-Identifier: Apache-2.0
#include <navnet/internal/core/box_tree.h>
#include <navnet/internal/core/segment_triangle.h>

#include "support/random_meshes.h"

#include <gtest/gtest.h>

#include <algorithm>
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
    // Every seventh object is left out; boxes wholly beyond x = 6, too.
    const auto is_skipped = [&](uint32_t number) { return number % 7 == 0 || boxes[number].min.x > 6; };
    std::vector<uint32_t> expected;
    for (uint32_t number = 0; number < boxes.size(); ++number) {
      if (!is_skipped(number)) expected.push_back(number);
    }
    std::ranges::sort(expected, {}, [&](uint32_t number) { return std::pair(squared[number], number); });
    // All in one tree, and divided among several.
    const size_t tree_count = i % 3 == 0 ? 1 : size_t(random.Integer(1, 6));
    std::vector<std::vector<Box3>> boxes_of(tree_count);
    std::vector<std::vector<uint32_t>> numbers(tree_count);
    for (uint32_t number = 0; number < boxes.size(); ++number) {
      const size_t of = size_t(random.Integer(0, int(tree_count) - 1));
      boxes_of[of].push_back(boxes[number]);
      numbers[of].push_back(number);
    }
    std::vector<BoxTree> trees;
    for (size_t of = 0; of < tree_count; ++of) {
      trees.emplace_back(boxes_of[of], 1);
      if (i % 2 == 0) continue;
      std::vector<uint32_t> renumbered;
      for (const uint32_t old : trees[of].Renumber()) renumbered.push_back(numbers[of][old]);
      numbers[of] = renumbered;
    }
    const auto number_of = [&](BoxTree::ObjectId object) { return numbers[object.tree][object.index]; };
    std::vector<uint32_t> visited;
    std::vector<BoxTree::Open> open;
    BoxTree::EachByDistance(
        tree_count, [&](size_t of) -> const BoxTree& { return trees[of]; }, a, b, open,
        [](const Box3& box) { return box.min.x > 6; },
        [&](BoxTree::ObjectId object) { return is_skipped(number_of(object)); },
        [&](BoxTree::ObjectId object) { return boxes[number_of(object)]; },
        [&](BoxTree::ObjectId object) { return squared[number_of(object)]; },
        [&](BoxTree::ObjectId x, BoxTree::ObjectId y) { return number_of(x) < number_of(y); },
        [&](BoxTree::ObjectId object) { visited.push_back(number_of(object)); });
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
