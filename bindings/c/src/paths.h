// SPDX-License-Identifier: Apache-2.0
#pragma once
// Conversion of queries and summaries of paths, shared by all kinds of query (single, batch, time-sliced, repair).

#include <navnet/runtime/navigator.h>
#include <navnet/runtime/travel.h>

#include "call.h"
#include "objects.h"

#include <utility>
#include <vector>

namespace navnet::c {

/// A query of the library, and the cancel flag that it refers to.
template <class Query>
struct HeldQuery {
  Query query = {};
  Held<CancelObject> cancel;
};

/// Checks and converts a query, whose views refer to the caller's arrays. On failure, call.ok() is false.
HeldQuery<FlightQuery> QueryOf(Call& call, const navnet_flight_query* query);
HeldQuery<WalkQuery> QueryOf(Call& call, const navnet_walk_query* query);
HeldQuery<TravelQuery> QueryOf(Call& call, const navnet_travel_query* query);

/// Many queries, and the cancel flags that they refer to.
template <class Query>
struct QueryList {
  std::vector<Query> queries;
  std::vector<Held<CancelObject>> cancels;
};
template <class Query, class C>
QueryList<Query> QueriesOf(Call& call, const C* queries, size_t count) {
  QueryList<Query> out;
  call.NeedArray(queries, count, "queries");
  for (size_t i = 0; call.ok() && i < count; ++i) {
    HeldQuery<Query> held = QueryOf(call, queries + i);
    out.queries.push_back(held.query);
    if (held.cancel) out.cancels.push_back(std::move(held.cancel));
  }
  return out;
}

navnet_path_info InfoOf(const FlightPath& path);
navnet_path_info InfoOf(const WalkPath& path);
navnet_path_info InfoOf(const TravelPath& path);
navnet_path_info InfoOf(const PathObject& path);

/// Fails the call unless `info` is null or `info_bytes` is its size.
void NeedInfo(Call& call, const navnet_path_info* info, size_t info_bytes);

/// The flight of a path; fails if it holds none.
const FlightPath* FlightOf(Call& call, const Held<PathObject>& path);

/// The walker of a navigator; fails the call and returns null if it has none.
const Walker* WalkerOf(Call& call, const Held<NavigatorObject>& navigator);

}  // namespace navnet::c
