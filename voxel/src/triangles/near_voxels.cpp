// SPDX-License-Identifier: Apache-2.0
// Branch and bound over an octree of the block. For the octants of a cube, every candidate triangle tells which have
// only near voxels and which can have one. An octant is filled when a triangle is near all of its voxels, left when
// none can be near, and split otherwise, with those triangles as candidates that can be near to one of its voxels. So
// the work is done along the surfaces at the radius, not in the volume within it. Eight octants are tested at once, in
// single precision with a margin, for cubes larger than the triangle by its bounding sphere. Voxels within the margin
// are tested in double precision, and what little is left, with the exact distance.

#include "triangles/near_voxels.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>
#include <vector>

namespace navnet {
namespace {

constexpr size_t kTestsBetweenBreaths = 1 << 16;  // Between checks for cancellation: about 1 ms of work.
constexpr double kSingleRounding = 4e-6;  // Of sums of a few products in single precision, relative to the largest.

#ifdef __AVX__
constexpr size_t kRegisterBytes = 32;
#else
constexpr size_t kRegisterBytes = 16;
#endif

// As many numbers as fit into a register.
template <class Real>
struct Vectors {
  static constexpr size_t kLanes = kRegisterBytes / sizeof(Real);
  using Lanes [[gnu::vector_size(kRegisterBytes)]] = Real;
  using Mask = decltype(Lanes{} < Lanes{});

  static Lanes Smaller(Lanes a, Lanes b) { return a < b ? a : b; }
  static Lanes Larger(Lanes a, Lanes b) { return a > b ? a : b; }
  static Lanes Load(const Real* from) {
    Lanes v;
    std::memcpy(&v, from, sizeof v);
    return v;
  }
  // Bit i is set where lane i is.
  static unsigned Bits(Mask mask) {
#ifdef __AVX__
    if constexpr (std::is_same_v<Real, double>) {
      return unsigned(__builtin_ia32_movmskpd256(reinterpret_cast<Lanes>(mask)));
    } else {
      return unsigned(__builtin_ia32_movmskps256(reinterpret_cast<Lanes>(mask)));
    }
#else
    unsigned bits = 0;
    for (size_t i = 0; i < kLanes; ++i) bits |= unsigned(mask[i] & 1) << i;
    return bits;
#endif
  }
};

// Eight cubes of voxels of one size.
template <class Real>
struct EightCubes {
  Real half;                    ///< Half the length of an edge, in voxels.
  std::array<Real, 8> x, y, z;  ///< Centres.
};

// Which of eight cubes, one bit each.
struct CubesNear {
  unsigned surely = 0;    ///< All voxels are near.
  unsigned possibly = 0;  ///< A voxel can be near; in all others none is.
};

// `d` leads from a point of the triangle to a cube's centre. `along` is a lower bound of the centre's distance from the
// triangle along d, times the length of d; a plane perpendicular to d separates the two. So if the voxels of the cube
// begin beyond `reach` along d, none is near. If even the farthest is closer to the point than `within`, all are.
template <class Real, class Lanes = typename Vectors<Real>::Lanes>
[[gnu::always_inline]] inline void Judge(Lanes dx, Lanes dy, Lanes dz, Lanes along, Real half, Real within_squared,
                                         Real reach_squared, size_t first, CubesNear& out) {
  using V = Vectors<Real>;
  const Lanes zero{}, squared = dx * dx + dy * dy + dz * dz;
  dx = V::Larger(dx, -dx);
  dy = V::Larger(dy, -dy);
  dz = V::Larger(dz, -dz);
  const Lanes beyond = along - half * (dx + dy + dz);
  out.possibly |= V::Bits((beyond <= zero) | (beyond * beyond < reach_squared * squared)) << first;
  const Real more = half - 1;
  dx = V::Larger(dx + more, zero);
  dy = V::Larger(dy + more, zero);
  dz = V::Larger(dz + more, zero);
  out.surely |= V::Bits(dx * dx + dy * dy + dz * dz < zero + within_squared) << first;
}

// The ball around a triangle's centroid that contains it.
struct BoundingSphere {
  float x, y, z, radius;
  float within_squared, reach_squared;

  BoundingSphere(const TriangleClearance& t, double margin)
      : x(float(t.centroid.x)), y(float(t.centroid.y)), z(float(t.centroid.z)), radius(float(t.spread)) {
    const double within = std::max(t.radius - margin, 0.0), reach = t.radius + t.spread + margin;
    within_squared = float(within * within);
    reach_squared = float(reach * reach);
  }

  CubesNear Near(const EightCubes<float>& cubes) const {
    using V = Vectors<float>;
    CubesNear out;
    for (size_t i = 0; i < 8; i += V::kLanes) {
      const auto dx = V::Load(&cubes.x[i]) - x, dy = V::Load(&cubes.y[i]) - y, dz = V::Load(&cubes.z[i]) - z;
      Judge<float>(dx, dy, dz, dx * dx + dy * dy + dz * dz, cubes.half, within_squared, reach_squared, i, out);
    }
    return out;
  }
};

template <class Real>
struct Triple {
  Real x, y, z;

