// SPDX-License-Identifier: Apache-2.0
// Logs a drone that climbs and flies past a closing door, and writes the log in every format.

#include <navnet/core/solids.h>
#include <navnet/export/flight_log.h>
#include <navnet/export/gltf_file.h>
#include <navnet/export/plan_file.h>
#include <navnet/export/track.h>
#include <navnet/export/track_files.h>

#include <cstdio>

namespace {

template <class T>
bool Succeeded(const navnet::Result<T>& result) {
  if (!result) std::fprintf(stderr, "%s\n", result.error().message.c_str());
  return bool(result);
}

}  // namespace

int main() {
  navnet::FlightLog log(0.5);
  log.AddAgent({"d1", "drone", 0.3});
  navnet::TriangleMesh panel;
  navnet::AddBox(panel, {{-0.1, -1, -1}, {0.1, 1, 1}});
  log.AddBody({"door 1", "door", log.AddShape(panel)});
  for (int frame = 0; frame < 9; ++frame) {
    const navnet::Vec3 drone{2.0 * frame, 0.5 * frame * frame, 10};
    navnet::Transform door;
    door.position = {4, 3.0 - 0.25 * frame, 1};
    log.AddFrame(std::span(&drone, 1), std::span(&door, 1));
  }
  if (!Succeeded(log.Save("flight.json"))) return 2;
  const navnet::Result<navnet::FlightLog> read = navnet::FlightLog::Load("flight.json");
  if (!Succeeded(read) || read->Fingerprint() != log.Fingerprint()) return 1;

  const navnet::TrackSet set{.up = navnet::UpAxis::Z, .tracks = TracksOf(*read), .boxes = BoxesOf(*read)};
  if (!Succeeded(SaveTracksCsv("flight.csv", set)) || !Succeeded(SaveGltf("flight.glb", set, &*read))) return 2;
  const navnet::Result<navnet::TrackSet> rows = navnet::LoadTracksCsv("flight.csv", navnet::UpAxis::Z);
  if (!Succeeded(rows) || *rows != set) return 1;

  navnet::PlanOptions options;
  options.origin.zero = {47.3977, 8.5456, 488};
  const navnet::Result<navnet::PlanFile> plan = SavePlan("flight.plan", set.tracks.front(), set, options);
  if (!Succeeded(plan)) return 2;
  std::printf("%zu frames, %zu rows, %zu items\n", read->frame_count(), rows->tracks.front().points.size(),
              plan->items);
}
