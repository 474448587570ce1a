// SPDX-License-Identifier: Apache-2.0
#include <navnet/net/net_file.h>

#include <navnet/bake.h>
#include <navnet/worlds/worlds.h>

#include "support/net_bytes.h"
#include "support/odd_files.h"
#include "support/random_meshes.h"
#include "support/temp_folder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

namespace navnet {
namespace {

Net SmallNet() {
  BakeOptions options;
  options.sample.voxel_m = 1;
  options.sample.radii_m = {0, 1.2};
  return Bake(World{"room", UpAxis::Y, MakeBoxRoom({{0, 0, 0}, {6, 5, 4}}, 1)}, options)->net;
}

TEST(NetFile, ReturnsTheSameNet) {
  const TempFolder folder;
  const Net net = SmallNet();
  const Result<uint64_t> bytes = SaveNet(folder / "a.navnet", net);
  ASSERT_TRUE(bytes) << bytes.error().message;
  EXPECT_EQ(*bytes, net.image().size());
  for (const NetLoading loading : {NetLoading::Read, NetLoading::Map}) {
    const Result<Net> loaded = LoadNet(folder / "a.navnet", loading);
    ASSERT_TRUE(loaded) << loaded.error().message;
    EXPECT_TRUE(std::ranges::equal(loaded->image(), net.image()));
    EXPECT_EQ(loaded->info().bounds, net.info().bounds);
    EXPECT_EQ(loaded->info().up, UpAxis::Y);
    EXPECT_EQ(loaded->levels().size(), 2u);
  }
}

// The seeds of the fuzz targets, made by navnet bake of older builds.
TEST(NetFile, ReadsTheFilesOfTheFuzzCorpus) {
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(NAVNET_NET_CORPUS)) {
    const Result<Net> net = LoadNet(entry.path(), NetLoading::Read);
    EXPECT_TRUE(net) << net.error().message;
    ++files;
  }
  EXPECT_GE(files, 3);
}

TEST(NetFile, RefusesEveryTruncation) {
  const std::string whole = BytesOf(SmallNet());
  for (size_t size = 0; size < whole.size(); ++size) {
    const Result<Net> loaded = FromBytes(whole.substr(0, size));
    ASSERT_FALSE(loaded) << size;
    ASSERT_FALSE(loaded.error().message.empty());
  }
}

TEST(NetFile, RefusesEveryChangedByte) {
  std::string bytes = BytesOf(SmallNet());
  for (size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] = char(bytes[i] ^ 0x10);
    ASSERT_FALSE(FromBytes(bytes)) << "byte " << i;
    bytes[i] = char(bytes[i] ^ 0x10);
  }
}

TEST(NetFile, NamesTheFileThatIsCutShort) {
  const TempFolder folder;
  const std::string whole = BytesOf(SmallNet());
  for (size_t size : {size_t{10}, size_t{150}, whole.size() / 2, whole.size() - 1}) {
    for (const NetLoading loading : {NetLoading::Read, NetLoading::Map}) {
      const Result<Net> loaded = LoadNet(folder.Write("cut.navnet", whole.substr(0, size)), loading);
      ASSERT_FALSE(loaded) << size;
      EXPECT_NE(loaded.error().message.find("cut.navnet"), std::string::npos);
    }
  }
}

TEST(NetFile, SurvivesForgedFilesWithARightChecksum) {
  const std::string whole = BytesOf(SmallNet());
  int accepted = 0, refused = 0;
  for (uint64_t seed = 0; seed < 6000; ++seed) {
    TestRandom random(seed);
    std::string bytes = whole;
    for (int i = random.Integer(1, 4); i > 0; --i) {
      // Half of the changes are in the tables, which are most sensitive.
      const int limit = random.Integer(0, 1) ? int(sizeof(ImageHeader) + 2 * sizeof(ImageLevel)) : int(bytes.size());
      const size_t at = size_t(random.Integer(0, limit - 4));
      const uint32_t value = std::array<uint32_t, 6>{
          0, 1, 0xFFFFFFFF, 0x7FFFFFFF, 0x80000000, uint32_t(random.Integer(0, 1 << 30))}[size_t(random.Integer(0, 5))];
      std::memcpy(bytes.data() + at, &value, sizeof value);
    }
    Seal(bytes);
    const Result<Net> loaded = FromBytes(bytes);
    if (!loaded) {
      ++refused;
      ASSERT_FALSE(loaded.error().message.empty());
      continue;
    }
    ++accepted;
    // A net that loads can be used: all indices are in range.
    for (const NetLevel& level : loaded->levels()) {
      for (uint32_t cell = 0; cell < level.cells.size(); ++cell) {
        ASSERT_LT(level.components[cell], level.component_count);
        for (const NetNeighbour& link : level.NeighboursOf(cell)) ASSERT_LT(link.cell, level.cells.size());
        level.CellAt(level.cells[cell].lo);
      }
    }
  }
  EXPECT_GT(refused, 1000);
  EXPECT_GT(accepted, 0);
}

TEST(NetFile, ReportsThatANewerFileNeedsANewerProgram) {
  const TempFolder folder;
  std::string bytes = BytesOf(SmallNet());
  bytes[offsetof(ImageHeader, version)] = char(kImageVersion + 1);
  Seal(bytes);
  const Result<Net> loaded = LoadNet(folder.Write("new.navnet", bytes));
  ASSERT_FALSE(loaded);
  EXPECT_NE(loaded.error().message.find("newer"), std::string::npos) << loaded.error().message;
}

TEST(NetFile, RefusesNonRegularFilesAtOnce) {
  const TempFolder folder;
  const std::filesystem::path pipe = MakePipe(folder / "pipe.navnet");
  for (const NetLoading loading : {NetLoading::Read, NetLoading::Map}) {
    const Result<Net> loaded = LoadNet(pipe, loading);
    ASSERT_FALSE(loaded);
    EXPECT_EQ(loaded.error().code, ErrorCode::Unreadable);
    EXPECT_EQ(loaded.error().message,
              pipe.string() + ": is a pipe, not a regular file; copy what it gives to a file first");
  }
}

TEST(NetFile, RefusesOtherFiles) {
  const TempFolder folder;
  EXPECT_EQ(LoadNet(folder / "missing.navnet").error().code, ErrorCode::NotFound);
  EXPECT_EQ(LoadNet(folder.path()).error().code, ErrorCode::Unreadable);
  EXPECT_EQ(LoadNet(folder.Write("empty.navnet", "")).error().code, ErrorCode::BadFormat);
  EXPECT_EQ(LoadNet(folder.Write("text.navnet", std::string(1000, 'x'))).error().code, ErrorCode::BadFormat);
}

}  // namespace
}  // namespace navnet
