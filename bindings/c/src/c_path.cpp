// SPDX-License-Identifier: Apache-2.0
// Contexts, cancel flags, paths and path sets.
#include "convert.h"
#include "objects.h"
#include "paths.h"

using namespace navnet;
using namespace navnet::c;

namespace {

std::span<const Vec3> PointsOf(const PathObject& path) {
  switch (path.kind) {
    case NAVNET_PATH_KIND_FLIGHT: return path.flight.points;
    case NAVNET_PATH_KIND_WALK: return path.walk.points;
    case NAVNET_PATH_KIND_JOURNEY: return path.travel.points;
    default: return {};
  }
}

/// An array that only paths of one kind have; empty for other kinds.
template <class T>
std::span<const T> PartOf(const PathObject& path, navnet_path_kind kind, const std::vector<T>& part) {
  return path.kind == kind ? std::span<const T>(part) : std::span<const T>();
}

navnet_travel_segment Out(const TravelSegment& s) {
  return {navnet_travel_mode(s.mode),
          s.first_point,
          s.point_count,
          s.link,
          s.seconds,
          s.length_m,
          s.cost_s,
          s.is_gate ? 1 : 0,
          0};
}

size_t CountOf(const PathSetObject& set) {
  return std::visit([](const auto& paths) { return paths.size(); }, set.paths);
}

/// The common body of all functions that copy one value of each path.
template <class C, class Value>
navnet_status CopyOfEach(const char* function, navnet_path_set paths, C* out, size_t capacity, size_t* required,
                         const Value& value) {
  return Guard(function, [&](Call& call) {
    const auto held = call.Read<PathSetObject>(paths, "paths");
    if (!call.ok()) return;
    std::visit(
        [&](const auto& all) {
          CopyEach(call, all.size(), out, capacity, required, [&](size_t i) { return value(all[i]); });
        },
        held->paths);
  });
}

}  // namespace

navnet_status navnet_context_create(navnet_context* context) {
  return Guard(__func__, [&](Call& call) {
    call.NeedPointer(context, "context");
    if (call.ok()) call.Give<ContextObject>(context);
  });
}

navnet_status navnet_context_destroy(navnet_context context) { return DestroyHandle<ContextObject>(__func__, context); }

navnet_status navnet_cancel_create(navnet_cancel* cancel) {
  return Guard(__func__, [&](Call& call) {
    call.NeedPointer(cancel, "cancel");
    if (call.ok()) call.Give<CancelObject>(cancel);
  });
}

navnet_status navnet_cancel_destroy(navnet_cancel cancel) { return DestroyHandle<CancelObject>(__func__, cancel); }

navnet_status navnet_cancel_set(navnet_cancel cancel, navnet_bool raised) {
  return Guard(__func__, [&](Call& call) {
    if (const auto held = call.Use<CancelObject>(cancel, "cancel")) held->raised = raised != 0;
  });
}

navnet_status navnet_path_create(navnet_path* path) {
  return Guard(__func__, [&](Call& call) {
    call.NeedPointer(path, "path");
    if (call.ok()) call.Give<PathObject>(path);
  });
}

navnet_status navnet_path_destroy(navnet_path path) { return DestroyHandle<PathObject>(__func__, path); }

navnet_status navnet_path_get_info(navnet_path path, navnet_path_info* info, size_t info_bytes) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Read<PathObject>(path, "path");
    call.NeedPointer(info, "info");
    NeedInfo(call, info, info_bytes);
    if (call.ok()) *info = InfoOf(*held);
  });
}

navnet_status navnet_path_copy(navnet_path from, navnet_path to) {
  return Guard(__func__, [&](Call& call) {
    const auto source = call.Read<PathObject>(from, "from");
    if (!call.ok() || from.id == to.id) return;
    const auto target = call.Write<PathObject>(to, "to");
    if (!call.ok()) return;
    target->kind = NAVNET_PATH_KIND_NONE;
    if (source->kind == NAVNET_PATH_KIND_FLIGHT) target->flight = source->flight;
    if (source->kind == NAVNET_PATH_KIND_WALK) target->walk = source->walk;
    if (source->kind == NAVNET_PATH_KIND_JOURNEY) target->travel = source->travel;
    target->kind = source->kind;
  });
}

navnet_status navnet_path_copy_points(navnet_path path, navnet_vec3* out, size_t capacity, size_t* required) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Read<PathObject>(path, "path");
    if (call.ok()) CopyAll(call, PointsOf(*held), out, capacity, required);
  });
}

navnet_status navnet_path_copy_volumes(navnet_path path, uint32_t* out, size_t capacity, size_t* required) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Read<PathObject>(path, "path");
    if (!call.ok()) return;
    CopyAll(call, PartOf(*held, NAVNET_PATH_KIND_FLIGHT, held->flight.volumes), out, capacity, required);
  });
}

