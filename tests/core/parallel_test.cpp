// SPDX-License-Identifier: Apache-2.0
#include <navnet/core/parallel.h>

#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace navnet {
namespace {

constexpr int kThreadCounts[] = {0, 1, 2, 8};

/// Counts the maximum number of threads inside at the same time.
class Crowd {
 public:
  void Visit() {
    const int now = ++inside_;
    int most = most_;
    while (now > most && !most_.compare_exchange_weak(most, now)) {
    }
    std::this_thread::yield();
    --inside_;
  }
  int most() const { return most_; }

 private:
  std::atomic<int> inside_{0}, most_{0};
};

TEST(ParallelFor, RunsEveryIndexOnce) {
  for (int threads : kThreadCounts) {
    for (size_t count : {size_t{0}, size_t{1}, size_t{2}, size_t{7}, size_t{1000}, size_t{100003}}) {
      std::vector<std::atomic<int>> runs(count);
      ParallelFor(count, threads, [&](size_t i) { ++runs[i]; });
      for (size_t i = 0; i < count; ++i) ASSERT_EQ(runs[i], 1) << i << " of " << count << ", threads " << threads;
    }
  }
}

TEST(ParallelFor, RunsEveryIndexOnceWhenItReportsProgress) {
  for (int threads : kThreadCounts) {
    std::vector<std::atomic<int>> runs(5001);
    const bool finished = ParallelFor(
        runs.size(), threads, "stage", [](std::string_view, double) { return true; }, [&](size_t i) { ++runs[i]; });
    EXPECT_TRUE(finished);
    for (const auto& run : runs) ASSERT_EQ(run, 1);
  }
}

TEST(ParallelFor, NeverUsesMoreThreadsThanAskedFor) {
  for (int threads : {1, 2, 3, 8}) {
    Crowd crowd;
    ParallelFor(20000, threads, [&](size_t) { crowd.Visit(); });
    EXPECT_LE(crowd.most(), threads);
    EXPECT_GE(crowd.most(), 1);
  }
}

TEST(ParallelFor, RethrowsWhatABodyThrows) {
  for (int threads : kThreadCounts) {
    try {
      ParallelFor(1000, threads, [](size_t i) {
        if (i == 37) throw std::runtime_error("item 37");
      });
      ADD_FAILURE() << "nothing was thrown, threads " << threads;
    } catch (const std::runtime_error& e) {
      EXPECT_STREQ(e.what(), "item 37");
    }
  }
}

TEST(ParallelFor, RethrowsWhatTheProgressFunctionThrows) {
  const auto run = [](int threads) {
    ParallelFor(
        1000, threads, "stage", [](std::string_view, double) -> bool { throw std::runtime_error("enough"); },
        [](size_t) {});
  };
  for (int threads : kThreadCounts) EXPECT_THROW(run(threads), std::runtime_error);
}

TEST(ParallelFor, WorksAgainAfterAnException) {
  EXPECT_THROW(ParallelFor(10, 2, [](size_t) { throw std::runtime_error("no"); }), std::runtime_error);
  std::atomic<int> runs{0};
  ParallelFor(10, 2, [&](size_t) { ++runs; });
  EXPECT_EQ(runs, 10);
}

TEST(ParallelFor, ReturnsFalseWhenProgressAsksToStop) {
  for (int threads : kThreadCounts) {
    EXPECT_FALSE(ParallelFor(
        100000, threads, "stage", [](std::string_view, double) { return false; }, [](size_t) {}));
  }
}

TEST(ParallelFor, SkipsRemainingIndicesWhenProgressAsksToStop) {
  size_t runs = 0;
  const bool finished = ParallelFor(
      100000, 1, "stage", [](std::string_view, double done) { return done < 0.25; }, [&](size_t) { ++runs; });
  EXPECT_FALSE(finished);
  EXPECT_GE(runs, 25000u);
  EXPECT_LT(runs, 26000u);
}

TEST(ParallelFor, CallsProgressFromOneThreadAtATimeWithIncreasingNumbers) {
  for (int threads : kThreadCounts) {
    std::atomic<bool> inside{false};
    bool overlapped = false, in_range = true;
    double last = 0;
    ParallelFor(
        50000, threads, "counting",
        [&](std::string_view stage, double done) {
          if (inside.exchange(true)) overlapped = true;
          in_range = in_range && stage == "counting" && done > last && done <= 1;
          last = done;
          std::this_thread::yield();
          inside = false;
          return true;
        },
        [](size_t) {});
    EXPECT_FALSE(overlapped) << threads;
    EXPECT_TRUE(in_range) << threads;
    EXPECT_GT(last, 0);
  }
}

TEST(ParallelFor, ReportsTheEndOnOneThread) {
  for (size_t count : {1, 2, 999, 1000, 12345}) {
    double last = 0;
    ParallelFor(
        count, 1, "stage",
        [&](std::string_view, double done) {
          last = done;
          return true;
        },
        [](size_t) {});
    EXPECT_EQ(last, 1) << count;
  }
}

TEST(ParallelFor, DoesNotReportWhenThereIsNothingToDo) {
  const bool finished = ParallelFor(
      0, 2, "stage", [](std::string_view, double) { return false; }, [](size_t) {});
  EXPECT_TRUE(finished);
}

TEST(ParallelFor, StopsDuringALongItem) {
  for (int threads : kThreadCounts) {
    std::atomic<bool> was_told{false};
    size_t asked = 0;
    // Runs until the progress function ends it.
    const bool finished = ParallelFor(
        1, threads, "long",
        [&](std::string_view stage, double done) {
          EXPECT_EQ(stage, "long");
          EXPECT_EQ(done, 0);
          return ++asked < 2;
        },
        [&](size_t, const KeepGoing& keep_going) {
          while (keep_going()) {
          }
          was_told = true;
        });
    EXPECT_FALSE(finished) << threads;
    EXPECT_TRUE(was_told) << threads;
    EXPECT_EQ(asked, 2u);
  }
}

TEST(ParallelFor, FinishesLongItemsWithoutAProgressFunction) {
  size_t runs = 0;
  EXPECT_TRUE(
      ParallelFor(3, 1, "long", {}, [&](size_t, const KeepGoing& keep_going) { runs += keep_going() ? 1 : 0; }));
  EXPECT_EQ(runs, 3u);
}

TEST(ReportProgress, ThrowsWhenProgressReturnsFalse) {
  EXPECT_NO_THROW(ReportProgress({}, "stage", 0));
  EXPECT_NO_THROW(ReportProgress([](std::string_view, double) { return true; }, "stage", 0));
  EXPECT_THROW(ReportProgress([](std::string_view, double) { return false; }, "stage", 0), CancelledError);
}

TEST(ParallelFor, RunsInsideItself) {
  std::vector<std::atomic<int>> runs(40 * 50);
  ParallelFor(40, 2, [&](size_t i) { ParallelFor(50, 8, [&](size_t j) { ++runs[i * 50 + j]; }); });
  for (const auto& run : runs) ASSERT_EQ(run, 1);
}

TEST(WithThreads, RunsItsBodyOnce) {
  for (int threads : kThreadCounts) {
    int runs = 0;
    WithThreads(threads, [&] { ++runs; });
    EXPECT_EQ(runs, 1);
  }
}

TEST(WithThreads, AppliesToInnerLoopsWithoutAThreadCount) {
  for (int threads : {1, 2}) {
    Crowd crowd;
    WithThreads(threads, [&] { ParallelFor(20000, 0, [&](size_t) { crowd.Visit(); }); });
    EXPECT_LE(crowd.most(), threads);
  }
}

TEST(WithThreads, IsOverriddenByTheInnermost) {
  Crowd crowd;
  WithThreads(8, [&] { WithThreads(1, [&] { ParallelFor(20000, 0, [&](size_t) { crowd.Visit(); }); }); });
  EXPECT_EQ(crowd.most(), 1);
}

TEST(WithThreads, PassesExceptionsOn) {
  for (int threads : kThreadCounts) {
    EXPECT_THROW(WithThreads(threads, [] { throw std::logic_error("no"); }), std::logic_error);
  }
}

}  // namespace
}  // namespace navnet
