// SPDX-License-Identifier: Apache-2.0
#include "builtin_world.h"

#include <navnet/worlds/ground_scenes.h>
#include <navnet/worlds/worlds.h>

#include "parse.h"

#include <algorithm>
#include <vector>

namespace navnet::cli {
namespace {

constexpr std::string_view kBuiltin = "builtin:";

std::string BuiltinNames() {
  std::string names;
  for (const WorldKindInfo& info : WorldKinds()) names += (names.empty() ? "" : ", ") + std::string(info.name);
  return names;
}

std::string GroundSceneNames() {
  std::string names;
  for (const GroundSceneInfo& info : GroundSceneKinds()) names += (names.empty() ? "" : ", ") + std::string(info.name);
  return names;
}

/// One parameter after a built-in world's name, as KEY=NUMBER.
struct BuiltinItem {
  std::string_view key, value;
  std::string option;  ///< Name of the option in error messages.
};

std::vector<BuiltinItem> ItemsOf(std::string_view text, size_t name_end) {
  std::vector<BuiltinItem> items;
  for (size_t at = name_end; at < text.size();) {
    const size_t end = std::min(text.find(',', at + 1), text.size());
    const std::string_view item = text.substr(at + 1, end - at - 1);
    const size_t equals = std::min(item.find('='), item.size());
    const std::string_view key = item.substr(0, equals);
    items.push_back({key, item.substr(std::min(equals + 1, item.size())), std::string(text) + ": " + std::string(key)});
    at = end;
  }
  return items;
}

// builtin:NAME[,n=N][,seed=N]
Result<TriangleMesh> MakeBuiltinScene(GroundSceneKind kind, const std::vector<BuiltinItem>& items) {
  GroundSceneSpec spec{.kind = kind};
  for (const BuiltinItem& item : items) {
    if (item.key != "n" && item.key != "seed") {
      return Error{ErrorCode::InvalidArgument,
                   item.option + ": unknown; a built-in ground scene takes n=COUNT and seed=NUMBER"};
    }
    Result<int64_t> number = ParseInteger(item.option, item.value, 0, item.key == "n" ? INT32_MAX : INT64_MAX);
    if (!number) return number.error();
    if (item.key == "seed") {
      spec.seed = uint64_t(*number);
    } else {
      spec.n = int(*number);
    }
  }
  Result<GroundScene> scene = MakeGroundScene(spec);
  if (!scene) return scene.error();
  return std::move(scene->mesh);
}

// builtin:NAME[,size=M][,triangles=N][,seed=N]
Result<TriangleMesh> MakeBuiltinWorld(WorldKind kind, const std::vector<BuiltinItem>& items) {
  WorldSpec spec{.kind = kind};
  for (const BuiltinItem& item : items) {
    if (item.key == "size") {
      Result<double> size = ParseNumber(item.option, item.value);
      if (!size) return size.error();
      spec.size_m = *size;
    } else if (item.key == "triangles" || item.key == "seed") {
      Result<int64_t> number = ParseInteger(item.option, item.value, 0, INT64_MAX);
      if (!number) return number.error();
      if (item.key == "seed") {
        spec.seed = uint64_t(*number);
      } else {
        spec.triangles = *number;
      }
    } else {
      return Error{ErrorCode::InvalidArgument,
                   item.option + ": unknown; a built-in world takes size=METRES, triangles=COUNT and seed=NUMBER"};
    }
  }
  return MakeWorld(spec);
}

}  // namespace

Result<World> MakeBuiltin(std::string_view text) {
  const size_t name_end = std::min(text.find(','), text.size());
  const std::string name(text.substr(kBuiltin.size(), name_end - kBuiltin.size()));
  const std::optional<WorldKind> kind = WorldKindFromName(name);
  const std::optional<GroundSceneKind> scene = GroundSceneKindFromName(name);
  if (!kind && !scene) {
    return Error{ErrorCode::InvalidArgument, std::string(text) + ": no built-in world '" + name + "'; there are " +
                                                 BuiltinNames() + ", and ground scenes " + GroundSceneNames()};
  }
  const std::vector<BuiltinItem> items = ItemsOf(text, name_end);
  Result<TriangleMesh> mesh = kind ? MakeBuiltinWorld(*kind, items) : MakeBuiltinScene(*scene, items);
  if (!mesh) {
    const bool named = mesh.error().message.starts_with(text);
    return Error{mesh.error().code, named ? mesh.error().message : std::string(text) + ": " + mesh.error().message};
  }
  return World{std::string(text), UpAxis::Z, std::move(*mesh)};
}

bool IsBuiltin(std::string_view text) { return text.starts_with(kBuiltin); }

std::string BuiltinHelp() {
  return "builtin:NAME[,size=M]\n[,triangles=N][,seed=N] with NAME one of " + BuiltinNames() +
         ";\nground to walk on: builtin:NAME[,n=N][,seed=N] with NAME one of " + GroundSceneNames();
}

}  // namespace navnet::cli
