// SPDX-License-Identifier: Apache-2.0
#include <navnet/runtime/travel.h>

#include "journey/journey_solver.h"

namespace navnet {

const char* ToString(TravelMode mode) {
  switch (mode) {
    case TravelMode::Walk: return "walk";
    case TravelMode::TakeOff: return "take_off";
    case TravelMode::Fly: return "fly";
    case TravelMode::Land: return "land";
    case TravelMode::Link: return "link";
  }
  return "unknown";
}

Traveller::Traveller(Navigator navigator)
    : navigator_(std::move(navigator)), tables_(std::make_shared<const TravelTables>(navigator_)) {}

TravelPath Traveller::Find(const TravelQuery& query) const {
  TravelPath path;
  Find(query, ThreadContext(), path);
  return path;
}

void Traveller::Find(const TravelQuery& query, QueryContext& context, TravelPath& path) const {
  FindOn(context, *this, query, path);
}

std::vector<TravelPath> Traveller::FindAll(std::span<const TravelQuery> queries, int threads) const {
  return FindInParallel(*this, queries, threads);
}

template class QueryRun<Traveller>;

}  // namespace navnet
