// SPDX-License-Identifier: Apache-2.0
#include "import/gltf_guard.h"

#include <navnet/internal/core/input_file.h>

#include "import/json_view.h"
#include "import/mesh_totals.h"
#include "import/text_cursor.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <initializer_list>
#include <set>

namespace navnet {
namespace {

static_assert(std::endian::native == std::endian::little, "GLB headers are read as they lie in memory");

constexpr size_t kDeepestNode = 512;
constexpr size_t kMostSections = 256;  // Top-level keys, searched linearly; the standard defines 18.
constexpr uint64_t kMostElements = uint64_t{1} << 31;
constexpr uint32_t kJsonChunk = 0x4E4F534A, kBinaryChunk = 0x004E4942;

Error Bad(const std::string& why) { return Error{ErrorCode::BadFormat, why}; }

uint32_t ReadUint32(std::string_view bytes, size_t at) {
  uint32_t value = 0;
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

struct Chunks {
  size_t json_begin = 0, json_size = 0, binary_size = 0;
};

Result<Chunks> FindChunks(std::string_view bytes) {
  const auto truncated = [] { return Bad("truncated GLB: a chunk reaches beyond the end of the file"); };
  if (bytes.size() < 20) return truncated();
  if (const uint32_t version = ReadUint32(bytes, 4); version != 2) {
    return Bad("GLB version " + std::to_string(version) + " is not supported, only 2");
  }
  if (ReadUint32(bytes, 8) > bytes.size()) {
    return Bad("truncated GLB: its header promises " + std::to_string(ReadUint32(bytes, 8)) + " bytes, but it has " +
               std::to_string(bytes.size()));
  }
  Chunks chunks{.json_begin = 20, .json_size = ReadUint32(bytes, 12)};
  if (ReadUint32(bytes, 16) != kJsonChunk) return Bad("damaged GLB: its first chunk is not JSON");
  if (chunks.json_size > bytes.size() - 20 || chunks.json_size % 4 != 0) return truncated();
  const size_t next = 20 + chunks.json_size;
  if (bytes.size() == next) return chunks;
  if (bytes.size() - next < 8) return truncated();
  if (ReadUint32(bytes, next + 4) != kBinaryChunk) return Bad("damaged GLB: its second chunk is not binary data");
  chunks.binary_size = ReadUint32(bytes, next);
  if (chunks.binary_size > bytes.size() - next - 8) return truncated();
  return chunks;
}

std::string DecodePercent(std::string_view uri) {
  std::string decoded;
  for (size_t i = 0; i < uri.size(); ++i) {
    unsigned code = 0;
    if (uri[i] == '%' && i + 2 < uri.size() &&
        std::from_chars(uri.data() + i + 1, uri.data() + i + 3, code, 16).ptr == uri.data() + i + 3 && code != 0) {
      decoded += static_cast<char>(code);
      i += 2;
    } else {
      decoded += uri[i];
    }
  }
  return decoded;
}

/// Checks the parts of one file, and collects the keys to keep.
class Guard {
 public:
  Guard(const JsonValue& root, std::string& bytes, const std::filesystem::path& folder, size_t binary_size,
        GuardedGltf& result)
      : root_(root), bytes_(bytes), folder_(folder), binary_size_(binary_size), result_(result) {}

  Status Run() {
    if (!root_.IsObject()) return Bad("not a glTF file: its JSON is not an object");
    if (root_.members.size() > kMostSections) return Bad("not a glTF file: it has too many sections");
    const JsonValue* asset = root_.Find("asset");
    const JsonValue* version = asset ? asset->Find("version") : nullptr;
    if (version == nullptr || !version->IsString()) return Bad("not a glTF file: it has no asset.version");
    if (!version->text.starts_with("2.")) {
      return Bad("glTF version " + Quote(version->text) + " is not supported, only 2.x");
    }
    if (const Status status = CheckExtensions(); !status) return status;
    if (const Status status = CheckMeshes(); !status) return status;
    if (const Status status = CheckNodes(); !status) return status;
    // Limits both what Assimp reads, shown or not, and what the scene shows.
    for (const MeshTotals& totals : {in_meshes_, shown_}) {
      if (const Status status = CheckTotals(totals, double(bytes_.size()) + buffer_bytes_); !status) return status;
    }
    return HideTheRest();
  }

 private:
  /// Item `index` of a top-level array, when there is one and it is an object.
  const JsonValue* Item(std::string_view section, const JsonValue* index) const {
    const JsonValue* array = root_.Find(section);
    if (array == nullptr || !array->IsArray() || index == nullptr) return nullptr;
    const uint64_t i = index->AsIndex().value_or(array->items.size());
    return i < array->items.size() && array->items[i].IsObject() ? &array->items[i] : nullptr;
  }

  Status CheckExtensions() const {
    const auto lists = [&](std::string_view section, std::string_view extension) {
      const JsonValue* array = root_.Find(section);
      return array != nullptr && std::any_of(array->items.begin(), array->items.end(),
                                             [&](const JsonValue& v) { return v.text == extension; });
    };
    for (std::string_view name : {"KHR_draco_mesh_compression", "EXT_meshopt_compression", "KHR_meshopt_compression",
                                  "KHR_mesh_quantization"}) {
      if (lists("extensionsRequired", name)) {
        return Bad("its geometry needs " + std::string(name) + ", which is not supported: export it uncompressed");
      }
    }
    if (lists("extensionsUsed", "EXT_mesh_gpu_instancing")) {
      return Bad("it uses EXT_mesh_gpu_instancing, which is not supported: export instances as nodes");
    }
    return Ok();
  }

  /// Checks that the scene's nodes form trees (no node twice) of limited depth, and counts the geometry they show.
  Status CheckNodes() {
    JsonValue zero;
    zero.type = JsonValue::Type::Number;
    const JsonValue* chosen = root_.Find("scene");
    const JsonValue* scene = Item("scenes", chosen ? chosen : &zero);
    if (scene == nullptr) return Bad("it has no scene");
    const JsonValue* nodes = root_.Find("nodes");
    std::vector<bool> seen(nodes && nodes->IsArray() ? nodes->items.size() : 0);
    const JsonValue* level = scene->Find("nodes");
    std::vector<const JsonValue*> lists, next;
    if (level != nullptr) lists.push_back(level);
    for (size_t depth = 0; !lists.empty(); ++depth) {
      if (depth > kDeepestNode) return Bad("its nodes are nested deeper than " + std::to_string(kDeepestNode));
      next.clear();
      for (const JsonValue* list : lists) {
        if (!list->IsArray()) return Bad("a list of nodes is not an array");
        for (const JsonValue& index : list->items) {
          const JsonValue* node = Item("nodes", &index);
          if (node == nullptr) return Bad("a node names a child that does not exist");
          if (seen[*index.AsIndex()]) return Bad("node " + std::to_string(*index.AsIndex()) + " has two parents");
          seen[*index.AsIndex()] = true;
          if (const Status status = CheckNode(*node); !status) return status;
          if (const JsonValue* mesh = node->Find("mesh")) shown_ += of_mesh_[*mesh->AsIndex()];
          if (const JsonValue* children = node->Find("children")) next.push_back(children);
        }
      }
      lists.swap(next);
    }
    return Ok();
  }

  Status CheckNode(const JsonValue& node) const {
    if (const JsonValue* mesh = node.Find("mesh"); mesh != nullptr && Item("meshes", mesh) == nullptr) {
      return Bad("a node names a mesh that does not exist");
    }
    const std::pair<std::string_view, size_t> parts[] = {
        {"matrix", 16}, {"translation", 3}, {"rotation", 4}, {"scale", 3}};
    for (const auto& [name, size] : parts) {
      const JsonValue* numbers = node.Find(name);
      if (numbers == nullptr) continue;
      const bool good = numbers->IsArray() && numbers->items.size() == size &&
                        std::all_of(numbers->items.begin(), numbers->items.end(),
                                    [](const JsonValue& v) { return v.type == JsonValue::Type::Number; });
      if (!good) return Bad("a node's " + std::string(name) + " is not " + std::to_string(size) + " numbers");
    }
    return Ok();
  }

  Status CheckMeshes() {
    const JsonValue* meshes = root_.Find("meshes");
    if (meshes == nullptr) return Error{ErrorCode::EmptyWorld, "the file has no meshes"};
    if (!meshes->IsArray()) return Bad("'meshes' is not an array");
    for (size_t m = 0; m < meshes->items.size(); ++m) {
      MeshTotals& totals = of_mesh_.emplace_back();
      const JsonValue* primitives = meshes->items[m].Find("primitives");
      if (primitives == nullptr || !primitives->IsArray()) {
        return Bad("mesh " + std::to_string(m) + " has no primitives");
      }
      for (const JsonValue& primitive : primitives->items) {
        const Result<MeshTotals> counted = CheckPrimitive(primitive);
        if (!counted) return Error{counted.error().code, "mesh " + std::to_string(m) + ": " + counted.error().message};
        totals += *counted;
      }
      in_meshes_ += totals;
    }
    return Ok();
  }

  Result<MeshTotals> CheckPrimitive(const JsonValue& primitive) {
    const JsonValue* attributes = primitive.Find("attributes");
    const JsonValue* position = attributes ? attributes->Find("POSITION") : nullptr;
    if (position == nullptr) return Bad("a primitive has no POSITION");
    Result<uint64_t> count = CheckAccessor(position, "POSITION", "VEC3", {{5126, 12}});
    if (!count) return count.error();
    const double vertices = double(*count);
    if (const JsonValue* indices = primitive.Find("indices")) {
      count = CheckAccessor(indices, "indices", "SCALAR", {{5121, 1}, {5123, 2}, {5125, 4}});
      if (!count) return count.error();
    }
    const JsonValue* mode_value = primitive.Find("mode");
    const std::optional<uint64_t> mode = mode_value ? mode_value->AsIndex() : 4;
    if (!mode || *mode > 6) return Bad("a primitive's mode is not 0 to 6");
    const uint64_t fewest = *mode == 0 ? 1 : *mode <= 3 ? 2 : 3;
    if (*count < fewest) return Bad("a primitive has too few vertices for its mode");
    constexpr uint64_t kTriangleList = 4;
    return MeshTotals{1, vertices, double(*count) / (*mode == kTriangleList ? 3 : 1)};
  }

  /// Returns the accessor's count; fails unless all of its elements lie inside existing data.
  Result<uint64_t> CheckAccessor(const JsonValue* index, std::string_view what, std::string_view type,
                                 std::initializer_list<std::pair<uint64_t, uint64_t>> component_types) {
    const JsonValue* accessor = Item("accessors", index);
    const auto fail = [&](const std::string& why) { return Bad("accessor of " + std::string(what) + " " + why); };
    if (accessor == nullptr) return fail("does not exist");
    if (accessor->Find("sparse") != nullptr) return fail("is sparse, which is not supported");
    const auto number = [](const JsonValue& object, std::string_view key, std::optional<uint64_t> otherwise) {
      const JsonValue* value = object.Find(key);
      return value ? value->AsIndex() : otherwise;
    };
    const JsonValue* type_value = accessor->Find("type");
    const std::optional<uint64_t> component = number(*accessor, "componentType", std::nullopt);
    const auto match = std::find_if(component_types.begin(), component_types.end(),
                                    [&](const auto& entry) { return component && entry.first == *component; });
    if (type_value == nullptr || type_value->text != type || match == component_types.end()) {
      return fail("has a type that is not allowed there");
    }
    const uint64_t size = match->second;
    const std::optional<uint64_t> count = number(*accessor, "count", std::nullopt);
    if (!count || *count == 0 || *count > kMostElements) return fail("has a bad count");

    const JsonValue* view = Item("bufferViews", accessor->Find("bufferView"));
    if (view == nullptr) return fail("has no bufferView");
    const std::optional<uint64_t> offset = number(*accessor, "byteOffset", 0);
    const std::optional<uint64_t> view_offset = number(*view, "byteOffset", 0);
    const std::optional<uint64_t> view_length = number(*view, "byteLength", std::nullopt);
    const std::optional<uint64_t> stride = number(*view, "byteStride", size);
    if (!offset || !view_offset || !view_length || !stride) return fail("has a bad offset or length");
    if (*stride < size || *stride > 252) return fail("has a bad byteStride");
    // None of these sums overflows: AsIndex() goes up to 2^53.
    if (*offset + (*count - 1) * *stride + size > *view_length) return fail("reaches beyond its bufferView");
    const JsonValue* buffer = Item("buffers", view->Find("buffer"));
    if (buffer == nullptr) return fail("has no buffer");
    const std::optional<uint64_t> buffer_length = number(*buffer, "byteLength", std::nullopt);
    if (!buffer_length || *view_offset + *view_length > *buffer_length) return fail("reaches beyond its buffer");
    if (const Status status = CheckBuffer(*buffer, *buffer_length); !status) return status.error();
    return *count;
  }

  Status CheckBuffer(const JsonValue& buffer, uint64_t length) {
    if (checked_buffers_.contains(&buffer)) return Ok();
    uint64_t available = 0;
    const JsonValue* uri = buffer.Find("uri");
    if (uri == nullptr) {
      if (&buffer != &root_.Find("buffers")->items[0] || !result_.is_binary) return Bad("a buffer has no uri");
      available = binary_size_;
    } else if (!uri->IsString() || uri->text.empty() || uri->text.find('\\') != std::string_view::npos) {
      return Bad("a buffer's uri is not a plain string");
    } else if (uri->text.starts_with("data:")) {
      const size_t comma = uri->text.find(',');
      if (comma == std::string_view::npos || !uri->text.substr(0, comma).ends_with(";base64")) {
        return Bad("an embedded buffer is not base64");
      }
      std::string_view data = uri->text.substr(comma + 1);
      if (data.size() % 4 != 0) return Bad("an embedded buffer's base64 is truncated");
      for (int i = 0; i < 2 && data.ends_with('='); ++i) data.remove_suffix(1);
      const bool clean = std::all_of(data.begin(), data.end(), [](char c) {
        return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '+' || c == '/';
      });
      if (!clean) return Bad("an embedded buffer's base64 is damaged");
      available = data.size() * 3 / 4;
    } else {
      const std::filesystem::path file = folder_ / DecodePercent(uri->text);
      const Result<InputFile> opened = InputFile::Open(file);
      if (!opened && opened.error().code == ErrorCode::NotFound) {
        return Error{ErrorCode::NotFound, "its buffer " + Quote(uri->text) + " does not exist beside it"};
      }
      if (!opened) return Error{opened.error().code, "its buffer " + Quote(uri->text) + " " + opened.error().message};
      available = opened->size();
      result_.buffers[std::string(uri->text)] = file;
      buffer_bytes_ += double(available);
    }
    if (available < length) {
      return Bad("a buffer is truncated: " + std::to_string(length) + " bytes promised, " + std::to_string(available) +
                 " there");
    }
    checked_buffers_.insert(&buffer);
    return Ok();
  }

  /// Keeps the named members of an object and renames all others. Fails on ambiguous keys.
  Status Keep(const JsonValue& object, const std::vector<std::string_view>& names) {
    std::vector<std::string_view> kept;
    for (const auto& [key, value] : object.members) {
      if (key.find('\\') != std::string_view::npos) return Bad("the key " + Quote(key) + " has an escape in it");
      if (std::find(names.begin(), names.end(), key) == names.end()) {
        if (!key.empty()) bytes_[size_t(key.data() - bytes_.data())] = '_';
      } else if (std::find(kept.begin(), kept.end(), key) != kept.end()) {
        return Bad("the key " + Quote(key) + " appears twice");
      } else {
        kept.push_back(key);
      }
    }
    return Ok();
  }

  Status KeepInAll(std::string_view section, const std::vector<std::string_view>& names) {
    const JsonValue* array = root_.Find(section);
    if (array == nullptr) return Ok();
    if (!array->IsArray()) return Bad(Quote(section) + " is not an array");
    for (const JsonValue& item : array->items) {
      if (!item.IsObject()) return Bad(Quote(section) + " holds something that is not an object");
      if (const Status status = Keep(item, names); !status) return status;
    }
    return Ok();
  }

  Status HideTheRest() {
    for (const JsonValue& mesh : root_.Find("meshes")->items) {
      for (const JsonValue& primitive : mesh.Find("primitives")->items) {
        if (const Status status = Keep(*primitive.Find("attributes"), {"POSITION"}); !status) return status;
        if (const Status status = Keep(primitive, {"attributes", "indices", "mode"}); !status) return status;
      }
    }
    const std::pair<std::string_view, std::vector<std::string_view>> sections[] = {
        {"scenes", {"nodes"}},
        {"nodes", {"children", "mesh", "matrix", "translation", "rotation", "scale"}},
        {"meshes", {"primitives"}},
        {"accessors", {"bufferView", "byteOffset", "componentType", "count", "type"}},
        {"bufferViews", {"buffer", "byteOffset", "byteLength", "byteStride"}},
        {"buffers", {"byteLength", "uri"}}};
    for (const auto& [section, names] : sections) {
      if (const Status status = KeepInAll(section, names); !status) return status;
    }
    if (const Status status = Keep(*root_.Find("asset"), {"version"}); !status) return status;
    return Keep(root_, {"asset", "scene", "scenes", "nodes", "meshes", "accessors", "bufferViews", "buffers"});
  }

  const JsonValue& root_;
  std::string& bytes_;
  const std::filesystem::path& folder_;
  size_t binary_size_;
  GuardedGltf& result_;
  std::set<const JsonValue*> checked_buffers_;
  double buffer_bytes_ = 0;  ///< Bytes in other files.
  std::vector<MeshTotals> of_mesh_;
  MeshTotals in_meshes_, shown_;
};

}  // namespace

Result<GuardedGltf> GuardGltf(std::string_view bytes, const std::filesystem::path& folder) {
  GuardedGltf result;
  result.is_binary = bytes.starts_with("glTF");
  Chunks chunks{.json_begin = 0, .json_size = bytes.size()};
  if (result.is_binary) {
    const Result<Chunks> found = FindChunks(bytes);
    if (!found) return found.error();
    chunks = *found;
  }
  if (!result.is_binary && bytes.starts_with("\xEF\xBB\xBF")) {
    bytes.remove_prefix(3);
    chunks.json_size -= 3;
  }
  result.bytes = bytes;
  const Result<JsonValue> root = ParseJson(std::string_view(result.bytes).substr(chunks.json_begin, chunks.json_size));
  if (!root) return root.error();
  if (const Status status = Guard(*root, result.bytes, folder, chunks.binary_size, result).Run(); !status) {
    return status.error();
  }
  return result;
}

}  // namespace navnet
