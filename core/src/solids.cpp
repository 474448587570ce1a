// SPDX-License-Identifier: Apache-2.0
#include <navnet/core/solids.h>

#include <cmath>

namespace navnet {
namespace {

constexpr std::array<Triangle, 12> kBoxFaces = {{{0, 4, 6},
                                                 {0, 6, 2},
                                                 {1, 3, 7},
                                                 {1, 7, 5},
                                                 {0, 1, 5},
                                                 {0, 5, 4},
                                                 {2, 6, 7},
                                                 {2, 7, 3},
                                                 {0, 2, 3},
                                                 {0, 3, 1},
                                                 {4, 5, 7},
                                                 {4, 7, 6}}};

constexpr std::array<Triangle, 20> kIcosahedronFaces = {{{0, 11, 5}, {0, 5, 1},  {0, 1, 7},   {0, 7, 10}, {0, 10, 11},
                                                         {1, 5, 9},  {5, 11, 4}, {11, 10, 2}, {10, 7, 6}, {7, 1, 8},
                                                         {3, 9, 4},  {3, 4, 2},  {3, 2, 6},   {3, 6, 8},  {3, 8, 9},
                                                         {4, 9, 5},  {2, 4, 11}, {6, 2, 10},  {8, 6, 7},  {9, 8, 1}}};

std::array<Vec3, 8> CornersOf(const Box3& box) {
  std::array<Vec3, 8> corners;
  for (size_t i = 0; i < 8; ++i) {
    corners[i] = {i & 1 ? box.max.x : box.min.x, i & 2 ? box.max.y : box.min.y, i & 4 ? box.max.z : box.min.z};
  }
  return corners;
}

std::array<Vec3, 12> IcosahedronVertices() {
  const double golden = (1 + std::sqrt(5.0)) / 2;
  return {{{-1, golden, 0},
           {1, golden, 0},
           {-1, -golden, 0},
           {1, -golden, 0},
           {0, -1, golden},
           {0, 1, golden},
           {0, -1, -golden},
           {0, 1, -golden},
           {golden, 0, -1},
           {golden, 0, 1},
           {-golden, 0, -1},
           {-golden, 0, 1}}};
}

/// Numbers the points of a subdivided icosahedron: corners, then points within edges, then points within faces.
class IcosphereIndex {
 public:
  explicit IcosphereIndex(int frequency) : frequency_(uint32_t(frequency)) {
    for (auto& row : edge_of_) row.fill(0);
    uint32_t edges = 0;
    for (const Triangle& face : kIcosahedronFaces) {
      for (size_t i = 0; i < 3; ++i) {
        const uint32_t a = face[i], b = face[(i + 1) % 3];
        if (a < b) edge_of_[a][b] = edges++;
      }
    }
  }

  /// Point of a face at `i` steps from corner 0 towards corner 1 and `j` steps towards corner 2.
  uint32_t At(uint32_t face, uint32_t i, uint32_t j) const {
    const Triangle& corner = kIcosahedronFaces[face];
    const uint32_t k = frequency_ - i - j;
    if (i == 0 && j == 0) return corner[0];
    if (j == 0 && k == 0) return corner[1];
    if (i == 0 && k == 0) return corner[2];
    if (j == 0) return OnEdge(corner[0], corner[1], i);
    if (i == 0) return OnEdge(corner[0], corner[2], j);
    if (k == 0) return OnEdge(corner[1], corner[2], j);
    const uint32_t within_face = (frequency_ - 1) * (frequency_ - 2) / 2;
    const uint32_t rows_before = (i - 1) * (frequency_ - 1) - i * (i - 1) / 2;
    return 12 + 30 * (frequency_ - 1) + face * within_face + rows_before + (j - 1);
  }

 private:
  uint32_t OnEdge(uint32_t from, uint32_t to, uint32_t steps) const {
    if (from > to) return OnEdge(to, from, frequency_ - steps);
    return 12 + edge_of_[from][to] * (frequency_ - 1) + steps - 1;
  }

  uint32_t frequency_;
  std::array<std::array<uint32_t, 12>, 12> edge_of_;
};

}  // namespace

void AddHexahedron(TriangleMesh& mesh, const std::array<Vec3, 8>& corners) {
  const uint32_t first = uint32_t(mesh.vertices.size());
  mesh.vertices.insert(mesh.vertices.end(), corners.begin(), corners.end());
  for (const Triangle& t : kBoxFaces) mesh.triangles.push_back({first + t[0], first + t[1], first + t[2]});
}

void AddBox(TriangleMesh& mesh, const Box3& box) { AddHexahedron(mesh, CornersOf(box)); }

TriangleMesh UnitIcosphere(int frequency) {
  const std::array<Vec3, 12> corners = IcosahedronVertices();
  const IcosphereIndex index(frequency);
  const uint32_t n = uint32_t(frequency);
  TriangleMesh mesh;
  mesh.vertices.resize(size_t{10} * n * n + 2);
  mesh.triangles.reserve(size_t(IcosphereTriangles(frequency)));
  for (uint32_t face = 0; face < kIcosahedronFaces.size(); ++face) {
    const Triangle& c = kIcosahedronFaces[face];
    for (uint32_t i = 0; i <= n; ++i) {
      for (uint32_t j = 0; i + j <= n; ++j) {
        const Vec3 p = corners[c[0]] * (n - i - j) + corners[c[1]] * i + corners[c[2]] * j;
        mesh.vertices[index.At(face, i, j)] = p * (1 / Length(p));
        if (i + j < n)
          mesh.triangles.push_back({index.At(face, i, j), index.At(face, i + 1, j), index.At(face, i, j + 1)});
        if (i > 0 && j > 0) {
          mesh.triangles.push_back({index.At(face, i, j), index.At(face, i - 1, j), index.At(face, i, j - 1)});
        }
      }
    }
  }
  return mesh;
}

}  // namespace navnet
