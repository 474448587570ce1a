#pragma once
// Tracks as glTF 2.0, for Blender, engines and viewers.

#include <navnet/core/result.h>
#include <navnet/export/flight_log.h>
#include <navnet/export/track.h>

#include <cstdint>
#include <filesystem>

namespace navnet {

/// Writes a scene; `.glb` in any case gives one binary file, other names JSON with the numbers inside as base64.
///
/// - Each track is a curve (line strips, coloured by how it goes, else by kind).
/// - Each box is a node with a translucent mesh, turned as the box is.
/// - Each track with times is also a marker of its radius that an animation moves along the curve, shown only while the
///   track lasts. The animation begins with the earliest time.
/// - The bodies of `bodies`, if given, move in the same animation and are shown while they are there.
///
/// Numbers are the world's own: glTF is y up, so a node at the root turns a world that is z up. glTF keeps single
/// precision: in a world farther than a kilometre from its origin, the node below the root moves to the middle and what
/// hangs from it is relative to that, exact to some thousandths of a millimetre a kilometre.
///
/// Returns the size in bytes. Refuses what Validate(set) refuses and more than 200000 boxes. `bodies` must be of the
/// same log as the tracks, so that times agree.
Result<uint64_t> SaveGltf(const std::filesystem::path& file, const TrackSet& set, const FlightLog* bodies = nullptr);

}  // namespace navnet
