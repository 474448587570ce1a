// SPDX-License-Identifier: Apache-2.0
// Tracks as CSV and JSON: files return the same bits; damaged files are refused.

#include <navnet/export/track_files.h>

#include "export/track_samples.h"
#include "support/temp_folder.h"

#include <gtest/gtest.h>

#include <bit>
#include <clocale>
#include <locale>

namespace navnet {
namespace {

// Unlike ==, distinguishes zeros of different signs.
std::vector<uint64_t> BitsOf(const TrackSet& set) {
  std::vector<uint64_t> bits;
  const auto add = [&](auto... numbers) { (bits.push_back(std::bit_cast<uint64_t>(double(numbers))), ...); };
  for (const Track& t : set.tracks) {
    add(t.radius_m);
    for (const TrackPoint& p : t.points) add(p.position.x, p.position.y, p.position.z, p.time_s.value_or(-1));
  }
  for (const TrackBox& b : set.boxes) {
    add(b.centre.x, b.centre.y, b.centre.z, b.size_m.x, b.size_m.y, b.size_m.z);
    add(b.rotation.x, b.rotation.y, b.rotation.z, b.rotation.w);
  }
  return bits;
}

TEST(TracksCsv, ReturnsTheSameBits) {
  const TempFolder folder;
  for (uint64_t seed = 0; seed < 200; ++seed) {
    TrackSet set = RandomTracks(seed);
    set.boxes.clear();
    const Result<uint64_t> bytes = SaveTracksCsv(folder / "t.csv", set);
    ASSERT_TRUE(bytes) << bytes.error().message;
    EXPECT_EQ(*bytes, std::filesystem::file_size(folder / "t.csv"));
    const Result<TrackSet> read = LoadTracksCsv(folder / "t.csv", set.up);
    ASSERT_TRUE(read) << read.error().message;
    ASSERT_EQ(*read, set) << seed;
    ASSERT_EQ(BitsOf(*read), BitsOf(set)) << seed;
  }
}

TEST(TracksJson, ReturnsTheSameBits) {
  const TempFolder folder;
  for (uint64_t seed = 0; seed < 200; ++seed) {
    const TrackSet set = RandomTracks(seed);
    const Result<uint64_t> bytes = SaveTracksJson(folder / "t.json", set);
    ASSERT_TRUE(bytes) << bytes.error().message;
    const Result<TrackSet> read = LoadTracksJson(folder / "t.json");
    ASSERT_TRUE(read) << read.error().message;
    ASSERT_EQ(*read, set) << seed;
    ASSERT_EQ(BitsOf(*read), BitsOf(set)) << seed;
  }
}

TEST(TracksCsv, HasTheDocumentedFormat) {
  const TempFolder folder;
  TrackSet set;
  set.tracks.push_back({"d1", "drone", 0.3, {{0, {1.5, 2, 30}, TravelMode::TakeOff}, {0.1, {1e-7, -2, 1e11}, {}}}});
  set.tracks.push_back({"a, \"b\"", "", 0, {{{}, {0, 0, 0}, TravelMode::Walk}}});
  ASSERT_TRUE(SaveTracksCsv(folder / "t.csv", set));
  EXPECT_EQ(ReadBytes(folder / "t.csv"),
            "track,kind,mode,time_s,x_m,y_m,z_m,radius_m\n"
            "d1,drone,take_off,0,1.5,2,30,0.3\n"
            "d1,drone,,0.1,1e-07,-2,1e+11,0.3\n"
            "\"a, \"\"b\"\"\",,walk,,0,0,0,0\n");
}

struct DecimalComma : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

TEST(TrackFiles, DoNotDependOnTheLocale) {
  const TempFolder folder;
  TrackSet set;
  set.tracks.push_back({"d", "", 0, {{0.5, {1234567.25, 2.5, 3.75}, {}}}});
  const std::string before = std::setlocale(LC_NUMERIC, nullptr);
  const std::locale global = std::locale::global(std::locale(std::locale(), new DecimalComma));
  std::setlocale(LC_NUMERIC, "de_DE.UTF-8");  // Has no effect where this locale is not installed.
  const bool saved = SaveTracksCsv(folder / "t.csv", set).ok() && SaveTracksJson(folder / "t.json", set).ok();
  const Result<TrackSet> csv = LoadTracksCsv(folder / "t.csv", UpAxis::Z), json = LoadTracksJson(folder / "t.json");
  std::locale::global(global);
  std::setlocale(LC_NUMERIC, before.c_str());
  ASSERT_TRUE(saved && csv && json);
  EXPECT_EQ(*csv, set);
  EXPECT_EQ(*json, set);
  EXPECT_NE(ReadBytes(folder / "t.csv").find(",1234567.25,2.5,3.75,"), std::string::npos);
}

TEST(TracksCsv, ReadsWhatOtherToolsWrite) {
  const TempFolder folder;
  const auto file = folder.Write("t.csv",
                                 "\xEF\xBB\xBFz_m,note,\"x_m\",y_m,track\r\n"
                                 "3,hello,1,2,a\r\n"
                                 "\r\n"
                                 "6,,4,5,b\r\n"
                                 "9,,7,8,\"a\"");
  const Result<TrackSet> read = LoadTracksCsv(file, UpAxis::Y);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->up, UpAxis::Y);
  ASSERT_EQ(read->tracks.size(), 2u);
  EXPECT_EQ(read->tracks[0], (Track{"a", "", 0, {{{}, {1, 2, 3}, {}}, {{}, {7, 8, 9}, {}}}}));
  EXPECT_EQ(read->tracks[1], (Track{"b", "", 0, {{{}, {4, 5, 6}, {}}}}));
}

TEST(TracksCsv, RefusesDamagedFilesAndNamesTheLine) {
  const TempFolder folder;
  const std::string head = "track,kind,mode,time_s,x_m,y_m,z_m\n", row = "a,,,0,1,2,3\n";
  const auto expect = [&](const std::string& text, const std::string& where, const std::string& why) {
    const Result<TrackSet> read = LoadTracksCsv(folder.Write("t.csv", text), UpAxis::Z);
    ASSERT_FALSE(read) << text;
    EXPECT_EQ(read.error().code, ErrorCode::BadFormat);
    for (const std::string& part : {std::string("t.csv"), where, why}) {
      EXPECT_NE(read.error().message.find(part), std::string::npos) << read.error().message;
    }
  };
  expect("", "line 1", "no column \"track\"");
  expect("track,x_m,y_m\n", "line 1", "no column \"z_m\"");
  expect(head + "a,,,0,1,2\n", "line 2", "6 fields");
  expect(head + row + "a,,,0,1,2,3,4\n", "line 3", "8 fields");
  expect(head + row + "a,,,0,1,2,x\n", "line 3", "z_m");
  expect(head + row + "a,,,0,1,2,\n", "line 3", "z_m");
  expect(head + row + "a,,,0,1,2, 3\n", "line 3", "number");
  expect(head + row + "a,,,0,1,2,3e999\n", "line 3", "number");
  expect(head + row + "a,,,zero,1,2,3\n", "line 3", "time_s");
  expect(head + row + ",,,0,1,2,3\n", "line 3", "which track");
  expect(head + row + "a,,swim,0,1,2,3\n", "line 3", "swim");
  expect(head + row + "a,drone,,0,1,2,3\n", "line 3", "kind");
  expect(head + "\"two\nlines\",,,0,1,2,3\nb,,,0,1,2,x\n", "line 4", "number");
  expect(head + "\"a,,,0,1,2,3\n", "line 2", "never closed");
  expect(head + "\"a\"b,,,0,1,2,3\n", "line 2", "quotes");
  expect(head + "a\"b,,,0,1,2,3\n", "line 2", "quote");
  expect(head + "a,,,0,nan,2,3\n", "track 'a', point 1", "finite");
  expect(head + "a,,,0,inf,2,3\n", "track 'a', point 1", "finite");
  expect(head + "a,,,0,2e12,2,3\n", "track 'a', point 1", "1e12");
  expect(head + row + "a,,,-1,1,2,3\n", "track 'a', point 2", "time");
  expect(head + row + "a,,,,1,2,3\n", "track 'a', point 2", "all points");
  const Result<TrackSet> none = LoadTracksCsv(folder / "none.csv", UpAxis::Z);
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().code, ErrorCode::NotFound);
}

