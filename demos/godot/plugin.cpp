// The plug-in: a class NavNetFleet for scripts of Godot 3. Metres, Y up and right-handed on both sides, so vectors are
// only widened from floats to doubles and back.
//
//   station(seed, size_m) -> PoolVector3Array         a world to try it on: three corners for each triangle
//   station_places(seed, size_m) -> PoolVector3Array  points in its rooms
//   bake(triangles, radius_m, voxel_m, walk_height_m) -> bool
//   add_door(centre, half_size) -> int                an open door; its number, or -1
//   set_door(door, open) -> bool                      open: 0 or 1
//   add(walks, from, goal, speed_m_s) -> bool         a body that goes there; walks: 0 or 1
//   place(body) -> Vector3                            where it should be; of one that walks, on the ground
//   steer(points, step_s) -> PoolVector3Array         velocities for the next step; see Fleet::Steer
//   arrived() -> int                                  bodies that have been at their goals
//   clearance(points) -> float                        least distance to a triangle, for reports
//
// What goes wrong is told to Godot's own error log; the call then returns null or false.

#include <navnet/worlds/worlds.h>

#include <cstring>
#include <exception>
#include <memory>
#include <optional>
#include <string>

#include "fleet.h"
#include "gdnative.h"

#define NAVNET_GODOT_EXPORT extern "C" __attribute__((visibility("default")))

