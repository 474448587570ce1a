// SPDX-License-Identifier: Apache-2.0
// Rolling ground with trees on a jittered grid: conifers, broadleaved trees and dead trunks.

#include "generators.h"
#include "mesh_builder.h"
#include "noise.h"
#include "random.h"

#include <cmath>

namespace navnet::worlds {
namespace {

constexpr double kTreePitchM = 6, kGroundPitchM = 2.5, kRimM = 7.5;
constexpr double kGroundThicknessM = 1, kHillPitchM = 40;
constexpr double kHill = 0.05,
                 kHighestHillM = 4;  // Half the height of hills: as a fraction of the size, and its maximum.
constexpr double kRootM = 0.6;       // Depth of trunks below the ground.
constexpr double kJitter = 0.28;     // Largest offset of a tree from its grid point, as a fraction of the pitch.
constexpr double kEyeHeightM = 1.5;
constexpr double kGroundShare = 0.25;  // Fraction of the triangles used for the ground.
constexpr int kCrownFrequency = 2, kCrowns = 3, kBranches = 4, kConiferTiers = 3;
constexpr int64_t kConiferTriangles = (1 + kConiferTiers) * kTubeTriangles;
constexpr int64_t kDeadTriangles = (1 + kBranches) * kTubeTriangles;
constexpr int64_t kBroadleafTriangles = kDeadTriangles + kCrowns * IcosphereTriangles(kCrownFrequency);
constexpr int64_t kTypicalTreeTriangles = 190;

/// The ground's surface: heights on a grid, two triangles per square.
struct Terrain {
  double size_m = 0;
  int cells = 0;
  uint64_t seed = 0;

  Vec3 Corner(int x, int y) const {
    const double px = size_m * x / cells, py = size_m * y / cells;
    const double hill = FractalNoise(Vec3{px, py, 0} * (1 / kHillPitchM), 3, seed);
    return {px, py, kGroundThicknessM + std::min(kHill * size_m, kHighestHillM) * (1 + hill)};
  }