TEST(TracksJson, RefusesDamagedFilesAndNamesThePlace) {
  const TempFolder folder;
  const std::string head = R"({"format": "navnet tracks", "version": 1, )";
  const auto expect = [&](const std::string& text, const std::string& why, ErrorCode code = ErrorCode::BadFormat) {
    const Result<TrackSet> read = LoadTracksJson(folder.Write("t.json", text));
    ASSERT_FALSE(read) << text;
    EXPECT_EQ(read.error().code, code);
    EXPECT_NE(read.error().message.find(why), std::string::npos) << read.error().message;
  };
  expect("", "not JSON");
  expect("{\"a\": ", "not JSON");
  expect(R"([1])", "format", ErrorCode::UnknownFormat);
  expect(R"({"format": "navnet flight", "version": 1})", "format", ErrorCode::UnknownFormat);
  expect(R"({"format": "navnet tracks", "version": 2})", "version");
  expect(head + R"("up": "x"})", "up");
  expect(head + R"("up": 3})", "up");
  expect(head + R"("tracks": {}})", "tracks");
  expect(head + R"("tracks": [4]})", "track 1: it is not an object");
  expect(head + R"("tracks": [{"points": [{"position_m": [0, 0, 0]}]}]})", "no name");
  expect(head + R"("tracks": [{"name": "a"}]})", "no points");
  expect(head + R"("tracks": [{"name": "a", "radius_m": -1, "points": [{"position_m": [0, 0, 0]}]}]})", "radius");
  expect(head + R"("tracks": [{"name": "a", "radius_m": "1", "points": [{"position_m": [0, 0, 0]}]}]})", "radius_m");
  expect(head + R"("tracks": [{"name": "a", "points": [{"position_m": [0, 0]}]}]})",
         "track 1, point 1: \"position_m\"");
  expect(head + R"("tracks": [{"name": "a", "points": [{"position_m": [0, 0, 1e999]}]}]})", "not JSON");
  expect(head + R"("tracks": [{"name": "a", "points": [{"position_m": [0, 0, 0], "mode": "swim"}]}]})", "mode");
  expect(head + R"("tracks": [{"name": "a", "points": [{"position_m": [0, 0, 0], "time_s": null}]}]})", "time_s");
  expect(head + R"("tracks": [{"name": "a", "points": [{"position_m": [0, 0, 0]}]},
                              {"name": "a", "points": [{"position_m": [0, 0, 0]}]}]})",
         "two tracks");
  expect(head + R"("boxes": [{"centre_m": [0, 0, 0]}]})", "size_m");
  expect(head + R"("boxes": [{"centre_m": [0, 0, 0], "size_m": [1, -1, 1]}]})", "size");
  expect(head + R"("boxes": [{"centre_m": [0, 0, 0], "size_m": [1, 1, 1], "rotation": [0, 0, 1]}]})", "rotation");
  expect(head + R"("boxes": [{"centre_m": [0, 0, 0], "size_m": [1, 1, 1], "rotation": [0, 0, 0, 0]}]})", "rotation");
}

