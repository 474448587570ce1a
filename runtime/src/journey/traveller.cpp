#include <navnet/core/parallel.h>
#include <navnet/runtime/travel.h>

#include "journey/journey_solver.h"

#include <limits>

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

TravelContext::TravelContext() : scratch_(std::make_unique<Scratch>()) {}
TravelContext::~TravelContext() = default;
TravelContext::TravelContext(TravelContext&&) noexcept = default;
TravelContext& TravelContext::operator=(TravelContext&&) noexcept = default;

namespace {

// A context per thread, for calls without one.
TravelContext& OwnContext() {
  thread_local TravelContext context;
  return context;
}

}  // namespace

Traveller::Traveller(Navigator navigator)
    : navigator_(std::move(navigator)), tables_(std::make_shared<const Tables>(navigator_)) {}

void Traveller::Find(const TravelQuery& query, TravelContext& context, TravelPath& path) const {
  JourneySolver journey(*this, query, context);
  journey.Begin();
  journey.Step(std::numeric_limits<int64_t>::max());
  journey.Take(path);
}

TravelPath Traveller::Find(const TravelQuery& query) const {
  TravelPath path;
  Find(query, OwnContext(), path);
  return path;
}

std::vector<TravelPath> Traveller::FindAll(std::span<const TravelQuery> queries, int threads) const {
  std::vector<TravelPath> paths(queries.size());
  ParallelFor(queries.size(), threads, [&](size_t i) { Find(queries[i], OwnContext(), paths[i]); });
  return paths;
}

TravelRun::TravelRun(const Traveller& traveller, const TravelQuery& query, TravelContext& context)
    : traveller_(traveller), query_(query), context_(context) {
  JourneySolver(traveller_, query_, context_).Begin();
}

bool TravelRun::Step(int64_t legs) { return JourneySolver(traveller_, query_, context_).Step(legs); }

void TravelRun::Take(TravelPath& path) { JourneySolver(traveller_, query_, context_).Take(path); }

}  // namespace navnet
