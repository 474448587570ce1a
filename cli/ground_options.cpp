// SPDX-License-Identifier: Apache-2.0
#include "ground_options.h"

#include <navnet/internal/core/text.h>

#include "number_option.h"
#include "parse.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace navnet::cli {
namespace {

constexpr const char* kGroup = "Ground options";
constexpr std::array kUserKinds = {LinkKind::Jump, LinkKind::Drop, LinkKind::Ladder, LinkKind::Door};
constexpr std::string_view kGate = "gate,";
const std::vector<std::string> kGateFlags = {"oneway", "closed"};

bool IsGate(const std::string& text) { return text.starts_with(kGate); }

// Requires: IsGate(text).
Result<Gate> ParseGate(const std::string& text) {
  const FlaggedNumbers parts = WithoutFlags(std::string_view(text).substr(kGate.size()), kGateFlags);
  const Result<std::vector<double>> n = ParseNumbers("--link", parts.numbers, 0);
  if (!n) return n.error();
  if (n->size() < 6 || n->size() > 8) {
    return Error{ErrorCode::InvalidArgument,
                 "--link: '" + text + "' is not gate,X,Y,Z,X,Y,Z[,SECONDS][,oneway][,closed][,RADIUS]"};
  }
  Gate gate;
  gate.from = {(*n)[0], (*n)[1], (*n)[2]};
  gate.to = {(*n)[3], (*n)[4], (*n)[5]};
  gate.seconds = n->size() > 6 ? (*n)[6] : 0;
  gate.radius_m = n->size() > 7 ? (*n)[7] : 0;
  for (const std::string& flag : parts.flags) (flag == "oneway" ? gate.one_way : gate.is_closed) = 1;
  return gate;
}

Result<GroundLink> ParseLink(const std::string& text) {
  const size_t comma = text.find(',');
  const std::string name = text.substr(0, comma);
  GroundLink link;
  bool known = false;
  for (const LinkKind kind : kUserKinds) {
    if (name != ToString(kind)) continue;
    link.kind = kind;
    known = true;
  }
  if (!known || comma == std::string::npos) {
    return Error{ErrorCode::InvalidArgument,
                 "--link: '" + text + "' does not begin with jump, drop, ladder, door or gate, followed by a comma"};
  }
  Result<std::vector<double>> n = ParseNumbers("--link", text.substr(comma + 1), 0);
  if (!n) return n.error();
  if (n->size() != 6 && n->size() != 7) {
    return Error{ErrorCode::InvalidArgument,
                 "--link: '" + text + "' is not KIND,X,Y,Z,X,Y,Z or KIND,X,Y,Z,X,Y,Z,SECONDS"};
  }
  link.from = {(*n)[0], (*n)[1], (*n)[2]};
  link.to = {(*n)[3], (*n)[4], (*n)[5]};
  link.seconds = n->size() == 7 ? (*n)[6] : 0;
  link.one_way = link.kind == LinkKind::Jump || link.kind == LinkKind::Drop ? 1 : 0;
  return link;
}

}  // namespace

void GroundArguments::AddTo(CLI::App& command) {
  command.add_flag("--walk", walk_, "Also compute the walkable ground, which serves agents of every radius")
      ->group(kGroup);
  const auto add = [&command](const char* name, std::string& value, const char* type, const Range& range,
                              const char* help) {
    TakesNumber(command.add_option(name, value, help)->type_name(type)->group(kGroup), range);
  };
  add("--max-slope", slope_, "DEG", WalkOptions::kMaxSlope_deg, "Maximum slope of the ground, in degrees; default 45");
  add("--step", step_, "M", WalkOptions::kStep_m, "Maximum step up or down, in metres; default 0.3");
  add("--height", height_, "M", WalkOptions::kHeight_m, "Required headroom, in metres; default 1.8");
  add("--contour-error", contour_error_, "M", WalkOptions::kContourError_m,
      "Maximum error of simplified outlines, in metres; default 0.02");
  add("--min-area", min_area_, "M2", WalkOptions::kMinArea_m2,
      "Leave out smaller components of the ground, in square metres; default 0.05");
  add("--spot-spacing", spacing_, "M", ranges::kSizeOrNone_m,
      "Distance between places to take off and land, in metres; default 0: about 2,000 places");
  const auto add_list = [&command](const char* name, std::vector<std::string>& value, const char* type,
                                   const char* help) {
    return command.add_option(name, value, help)->type_name(type)->allow_extra_args(false)->group(kGroup);
  };
  TakesCoordinates(
      add_list("--walk-seed", seeds_, "X,Y,Z", "Keep only ground that can be walked to from here; may be repeated"));
  const Range &place = ranges::kCoordinate_m, &seconds = ranges::kSeconds;
  TakesList(
      add_list("--link", links_, "KIND,X,Y,Z,X,Y,Z[,S]",
               "A link: jump or drop (one way), ladder or door (both ways), between two points on the ground; takes\n"
               "S seconds; may be repeated. Links are numbered from 0. gate,X,Y,Z,X,Y,Z[,S][,oneway][,closed][,R]: a\n"
               "gate between two points of the air, for agents up to radius R; needs no --walk. Gates have numbers of\n"
               "their own, from 0"),
      {.ranges = {place, place, place, place, place, place, seconds, ranges::kLength_m},
       .least = 6,
       .most = 8,
       .has_name = true,
       .flags = kGateFlags},
      Text(place) + "; S: " + Text(seconds) + "; R: " + Text(ranges::kLength_m));
}

Status GroundArguments::Apply(BakeOptions& options) const {
  WalkOptions walk;
  bool any = !seeds_.empty() || !std::ranges::all_of(links_, IsGate);
  for (const auto& [option, text, value] :
       {std::tuple{"--max-slope", &slope_, &walk.max_slope_deg}, std::tuple{"--step", &step_, &walk.step_m},
        std::tuple{"--height", &height_, &walk.height_m},
        std::tuple{"--contour-error", &contour_error_, &walk.contour_error_m},
        std::tuple{"--min-area", &min_area_, &walk.min_area_m2},
        std::tuple{"--spot-spacing", &spacing_, &options.spot_spacing_m}}) {
    if (text->empty()) continue;
    any = true;
    Result<double> number = ParseNumber(option, *text);
    if (!number) return number.error();
    *value = *number;
  }
  for (const std::string& text : seeds_) {
    Result<Vec3> seed = ParsePoint("--walk-seed", text);
    if (!seed) return seed.error();
    walk.seeds_world.push_back(*seed);
  }
  for (const std::string& text : links_) {
    if (IsGate(text)) {
      Result<Gate> gate = ParseGate(text);
      if (!gate) return gate.error();
      options.gates.push_back(*gate);
      continue;
    }
    Result<GroundLink> link = ParseLink(text);
    if (!link) return link.error();
    options.links.push_back(*link);
  }
  if (!walk_) {
    if (any) return Error{ErrorCode::InvalidArgument, "ground options require --walk; add it, or leave them out"};
    return Ok();
  }
  options.walk = walk;
  return Ok();
}

}  // namespace navnet::cli
