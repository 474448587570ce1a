// SPDX-License-Identifier: Apache-2.0
#include "handle_table.h"

#include <gtest/gtest.h>

#include <atomic>
#include <set>
#include <thread>
#include <vector>

namespace navnet::c {
namespace {

struct Counted : HandleObject {
  explicit Counted(std::atomic<int>& c) : count(c) { ++count; }
  ~Counted() override {
    value = -1;
    --count;
  }

  std::atomic<int>& count;
  std::atomic<int> value{0};
};

TEST(HandleTable, FindsExactlyTheInsertedObjects) {
  HandleTable table;
  std::atomic<int> count{0};
  const uint64_t id = table.Insert(HandleKind::Path, std::make_unique<Counted>(count));
  EXPECT_NE(id, 0u);
  EXPECT_EQ(HandleTable::KindOf(id), HandleKind::Path);
  EXPECT_NE(table.Acquire(id, HandleKind::Path), nullptr);
  table.Release(id);
  EXPECT_EQ(table.Acquire(id, HandleKind::Net), nullptr);
  EXPECT_EQ(table.Acquire(0, HandleKind::Path), nullptr);
  EXPECT_EQ(table.Acquire(0, HandleKind::None), nullptr);
  for (int bit = 0; bit < 64; ++bit) {
    const uint64_t forged = id ^ uint64_t { 1 } << bit;
    EXPECT_EQ(table.Acquire(forged, HandleKind::Path), nullptr) << bit;
    EXPECT_EQ(table.Acquire(forged, HandleTable::KindOf(forged)), nullptr) << bit;
    EXPECT_FALSE(table.Destroy(forged, HandleTable::KindOf(forged))) << bit;
  }
  EXPECT_EQ(table.Acquire(~uint64_t{0}, HandleKind(0xFF)), nullptr);
  EXPECT_EQ(table.count(), 1u);
  EXPECT_TRUE(table.Destroy(id, HandleKind::Path));
  EXPECT_FALSE(table.Destroy(id, HandleKind::Path));
  EXPECT_EQ(count, 0);
  EXPECT_EQ(table.count(), 0u);
}

TEST(HandleTable, KeepsAnObjectUntilTheLastCallEnds) {
  HandleTable table;
  std::atomic<int> count{0};
  const uint64_t id = table.Insert(HandleKind::Net, std::make_unique<Counted>(count));
  ASSERT_NE(table.Acquire(id, HandleKind::Net), nullptr);
  ASSERT_NE(table.Acquire(id, HandleKind::Net), nullptr);
  EXPECT_TRUE(table.Destroy(id, HandleKind::Net));
  EXPECT_EQ(table.Acquire(id, HandleKind::Net), nullptr);
  EXPECT_EQ(count, 1);
  table.Release(id);
  EXPECT_EQ(count, 1);
  table.Release(id);
  EXPECT_EQ(count, 0);
}

TEST(HandleTable, NeverReusesAHandle) {
  HandleTable table;
  std::atomic<int> count{0};
  std::set<uint64_t> ids;
  std::vector<uint64_t> alive;
  for (int i = 0; i < 20000; ++i) {
    alive.push_back(table.Insert(HandleKind(1 + i % (kHandleKinds - 1)), std::make_unique<Counted>(count)));
    EXPECT_TRUE(ids.insert(alive.back()).second);
    if (i % 3 != 0) {
      EXPECT_TRUE(table.Destroy(alive.back(), HandleTable::KindOf(alive.back())));
      alive.pop_back();
    }
  }
  EXPECT_EQ(size_t(count), alive.size());
  for (const uint64_t id : ids) {
    const bool is_alive = std::find(alive.begin(), alive.end(), id) != alive.end();
    HandleObject* const object = table.Acquire(id, HandleTable::KindOf(id));
    EXPECT_EQ(object != nullptr, is_alive);
    if (object) table.Release(id);
  }
}

TEST(HandleTable, DeletesRemainingObjects) {
  std::atomic<int> count{0};
  {
    HandleTable table;
    for (int i = 0; i < 1000; ++i) table.Insert(HandleKind::Crowd, std::make_unique<Counted>(count));
    EXPECT_EQ(count, 1000);
  }
  EXPECT_EQ(count, 0);
}

// Threads create, use and destroy objects of shared slots concurrently. An object in use is alive.
TEST(HandleTable, IsThreadSafe) {
  HandleTable table;
  std::atomic<int> count{0};
  std::array<std::atomic<uint64_t>, 16> shared{};
  std::atomic<int> wrong{0};
  std::atomic<long> used{0}, destroyed{0}, made{0};
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      unsigned random = 12345 + t;
      for (int i = 0; i < 60000; ++i) {
        random = random * 1664525 + 1013904223;
        std::atomic<uint64_t>& place = shared[random >> 8 & 15];
        const uint64_t id = place.load();
        switch (random >> 16 & 7) {
          case 0: {
            const uint64_t fresh = table.Insert(HandleKind::Path, std::make_unique<Counted>(count));
            ++made;
            place.store(fresh);  // The previous handle is no longer shared, and stays valid until the end.
            break;
          }
          case 1: destroyed += table.Destroy(id, HandleKind::Path); break;
          default:
            if (auto* object = static_cast<Counted*>(table.Acquire(id, HandleKind::Path))) {
              if (object->value.load() != 0) ++wrong;
              ++used;
              table.Release(id);
            }
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
  EXPECT_GT(used, 1000);
  EXPECT_GT(destroyed, 100);
  EXPECT_EQ(long(count), made - destroyed);
  EXPECT_EQ(long(table.count()), made - destroyed);
}

TEST(HandleObject, AllowsOneWriterOrManyReaders) {
  std::atomic<int> count{0};
  Counted object(count);
  EXPECT_TRUE(object.TryLockToRead());
  EXPECT_TRUE(object.TryLockToRead());
  EXPECT_FALSE(object.TryLockToWrite());
  object.UnlockFromReading();
  object.UnlockFromReading();
  EXPECT_TRUE(object.TryLockToWrite());
  EXPECT_FALSE(object.TryLockToRead());
  EXPECT_FALSE(object.TryLockToWrite());
  object.UnlockFromWriting();
  EXPECT_TRUE(object.TryLockToRead());
}

}  // namespace
}  // namespace navnet::c
