// SPDX-License-Identifier: Apache-2.0
#pragma once
// Helpers for the tests of whole audits.

#include <navnet/audit/net_audit.h>

#include <gtest/gtest.h>

#include <string>

namespace navnet {

inline AuditFindings Found(const Net& net, const World& world, const NetAuditOptions& options) {
  const Result<AuditFindings> found = AuditNet(net, world, options);
  EXPECT_TRUE(found) << found.error().message;
  return found ? *found : AuditFindings{};
}

/// Text of the first violation, for messages.
inline std::string FirstOf(const AuditFindings& found) {
  std::string text = std::to_string(found.violations) + " violations, " + std::to_string(found.failed) + " failed";
  if (found.first) {
    text += "; query " + std::to_string(found.first->query) + ", " + ToString(found.first->rule) + ": " +
            found.first->where;
  }
  if (found.first_failed) text += "; query " + std::to_string(*found.first_failed) + " has no path";
  return text;
}

inline void ExpectEqual(const AuditFindings& a, const AuditFindings& b) {
  EXPECT_EQ(a.queries, b.queries);
  EXPECT_EQ(a.paths, b.paths);
  EXPECT_EQ(a.segments, b.segments);
  EXPECT_EQ(a.violations, b.violations);
  EXPECT_EQ(a.by_rule, b.by_rule);
  EXPECT_EQ(a.failed, b.failed);
  EXPECT_EQ(a.first_failed, b.first_failed);
  EXPECT_EQ(a.least_clearance_m, b.least_clearance_m);
  EXPECT_EQ(a.least_clearance_ratio, b.least_clearance_ratio);
  EXPECT_EQ(a.first.has_value(), b.first.has_value());
  if (a.first && b.first) {
    EXPECT_EQ(a.first->query, b.first->query);
    EXPECT_EQ(a.first->where, b.first->where);
  }
}

}  // namespace navnet
