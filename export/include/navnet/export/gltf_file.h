// SPDX-License-Identifier: Apache-2.0
#pragma once
// Tracks as glTF 2.0, for Blender, engines and viewers.

#include <navnet/core/result.h>
#include <navnet/export/flight_log.h>
#include <navnet/export/track.h>

#include <cstdint>
#include <filesystem>

namespace navnet {

/// Writes a scene. The extension `.glb` (case-insensitive) gives a binary file, any other JSON with embedded base64
/// data.
///
/// - Each track is a curve (line strips, coloured by mode of travel, or by kind where the mode is unknown).
/// - Each box is a node with a translucent mesh and the box's rotation.
/// - Each track with times also has a marker of its radius, animated along the curve and visible only during the track.
///   With a yaw, its node turns about the up axis, and the marker has a nose along the node's horizontal axis of yaw 0
///   (+x with z up, +z with y up).
/// The animation begins at the earliest time.
/// - The bodies of `bodies`, if given, move in the same animation and are visible while they are present.
///
/// Coordinates are those of the world: glTF is y up, so the root node rotates a world that is z up. glTF stores single
/// precision: if coordinates exceed 1024 m, the node below the root is translated to the centre of the scene and
/// everything below it is relative to that, which rounds by less than 0.1 mm per kilometre from the centre.
///
/// Returns the size in bytes. Refuses what Validate(set) refuses, and more than 200000 boxes. `bodies` must be the log
/// of the tracks, so that times agree.
Result<uint64_t> SaveGltf(const std::filesystem::path& file, const TrackSet& set, const FlightLog* bodies = nullptr);

}  // namespace navnet
