// SPDX-License-Identifier: Apache-2.0
#pragma once
// Answers to many queries, stored without one Python object per answer.

#include <navnet/core/parallel.h>
#include <navnet/runtime/query.h>

#include "arrays.h"
#include "interrupts.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace navnet::python {

/// Paths whose points and items are stored in shared arrays. `kItems` is the path's other list, besides its points.
template <class PathType, class ItemType, std::vector<ItemType> PathType::*kItemsOf>
struct PathBatch {
  using Path = PathType;
  using Item = ItemType;
  static constexpr auto kItems = kItemsOf;

  std::vector<Path> heads;  ///< All fields except points and items.
  std::vector<Vec3> points;
  std::vector<Item> items;
  std::vector<int64_t> offsets{0}, item_offsets{0};  ///< Start index per path, plus the end of the last.

  Path At(size_t i) const {
    Path path = heads[i];
    path.points.assign(points.begin() + offsets[i], points.begin() + offsets[i + 1]);
    (path.*kItems).assign(items.begin() + item_offsets[i], items.begin() + item_offsets[i + 1]);
    return path;
  }
};

/// Answers `count` queries on `threads` threads; each answer is the same as that of a single query. `find(i, cancel,
/// path)` writes the answer to query i into `path`, whose memory is reused. Releases the interpreter's lock; raises
/// KeyboardInterrupt on Ctrl-C.
template <class Batch, class Find>
Batch FindBatch(size_t count, int threads, const Find& find) {
  using Path = typename Batch::Path;
  // Queries are grouped into runs, so that points are joined by few large copies. Longer runs make fewer copies, but
  // balance the threads less evenly.
  constexpr size_t kRuns = 256, kLongestRun = 256;
  const size_t length = std::clamp<size_t>(count / kRuns, 1, kLongestRun);
  struct Run {
    std::vector<Vec3> points;
    std::vector<typename Batch::Item> items;
  };
  Batch out;
  SignalWatch signals;
  {
    const Unlocked unlocked;
    std::vector<Run> runs((count + length - 1) / length);
    out.heads.resize(count);
    out.offsets.resize(count + 1);
    out.item_offsets.resize(count + 1);
    ParallelFor(runs.size(), threads, [&](size_t r) {
      thread_local Path path;
      for (size_t i = r * length; i < std::min(count, (r + 1) * length); ++i) {
        signals.Look();
        if (signals.flag()) return;
        find(i, signals.flag(), path);
        auto& items = path.*Batch::kItems;
        runs[r].points.insert(runs[r].points.end(), path.points.begin(), path.points.end());
        runs[r].items.insert(runs[r].items.end(), items.begin(), items.end());
        out.offsets[i + 1] = int64_t(path.points.size());
        out.item_offsets[i + 1] = int64_t(items.size());
        path.points.clear();
        items.clear();
        out.heads[i] = path;
      }
    });
    for (size_t i = 0; i < count; ++i) {
      out.offsets[i + 1] += out.offsets[i];
      out.item_offsets[i + 1] += out.item_offsets[i];
    }
    out.points.reserve(size_t(out.offsets.back()));
    out.items.reserve(size_t(out.item_offsets.back()));
    for (const Run& run : runs) {
      out.points.insert(out.points.end(), run.points.begin(), run.points.end());
      out.items.insert(out.items.end(), run.items.begin(), run.items.end());
    }
  }
  signals.Finish();
  return out;
}

/// Read-only array of one field of all heads, without a copy.
template <class Batch, class Number, class T>
auto HeadView(T Batch::Path::*field, Shape inner = {}) {
  return [field, inner](const py::object& self) {
    const auto& heads = self.cast<const Batch&>().heads;
    const void* data = heads.empty() ? nullptr : &(heads.front().*field);
    return View(py::dtype::of<Number>(), data, heads.size(), sizeof(typename Batch::Path), inner, self);
  };
}

/// Binds the members common to all batches.
template <class Batch>
py::class_<Batch> BindBatch(py::module_& m, const char* name, const char* doc) {
  py::class_<Batch> type(m, name, doc);
  type.def_property_readonly("status", HeadView<Batch, uint8_t>(&Batch::Path::status),
                             "Status of each query, shape (N,): values of navnet.PathStatus.")
      .def_property_readonly("length_m", HeadView<Batch, double>(&Batch::Path::length_m),
                             "Length of each path in metres, shape (N,).")
      .def_property_readonly(
          "offsets",
          [](const py::object& self) {
            return View<int64_t>(std::span<const int64_t>(self.cast<const Batch&>().offsets), self);
          },
          "Index of each path's first point, and the total number, shape (N + 1,).")
      .def_property_readonly(
          "points",
          [](const py::object& self) {
            return View<double>(std::span<const Vec3>(self.cast<const Batch&>().points), self, {3});
          },
          "The way points of all paths in metres, shape (M, 3): path i has points[offsets[i]:offsets[i + 1]].")
      .def(
          "__len__", [](const Batch& self) { return self.heads.size(); }, "Number of queries answered.")
      .def(
          "__getitem__",
          [](const Batch& self, py::ssize_t index) {
            const auto count = py::ssize_t(self.heads.size());
            const py::ssize_t at = index < 0 ? index + count : index;
            if (at < 0 || at >= count) {
              throw py::index_error("index " + std::to_string(index) + " is out of range for " + std::to_string(count) +
                                    " paths");
            }
            return self.At(size_t(at));
          },
          py::arg("index"), "A single path; a copy.")
      .def(
          "__iter__",
          [](const py::object& self) { return py::reinterpret_steal<py::object>(PySeqIter_New(self.ptr())); },
          "Iterates over the paths.")
      .def(
          "__repr__",
          [name = std::string(name)](const Batch& self) {
            const auto complete = std::count_if(self.heads.begin(), self.heads.end(),
                                                [](const auto& head) { return head.status == PathStatus::Complete; });
            return "<navnet." + name + ": " + std::to_string(complete) + " of " + std::to_string(self.heads.size()) +
                   " complete, " + std::to_string(self.points.size()) + " points>";
          },
          "Text for debugging.");
  return type;
}

/// Binds the members common to all paths.
template <class Path>
py::class_<Path> BindPath(py::module_& m, const char* name, const char* doc) {
  py::class_<Path> type(m, name, doc);
  type.def_property_readonly(
          "status", [](const Path& p) { return EnumObject("PathStatus", int(p.status)); }, "A navnet.PathStatus.")
      .def_property_readonly(
          "points",
          [](const py::object& self) {
            return View<double>(std::span<const Vec3>(self.cast<const Path&>().points), self, {3});
          },
          "Way points in metres, shape (N, 3); empty without a path.")
      .def_readonly("length_m", &Path::length_m, "In metres.")
      .def(
          "__bool__", [](const Path& p) { return p.status == PathStatus::Complete; }, "Whether the status is COMPLETE.")
      .def(
          "__repr__",
          [name = std::string(name)](const Path& p) {
            char text[80];
            std::snprintf(text, sizeof text, ": %s, %.6g m, %zu points>", ToString(p.status), p.length_m,
                          p.points.size());
            return "<navnet." + name + text;
          },
          "Text for debugging.");
  return type;
}

/// Starts and goals of a batch.
struct Ends {
  Points starts, goals;

  Ends(py::handle given_starts, py::handle given_goals)
      : starts(PointsFrom(given_starts, "starts")), goals(PointsFrom(given_goals, "goals")) {
    CheckSameLength(goals, "goals", starts.size(), "starts");
  }
  size_t size() const { return starts.size(); }
};

}  // namespace navnet::python
