#pragma once
// Queries in, and summaries of paths out: what the ways of asking (at once, many, in slices, repaired) share.

#include <navnet/runtime/navigator.h>
#include <navnet/runtime/travel.h>

#include "call.h"
#include "objects.h"

#include <utility>
#include <vector>

namespace navnet::c {

/// A query as the library takes it, and the flag that it looks at.
template <class Query>
struct HeldQuery {
  Query query = {};
  Held<CancelObject> cancel;
};

/// Check and convert; views refer to the caller's arrays. After a failure the call is not ok.
HeldQuery<FlightQuery> QueryOf(Call& call, const navnet_flight_query* query);
HeldQuery<WalkQuery> QueryOf(Call& call, const navnet_walk_query* query);
HeldQuery<TravelQuery> QueryOf(Call& call, const navnet_travel_query* query);

/// Many of them.
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

/// `info` may be null; otherwise its size must be right.
void NeedInfo(Call& call, const navnet_path_info* info, size_t info_bytes);

/// The walker of a navigator; the call fails when it has none.
const Walker* WalkerOf(Call& call, const Held<NavigatorObject>& navigator);

}  // namespace navnet::c
