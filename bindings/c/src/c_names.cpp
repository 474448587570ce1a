// SPDX-License-Identifier: Apache-2.0
// Names of the enumerators of sections 1 to 8.
#include <navnet/net/net_file.h>
#include <navnet/rooms/rooms.h>
#include <navnet/runtime/crowd.h>
#include <navnet/runtime/follow.h>
#include <navnet/runtime/repair.h>
#include <navnet/runtime/travel.h>
#include <navnet/trajectory/plan.h>
#include <navnet/trajectory/replan.h>
#include <navnet/trajectory/traffic.h>
#include <navnet/trajectory/yaw.h>

#include "call.h"
#include "names.h"

using namespace navnet;
using namespace navnet::c;

const char* navnet_status_name(navnet_status status) {
  static constexpr const char* kNames[] = {"ok",
                                           "invalid_argument",
                                           "not_found",
                                           "unreadable",
                                           "unknown_format",
                                           "bad_format",
                                           "empty_world",
                                           "too_large",
                                           "write_failed",
                                           "cancelled",
                                           "out_of_memory",
                                           "internal",
                                           "bad_handle",
                                           "null_pointer",
                                           "buffer_too_small",
                                           "bad_version",
                                           "busy"};
  static_assert(std::size(kNames) == NAVNET_ERROR_BUSY + 1);
  return NameFrom(kNames, status);
}

const char* navnet_up_axis_name(navnet_up_axis up) { return NameOfNumber<UpAxis>(up, NAVNET_UP_AXIS_Z); }

const char* navnet_net_loading_name(navnet_net_loading loading) {
  return NameOfNumber<NetLoading>(loading, NAVNET_NET_LOADING_MAP);
}

const char* navnet_keep_name(navnet_keep keep) { return NameOfNumber<Keep>(keep, NAVNET_KEEP_SEEDS); }

const char* navnet_link_kind_name(navnet_link_kind kind) { return NameOfNumber<LinkKind>(kind, NAVNET_LINK_KIND_DOOR); }

const char* navnet_path_status_name(navnet_path_status status) {
  return NameOfNumber<PathStatus>(status, NAVNET_PATH_STATUS_BEYOND_LIMIT);
}

const char* navnet_path_kind_name(navnet_path_kind kind) {
  static constexpr const char* kNames[] = {"none", "flight", "walk", "journey"};
  return NameFrom(kNames, kind);
}

const char* navnet_travel_mode_name(navnet_travel_mode mode) {
  return NameOfNumber<TravelMode>(mode, NAVNET_TRAVEL_MODE_LINK);
}

const char* navnet_effort_name(navnet_effort effort) { return NameOfNumber<Effort>(effort, NAVNET_EFFORT_BEST); }

const char* navnet_path_validity_name(navnet_path_validity validity) {
  return NameOfNumber<PathValidity>(validity, NAVNET_PATH_VALIDITY_INVALID);
}

const char* navnet_repair_outcome_name(navnet_repair_outcome outcome) {
  return NameOfNumber<RepairOutcome>(outcome, NAVNET_REPAIR_OUTCOME_REPLANNED);
}

const char* navnet_follow_outcome_name(navnet_follow_outcome outcome) {
  return NameOfNumber<FollowOutcome>(outcome, NAVNET_FOLLOW_OUTCOME_AT_GATE);
}

const char* navnet_agent_kind_name(navnet_agent_kind kind) {
  return NameOfNumber<AgentKind>(kind, NAVNET_AGENT_KIND_WALKER);
}

const char* navnet_agent_status_name(navnet_agent_status status) {
  return NameOfNumber<AgentStatus>(status, NAVNET_AGENT_STATUS_BLOCKED);
}

const char* navnet_room_status_name(navnet_room_status status) {
  return NameOfNumber<RoomStatus>(status, NAVNET_ROOM_STATUS_INVALID_QUERY);
}

const char* navnet_replan_way_name(navnet_replan_way way) {
  return NameOfNumber<ReplanWay>(way, NAVNET_REPLAN_WAY_STOP);
}

const char* navnet_traffic_way_name(navnet_traffic_way way) {
  return NameOfNumber<TrafficWay>(way, NAVNET_TRAFFIC_WAY_BLOCKED);
}

const char* navnet_trajectory_status_name(navnet_trajectory_status status) {
  return NameOfNumber<TrajectoryStatus>(status, NAVNET_TRAJECTORY_STATUS_GOAL_TOO_FAST);
}

const char* navnet_yaw_aim_name(navnet_yaw_aim aim) { return NameOfNumber<YawAim>(aim, NAVNET_YAW_AIM_FIXED); }