  Triple() = default;
  explicit Triple(Vec3 v) : x(Real(v.x)), y(Real(v.y)), z(Real(v.z)) {}
  template <class Lanes>
  Lanes Dot(Lanes vx, Lanes vy, Lanes vz) const {
    return x * vx + y * vy + z * vz;
  }
};

// A triangle's corners, edges, plane and walls in one precision.
template <class Real>
struct TriangleFaces {
  std::array<Triple<Real>, 3> corner, edge, inward;
  std::array<Real, 3> over_edge_squared, inward_offset;
  Triple<Real> normal;
  Real offset, within_squared, reach_squared;

  TriangleFaces(const TriangleClearance& t, double margin) : normal(t.normal), offset(Real(t.offset)) {
    for (size_t i = 0; i < 3; ++i) {
      const Vec3 a = t.corners[i], along = t.corners[(i + 1) % 3] - a;
      corner[i] = Triple<Real>(a);
      edge[i] = Triple<Real>(along);
      inward[i] = Triple<Real>(t.inward[i]);
      inward_offset[i] = Real(t.inward_offset[i]);
      // The point nearest to anything on an edge shorter than rounding errors is its corner.
      over_edge_squared[i] = LengthSquared(along) > 1e-18 ? Real(1 / LengthSquared(along)) : 0;
    }
    const double within = std::max(t.radius - margin, 0.0), reach = t.radius + margin;
    within_squared = Real(within * within);
    reach_squared = Real(reach * reach);
  }

  CubesNear Near(const EightCubes<Real>& cubes) const {
    using V = Vectors<Real>;
    using Lanes = typename V::Lanes;
    const Lanes zero{}, one = zero + 1;
    CubesNear out;
    for (size_t first = 0; first < 8; first += V::kLanes) {
      const Lanes x = V::Load(&cubes.x[first]), y = V::Load(&cubes.y[first]), z = V::Load(&cubes.z[first]);
      // From the nearest point of the face, or if that lies outside, of an edge. Which is nearest may be decided
      // wrongly by rounding: all that follows holds for any point.
      const Lanes height = normal.Dot(x, y, z) - offset;
      const Lanes inside =
          V::Smaller(inward[0].Dot(x, y, z) - inward_offset[0],
                     V::Smaller(inward[1].Dot(x, y, z) - inward_offset[1], inward[2].Dot(x, y, z) - inward_offset[2]));
      Lanes dx = height * normal.x, dy = height * normal.y, dz = height * normal.z;
      Lanes least = inside >= zero ? zero : zero + std::numeric_limits<Real>::infinity();
      for (size_t k = 0; k < 3; ++k) {
        const Triple<Real>&a = corner[k], &e = edge[k];
        const Lanes ax = x - a.x, ay = y - a.y, az = z - a.z;
        const Lanes t = V::Smaller(V::Larger(e.Dot(ax, ay, az) * over_edge_squared[k], zero), one);
        const Lanes ex = ax - t * e.x, ey = ay - t * e.y, ez = az - t * e.z;
        const Lanes squared = ex * ex + ey * ey + ez * ez;
        const auto nearer = squared < least;
        dx = nearer ? ex : dx;
        dy = nearer ? ey : dy;
        dz = nearer ? ez : dz;
        least = nearer ? squared : least;
      }
      Lanes along = zero + std::numeric_limits<Real>::infinity();
      for (const Triple<Real>& a : corner) {
        along = V::Smaller(along, dx * (x - a.x) + dy * (y - a.y) + dz * (z - a.z));
      }
      Judge<Real>(dx, dy, dz, along, cubes.half, within_squared, reach_squared, first, out);
    }
    return out;
  }
};

VoxelCoord OctantOf(VoxelCoord lo, int half, int octant) {
  return {lo.x + (octant & 1 ? half : 0), lo.y + (octant & 2 ? half : 0), lo.z + (octant & 4 ? half : 0)};
}

template <class Real>
EightCubes<Real> OctantsOf(VoxelCoord lo, int half) {
  EightCubes<Real> cubes;
  cubes.half = Real(half) / 2;
  for (int i = 0; i < 8; ++i) {
    const VoxelCoord at = OctantOf(lo, half, i);
    cubes.x[size_t(i)] = Real(at.x) + cubes.half;
    cubes.y[size_t(i)] = Real(at.y) + cubes.half;
    cubes.z[size_t(i)] = Real(at.z) + cubes.half;
  }
  return cubes;
}

}  // namespace

class NearVoxels::Octree {
 public:
  void Fill(std::span<const TriangleClearance> triangles, const VoxelBox& clip, const KeepGoing& keep_going,
            BlockMask& mask) {
    keep_going_ = &keep_going;
    triangles_ = triangles;
    mask_ = &mask;
    spheres_.clear();
    faces_.clear();
    candidates_.clear();
    for (const TriangleClearance& t : triangles) {
      // Coordinates in the block, and those of triangles that matter to it.
      const double largest = kBlockSize + t.radius + 2 * t.spread;
      const double margin = t.rounding + kSingleRounding * largest;
      candidates_.push_back(uint32_t(spheres_.size()));
      spheres_.emplace_back(t, margin);
      faces_.emplace_back(t, margin);
    }
    octants_.resize(candidates_.size());
    SetOutside(clip, mask);
    Split({0, 0, 0}, kBlockSize, 0, candidates_.size());
    ClearOutside(clip, mask);
  }