namespace navnet::godot {
namespace {

const CoreTable* core = nullptr;  // Set once, when Godot loads the library.

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

/// What stands behind an object of the class.
struct Self {
  std::optional<Fleet> fleet;  ///< After the bake.
};

std::optional<ProceduralWorld> MakeStation(Variant** arguments) {
  Result<ProceduralWorld> world = MakeWorldWithPlaces(
      {.kind = WorldKind::Station, .seed = uint64_t(ToInt(arguments[0])), .size_m = ToReal(arguments[1])});
  if (world) return *std::move(world);
  PrintError(world.error().message);
  return std::nullopt;
}

// NavNet's own worlds have Z up.
Vec3 WithYUp(Vec3 p) { return {p.x, p.z, -p.y}; }

Variant Station(Self&, Variant** arguments) {
  const auto world = MakeStation(arguments);
  if (!world) return Nil();
  std::vector<Vec3> corners;
  for (const Triangle& triangle : world->mesh.triangles) {
    for (const uint32_t corner : triangle) corners.push_back(WithYUp(world->mesh.vertices[corner]));
  }
  return From(corners);
}

Variant StationPlaces(Self&, Variant** arguments) {
  auto world = MakeStation(arguments);
  if (!world) return Nil();
  for (Vec3& place : world->places) place = WithYUp(place);
  return From(world->places);
}

Variant Bake(Self& self, Variant** arguments) {
  TriangleMesh mesh{.vertices = ToPoints(arguments[0]), .triangles = {}};
  for (uint32_t i = 0; i + 2 < mesh.vertices.size(); i += 3) mesh.triangles.push_back({i, i + 1, i + 2});
  FleetOptions options;
  options.radius_m = ToReal(arguments[1]);
  options.voxel_m = ToReal(arguments[2]);
  options.walk_height_m = ToReal(arguments[3]);
  Result<Fleet> fleet = Fleet::Bake(std::move(mesh), UpAxis::Y, options);
  if (fleet) {
    self.fleet.emplace(*std::move(fleet));
  } else {
    PrintError(fleet.error().message);
  }
  return From(bool(fleet));
}

// The calls below need a fleet; its methods' errors go to Godot's log.
Fleet* FleetOf(Self& self) {
  if (!self.fleet) PrintError("bake first");
  return self.fleet ? &*self.fleet : nullptr;
}

bool Succeeded(const Status& status) {
  if (!status) PrintError(status.error().message);
  return bool(status);
}

Variant AddDoor(Self& self, Variant** arguments) {
  Fleet* fleet = FleetOf(self);
  if (!fleet) return From(int64_t{-1});
  const Result<size_t> door = fleet->AddDoor(ToPoint(arguments[0]), ToPoint(arguments[1]));
  if (!door) PrintError(door.error().message);
  return From(door ? int64_t(*door) : int64_t{-1});
}

Variant SetDoor(Self& self, Variant** arguments) {
  Fleet* fleet = FleetOf(self);
  return From(fleet && Succeeded(fleet->SetDoor(size_t(ToInt(arguments[0])), ToInt(arguments[1]) != 0)));
}

Variant Add(Self& self, Variant** arguments) {
  Fleet* fleet = FleetOf(self);
  const AgentKind kind = ToInt(arguments[0]) ? AgentKind::Walker : AgentKind::Flyer;
  return From(fleet && Succeeded(fleet->Add(kind, ToPoint(arguments[1]), ToPoint(arguments[2]), ToReal(arguments[3]))));
}

Variant Place(Self& self, Variant** arguments) {
  const Fleet* fleet = FleetOf(self);
  const int64_t body = ToInt(arguments[0]);
  return fleet && body >= 0 && size_t(body) < fleet->size() ? From(fleet->place(size_t(body))) : Nil();
}

Variant Steer(Self& self, Variant** arguments) {
  Fleet* fleet = FleetOf(self);
  if (!fleet) return Nil();
  std::vector<Vec3> wanted(fleet->size());
  return Succeeded(fleet->Steer(ToPoints(arguments[0]), ToReal(arguments[1]), wanted)) ? From(wanted) : Nil();
}

Variant Arrived(Self& self, Variant**) {
  const Fleet* fleet = FleetOf(self);
  return From(fleet ? int64_t(fleet->arrived()) : int64_t{0});
}

Variant PlannedAnew(Self& self, Variant**) {
  const Fleet* fleet = FleetOf(self);
  return From(fleet ? int64_t(fleet->planned_anew()) : int64_t{0});
}

Variant Clearance(Self& self, Variant** arguments) {
  const Fleet* fleet = FleetOf(self);
  return fleet ? From(fleet->Clearance(ToPoints(arguments[0]))) : Nil();
}

// Nothing is thrown into Godot, and a script that calls with too few arguments is told so.
template <auto kMethod, int kCount>
Variant Call(void*, void*, void* self, int count, Variant** arguments) {
  try {
    if (count == kCount) return kMethod(*static_cast<Self*>(self), arguments);
    PrintError("a call with " + std::to_string(count) + " arguments, where " + std::to_string(kCount) + " are needed");
  } catch (const std::exception& error) {
    PrintError(error.what());
  }
  return Nil();
}

struct Method {
  const char* name;
  CallMethod* call;
};
constexpr Method kMethods[] = {
    {"station", Call<Station, 2>},
    {"station_places", Call<StationPlaces, 2>},
    {"bake", Call<Bake, 4>},
    {"add_door", Call<AddDoor, 2>},
    {"set_door", Call<SetDoor, 2>},
    {"add", Call<Add, 4>},
    {"place", Call<Place, 1>},
    {"steer", Call<Steer, 2>},
    {"arrived", Call<Arrived, 0>},
    {"clearance", Call<Clearance, 1>},
    {"planned_anew", Call<PlannedAnew, 0>},
};

void* Create(void*, void*) { return new Self; }
void Destroy(void*, void*, void* self) { delete static_cast<Self*>(self); }

}  // namespace
}  // namespace navnet::godot

using namespace navnet::godot;

NAVNET_GODOT_EXPORT void navnet_gdnative_init(const InitOptions* options) {
  if (options->core->IsKnown()) {
    core = options->core;
  } else {
    options->report_loading_error(options->library, "this Godot has no GDNative 1.0: NavNet's plug-in needs Godot 3");
  }
}

NAVNET_GODOT_EXPORT void navnet_gdnative_terminate(const void*) { core = nullptr; }

NAVNET_GODOT_EXPORT void navnet_nativescript_init(void* handle) {
  if (!core) return;
  const TableHead* head = core->Extension(kNativeScriptTable);
  if (!head || head->major != 1) return PrintError("this Godot has no NativeScript 1.0");
  const auto* table = reinterpret_cast<const NativeScriptTable*>(head);
  table->register_class(handle, "NavNetFleet", "Reference", {Create, nullptr, nullptr}, {Destroy, nullptr, nullptr});
  for (const Method& method : kMethods) {
    table->register_method(handle, "NavNetFleet", method.name, {0}, {method.call, nullptr, nullptr});
  }
}
