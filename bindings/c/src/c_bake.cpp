// SPDX-License-Identifier: Apache-2.0
// Baking, and its options.
#include "bake_objects.h"
#include "convert.h"
#include "objects.h"

using namespace navnet;
using namespace navnet::c;

ProgressFunction navnet::c::ProgressOf(navnet_progress_function progress, void* user) {
  if (!progress) return {};
  return [progress, user](std::string_view stage, double done) {
    return progress(user, std::string(stage).c_str(), done) != 0;
  };
}

namespace {

std::vector<Vec3> PointsOf(const navnet_vec3* points, size_t count) {
  const std::span<const Vec3> view = ViewOf<Vec3>(points, count);
  return {view.begin(), view.end()};
}

WalkOptions WalkOptionsOf(Call& call, const navnet_walk_options& options) {
  WalkOptions out;
  call.NeedBytes(options.struct_bytes, sizeof options, "navnet_walk_options");
  if (call.ok()) call.NeedArray(options.seeds, options.seed_count, "walk.seeds");
  if (!call.ok()) return out;
  out.max_slope_deg = options.max_slope_deg;
  out.step_m = options.step_m;
  out.height_m = options.height_m;
  out.contour_error_m = options.contour_error_m;
  out.min_area_m2 = options.min_area_m2;
  out.seeds_world = PointsOf(options.seeds, options.seed_count);
  return out;
}

navnet_sample_options Out(const SampleOptions& o) {
  navnet_sample_options out = {};
  out.struct_bytes = sizeof out;
  out.threads = o.threads;
  out.voxel_m = o.voxel_m.value_or(0);
  out.radii_m = o.radii_m.data();
  out.radius_count = o.radii_m.size();
  out.has_bounds = o.bounds_world ? 1 : 0;
  if (o.bounds_world) out.bounds = c::Out(*o.bounds_world);
  out.has_bounds_voxels = o.bounds_voxels ? 1 : 0;
  if (o.bounds_voxels) out.bounds_voxels = c::Out(*o.bounds_voxels);
  out.grid_origin = c::Out(o.placement.origin_world);
  out.turn_cos = o.placement.turn.cos;
  out.turn_sin = o.placement.turn.sin;
  out.turn_up = c::Out(o.placement.turn.up);
  out.has_margin = o.margin_m ? 1 : 0;
  out.margin_m = o.margin_m.value_or(0);
  out.seeds = reinterpret_cast<const navnet_vec3*>(o.seeds_world.data());
  out.seed_count = o.seeds_world.size();
  out.memory_budget_bytes = o.memory_budget_bytes;
  return out;
}

navnet_walk_options Out(const WalkOptions& o) {
  navnet_walk_options out = {};
  out.struct_bytes = sizeof out;
  out.max_slope_deg = o.max_slope_deg;
  out.step_m = o.step_m;
  out.height_m = o.height_m;
  out.contour_error_m = o.contour_error_m;
  out.min_area_m2 = o.min_area_m2;
  out.seeds = reinterpret_cast<const navnet_vec3*>(o.seeds_world.data());
  out.seed_count = o.seeds_world.size();
  return out;
}

/// Writes the default options to a struct; their pointers are all null.
template <class C, class Make>
navnet_status FillDefault(const char* function, C* options, size_t bytes, const char* type, const Make& make) {
  return Guard(function, [&](Call& call) {
    call.NeedPointer(options, "options");
    call.NeedBytes(bytes, sizeof *options, type);
    if (call.ok()) *options = make();
  });
}

navnet_sample_options DefaultSample() {
  navnet_sample_options out = Out(SampleOptions{});
  out.radii_m = nullptr;
  out.radius_count = 0;
  out.seeds = nullptr;
  return out;
}

navnet_walk_options DefaultWalk() {
  navnet_walk_options out = Out(WalkOptions{});
  out.seeds = nullptr;
  return out;
}

}  // namespace

SampleOptions navnet::c::SampleOptionsOf(Call& call, const navnet_sample_options* options) {
  SampleOptions out;
  if (!options || !call.ok()) return out;
  call.NeedBytes(options->struct_bytes, sizeof *options, "navnet_sample_options");
  if (!call.ok()) return out;
  call.NeedThreads(options->threads);
  call.NeedArray(options->radii_m, options->radius_count, "sample.radii_m");
  call.NeedArray(options->seeds, options->seed_count, "sample.seeds");
  call.NeedEnum(options->turn_up, NAVNET_UP_AXIS_Z, "sample.turn_up");
  if (!call.ok()) return out;
  if (options->voxel_m != 0) out.voxel_m = options->voxel_m;
  if (options->radius_count > 0) out.radii_m.assign(options->radii_m, options->radii_m + options->radius_count);
  if (options->has_bounds) out.bounds_world = In(options->bounds);
  if (options->has_bounds_voxels) out.bounds_voxels = In(options->bounds_voxels);
  out.placement = {In(options->grid_origin), {options->turn_cos, options->turn_sin, UpOf(options->turn_up)}};
  if (options->has_margin) out.margin_m = options->margin_m;
  out.seeds_world = PointsOf(options->seeds, options->seed_count);
  out.memory_budget_bytes = size_t(options->memory_budget_bytes);
  out.threads = options->threads;
  out.progress = ProgressOf(options->progress, options->progress_user);
  return out;
}

