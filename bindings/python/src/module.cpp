// SPDX-License-Identifier: Apache-2.0
#include "types.h"

namespace navnet::python {
namespace {

PYBIND11_MODULE(_navnet, m) {
  // Makes types and functions members of `navnet` in signatures and messages, and for pickle.
  const py::object name = m.attr("__name__");
  m.attr("__name__") = "navnet";
  m.doc() = "NavNet's compiled part; use it as navnet.";
  m.attr("__version__") = NAVNET_VERSION;
  BindWorld(m);
  BindGround(m);
  BindNet(m);
  BindBake(m);
  BindFlight(m);
  BindRooms(m);
  BindTrajectory(m);
  BindPlan(m);
  BindInFlight(m);
  BindWalk(m);
  BindTravel(m);
  BindRepair(m);
  BindAgents(m);
  BindCrowd(m);
  DeclareLive(m);
  BindExplore(m);
  BindLive(m);
  m.attr("__name__") = name;
}

}  // namespace
}  // namespace navnet::python