// Every prefix of a file, and every file with one byte changed, is read or refused; neither crashes nor hangs.
TEST(TrackFiles, SurviveDamage) {
  const TempFolder folder;
  const TrackSet set = RandomTracks(8);
  ASSERT_FALSE(set.tracks.empty());
  ASSERT_TRUE(SaveTracksCsv(folder / "t.csv", set));
  ASSERT_TRUE(SaveTracksJson(folder / "t.json", set));
  const std::string csv = ReadBytes(folder / "t.csv"), json = ReadBytes(folder / "t.json");
  std::mt19937_64 random(3);
  for (int i = 0; i < 300; ++i) {
    for (const auto& [name, whole] : {std::pair{"d.csv", csv}, std::pair{"d.json", json}}) {
      std::string text = whole;
      if (i % 2 == 0)
        text.resize(random() % text.size());
      else
        text[random() % text.size()] = char(random());
      const auto file = folder.Write(name, text);
      const Result<TrackSet> read =
          name == std::string("d.csv") ? LoadTracksCsv(file, UpAxis::Z) : LoadTracksJson(file);
      if (read) {
        EXPECT_TRUE(Validate(*read));
      } else {
        EXPECT_FALSE(read.error().message.empty());
      }
    }
  }
}

TEST(TrackFiles, AreNotWrittenForInvalidTracks) {
  const TempFolder folder;
  TrackSet set;
  set.tracks.push_back({"a", "", 0, {{{}, {0, 0, 0}, {}}, {1, {0, 0, 0}, {}}}});
  for (const Result<uint64_t>& saved : {SaveTracksCsv(folder / "t.csv", set), SaveTracksJson(folder / "t.json", set)}) {
    ASSERT_FALSE(saved);
    EXPECT_NE(saved.error().message.find("track 'a', point 2"), std::string::npos) << saved.error().message;
  }
  EXPECT_TRUE(folder.Names().empty());
  set.tracks[0].points.pop_back();
  EXPECT_FALSE(SaveTracksCsv(folder / "none" / "t.csv", set));
}

}  // namespace
}  // namespace navnet
