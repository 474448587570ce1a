#include "report.h"

#include "console.h"

namespace navnet::cli {

void TextReport::Line(const std::string& name, const std::string& value) {
  constexpr size_t kColumn = 12;
  text_ += name + std::string(name.size() < kColumn ? kColumn - name.size() : 1, ' ') + value + "\n";
}

int PrintReport(const TextReport& report) {
  const Status printed = Print(report.text());
  return printed ? kDone : Fail(printed.error());
}

int PrintReport(const Json& report) {
  // File names need not be UTF-8, JSON must.
  const Status printed = Print(report.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
  return printed ? kDone : Fail(printed.error());
}

std::string BoundsText(const GridFrame& frame, const VoxelBox& bounds) {
  return Text(frame.CornerWorld(bounds.lo)) + " to " + Text(frame.CornerWorld(bounds.hi)) + " m, " +
         Grouped(bounds.Size(0)) + " x " + Grouped(bounds.Size(1)) + " x " + Grouped(bounds.Size(2)) + " voxels";
}

Json ToJson(Vec3 p) { return {p.x, p.y, p.z}; }

void AddGrid(Json& out, const GridFrame& frame, const VoxelBox& bounds) {
  out["voxel_m"] = frame.voxel_m;
  out["bounds_m"] = {{"min", ToJson(frame.CornerWorld(bounds.lo))}, {"max", ToJson(frame.CornerWorld(bounds.hi))}};
  out["dimensions"] = {bounds.Size(0), bounds.Size(1), bounds.Size(2)};
}

void AddNet(Json& out, const Net& net) {
  const NetLevel& first = net.levels().front();
  out["cells"] = first.cells.size();
  out["contacts"] = first.contact_count();
  out["components"] = first.component_count;
  out["voxels_free"] = first.voxels_free;
  out["voxels_blocked"] = first.voxels_blocked;
  out["net_bytes"] = net.image().size();
  for (const NetLevel& level : net.levels()) {
    out["levels"].push_back({{"radius_m", level.radius_m},
                             {"cells", level.cells.size()},
                             {"contacts", level.contact_count()},
                             {"components", level.component_count},
                             {"blocks", level.blocks.size()},
                             {"voxels_free", level.voxels_free},
                             {"voxels_blocked", level.voxels_blocked}});
  }
}

void AddNet(TextReport& out, const Net& net) {
  for (const NetLevel& level : net.levels()) {
    out.Line("radius " + Shortest(level.radius_m),
             Grouped(int64_t(level.cells.size())) + " cells in " + Grouped(int64_t(level.blocks.size())) + " blocks, " +
                 Grouped(int64_t(level.contact_count())) + " contacts, " + Grouped(level.component_count) +
                 (level.component_count == 1 ? " component, " : " components, ") + Grouped(level.voxels_free) +
                 " voxels free, " + Grouped(level.voxels_blocked) + " blocked");
  }
}

}  // namespace navnet::cli
