// SPDX-License-Identifier: Apache-2.0
#include "triangles/triangle_index.h"

#include <embree3/rtcore.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <limits>
#include <mutex>
#include <new>
#include <stdexcept>
#include <string>

namespace navnet {
namespace {

// Embree works in floats: in the largest grid coordinates, and so boxes, are off by less than this many voxels.
constexpr double kFloatSlackVoxels = 0.25;

// Consecutive triangles of a mesh are mostly neighbours, so Embree indexes runs of them: at most kLongestRun triangles
// within a cube of kLargestRun units. Larger: smaller index, but more tests per query. In a shuffled mesh every
// triangle is its own run.
constexpr uint32_t kLongestRun = 64;
constexpr int32_t kLargestRun = 40 * kUnitsPerVoxel;
constexpr size_t kTrianglesPerChunk = 16384;

// Triangles up to this size, in units, are tested by their bounding box only, not by their plane.
constexpr int64_t kSmallTriangle = 64 * kUnitsPerVoxel;

struct GatherQuery {
  const FixedMesh& mesh;
  const std::vector<uint32_t>& run_start;
  const std::vector<FixedBox>& run_boxes;
  FixedBox box;
  std::vector<uint32_t>* triangles;  ///< Null: stop at the first hit.
  bool found = false;
};

// Embree's callback for the runs of every leaf that the query's sphere meets.
bool OnRun(RTCPointQueryFunctionArguments* arguments) {
  auto& query = *static_cast<GatherQuery*>(arguments->userPtr);
  // Embree tests the sphere around the box, whose volume is almost three times as large.
  const FixedBox& run_box = query.run_boxes[arguments->primID];
  if (!run_box.Meets(query.box)) return false;
  const bool all = run_box.IsInside(query.box);
  const uint32_t end = query.run_start[arguments->primID + 1];
  for (uint32_t t = query.run_start[arguments->primID]; t < end; ++t) {
    if (!all && !MayMeet(query.mesh, t, query.box)) continue;
    query.found = true;
    if (!query.triangles) {
      arguments->query->radius = 0;  // Ends the search.
      return true;
    }
    query.triangles->push_back(t);
  }
  return false;
}

void RunQuery(RTCScene scene, GatherQuery& query) {
  RTCPointQuery sphere;
  double squared = 0;
  std::array<float, 3> centre;
  for (size_t k = 0; k < 3; ++k) {
    const double lo = double(query.box.lo[k]) / kUnitsPerVoxel, hi = double(query.box.hi[k]) / kUnitsPerVoxel;
    centre[k] = float((lo + hi) / 2);
    squared += (hi - lo) * (hi - lo) / 4;
  }
  sphere.x = centre[0];
  sphere.y = centre[1];
  sphere.z = centre[2];
  sphere.time = 0;
  sphere.radius = float(std::sqrt(squared) * (1 + 1e-6) + 2 * kFloatSlackVoxels);
  RTCPointQueryContext context;
  rtcInitPointQueryContext(&context);
  rtcPointQuery(scene, &sphere, &context, OnRun, &query);
}

}  // namespace

// Tests the bounding box and then, in doubles with room for rounding, the plane: the bounding box of a large slanted
// triangle contains many nodes that the triangle does not meet.
bool MayMeet(const FixedMesh& mesh, uint32_t triangle, const FixedBox& box) {
  const FixedBox own = mesh.Bounds(triangle);
  if (!own.Meets(box)) return false;
  bool small = true;
  for (size_t a = 0; a < 3; ++a) small = small && int64_t{own.hi[a]} - own.lo[a] <= kSmallTriangle;
  if (small) return true;
  const auto [a, b, c] = mesh.triangles[triangle];
  const auto point = [&mesh](uint32_t v) {
    return Vec3{double(mesh.fixed[v][0]), double(mesh.fixed[v][1]), double(mesh.fixed[v][2])};
  };
  const Vec3 n = Cross(point(b) - point(a), point(c) - point(a));
  double distance = 0, reach = 0, size = 0;
  for (int k = 0; k < 3; ++k) {
    const double lo = box.lo[size_t(k)], hi = box.hi[size_t(k)];
    distance += n[k] * ((lo + hi) / 2 - point(a)[k]);
    reach += std::abs(n[k]) * (hi - lo) / 2;
    size += std::abs(n[k]);
  }
  return std::abs(distance) <= reach + size * kUnitsPerVoxel;
}

struct TriangleIndex::Embree {
  RTCDevice device = nullptr;
  RTCScene scene = nullptr;
  ProgressFunction progress;
  std::mutex asking;
  std::exception_ptr thrown;  ///< By the progress function; exceptions must not pass through Embree's C interface.

  // Called from any thread; does not wait if another thread is in the progress function.
  bool Ask(double done) noexcept {
    const std::unique_lock lock(asking, std::try_to_lock);
    if (!lock) return true;
    try {
      return !thrown && progress("index", std::clamp(done, 0.0, 1.0));
    } catch (...) {
      thrown = std::current_exception();
      return false;
    }
  }