  /// The point of the surface above or below (x, y).
  Vec3 PointAt(double x, double y) const {
    const int cx = std::min(int(x / size_m * cells), cells - 1), cy = std::min(int(y / size_m * cells), cells - 1);
    const double u = x / size_m * cells - cx, v = y / size_m * cells - cy;
    const double low = Corner(cx, cy).z, high = Corner(cx + 1, cy + 1).z;
    const double z = u > v ? low + u * (Corner(cx + 1, cy).z - low) + v * (high - Corner(cx + 1, cy).z)
                           : low + v * (Corner(cx, cy + 1).z - low) + u * (high - Corner(cx, cy + 1).z);
    return {x, y, z};
  }
};

int64_t GroundTriangles(int64_t cells) { return 2 * cells * cells + 12 * cells; }

int TreesAlong(double size_m) { return std::max(1, int(std::floor((size_m - 2 * kRimM) / kTreePitchM))); }

int GroundCellsAlong(double size_m) { return std::max(1, int(std::floor(size_m / kGroundPitchM))); }

/// The ground as a solid: the terrain on top, walls around the border, a triangle fan at the bottom.
void AddGround(const Terrain& terrain, TriangleMesh& mesh) {
  const uint32_t n = uint32_t(terrain.cells) + 1;
  for (uint32_t y = 0; y < n; ++y) {
    for (uint32_t x = 0; x < n; ++x) mesh.vertices.push_back(terrain.Corner(int(x), int(y)));
  }
  std::vector<uint32_t> rim;  // Counter-clockwise, as seen from above.
  for (uint32_t i = 0; i + 1 < n; ++i) rim.push_back(i);
  for (uint32_t i = 0; i + 1 < n; ++i) rim.push_back(n - 1 + i * n);
  for (uint32_t i = n - 1; i > 0; --i) rim.push_back((n - 1) * n + i);
  for (uint32_t i = n - 1; i > 0; --i) rim.push_back(i * n);
  for (uint32_t y = 0; y + 1 < n; ++y) {
    for (uint32_t x = 0; x + 1 < n; ++x) {
      const uint32_t a = y * n + x;
      mesh.triangles.push_back({a, a + 1, a + n + 1});
      mesh.triangles.push_back({a, a + n + 1, a + n});
    }
  }
  const uint32_t foot = uint32_t(mesh.vertices.size()), feet = uint32_t(rim.size());
  for (uint32_t v : rim) mesh.vertices.push_back({mesh.vertices[v].x, mesh.vertices[v].y, 0});
  mesh.vertices.push_back({terrain.size_m / 2, terrain.size_m / 2, 0});
  for (uint32_t i = 0; i < feet; ++i) {
    const uint32_t j = (i + 1) % feet;
    mesh.triangles.push_back({rim[i], foot + i, foot + j});
    mesh.triangles.push_back({rim[i], foot + j, rim[j]});
    mesh.triangles.push_back({foot + feet, foot + j, foot + i});
  }
}

void AddConifer(Vec3 root, double height, Random& random, TriangleMesh& mesh) {
  AddTube(mesh, root - Vec3{0, 0, kRootM}, root + Vec3{0, 0, 0.9 * height}, 0.02 * height, 0.008 * height);
  const double spread = random.Uniform(0.12, 0.18) * height;
  for (int tier = 0; tier < kConiferTiers; ++tier) {
    const double low = (0.28 + 0.22 * tier) * height, high = (0.6 + 0.2 * tier) * height;
    AddTube(mesh, root + Vec3{0, 0, low}, root + Vec3{0, 0, high}, spread * (1 - 0.25 * tier), 0.01 * height);
  }
}

/// Adds a trunk and branches; returns the ends of the branches.
std::array<Vec3, kBranches> AddBareTree(Vec3 root, double height, Random& random, TriangleMesh& mesh) {
  const Vec3 lean = {random.Uniform(-0.04, 0.04) * height, random.Uniform(-0.04, 0.04) * height, height};
  AddTube(mesh, root - Vec3{0, 0, kRootM}, root + lean * 0.75, 0.028 * height, 0.012 * height);
  std::array<Vec3, kBranches> ends;
  for (int i = 0; i < kBranches; ++i) {
    // One branch per quadrant.
    const Vec3 out = {(i & 1 ? 1 : -1) * random.Uniform(0.06, 0.18), (i & 2 ? 1 : -1) * random.Uniform(0.06, 0.18),
                      random.Uniform(0.12, 0.25)};
    const Vec3 from = root + lean * random.Uniform(0.45, 0.7);
    ends[size_t(i)] = from + out * height;
    AddTube(mesh, from, ends[size_t(i)], 0.01 * height, 0.004 * height);
  }
  return ends;
}

void AddBroadleaf(Vec3 root, double height, uint64_t seed, Random& random, TriangleMesh& mesh) {
  const std::array<Vec3, kBranches> ends = AddBareTree(root, height, random, mesh);
  for (int i = 0; i < kCrowns; ++i) {
    TriangleMesh crown = UnitIcosphere(kCrownFrequency);
    const double radius = random.Uniform(0.13, 0.2) * height;
    const Vec3 centre = ends[size_t(i)] + Vec3{0, 0, 0.4 * radius};
    for (Vec3& v : crown.vertices) v = centre + v * (radius * (0.85 + 0.3 * Noise(v * 1.7, seed + uint64_t(i))));
    mesh.Append(crown);
  }
}

}  // namespace

int64_t NaturalForestTriangles(double size_m) {
  const int64_t trees = TreesAlong(size_m);
  return GroundTriangles(GroundCellsAlong(size_m)) + trees * trees * kTypicalTreeTriangles;
}

ProceduralWorld MakeForest(const Plan& plan) {
  Random random(plan.seed);
  ProceduralWorld world;
  TriangleMesh& mesh = world.mesh;
  mesh.triangles.reserve(size_t(plan.budget));

  int cells = GroundCellsAlong(plan.size_m);
  while (cells > 1 && double(GroundTriangles(cells)) > kGroundShare * double(plan.budget)) --cells;
  const Terrain terrain = {plan.size_m, cells, Scramble(plan.seed)};
  AddGround(terrain, mesh);

  int trees = TreesAlong(plan.size_m);
  const int64_t left = plan.budget - int64_t(mesh.triangles.size());
  while (trees > 1 && int64_t{trees} * trees * kTypicalTreeTriangles > left) --trees;
  const double pitch = (plan.size_m - 2 * kRimM) / trees;
  for (int y = 0; y < trees; ++y) {
    for (int x = 0; x < trees; ++x) {
      const double jitter = kJitter * pitch;
      const double px = kRimM + (x + 0.5) * pitch + random.Uniform(-jitter, jitter);
      const double py = kRimM + (y + 0.5) * pitch + random.Uniform(-jitter, jitter);
      const Vec3 root = terrain.PointAt(px, py);
      const double height = random.Uniform(9, 19), species = random.Unit();
      const int64_t room = plan.budget - int64_t(mesh.triangles.size());
      if (species < 0.35 && room >= kBroadleafTriangles) {
        AddBroadleaf(root, height, random.Next(), random, mesh);
      } else if (species > 0.9 && room >= kDeadTriangles) {
        AddBareTree(root, height, random, mesh);
      } else if (room >= kConiferTriangles) {
        AddConifer(root, height, random, mesh);
      }
    }
  }
  // Places between the trees, at the corners of the grid's squares.
  for (int y = 0; y <= trees; ++y) {
    for (int x = 0; x <= trees; ++x) {
      world.places.push_back(terrain.PointAt(kRimM + x * pitch, kRimM + y * pitch) + Vec3{0, 0, kEyeHeightM});
    }
  }
  return world;
}

}  // namespace navnet::worlds
