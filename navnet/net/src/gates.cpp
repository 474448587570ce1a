// SPDX-License-Identifier: Apache-2.0
#include <navnet/net/gates.h>

#include <navnet/core/range.h>

#include <string>

namespace navnet {

Status Validate(std::span<const Gate> gates) {
  if (gates.size() > kMostGates) {
    return Error{ErrorCode::InvalidArgument,
                 std::to_string(gates.size()) + " gates: expected at most " + std::to_string(kMostGates)};
  }
  for (size_t i = 0; i < gates.size(); ++i) {
    const Gate& gate = gates[i];
    const RangeCheck check = RangeCheck("gates[" + std::to_string(i) + "]: ")
                                 .Point("from", gate.from)
                                 .Point("to", gate.to)
                                 .Number("seconds", gate.seconds, ranges::kSeconds)
                                 .Number("radius_m", gate.radius_m, ranges::kLength_m)
                                 .Number("one_way", gate.one_way, {0, 1})
                                 .Number("is_closed", gate.is_closed, {0, 1});
    if (!check.ok()) return check.status();
  }
  return Ok();
}

}  // namespace navnet
