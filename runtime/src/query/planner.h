// SPDX-License-Identifier: Apache-2.0
#pragma once
// The calls that Navigator, Walker and Traveller have in common, written once: single, batched and sliced queries.

#include <navnet/core/parallel.h>
#include <navnet/runtime/query.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace navnet {

/// The solver of a planner's queries, as `Type`; specialised beside each solver. A solver is made from planner, query
/// and context, and has Begin(), Step(amount) and Take(path). Its state is in the context.
template <class Planner>
struct SolverOf;

/// The calling thread's context, for calls without one.
QueryContext& ThreadContext();

template <class Planner>
void FindOn(QueryContext& context, const Planner& planner, const typename Planner::Query& query,
            typename Planner::Path& path) {
  typename SolverOf<Planner>::Type solver(planner, query, context);
  solver.Begin();
  solver.Step(std::numeric_limits<int64_t>::max());
  solver.Take(path);
}

template <class Planner>
std::vector<typename Planner::Path> FindInParallel(const Planner& planner,
                                                   std::span<const typename Planner::Query> queries, int threads) {
  std::vector<typename Planner::Path> paths(queries.size());
  ParallelFor(queries.size(), threads, [&](size_t i) { FindOn(ThreadContext(), planner, queries[i], paths[i]); });
  return paths;
}

template <class Planner>
QueryRun<Planner>::QueryRun(const Planner& planner, const typename Planner::Query& query, QueryContext& context)
    : planner_(planner), query_(query), context_(context) {
  typename SolverOf<Planner>::Type(planner_, query_, context_).Begin();
}

template <class Planner>
bool QueryRun<Planner>::Step(int64_t expansions) {
  return typename SolverOf<Planner>::Type(planner_, query_, context_).Step(expansions);
}

template <class Planner>
void QueryRun<Planner>::Take(typename Planner::Path& path) {
  typename SolverOf<Planner>::Type(planner_, query_, context_).Take(path);
}

}  // namespace navnet
