// SPDX-License-Identifier: Apache-2.0
#include <navnet/bake.h>
#include <navnet/core/range.h>

#include <string>
#include <utility>

namespace navnet {

Status Validate(const BakeOptions& options) {
  if (Status s = Validate(options.sample); !s) return s;
  if (Status s = options.walk ? Validate(*options.walk) : Ok(); !s) return s;
  const auto invalid = [](std::string why) { return Error{ErrorCode::InvalidArgument, std::move(why)}; };
  RangeCheck check;
  if (options.min_cell) check.Number("min_cell", *options.min_cell, BakeOptions::kMinCell);
  check.Number("spot_spacing_m", options.spot_spacing_m, ranges::kSizeOrNone_m);
  if (!check.ok()) return check.status();
  for (size_t i = 0; i < options.links.size(); ++i) {
    const GroundLink& link = options.links[i];
    const std::string of = "links[" + std::to_string(i) + "]: ";
    const RangeCheck in_range =
        RangeCheck(of).Point("from", link.from).Point("to", link.to).Number("seconds", link.seconds, ranges::kSeconds);
    if (!in_range.ok()) return in_range.status();
    if (link.kind > LinkKind::Door) return invalid(of + "of no known kind");
  }
  if (Status s = Validate(options.gates); !s) return s;
  const bool seeds = !options.sample.seeds_world.empty();
  if (options.keep == Keep::Seeds && !seeds) return invalid("no seeds given to keep the free space around");
  if (seeds && (options.keep == Keep::Outside || options.keep == Keep::Largest)) {
    return invalid("seeds already say which free space to keep; leave out either them or the choice");
  }
  return Ok();
}

}  // namespace navnet