  ~Embree() {
    if (scene) rtcReleaseScene(scene);
    if (device) rtcReleaseDevice(device);
  }
  void ThrowOnError(const char* doing) const {
    const RTCError error = rtcGetDeviceError(device);
    if (error == RTC_ERROR_CANCELLED) throw CancelledError();
    if (error == RTC_ERROR_OUT_OF_MEMORY) throw std::bad_alloc();
    if (error != RTC_ERROR_NONE) {
      throw std::runtime_error(std::string("Embree: ") + doing + " failed with error " + std::to_string(int(error)));
    }
  }
};

TriangleIndex::TriangleIndex(const FixedMesh& mesh, const ProgressFunction& progress)
    : mesh_(mesh), embree_(std::make_unique<Embree>()) {
  // Chunks are split into runs in parallel; each chunk starts a new run.
  struct Runs {
    std::vector<uint32_t> ends;
    std::vector<FixedBox> boxes;
  };
  const size_t triangles = mesh.triangles.size();
  std::vector<Runs> chunks((triangles + kTrianglesPerChunk - 1) / kTrianglesPerChunk);
  ParallelFor(chunks.size(), 0, [&](size_t chunk) {
    const uint32_t begin = uint32_t(chunk * kTrianglesPerChunk);
    const uint32_t end = uint32_t(std::min(triangles, (chunk + 1) * kTrianglesPerChunk));
    uint32_t run_begin = begin;
    FixedBox run_box = mesh.Bounds(begin);
    const auto close = [&](uint32_t at) {
      chunks[chunk].ends.push_back(at);
      chunks[chunk].boxes.push_back(run_box);
    };
    for (uint32_t t = begin + 1; t < end; ++t) {
      const FixedBox box = mesh.Bounds(t), both = run_box.Extended(box);
      const int32_t size = std::max({both.hi[0] - both.lo[0], both.hi[1] - both.lo[1], both.hi[2] - both.lo[2]});
      if (size <= kLargestRun && t - run_begin < kLongestRun) {
        run_box = both;
        continue;
      }
      close(t);
      run_begin = t;
      run_box = box;
    }
    close(end);
  });
  run_start_.push_back(0);
  for (const Runs& runs : chunks) {
    run_start_.insert(run_start_.end(), runs.ends.begin(), runs.ends.end());
    run_boxes_.insert(run_boxes_.end(), runs.boxes.begin(), runs.boxes.end());
  }

  embree_->device = rtcNewDevice(nullptr);
  embree_->ThrowOnError("starting");
  embree_->scene = rtcNewScene(embree_->device);
  rtcSetSceneBuildQuality(embree_->scene, RTC_BUILD_QUALITY_LOW);  // Few, large queries: build time dominates.
  RTCGeometry geometry = rtcNewGeometry(embree_->device, RTC_GEOMETRY_TYPE_USER);
  rtcSetGeometryUserPrimitiveCount(geometry, uint32_t(run_boxes_.size()));
  rtcSetGeometryUserData(geometry, run_boxes_.data());
  rtcSetGeometryBoundsFunction(
      geometry,
      [](const RTCBoundsFunctionArguments* arguments) {
        const FixedBox& box = static_cast<const FixedBox*>(arguments->geometryUserPtr)[arguments->primID];
        RTCBounds& out = *arguments->bounds_o;
        out.lower_x = float(box.lo[0]) / kUnitsPerVoxel;
        out.lower_y = float(box.lo[1]) / kUnitsPerVoxel;
        out.lower_z = float(box.lo[2]) / kUnitsPerVoxel;
        out.upper_x = float(box.hi[0]) / kUnitsPerVoxel;
        out.upper_y = float(box.hi[1]) / kUnitsPerVoxel;
        out.upper_z = float(box.hi[2]) / kUnitsPerVoxel;
      },
      nullptr);
  rtcCommitGeometry(geometry);
  rtcAttachGeometry(embree_->scene, geometry);
  rtcReleaseGeometry(geometry);
  embree_->ThrowOnError("taking the triangles");
  if (progress) {
    embree_->progress = progress;
    rtcSetSceneProgressMonitorFunction(
        embree_->scene, [](void* user, double done) { return static_cast<Embree*>(user)->Ask(done); }, embree_.get());
  }
  rtcCommitScene(embree_->scene);
  embree_->progress = nullptr;
  if (embree_->thrown) std::rethrow_exception(embree_->thrown);
  embree_->ThrowOnError("building the index");
}

TriangleIndex::~TriangleIndex() = default;

void TriangleIndex::Gather(const FixedBox& box, std::vector<uint32_t>& triangles) const {
  triangles.clear();
  GatherQuery query{mesh_, run_start_, run_boxes_, box, &triangles};
  RunQuery(embree_->scene, query);
}

bool TriangleIndex::AnyIn(const FixedBox& box) const {
  GatherQuery query{mesh_, run_start_, run_boxes_, box, nullptr};
  RunQuery(embree_->scene, query);
  return query.found;
}

}  // namespace navnet
