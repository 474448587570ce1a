// SPDX-License-Identifier: Apache-2.0
// Options and queries of the C API with invalid contents: refused, or answered with a status of the path.
#include "bindings/c/c_hostile_scene.h"

namespace navnet {
namespace {

class CApiContents : public HostileScene {
 protected:
  navnet_path_info path_info = {};
};

TEST_F(CApiContents, StructsWithBadContentsAreRefusedOrAnswered) {
  const auto find = [&](const navnet_flight_query& query) {
    return navnet_navigator_find_flight(o.navigator, &query, o.context, o.path, &path_info, sizeof path_info);
  };
  navnet_flight_query query = flight;
  for (const double bad : BadNumbers()) {
    for (double navnet_flight_query::*field :
         {&navnet_flight_query::radius_m, &navnet_flight_query::preferred_clearance_m, &navnet_flight_query::climb_cost,
          &navnet_flight_query::descend_cost, &navnet_flight_query::floor_m, &navnet_flight_query::ceiling_m,
          &navnet_flight_query::snap_m, &navnet_flight_query::max_us}) {
      query = flight;
      query.*field = bad;
      EXPECT_C_OK(find(query));
    }
    const navnet_cost_region odd[2] = {{{{bad, 0, 0}, {1, bad, 1}}, 2}, {box, bad}};
    query = flight;
    query.regions = odd;
    query.region_count = 2;
    EXPECT_C_OK(find(query));
    query = flight;
    query.start.y = bad;
    EXPECT_C_OK(find(query));
    EXPECT_C_OK(navnet_path_get_info(o.path, &path_info, sizeof path_info));

    for (double navnet_walk_query::*field : {&navnet_walk_query::radius_m, &navnet_walk_query::preferred_clearance_m,
                                             &navnet_walk_query::snap_m, &navnet_walk_query::max_us}) {
      navnet_walk_query walking = walk;
      walking.*field = bad;
      EXPECT_C_OK(navnet_navigator_find_walk(o.navigator, &walking, o.context, o.path, nullptr, 0));
    }
    for (double navnet_travel_query::*field :
         {&navnet_travel_query::radius_m, &navnet_travel_query::walk_m_s, &navnet_travel_query::fly_m_s,
          &navnet_travel_query::switch_s, &navnet_travel_query::snap_m, &navnet_travel_query::climb_cost,
          &navnet_travel_query::descend_cost, &navnet_travel_query::floor_m, &navnet_travel_query::ceiling_m,
          &navnet_travel_query::walk_weight, &navnet_travel_query::fly_weight, &navnet_travel_query::switch_weight,
          &navnet_travel_query::link_weight, &navnet_travel_query::walk_clearance_m,
          &navnet_travel_query::fly_clearance_m, &navnet_travel_query::max_fly_m, &navnet_travel_query::max_fly_s}) {
      navnet_travel_query travelling = travel;
      travelling.*field = bad;
      EXPECT_C_OK(navnet_traveller_find(o.traveller, &travelling, o.context, o.path, nullptr, 0));
    }
    navnet_travel_query travelling = travel;
    travelling.fly_regions = odd;
    travelling.fly_region_count = 2;
    EXPECT_C_OK(navnet_traveller_find(o.traveller, &travelling, o.context, o.path, nullptr, 0));
    travelling = travel;
    travelling.walk_regions = odd;
    travelling.walk_region_count = 2;
    EXPECT_C_OK(navnet_traveller_find(o.traveller, &travelling, o.context, o.path, nullptr, 0));
    navnet_net net = {};
    for (double navnet_sample_options::*field :
         {&navnet_sample_options::voxel_m, &navnet_sample_options::margin_m, &navnet_sample_options::turn_cos}) {
      if (bad == 0 && field == &navnet_sample_options::voxel_m) continue;  // 0 is valid: chooses the size.
      navnet_bake_options options = bake;
      options.sample.has_margin = 1;
      options.sample.*field = bad;
      const navnet_status status = navnet_bake(o.world, &options, &net, nullptr, nullptr, 0);
      EXPECT_NE(status, NAVNET_ERROR_INTERNAL) << navnet_last_error_message();
    }
    navnet_transform odd_transform = obstacle.transform;
    odd_transform.rotation_w = bad;
    odd_transform.scale.x = bad;
    EXPECT_NE(navnet_live_move_obstacle(o.live, obstacle_id, &odd_transform), NAVNET_OK) << bad;
  }
  const auto refused = [&](navnet_flight_query bad, navnet_status status) { EXPECT_EQ(find(bad), status); };
  query = flight;
  query.effort = 3;
  refused(query, NAVNET_ERROR_INVALID_ARGUMENT);
  query = flight;
  query.region_count = 1;
  refused(query, NAVNET_ERROR_NULL_POINTER);
  query.regions = &region;
  query.region_count = size_t{1} << 60;
  refused(query, NAVNET_ERROR_INVALID_ARGUMENT);
  query = flight;
  query.cancel.id = o.path.id;
  refused(query, NAVNET_ERROR_BAD_HANDLE);

  const auto refuses_travel = [&](const navnet_travel_query& bad, navnet_status status) {
    EXPECT_EQ(navnet_traveller_find(o.traveller, &bad, o.context, o.path, nullptr, 0), status);
  };
  navnet_travel_query travelling = travel;
  travelling.fly_region_count = 1;
  refuses_travel(travelling, NAVNET_ERROR_NULL_POINTER);
  travelling.fly_regions = &region;
  travelling.fly_region_count = size_t{1} << 60;
  refuses_travel(travelling, NAVNET_ERROR_INVALID_ARGUMENT);
  travelling = travel;
  travelling.walk_region_count = 1;
  refuses_travel(travelling, NAVNET_ERROR_NULL_POINTER);

  navnet_bake_options options = bake;
  navnet_net net = {};
  const auto bakes = [&] { return navnet_bake(o.world, &options, &net, nullptr, nullptr, 0); };
  options.keep = 9;
  EXPECT_EQ(bakes(), NAVNET_ERROR_INVALID_ARGUMENT);
  options = bake;
  options.sample.struct_bytes = 8;
  EXPECT_EQ(bakes(), NAVNET_ERROR_BAD_VERSION);
  options = bake;
  options.walk.struct_bytes = 8;
  EXPECT_EQ(bakes(), NAVNET_ERROR_BAD_VERSION);
  options = bake;
  options.sample.radius_count = 3;
  EXPECT_EQ(bakes(), NAVNET_ERROR_NULL_POINTER);
  options = bake;
  options.link_count = 1;
  EXPECT_EQ(bakes(), NAVNET_ERROR_NULL_POINTER);
  options = bake;
  options.min_cell = -5;
  EXPECT_EQ(bakes(), NAVNET_ERROR_INVALID_ARGUMENT);
  options = bake;
  options.sample.threads = -1;
  EXPECT_EQ(bakes(), NAVNET_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(net.id, 0u);

  navnet_obstacle odd = obstacle;
  uint64_t id = 0;
  odd.shape = 9;
  EXPECT_EQ(navnet_live_add_obstacle(o.live, &odd, &id), NAVNET_ERROR_INVALID_ARGUMENT);
  odd.shape = NAVNET_SHAPE_MESH;
  EXPECT_NE(navnet_live_add_obstacle(o.live, &odd, &id), NAVNET_OK);
  odd.vertex_count = 3;
  EXPECT_EQ(navnet_live_add_obstacle(o.live, &odd, &id), NAVNET_ERROR_NULL_POINTER);
  const uint32_t indices[3] = {0, 1, 7};
  odd.vertices = way;
  odd.vertex_count = 2;
  odd.indices = indices;
  odd.triangle_count = 1;
  EXPECT_EQ(navnet_live_add_obstacle(o.live, &odd, &id), NAVNET_ERROR_BAD_FORMAT);
  EXPECT_EQ(id, 0u);
}

}  // namespace
}  // namespace navnet
