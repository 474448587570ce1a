// SPDX-License-Identifier: Apache-2.0
// The plug-in: a class NavNetFleet for scripts of Godot 3.
//
//   station(seed, size_m) -> PoolVector3Array         a world to try it on: three corners for each triangle
//   station_places(seed, size_m) -> PoolVector3Array  points in its rooms
//   bake(triangles, radius_m, voxel_m, walk_height_m) -> bool
//   add_door(centre, half_size) -> int                adds an open door; its index, or -1
//   set_door(door, open) -> bool                      open: 0 or 1
//   add(walks, from, goal, speed_m_s) -> bool         adds a body; walks: 0 or 1
//   place(body) -> Vector3                            its target position; on the ground if it walks
//   steer(points, step_s) -> PoolVector3Array         velocities for the next step; see Fleet::Steer
//   arrived() -> int                                  number of bodies that have reached their goals
//   clearance(points) -> float                        least distance to a triangle, for reports
//   replanned() -> int                                how often a body was too far from its target, for reports
//
// Errors go to Godot's error log; the call then returns null or false.

#include <navnet/worlds/worlds.h>

#include "godot/fleet.h"
#include "godot/gdnative.h"
#include "godot/values.h"

#include <exception>
#include <optional>
#include <string>

#define NAVNET_GODOT_EXPORT extern "C" __attribute__((visibility("default")))

namespace navnet::godot {
namespace {

/// State of one object of the class.
struct Self {
  std::optional<Fleet> fleet;  ///< Set by the bake.
};

std::optional<ProceduralWorld> MakeStation(Variant** arguments) {
  Result<ProceduralWorld> world = MakeWorldWithPlaces(
      {.kind = WorldKind::Station, .seed = uint64_t(ToInt(arguments[0])), .size_m = ToReal(arguments[1])});
  if (world) return *std::move(world);
  PrintError(world.error().message);
  return std::nullopt;
}

// Converts from NavNet's generated worlds, which have Z up.
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

// Returns the fleet; logs an error and returns null if there was no bake.
Fleet* FleetOf(Self& self) {
  if (!self.fleet) PrintError("there is no net: call bake() first");
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

Variant Replanned(Self& self, Variant**) {
  const Fleet* fleet = FleetOf(self);
  return From(fleet ? int64_t(fleet->replanned()) : int64_t{0});
}

Variant Clearance(Self& self, Variant** arguments) {
  const Fleet* fleet = FleetOf(self);
  return fleet ? From(fleet->Clearance(ToPoints(arguments[0]))) : Nil();
}

// Wraps a method: logs exceptions and wrong argument counts as errors and returns nil, so that nothing is thrown into
// Godot.
template <auto kMethod, int kCount>
Variant Call(void*, void*, void* self, int count, Variant** arguments) {
  try {
    if (count == kCount) return kMethod(*static_cast<Self*>(self), arguments);
    PrintError("called with " + std::to_string(count) + " arguments instead of " + std::to_string(kCount));
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
    {"station", Call<Station, 2>},     {"station_places", Call<StationPlaces, 2>},
    {"bake", Call<Bake, 4>},           {"add_door", Call<AddDoor, 2>},
    {"set_door", Call<SetDoor, 2>},    {"add", Call<Add, 4>},
    {"place", Call<Place, 1>},         {"steer", Call<Steer, 2>},
    {"arrived", Call<Arrived, 0>},     {"clearance", Call<Clearance, 1>},
    {"replanned", Call<Replanned, 0>},
};

void* Create(void*, void*) { return new Self; }
void Destroy(void*, void*, void* self) { delete static_cast<Self*>(self); }

}  // namespace
}  // namespace navnet::godot

using namespace navnet::godot;

NAVNET_GODOT_EXPORT void navnet_gdnative_init(const InitOptions* options) {
  if (options->core->IsKnown()) {
    UseCore(options->core);
  } else {
    options->report_loading_error(options->library, "NavNet's plug-in needs Godot 3: this Godot has no GDNative 1.0");
  }
}

NAVNET_GODOT_EXPORT void navnet_gdnative_terminate(const void*) { UseCore(nullptr); }

NAVNET_GODOT_EXPORT void navnet_nativescript_init(void* handle) {
  if (!UsedCore()) return;
  const TableHead* head = UsedCore()->Extension(kNativeScriptTable);
  if (!head || head->major != 1) return PrintError("NavNet's plug-in needs Godot 3: this Godot has no NativeScript 1");
  const auto* table = reinterpret_cast<const NativeScriptTable*>(head);
  table->register_class(handle, "NavNetFleet", "Reference", {Create, nullptr, nullptr}, {Destroy, nullptr, nullptr});
  for (const Method& method : kMethods) {
    table->register_method(handle, "NavNetFleet", method.name, {0}, {method.call, nullptr, nullptr});
  }
}
