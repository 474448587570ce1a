#include "cost_options.h"

#include "parse.h"

#include <limits>
#include <tuple>

namespace navnet::cli {
namespace {

Error Bad(const std::string& option, const std::string& text, const std::string& why) {
  return {ErrorCode::InvalidArgument, option + ": '" + text + "' " + why};
}

// Two opposite corners, in any order.
Box3 BoxOf(const std::vector<double>& numbers) {
  Box3 box;
  box.Extend(Vec3{numbers[0], numbers[1], numbers[2]});
  box.Extend(Vec3{numbers[3], numbers[4], numbers[5]});
  return box;
}

}  // namespace

void CostArguments::AddTo(CLI::App& command) {
  command
      .add_option("--no-fly", no_fly_,
                  "A forbidden box, by two opposite corners in metres; repeatable. any: walks may pass it")
      ->type_name("X,Y,Z,X,Y,Z")
      ->allow_extra_args(false);
  command
      .add_option("--no-walk", no_walk_,
                  "walk, any: the same for walks alone; flights may pass it, and land and take off")
      ->type_name("X,Y,Z,X,Y,Z")
      ->allow_extra_args(false);
  command
      .add_option("--cost-region", cost_regions_,
                  "A box in which lengths count FACTOR times, 1 or more; repeatable, overlapping ones multiply")
      ->type_name("X,Y,Z,X,Y,Z,FACTOR")
      ->allow_extra_args(false);
  command.add_option("--climb-cost", climb_cost_, "Cost of each metre climbed, added to the length")
      ->type_name("C")
      ->capture_default_str();
  command.add_option("--descend-cost", descend_cost_, "Cost of each metre descended, added to the length")
      ->type_name("C")
      ->capture_default_str();
  command.add_option("--floor", floor_, "Stay above this height, in metres")->type_name("M");
  command.add_option("--ceiling", ceiling_, "Stay below this height, in metres")->type_name("M");
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
    if (numbers->back() < 1) return Bad("--cost-region", text, "has a factor below 1");
    for (auto* costly : {&regions.fly, &regions.walk}) costly->push_back({BoxOf(*numbers), numbers->back()});
  }
  for (const auto& [option, text, value] : {std::tuple{"--climb-cost", &climb_cost_, &query.climb_cost},
                                            std::tuple{"--descend-cost", &descend_cost_, &query.descend_cost}}) {
    Result<double> number = ParseNumber(option, *text);
    if (!number) return number.error();
    if (*number < 0) return Bad(option, *text, "is below 0");
    *value = *number;
  }
  for (const auto& [option, text, value] :
       {std::tuple{"--floor", &floor_, &query.floor_m}, std::tuple{"--ceiling", &ceiling_, &query.ceiling_m}}) {
    if (text->empty()) continue;
    Result<double> number = ParseNumber(option, *text);
    if (!number) return number.error();
    *value = *number;
  }
  if (query.floor_m >= query.ceiling_m) return Bad("--floor", floor_, "is not below --ceiling");
  return Ok();
}

bool CostArguments::AreOfFlight() const {
  return climb_cost_ != "0" || descend_cost_ != "0" || !floor_.empty() || !ceiling_.empty();
}

}  // namespace navnet::cli
