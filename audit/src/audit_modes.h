// SPDX-License-Identifier: Apache-2.0
#pragma once
// The three kinds of audits: each makes the query with a given number, runs it and audits the answer.

#include <navnet/audit/flight_auditor.h>
#include <navnet/audit/journey_auditor.h>
#include <navnet/audit/trajectory_auditor.h>
#include <navnet/audit/walk_auditor.h>
#include <navnet/rooms/rooms.h>
#include <navnet/runtime/travel.h>

#include "audit_queries.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

namespace navnet {

// All have in common: Ask() audits one query and adds to the findings. Any number of threads may call it, each with its
// own scratch and findings. The navigator and the queries must outlive these objects.

class FlightMode {
 public:
  static constexpr std::string_view kStage = "flying";
  /// Queries per parallel item: large enough that the overhead per item is negligible; larger values balance worse.
  static constexpr uint64_t kBatch = 16;
  struct Scratch {
    QueryContext context;
    FlightPath path;
    AuditFlight flight;
    RoomContext room_context;
    Rooms rooms;
    TrajectoryContext trajectory_context;
    PlannedTrajectory planned;
  };

  FlightMode(const Navigator& navigator, const AuditQueries& queries, FlightAuditor auditor)
      : navigator_(navigator), queries_(queries), auditor_(std::move(auditor)) {}
  /// Also audits trajectories: in rooms of boxes, and with `maker` in rooms from triangles.
  void PlanAlso(TrajectoryAuditor auditor, std::optional<RoomMaker> maker) {
    trajectories_ = std::move(auditor);
    maker_ = std::move(maker);
  }

  void Ask(uint64_t number, Scratch& scratch, AuditFindings& findings) const;

 private:
  void Plan(uint64_t number, Scratch& scratch, AuditFindings& findings) const;

  std::optional<TrajectoryAuditor> trajectories_;
  std::optional<RoomMaker> maker_;
  const Navigator& navigator_;
  const AuditQueries& queries_;
  FlightAuditor auditor_;
};

class WalkMode {
 public:
  static constexpr std::string_view kStage = "walking";
  static constexpr uint64_t kBatch = 16;
  struct Scratch {
    QueryContext context;
    WalkPath path;
    AuditWalk walk;
  };

  WalkMode(const Walker& walker, const AuditQueries& queries, WalkAuditor auditor)
      : walker_(walker), queries_(queries), auditor_(std::move(auditor)) {}

  void Ask(uint64_t number, Scratch& scratch, AuditFindings& findings) const;

 private:
  const Walker& walker_;
  const AuditQueries& queries_;
  WalkAuditor auditor_;
};

class JourneyMode {
 public:
  static constexpr std::string_view kStage = "travelling";
  static constexpr uint64_t kBatch = 1;  // A journey takes milliseconds.
  struct Scratch {
    QueryContext context;
    TravelPath path;
    AuditJourney journey;
  };

  JourneyMode(const Navigator& navigator, const AuditQueries& queries, JourneyAuditor auditor)
      : traveller_(navigator), queries_(queries), auditor_(std::move(auditor)) {}

  void Ask(uint64_t number, Scratch& scratch, AuditFindings& findings) const;

 private:
  Traveller traveller_;
  const AuditQueries& queries_;
  JourneyAuditor auditor_;
};

}  // namespace navnet
