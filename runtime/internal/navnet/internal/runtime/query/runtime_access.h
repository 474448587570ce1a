// SPDX-License-Identifier: Apache-2.0
#pragma once
// The library's own access to the private parts of its public classes.

#include <navnet/runtime/navigator.h>
#include <navnet/runtime/travel.h>
#include <navnet/runtime/walk.h>

#include <memory>
#include <utility>

namespace navnet {

struct RuntimeAccess {
  static const NavigatorTables& TablesOf(const Navigator& navigator) { return *navigator.tables_; }
  static const WalkTables& TablesOf(const Walker& walker) { return *walker.tables_; }
  static const TravelTables& TablesOf(const Traveller& traveller) { return *traveller.tables_; }

  /// A navigator over existing tables, such as those of a live world.
  static Navigator MakeNavigator(std::shared_ptr<const NavigatorTables> tables) { return Navigator(std::move(tables)); }

  static auto& ScratchOf(QueryContext& context) { return *context.scratch_; }
};

}  // namespace navnet
