// SPDX-License-Identifier: Apache-2.0
#include "godot/values.h"

#include <cstring>

namespace navnet::godot {
namespace {

const CoreTable* core = nullptr;

}  // namespace

void UseCore(const CoreTable* table) { core = table; }
const CoreTable* UsedCore() { return core; }

void PrintError(const std::string& what) {
  core->Call<void(const char*, const char*, const char*, int)>(Core::PrintError, what.c_str(), "NavNetFleet", __FILE__,
                                                               __LINE__);
}

Variant Nil() {
  Variant out;
  core->Call<void(Variant*)>(Core::VariantNewNil, &out);
  return out;
}

Variant From(bool value) {
  Variant out;
  core->Call<void(Variant*, bool)>(Core::VariantNewBool, &out, value);
  return out;
}

Variant From(int64_t value) {
  Variant out;
  core->Call<void(Variant*, int64_t)>(Core::VariantNewInt, &out, value);
  return out;
}

Variant From(double value) {
  Variant out;
  core->Call<void(Variant*, double)>(Core::VariantNewReal, &out, value);
  return out;
}

Variant From(Vec3 point) {
  const float xyz[3] = {float(point.x), float(point.y), float(point.z)};
  Vector3 value;
  std::memcpy(value.bytes, xyz, sizeof(xyz));
  Variant out;
  core->Call<void(Variant*, const Vector3*)>(Core::VariantNewVector3, &out, &value);
  return out;
}

Variant From(std::span<const Vec3> points) {
  PoolVector3Array array;
  core->Call<void(PoolVector3Array*)>(Core::PoolVector3ArrayNew, &array);
  core->Call<void(PoolVector3Array*, int)>(Core::PoolVector3ArrayResize, &array, int(points.size()));
  void* access = core->Call<void*(PoolVector3Array*)>(Core::PoolVector3ArrayWrite, &array);
  float* out = core->Call<float*(const void*)>(Core::PoolVector3ArrayWritePointer, access);
  for (const Vec3 p : points) {
    for (int axis = 0; axis < 3; ++axis) *out++ = float(p[axis]);
  }
  core->Call<void(void*)>(Core::PoolVector3ArrayWriteDestroy, access);
  Variant variant;
  core->Call<void(Variant*, const PoolVector3Array*)>(Core::VariantNewPoolVector3Array, &variant, &array);
  core->Call<void(PoolVector3Array*)>(Core::PoolVector3ArrayDestroy, &array);
  return variant;
}

int64_t ToInt(const Variant* variant) { return core->Call<int64_t(const Variant*)>(Core::VariantAsInt, variant); }

double ToReal(const Variant* variant) { return core->Call<double(const Variant*)>(Core::VariantAsReal, variant); }

Vec3 ToPoint(const Variant* variant) {
  const Vector3 value = core->Call<Vector3(const Variant*)>(Core::VariantAsVector3, variant);
  float xyz[3];
  std::memcpy(xyz, value.bytes, sizeof(xyz));
  return {xyz[0], xyz[1], xyz[2]};
}

std::vector<Vec3> ToPoints(const Variant* variant) {
  auto array = core->Call<PoolVector3Array(const Variant*)>(Core::VariantAsPoolVector3Array, variant);
  const int size = core->Call<int(const PoolVector3Array*)>(Core::PoolVector3ArraySize, &array);
  std::vector<Vec3> points(size_t(size), Vec3{});
  void* access = core->Call<void*(const PoolVector3Array*)>(Core::PoolVector3ArrayRead, &array);
  const float* in = core->Call<const float*(const void*)>(Core::PoolVector3ArrayReadPointer, access);
  for (Vec3& p : points) {
    for (int axis = 0; axis < 3; ++axis) p[axis] = *in++;
  }
  core->Call<void(void*)>(Core::PoolVector3ArrayReadDestroy, access);
  core->Call<void(PoolVector3Array*)>(Core::PoolVector3ArrayDestroy, &array);
  return points;
}

}  // namespace navnet::godot
