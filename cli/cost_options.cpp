// SPDX-License-Identifier: Apache-2.0
#include "cost_options.h"

#include "number_option.h"
#include "parse.h"

#include <limits>
#include <tuple>

namespace navnet::cli {
namespace {

constexpr Range kFactor = {1, 1e12};  // Finite only: forbidden regions have options of their own.

// Box between two opposite corners, given in any order.
Box3 BoxOf(const std::vector<double>& numbers) {
  Box3 box;
  box.Extend(Vec3{numbers[0], numbers[1], numbers[2]});
  box.Extend(Vec3{numbers[3], numbers[4], numbers[5]});
  return box;
}

}  // namespace

void CostArguments::AddTo(CLI::App& command) {
  const auto add_boxes = [&command](const char* name, std::vector<std::string>& value, const char* type,
                                    const char* help) {
    return command.add_option(name, value, help)->type_name(type)->allow_extra_args(false);
  };
  TakesCoordinates(
      add_boxes("--no-fly", no_fly_, "X,Y,Z,X,Y,Z",
                "A forbidden box, by two opposite corners in metres; repeatable. any: forbidden for flights only"),
      6);
  TakesCoordinates(
      add_boxes("--no-walk", no_walk_, "X,Y,Z,X,Y,Z",
                "walk, any: a box forbidden for walks; flights may cross it, land and take off in it; repeatable"),
      6);
  const Range& place = ranges::kCoordinate_m;
  TakesList(
      add_boxes("--cost-region", cost_regions_, "X,Y,Z,X,Y,Z,FACTOR",
                "A box in which lengths are multiplied by FACTOR; repeatable; factors of overlapping boxes multiply"),
      {.ranges = {place, place, place, place, place, place, kFactor}, .least = 7, .most = 7},
      Text(place) + "; FACTOR: " + Text(kFactor));
  const auto add = [&command](const char* name, std::string& value, const char* type, const Range& range,
                              const char* help) {
    return TakesNumber(command.add_option(name, value, help)->type_name(type), range);
  };
  add("--climb-cost", climb_cost_, "C", ranges::kCost, "Cost of each metre climbed, added to the length")
      ->capture_default_str();
  add("--descend-cost", descend_cost_, "C", ranges::kCost, "Cost of each metre descended, added to the length")
      ->capture_default_str();
  add("--floor", floor_, "M", place, "Stay above this height, in metres");
  add("--ceiling", ceiling_, "M", place, "Stay below this height, in metres");
}

Status CostArguments::Apply(FlightQuery& query, Regions& regions) const {
  regions = {};
  for (const auto& [option, texts, forbidden] :
       {std::tuple{"--no-fly", &no_fly_, &regions.fly}, std::tuple{"--no-walk", &no_walk_, &regions.walk}}) {
    for (const std::string& text : *texts) {
      Result<std::vector<double>> numbers = ParseNumbers(option, text, 6);
      if (!numbers) return numbers.error();
      forbidden->push_back({BoxOf(*numbers), std::numeric_limits<double>::infinity()});
    }
  }
  for (const std::string& text : cost_regions_) {
    Result<std::vector<double>> numbers = ParseNumbers("--cost-region", text, 7);
    if (!numbers) return numbers.error();
    for (auto* costly : {&regions.fly, &regions.walk}) costly->push_back({BoxOf(*numbers), numbers->back()});
  }
  for (const auto& [option, text, value] : {std::tuple{"--climb-cost", &climb_cost_, &query.climb_cost},
                                            std::tuple{"--descend-cost", &descend_cost_, &query.descend_cost}}) {
    Result<double> number = ParseNumber(option, *text);
    if (!number) return number.error();
    *value = *number;
  }
  for (const auto& [option, text, value] :
       {std::tuple{"--floor", &floor_, &query.floor_m}, std::tuple{"--ceiling", &ceiling_, &query.ceiling_m}}) {
    if (text->empty()) continue;
    Result<double> number = ParseNumber(option, *text);
    if (!number) return number.error();
    *value = *number;
  }
  if (query.floor_m >= query.ceiling_m) {
    return Error{ErrorCode::InvalidArgument, "--floor: '" + floor_ + "' is not below --ceiling"};
  }
  return Ok();
}

bool CostArguments::AreOfFlight() const {
  return climb_cost_ != "0" || descend_cost_ != "0" || !floor_.empty() || !ceiling_.empty();
}

}  // namespace navnet::cli
