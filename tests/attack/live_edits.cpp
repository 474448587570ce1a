// SPDX-License-Identifier: Apache-2.0
// Live worlds under random edits: the net equals that of a bake from scratch, byte for byte.

#include <navnet/live/live_world.h>

#include "attack/attack_part.h"
#include "support/live_worlds.h"

#include <algorithm>
#include <array>
#include <string>

namespace navnet::attack {

void EditLiveWorlds(Case& now) {
  TestRandom random(now.random());
  const double size = random.Uniform(4, 12), voxel_m = random.Integer(0, 1) ? 0.25 : random.Uniform(0.15, 0.5);
  // The bounds are usually no multiple of the voxel size.
  BakeOptions options = LiveOptions(voxel_m, {0, random.Uniform(0.05, 0.4)}, size);
  options.sample.threads = 1;
  if (random.Integer(0, 2)) options.walk.emplace().height_m = random.Uniform(0.5, 2);
  if (options.walk) options.walk->step_m = random.Uniform(0.05, 0.4);
  options.keep = std::array{Keep::All, Keep::Outside, Keep::Largest}[size_t(random.Integer(0, 2))];
  Result<LiveWorld> live = LiveWorld::Make(WalledRooms(size, random.Integer(0, 3) ? UpAxis::Z : UpAxis::Y), options);
  if (!live) throw Failure("a world was refused: " + live.error().message);
  LiveObstacles there;
  for (int round = 0; round < 6; ++round) {
    for (int edits = random.Integer(1, 6); edits > 0; --edits) {
      RandomEdit(random, size, *live, there);
      ++now.tally["edits"];
    }
    if (const Result<WorldChange> change = live->Update(); !change) {
      throw Failure("round " + std::to_string(round) + ": " + change.error().message);
    }
    const Result<Net> net = live->MakeNet();
    const Result<Baked> baked = Bake(live->CurrentWorld(), live->bake_options());
    const std::string where = "round " + std::to_string(round);
    if (net.ok() != baked.ok()) {
      throw Failure(where + ": only one was refused: " + (net ? baked.error().message : net.error().message));
    }
    if (net && !std::ranges::equal(net->image(), baked->net.image())) throw Failure(where + ": the nets differ");
    ++now.tally["comparisons"];
  }
}

}  // namespace navnet::attack