BakeOptions navnet::c::BakeOptionsOf(Call& call, const navnet_bake_options* options) {
  BakeOptions out;
  if (!options || !call.ok()) return out;
  call.NeedBytes(options->struct_bytes, sizeof *options, "navnet_bake_options");
  if (!call.ok()) return out;
  call.NeedEnum(options->keep, NAVNET_KEEP_SEEDS, "options.keep");
  call.NeedEnum(options->align, NAVNET_ALIGN_AUTO, "options.align");
  call.NeedArray(options->links, options->link_count, "options.links");
  call.NeedArray(options->gates, options->gate_count, "options.gates");
  out.sample = SampleOptionsOf(call, &options->sample);
  if (!call.ok()) return out;
  out.keep = navnet::Keep(options->keep);
  if (options->min_cell != 0) out.min_cell = options->min_cell;
  out.align = Align(options->align);
  if (options->walks) out.walk = WalkOptionsOf(call, options->walk);
  for (size_t i = 0; call.ok() && i < options->link_count; ++i) {
    const navnet_ground_link& link = options->links[i];
    call.NeedEnum(link.kind, NAVNET_LINK_KIND_DOOR, "options.links[].kind");
    out.links.push_back({In(link.from), In(link.to), link.seconds, LinkKind(link.kind), link.one_way ? 1u : 0u});
  }
  out.spot_spacing_m = options->spot_spacing_m;
  out.with_world = options->with_world != 0;
  for (size_t i = 0; call.ok() && i < options->gate_count; ++i) out.gates.push_back(In(options->gates[i]));
  return out;
}

navnet_bake_options navnet::c::OptionsOut(const BakeOptions& options) {
  navnet_bake_options out = {};
  out.struct_bytes = sizeof out;
  out.keep = navnet_keep(options.keep);
  out.sample = ::Out(options.sample);
  out.min_cell = options.min_cell.value_or(0);
  out.align = navnet_align(options.align);
  out.walks = options.walk ? 1 : 0;
  out.with_world = options.with_world ? 1 : 0;
  out.walk = options.walk ? ::Out(*options.walk) : DefaultWalk();
  static_assert(kSameBytes<navnet_ground_link, GroundLink>);
  out.links = reinterpret_cast<const navnet_ground_link*>(options.links.data());
  out.link_count = options.links.size();
  out.spot_spacing_m = options.spot_spacing_m;
  static_assert(kSameBytes<navnet_gate, Gate>);
  out.gates = reinterpret_cast<const navnet_gate*>(options.gates.data());
  out.gate_count = options.gates.size();
  return out;
}

navnet_status navnet_sample_options_default(navnet_sample_options* options, size_t options_bytes) {
  return FillDefault(__func__, options, options_bytes, "navnet_sample_options", DefaultSample);
}

navnet_status navnet_walk_options_default(navnet_walk_options* options, size_t options_bytes) {
  return FillDefault(__func__, options, options_bytes, "navnet_walk_options", DefaultWalk);
}

navnet_status navnet_bake_options_default(navnet_bake_options* options, size_t options_bytes) {
  return FillDefault(__func__, options, options_bytes, "navnet_bake_options", [] {
    navnet_bake_options out = OptionsOut({});
    out.sample = DefaultSample();
    out.links = nullptr;
    out.gates = nullptr;
    return out;
  });
}

navnet_status navnet_bake(navnet_world world, const navnet_bake_options* options, navnet_net* net,
                          navnet_sampling* sampling, navnet_bake_report* report, size_t report_bytes) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Use<WorldObject>(world, "world");
    const BakeOptions how = BakeOptionsOf(call, options);
    call.NeedPointer(net, "net");
    if (report) call.NeedBytes(report_bytes, sizeof *report, "navnet_bake_report");
    if (!call.ok()) return;
    Result<Baked> baked = Bake(held->world, how);
    if (!call.Check(baked)) return;
    navnet_bake_report figures = {};
    figures.sample_s = baked->seconds.sample;
    figures.partition_s = baked->seconds.partition;
    figures.volumes_s = baked->seconds.volumes;
    figures.contacts_s = baked->seconds.contacts;
    figures.ground_s = baked->seconds.ground;
    if (const std::optional<AlignGain>& align = baked->align) {
      figures.has_align = 1;
      figures.align_used = align->used ? 1 : 0;
      figures.turn_deg = align->turn_deg;
      figures.shift_voxels = c::Out(align->shift_voxels);
      figures.cells_before = align->cells_before;
      figures.cells_after = align->cells_after;
      figures.blocked_m3_before = align->blocked_m3_before;
      figures.blocked_m3_after = align->blocked_m3_after;
    }
    navnet_net made = {};
    call.Give<NetObject>(&made, std::move(baked->net));
    try {
      if (sampling) call.Give<SamplingObject>(sampling, std::move(baked->sampling));
    } catch (...) {
      HandleTable::Global().Destroy(made.id, NetObject::kKind);
      throw;
    }
    *net = made;
    if (report) *report = figures;
  });
}