 private:
  uint64_t& Row(int x, int y) { return (*mask_)[size_t(BlockRow(x, y))]; }

  bool IsFull(VoxelCoord lo, int size) {
    const uint64_t bits = RowBits(lo.z, lo.z + size - 1);
    for (int x = lo.x; x < lo.x + size; ++x) {
      for (int y = lo.y; y < lo.y + size; ++y) {
        if ((~Row(x, y) & bits) != 0) return false;
      }
    }
    return true;
  }

  void FillCube(VoxelCoord lo, int size) {
    const uint64_t bits = RowBits(lo.z, lo.z + size - 1);
    for (int x = lo.x; x < lo.x + size; ++x) {
      for (int y = lo.y; y < lo.y + size; ++y) Row(x, y) |= bits;
    }
  }

  // Decides the voxels of a cube whose candidates are first..last - 1.
  void Split(VoxelCoord lo, int size, size_t first, size_t last) {
    tests_ += last - first;
    if (tests_ > kTestsBetweenBreaths) {
      tests_ = 0;
      if (*keep_going_ && !(*keep_going_)()) throw CancelledError();
    }
    const int half = size / 2;
    unsigned open = 0;
    for (int i = 0; i < 8; ++i) open |= unsigned{!IsFull(OctantOf(lo, half, i), half)} << i;
    const EightCubes<float> cubes = OctantsOf<float>(lo, half);
    unsigned possible = 0;
    for (size_t c = first; c < last && open != 0; ++c) {
      const BoundingSphere& sphere = spheres_[candidates_[c]];
      const CubesNear near = sphere.radius < cubes.half ? sphere.Near(cubes) : faces_[candidates_[c]].Near(cubes);
      for (unsigned fill = near.surely & open; fill != 0; fill &= fill - 1) {
        FillCube(OctantOf(lo, half, std::countr_zero(fill)), half);
      }
      open &= ~near.surely;
      octants_[c] = uint8_t(near.possibly);
      possible |= near.possibly;
    }
    possible &= open;
    if (half == 1) {
      if (possible != 0) DecideVoxels(lo, possible, first, last);
      return;
    }
    for (; possible != 0; possible &= possible - 1) {
      const int octant = std::countr_zero(possible);
      if (candidates_.size() < 2 * last - first) {
        candidates_.resize(2 * last - first);
        octants_.resize(2 * last - first);
      }
      size_t end = last;
      for (size_t c = first; c < last; ++c) {
        candidates_[end] = candidates_[c];
        end += octants_[c] >> octant & 1;
      }
      Split(OctantOf(lo, half, octant), half, last, end);
    }
  }

  // Decides those of eight voxels that single precision could not.
  void DecideVoxels(VoxelCoord lo, unsigned open, size_t first, size_t last) {
    const EightCubes<double> voxels = OctantsOf<double>(lo, 1);
    for (size_t c = first; c < last && open != 0; ++c) {
      if ((octants_[c] & open) == 0) continue;
      const TriangleClearance& t = triangles_[candidates_[c]];
      const CubesNear near = TriangleFaces<double>(t, t.rounding).Near(voxels);
      for (unsigned maybe = (near.surely | near.possibly) & open; maybe != 0; maybe &= maybe - 1) {
        const int voxel = std::countr_zero(maybe);
        const VoxelCoord at = OctantOf(lo, 1, voxel);
        if (!(near.surely >> voxel & 1) && !t.IsNear({double(at.x), double(at.y), double(at.z)})) continue;
        Row(at.x, at.y) |= uint64_t{1} << at.z;
        open &= ~(1u << voxel);
      }
    }
  }

  std::span<const TriangleClearance> triangles_;
  const KeepGoing* keep_going_ = nullptr;
  size_t tests_ = 0;  ///< Since keep_going_ was asked.
  BlockMask* mask_ = nullptr;
  std::vector<BoundingSphere> spheres_;
  std::vector<TriangleFaces<float>> faces_;
  std::vector<uint32_t> candidates_;  ///< A stack: those of a cube lie above those of the cube around it.
  std::vector<uint8_t> octants_;      ///< For each candidate: the octants that it can be near.
};

NearVoxels::NearVoxels() : octree_(std::make_unique<Octree>()) {}
NearVoxels::~NearVoxels() = default;

void NearVoxels::Fill(std::span<const TriangleClearance> triangles, const VoxelBox& clip, const KeepGoing& keep_going,
                      BlockMask& mask) {
  if (!triangles.empty()) octree_->Fill(triangles, clip, keep_going, mask);
}

}  // namespace navnet