navnet_status navnet_path_copy_corridor(navnet_path path, uint32_t* out, size_t capacity, size_t* required) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Read<PathObject>(path, "path");
    if (!call.ok()) return;
    CopyAll(call, PartOf(*held, NAVNET_PATH_KIND_WALK, held->walk.corridor), out, capacity, required);
  });
}

navnet_status navnet_path_copy_segments(navnet_path path, navnet_travel_segment* out, size_t capacity,
                                        size_t* required) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Read<PathObject>(path, "path");
    if (!call.ok()) return;
    const std::span<const TravelSegment> all = PartOf(*held, NAVNET_PATH_KIND_JOURNEY, held->travel.segments);
    CopyEach(call, all.size(), out, capacity, required, [&](size_t i) { return Out(all[i]); });
  });
}

navnet_status navnet_path_copy_jumps(navnet_path path, navnet_jump* out, size_t capacity, size_t* required) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Read<PathObject>(path, "path");
    if (call.ok()) CopyAll(call, PartOf(*held, NAVNET_PATH_KIND_FLIGHT, held->flight.jumps), out, capacity, required);
  });
}

navnet_status navnet_path_set_create(navnet_path_set* paths) {
  return Guard(__func__, [&](Call& call) {
    call.NeedPointer(paths, "paths");
    if (call.ok()) call.Give<PathSetObject>(paths);
  });
}

navnet_status navnet_path_set_destroy(navnet_path_set paths) { return DestroyHandle<PathSetObject>(__func__, paths); }

navnet_status navnet_path_set_count(navnet_path_set paths, size_t* count) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Read<PathSetObject>(paths, "paths");
    call.NeedPointer(count, "count");
    if (call.ok()) *count = CountOf(*held);
  });
}

navnet_status navnet_path_set_copy_infos(navnet_path_set paths, navnet_path_info* out, size_t info_bytes,
                                         size_t capacity, size_t* required) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Read<PathSetObject>(paths, "paths");
    call.NeedBytes(info_bytes, sizeof *out, "navnet_path_info");
    if (!call.ok()) return;
    std::visit(
        [&](const auto& all) {
          CopyEach(call, all.size(), out, capacity, required, [&](size_t i) { return InfoOf(all[i]); });
        },
        held->paths);
  });
}

navnet_status navnet_path_set_copy_statuses(navnet_path_set paths, navnet_path_status* out, size_t capacity,
                                            size_t* required) {
  return CopyOfEach(__func__, paths, out, capacity, required,
                    [](const auto& path) { return navnet_path_status(path.status); });
}

navnet_status navnet_path_set_copy_lengths(navnet_path_set paths, double* out, size_t capacity, size_t* required) {
  return CopyOfEach(__func__, paths, out, capacity, required, [](const auto& path) { return path.length_m; });
}

navnet_status navnet_path_set_copy_offsets(navnet_path_set paths, uint64_t* out, size_t capacity, size_t* required) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Read<PathSetObject>(paths, "paths");
    if (!call.ok()) return;
    std::visit(
        [&](const auto& all) {
          uint64_t next = 0;
          CopyEach(call, all.size() + 1, out, capacity, required, [&](size_t i) {
            const uint64_t begin = next;
            if (i < all.size()) next += all[i].points.size();
            return begin;
          });
        },
        held->paths);
  });
}

navnet_status navnet_path_set_copy_points(navnet_path_set paths, navnet_vec3* out, size_t capacity, size_t* required) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Read<PathSetObject>(paths, "paths");
    if (!call.ok()) return;
    std::visit(
        [&](const auto& all) {
          size_t count = 0, path = 0, begin = 0;
          for (const auto& each : all) count += each.points.size();
          CopyEach(call, count, out, capacity, required, [&](size_t i) {
            while (i - begin >= all[path].points.size()) begin += all[path++].points.size();
            return c::Out(all[path].points[i - begin]);
          });
        },
        held->paths);
  });
}

navnet_status navnet_path_set_get(navnet_path_set paths, size_t index, navnet_path path) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Read<PathSetObject>(paths, "paths");
    const auto target = call.Write<PathObject>(path, "path");
    if (!call.ok()) return;
    const size_t count = CountOf(*held);
    if (index >= count) {
      call.Fail(NAVNET_ERROR_INVALID_ARGUMENT, "index: there is no path " + std::to_string(index) + "; the set has " +
                                                   std::to_string(count) + ", numbered from 0");
      return;
    }
    target->kind = NAVNET_PATH_KIND_NONE;
    if (const auto* flights = std::get_if<std::vector<FlightPath>>(&held->paths)) {
      target->flight = (*flights)[index];
      target->kind = NAVNET_PATH_KIND_FLIGHT;
    } else if (const auto* walks = std::get_if<std::vector<WalkPath>>(&held->paths)) {
      target->walk = (*walks)[index];
      target->kind = NAVNET_PATH_KIND_WALK;
    } else {
      target->travel = std::get<std::vector<TravelPath>>(held->paths)[index];
      target->kind = NAVNET_PATH_KIND_JOURNEY;
    }
  });
}
