// SPDX-License-Identifier: Apache-2.0
#pragma once
// Expects that JSON is a plan according to QGroundControl's developer guide ("Plan File Format"), with MAVLink's
// numbers of commands and frames.

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <set>
#include <string>

namespace navnet {

inline void ExpectPlace(const nlohmann::json& latitude, const nlohmann::json& longitude) {
  ASSERT_TRUE(latitude.is_number() && longitude.is_number());
  EXPECT_LE(std::abs(double(latitude)), 90);
  EXPECT_LE(std::abs(double(longitude)), 180);
}

inline void ExpectKeys(const nlohmann::json& object, const std::set<std::string>& keys) {
  ASSERT_TRUE(object.is_object());
  std::set<std::string> there;
  for (const auto& [key, value] : object.items()) there.insert(key);
  EXPECT_EQ(there, keys);
}

inline void ExpectSimpleItem(const nlohmann::json& item, size_t number) {
  ExpectKeys(item, {"AMSLAltAboveTerrain", "Altitude", "AltitudeMode", "autoContinue", "command", "doJumpId", "frame",
                    "params", "type"});
  EXPECT_EQ(item["type"], "SimpleItem");
  EXPECT_TRUE(item["AMSLAltAboveTerrain"].is_null() || item["AMSLAltAboveTerrain"].is_number());
  EXPECT_TRUE(item["Altitude"].is_number());
  EXPECT_EQ(item["AltitudeMode"], 1);  // Relative to home, as the frame.
  EXPECT_EQ(item["frame"], 3);
  EXPECT_TRUE(item["autoContinue"].is_boolean());
  EXPECT_TRUE(item["command"] == 16 || item["command"] == 21 || item["command"] == 22) << item["command"];
  EXPECT_EQ(item["doJumpId"], number);
  ASSERT_TRUE(item["params"].is_array());
  ASSERT_EQ(item["params"].size(), 7u);
  for (size_t i = 0; i < 7; ++i) {
    EXPECT_TRUE(item["params"][i].is_number() || (i < 4 && item["params"][i].is_null())) << i;
  }
  ExpectPlace(item["params"][4], item["params"][5]);
  EXPECT_EQ(item["params"][6], item["Altitude"]);
}

inline void ExpectPlan(const nlohmann::json& plan) {
  ExpectKeys(plan, {"fileType", "geoFence", "groundStation", "mission", "rallyPoints", "version"});
  EXPECT_EQ(plan["fileType"], "Plan");
  EXPECT_EQ(plan["version"], 1);
  EXPECT_EQ(plan["groundStation"], "QGroundControl");

  const nlohmann::json& mission = plan["mission"];
  ExpectKeys(mission, {"cruiseSpeed", "firmwareType", "globalPlanAltitudeMode", "hoverSpeed", "items",
                       "plannedHomePosition", "vehicleType", "version"});
  EXPECT_EQ(mission["version"], 2);
  EXPECT_TRUE(mission["firmwareType"].is_number_integer() && mission["vehicleType"].is_number_integer());
  EXPECT_EQ(mission["globalPlanAltitudeMode"], 1);
  EXPECT_GT(mission["cruiseSpeed"], 0);
  EXPECT_GT(mission["hoverSpeed"], 0);
  ASSERT_TRUE(mission["plannedHomePosition"].is_array());
  ASSERT_EQ(mission["plannedHomePosition"].size(), 3u);
  ExpectPlace(mission["plannedHomePosition"][0], mission["plannedHomePosition"][1]);
  EXPECT_TRUE(mission["plannedHomePosition"][2].is_number());
  ASSERT_TRUE(mission["items"].is_array());
  ASSERT_FALSE(mission["items"].empty());
  for (size_t i = 0; i < mission["items"].size(); ++i) {
    const nlohmann::json& item = mission["items"][i];
    ExpectSimpleItem(item, i + 1);
    EXPECT_EQ(item["command"] == 22, i == 0) << "exactly the first item is a take-off";
    EXPECT_TRUE(item["command"] != 21 || i + 1 == mission["items"].size()) << "only the last item may be a landing";
  }
  EXPECT_GT(mission["items"][0]["Altitude"], 0);

  ExpectKeys(plan["geoFence"], {"circles", "polygons", "version"});
  EXPECT_EQ(plan["geoFence"]["version"], 2);
  EXPECT_TRUE(plan["geoFence"]["circles"].is_array());
  for (const nlohmann::json& fence : plan["geoFence"]["polygons"]) {
    ExpectKeys(fence, {"inclusion", "polygon", "version"});
    EXPECT_EQ(fence["version"], 1);
    EXPECT_TRUE(fence["inclusion"].is_boolean());
    ASSERT_GE(fence["polygon"].size(), 3u);
    double twice_area = 0;
    for (size_t i = 0; i < fence["polygon"].size(); ++i) {
      const nlohmann::json &a = fence["polygon"][i], &b = fence["polygon"][(i + 1) % fence["polygon"].size()];
      ASSERT_EQ(a.size(), 2u);
      ExpectPlace(a[0], a[1]);
      twice_area += double(a[1]) * double(b[0]) - double(b[1]) * double(a[0]);
    }
    EXPECT_LT(twice_area, 0) << "clockwise";
  }
  ExpectKeys(plan["rallyPoints"], {"points", "version"});
  EXPECT_EQ(plan["rallyPoints"]["version"], 2);
  EXPECT_TRUE(plan["rallyPoints"]["points"].is_array());
}

}  // namespace navnet
