// SPDX-License-Identifier: Apache-2.0
// Files of trajectories, read by a reader of our own and compared with the trajectory.

#include <navnet/export/gltf_file.h>
#include <navnet/export/track_files.h>
#include <navnet/export/trajectory_files.h>
#include <navnet/trajectory/plan.h>

#include "support/temp_folder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <sstream>
#include <string>
#include <vector>

namespace navnet {
namespace {

// A flight around a corner.
Trajectory MakeTrajectory() {
  RoomCorridor rooms;
  for (const Box3& box : {Box3{{0, 0, 0}, {12, 3, 4}}, Box3{{9, 0, 0}, {12, 14, 4}}}) {
    std::vector<HalfSpace> planes;
    for (int k = 0; k < 3; ++k) {
      Vec3 axis;
      axis[k] = 1;
      planes.push_back({axis, box.max[k]});
      planes.push_back({axis * -1, -box.min[k]});
    }
    rooms.Append(planes);
  }
  const std::vector<Vec3> points = {{1, 1, 1}, {10, 2, 2}, {11, 13, 3}};
  TrajectoryQuery query;
  query.points = points;
  query.rooms = &rooms;
  return PlanTrajectory(query).trajectory;
}

// The numbers of a CSV file below its first line.
std::vector<std::vector<double>> Rows(const std::filesystem::path& file, std::string& head) {
  std::istringstream text(ReadBytes(file));
  std::getline(text, head);
  std::vector<std::vector<double>> rows;
  for (std::string line; std::getline(text, line);) {
    std::istringstream fields(line);
    std::vector<double>& row = rows.emplace_back();
    for (std::string field; std::getline(fields, field, ',');) row.push_back(std::stod(field));
  }
  return rows;
}

double PowerSum(const double* coefficients, double t) {
  double sum = 0;
  for (int k = 7; k >= 0; --k) sum = sum * t + coefficients[k];
  return sum;
}

TEST(TrajectoryCsv, HoldsTheSamples) {
  const TempFolder folder;
  const Trajectory trajectory = MakeTrajectory();
  const YawProfile yaw = PlanYaw(trajectory);
  const auto file = folder / "t.csv";
  const Result<uint64_t> bytes = SaveTrajectoryCsv(file, trajectory, {.rate_hz = 25, .yaw = &yaw});
  ASSERT_TRUE(bytes) << bytes.error().message;
  EXPECT_EQ(*bytes, ReadBytes(file).size());
  std::string head;
  const auto rows = Rows(file, head);
  EXPECT_EQ(head,
            "time_s,x_m,y_m,z_m,vx_m_s,vy_m_s,vz_m_s,ax_m_s2,ay_m_s2,az_m_s2,jx_m_s3,jy_m_s3,jz_m_s3,yaw_rad,"
            "yaw_rate_rad_s,yaw_acceleration_rad_s2");
  ASSERT_EQ(rows.size(), size_t(std::ceil(25 * trajectory.duration_s())) + 1);
  EXPECT_NEAR(rows.back()[0], trajectory.duration_s(), 1e-6);
  for (const std::vector<double>& row : rows) {
    ASSERT_EQ(row.size(), 16u);
    const double time_s = std::min(row[0], trajectory.duration_s());  // Rounding may be beyond the end.
    const MotionSample at = trajectory.At(time_s);
    const YawSample turn = yaw.At(time_s);
    for (int k = 0; k < 3; ++k) {
      EXPECT_NEAR(row[size_t(1 + k)], at.position[k], 1e-6);
      EXPECT_NEAR(row[size_t(4 + k)], at.velocity[k], 1e-6);
      EXPECT_NEAR(row[size_t(7 + k)], at.acceleration[k], 1e-5);
    }
    EXPECT_NEAR(row[13], turn.angle_rad, 1e-6);
    EXPECT_NEAR(row[14], turn.rate_rad_s, 1e-6);
  }
  EXPECT_FALSE(SaveTrajectoryCsv(file, Trajectory()));
  EXPECT_FALSE(SaveTrajectoryCsv(file, trajectory, {.rate_hz = 0}));
  EXPECT_FALSE(SaveTrajectoryCsv(file, trajectory, {.rate_hz = std::nan("")}));
}

TEST(PolynomialCsv, HoldsTheMotionExactlyAndTheYawWithinItsError) {
  const TempFolder folder;
  const Trajectory trajectory = MakeTrajectory();
  for (const UpAxis up : {UpAxis::Z, UpAxis::Y}) {
    const YawProfile yaw = PlanYaw(trajectory, {.up = up});
    const auto file = folder / "p.csv";
    const Result<PolynomialFile> written = SavePolynomialCsv(file, trajectory, {.up = up, .yaw = &yaw});
    ASSERT_TRUE(written) << written.error().message;
    std::string head;
    const auto rows = Rows(file, head);
    EXPECT_EQ(head.rfind("duration,x^0,x^1,x^2,x^3,x^4,x^5,x^6,x^7,y^0,", 0), 0u) << head;
    EXPECT_EQ(head.substr(head.size() - 6), ",yaw^7");
    ASSERT_EQ(rows.size(), written->pieces);
    EXPECT_GE(rows.size(), trajectory.pieces().size());
    EXPECT_LE(written->yaw_error_rad, 0.02);
    double start_s = 0, last_angle = yaw.At(0).angle_rad, last_rate = yaw.At(0).rate_rad_s;
    for (const std::vector<double>& row : rows) {
      ASSERT_EQ(row.size(), 33u);
      for (int i = 0; i <= 50; ++i) {
        const double t = row[0] * i / 50;
        const Vec3 p = trajectory.At(start_s + t).position;
        EXPECT_NEAR(PowerSum(&row[1], t), PlanOf(p, up).x, 1e-9);
        EXPECT_NEAR(PowerSum(&row[9], t), PlanOf(p, up).y, 1e-9);
        EXPECT_NEAR(PowerSum(&row[17], t), HeightOf(p, up), 1e-9);
        EXPECT_NEAR(PowerSum(&row[25], t), yaw.At(start_s + t).angle_rad, written->yaw_error_rad + 1e-3);
      }
      // Angle and rate are continuous.
      constexpr double kStep_s = 1e-6;
      EXPECT_NEAR(PowerSum(&row[25], 0), last_angle, 1e-9);
      EXPECT_NEAR((PowerSum(&row[25], kStep_s) - PowerSum(&row[25], 0)) / kStep_s, last_rate, 1e-4);
      last_angle = PowerSum(&row[25], row[0]);
      last_rate = (last_angle - PowerSum(&row[25], row[0] - kStep_s)) / kStep_s;
      start_s += row[0];
    }
    EXPECT_NEAR(start_s, trajectory.duration_s(), 1e-9);
    // A smaller tolerance takes more pieces.
    const Polynomials fine = PolynomialsOf(trajectory, {.up = up, .yaw = &yaw, .yaw_tolerance_rad = 1e-4});
    EXPECT_GT(fine.pieces.size(), rows.size());
    EXPECT_LE(fine.yaw_error_rad, written->yaw_error_rad);
  }
  for (const PolynomialPiece& piece : PolynomialsOf(trajectory).pieces) {
    for (const double coefficient : piece.yaw) EXPECT_EQ(coefficient, 0);
  }
  EXPECT_EQ(PolynomialsOf(trajectory).pieces.size(), trajectory.pieces().size());
  EXPECT_FALSE(SavePolynomialCsv(folder / "q.csv", Trajectory()));
  EXPECT_FALSE(SavePolynomialCsv(folder / "q.csv", trajectory, {.yaw_tolerance_rad = 0}));
}

TEST(TrackOfTrajectory, HasTimesAndYawInEveryFormat) {
  const TempFolder folder;
  const Trajectory trajectory = MakeTrajectory();
  const YawProfile yaw = PlanYaw(trajectory, {.aim = YawAim::Point, .point = {5, 20, 0}});
  TrackSet set;
  set.tracks.push_back(
      TrackOf(trajectory, {.name = "d1", .kind = "drone", .radius_m = 0.3}, {.rate_hz = 10, .yaw = &yaw}));
  set.tracks.push_back(TrackOf(trajectory, {.name = "d2", .kind = "drone"}, {.rate_hz = 10}));
  for (const TrackPoint& point : set.tracks[0].points) {
    EXPECT_EQ(point.position, trajectory.At(*point.time_s).position);
    EXPECT_EQ(*point.yaw_rad, yaw.At(*point.time_s).angle_rad);
  }
  EXPECT_FALSE(set.tracks[1].points[0].yaw_rad);
  ASSERT_TRUE(SaveTracksCsv(folder / "t.csv", set));
  ASSERT_TRUE(SaveTracksJson(folder / "t.json", set));
  const Result<TrackSet> csv = LoadTracksCsv(folder / "t.csv", set.up), json = LoadTracksJson(folder / "t.json");
  ASSERT_TRUE(csv) << csv.error().message;
  ASSERT_TRUE(json) << json.error().message;
  EXPECT_EQ(csv->tracks, set.tracks);
  EXPECT_EQ(json->tracks, set.tracks);
  set.tracks[0].points[1].yaw_rad.reset();
  EXPECT_FALSE(Validate(set));
  set.tracks[0].points[1].yaw_rad = std::nan("");
  EXPECT_FALSE(Validate(set));
}

}  // namespace
}  // namespace navnet
