// SPDX-License-Identifier: Apache-2.0
#include "flights/station_doors.h"

#include <navnet/worlds/worlds.h>

#include <algorithm>

namespace navnet {
namespace {

constexpr double kPanelM = 0.1;     // Thickness of a panel.
constexpr double kInFrameM = 0.02;  // Overlap of a panel with its frame.
constexpr double kSensorM = 0.6;    // Sensor range; more than an agent's radius plus a voxel's diagonal.
constexpr double kOpenLeast = 15, kOpenMost = 45, kShutLeast = 5, kShutMost = 12;  // Durations in slides.

bool Contains(const Box3& box, Vec3 p) {
  for (int axis = 0; axis < 3; ++axis) {
    if (p[axis] < box.min[axis] || p[axis] > box.max[axis]) return false;
  }
  return true;
}

}  // namespace

int64_t StationDoors::After(int64_t step, double least_slides, double most_slides) {
  const double share = double(engine_() >> 11) * 0x1p-53;
  return step + int64_t((least_slides + (most_slides - least_slides) * share) * steps_a_slide_);
}

Status StationDoors::Hang(std::span<const Box3> doorways, size_t count, LiveWorld& live, FlightRecorder& recorder) {
  std::vector<Box3> free(doorways.begin(), doorways.end());
  while (doors_.size() < count && !free.empty()) {
    std::swap(free[engine_() % free.size()], free.back());
    const Box3 doorway = free.back();
    free.pop_back();

    const int thin = doorway.Size().x < doorway.Size().y ? 0 : 1, along = 1 - thin;
    const Vec3 centre = (doorway.min + doorway.max) * 0.5;
    Vec3 half = doorway.Size() * 0.5 + Vec3{kInFrameM, kInFrameM, kInFrameM};
    half[thin] = kPanelM / 2;
    Door door;
    door.name = "door " + std::to_string(doors_.size() + 1);
    door.shut = door.aside = centre;
    door.aside[along] += doorway.Size()[along] + 2 * kInFrameM;
    const Vec3 reach = {kSensorM, kSensorM, kSensorM};
    door.zone = {doorway.min - reach, doorway.max + reach};
    door.closes = After(0, 0, kOpenMost);

    Obstacle panel{.shape = BoxShape{half}, .transform = {.position = centre}, .is_door = true};
    const Result<ObstacleId> obstacle = live.Add(panel);
    if (!obstacle) return obstacle.error();
    if (Status s = live.SetDoor(*obstacle, true); !s) return s;
    const Result<uint32_t> body =
        recorder.AddBody(door.name, "door", MakeBox({half * -1, half}), Transform{.position = door.aside});
    if (!body) return body.error();
    door.obstacle = *obstacle;
    door.body = *body;
    doors_.push_back(std::move(door));
  }
  return Ok();
}

Result<bool> StationDoors::Act(int64_t step, std::span<const Vec3> agents, LiveWorld& live, FlightRecorder& recorder) {
  bool has_changed = false;
  for (Door& door : doors_) {
    if (step < (door.is_open ? door.closes : door.opens + steps_a_slide_)) continue;
    if (door.is_open && std::ranges::any_of(agents, [&](Vec3 p) { return Contains(door.zone, p); })) {
      waits_ += !std::exchange(door.has_waited, true);
      continue;
    }
    door.is_open = !door.is_open;
    if (Status s = live.SetDoor(door.obstacle, door.is_open); !s) return s.error();
    if (door.is_open) {
      door.closes = After(step, kOpenLeast, kOpenMost);
      door.has_waited = false;
      recorder.Say(door.name + " is open");
    } else {
      door.closes = step;
      door.opens = After(step + steps_a_slide_, kShutLeast, kShutMost);
      ++closings_;
      recorder.Say(door.name + " closes");
    }
    has_changed = true;
  }
  return has_changed;
}

void StationDoors::Slide(int64_t step, FlightRecorder& recorder) const {
  for (const Door& door : doors_) {
    const int64_t slid = std::min(step - door.closes, door.opens + steps_a_slide_ - step);
    const double shut = door.is_open ? 0 : std::clamp(double(slid) / steps_a_slide_, 0.0, 1.0);
    recorder.MoveBody(door.body, Transform{.position = door.aside + (door.shut - door.aside) * shut});
  }
}

}  // namespace navnet
