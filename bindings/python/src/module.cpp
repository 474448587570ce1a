#include "types.h"

namespace navnet::python {
namespace {

PYBIND11_MODULE(_navnet, m) {
  m.doc() = "NavNet's compiled part; use it as navnet.";
  BindWorld(m);
  BindGround(m);
  BindNet(m);
  BindBake(m);
  BindFlight(m);
  BindWalk(m);
  BindTravel(m);
  BindRepair(m);
  BindAgents(m);
  BindCrowd(m);
  DeclareLive(m);
  BindExplore(m);
  BindLive(m);
}

}  // namespace
}  // namespace navnet::python
