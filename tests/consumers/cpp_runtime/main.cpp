// SPDX-License-Identifier: Apache-2.0
// Finds a flight, a walk and a journey on a baked net.

#include <navnet/net/net_file.h>
#include <navnet/rooms/rooms.h>
#include <navnet/runtime/crowd.h>
#include <navnet/runtime/navigator.h>
#include <navnet/runtime/travel.h>

#include <cstdio>

int main(int argc, char** argv) {
  if (argc != 2) return std::fprintf(stderr, "usage: consumer NET\n"), 2;
  const navnet::Result<navnet::Net> net = navnet::LoadNet(argv[1], navnet::NetLoading::Map);
  if (!net) return std::fprintf(stderr, "%s\n", net.error().message.c_str()), 2;
  const navnet::Navigator navigator(*net);

  navnet::FlightQuery flight;
  flight.start = *navigator.RandomFree(1, 0.3);
  flight.goal = *navigator.RandomFree(2, 0.3);
  flight.radius_m = 0.3;
  const navnet::FlightPath path = navigator.Find(flight);
  std::printf("flight %s, %.2f m\n", ToString(path.status), path.length_m);

  const navnet::Result<navnet::RoomMaker> maker = navnet::RoomMaker::Make(*net);
  if (!maker) return std::fprintf(stderr, "%s\n", maker.error().message.c_str()), 2;
  const navnet::Rooms rooms = maker->Find(navigator, flight, path.points);
  std::printf("rooms %s, %.2f m\n", ToString(rooms.status), rooms.length_m);

  const navnet::Walker* walker = navigator.walker();
  navnet::WalkQuery walk;
  walk.start = *walker->RandomWalkable(1, 0.3);
  walk.goal = walk.start;
  walk.radius_m = 0.3;
  std::printf("walk %s\n", ToString(walker->Find(walk).status));

  navnet::TravelQuery travel;
  travel.start = flight.start;
  travel.goal = flight.goal;
  travel.agent = {.radius_m = 0.3, .walk_m_s = 1.4, .fly_m_s = 5, .switch_s = 2};
  const navnet::TravelPath journey = navnet::Traveller(navigator).Find(travel);
  std::printf("journey %s, %.2f s\n", ToString(journey.status), journey.seconds);

  navnet::Crowd crowd(navigator);
  navnet::AgentSpec spec;
  spec.position = flight.start;
  spec.radius_m = 0.3;
  spec.limits.speed_m_s = 5;
  const navnet::Result<navnet::AgentId> agent = crowd.Add(spec);
  if (!agent || !crowd.SetGoal(*agent, flight.goal)) return 1;
  int steps = 0;
  while (crowd.Find(*agent)->status != navnet::AgentStatus::Arrived && ++steps < 10000) {
    if (!crowd.Step(0.02)) return 1;
  }
  std::printf("agent %s\n", ToString(crowd.Find(*agent)->status));
  return path.status == navnet::PathStatus::Complete && rooms.status == navnet::RoomStatus::Complete ? 0 : 1;
}
