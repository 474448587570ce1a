// SPDX-License-Identifier: Apache-2.0
#include "import/collada_guard.h"

#include "import/mesh_totals.h"
#include "import/text_cursor.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace navnet {
namespace {

// Limits on hostile files; larger ones allow more stack (the first two) and more memory to be used.
constexpr size_t kDeepestElement = 256;  // Nesting of XML elements.
constexpr int kDeepestNode = 512;        // Depth of the node graph.
constexpr double kMostNodes = 1e6;       // Nodes after expanding instances.
constexpr uint64_t kMostInputs = 64;     // Offset of an input, and stride of an accessor.

Error Bad(const std::string& why) { return Error{ErrorCode::BadFormat, why}; }

bool IsBlank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

/// One tag of the file: `<name attributes>`, `<name/>` or `</name>`.
struct Tag {
  std::string_view name;
  std::vector<std::pair<std::string_view, std::string_view>> attributes;
  bool opens = false, closes = false;
  size_t begin = 0, end = 0;  ///< Offsets in the text: of `<`, and behind `>`.

  std::optional<std::string_view> Find(std::string_view attribute) const {
    for (const auto& [key, value] : attributes) {
      if (key == attribute) return value;
    }
    return std::nullopt;
  }
};

/// Finds the tags of an XML text one by one.
class TagScanner {
 public:
  explicit TagScanner(std::string_view text) : text_(text) {}

  /// The next tag; empty at the end of the text.
  Result<std::optional<Tag>> Next() {
    for (;;) {
      at_ = text_.find('<', at_);
      if (at_ == std::string_view::npos) return std::optional<Tag>();
      if (text_.substr(at_).starts_with("<!--")) {
        if (!SkipPast("-->", 4)) return Damaged();
      } else if (text_.substr(at_).starts_with("<![CDATA[")) {
        if (!SkipPast("]]>", 9)) return Damaged();
      } else if (text_.substr(at_).starts_with("<?")) {
        if (!SkipPast("?>", 2)) return Damaged();
      } else if (text_.substr(at_).starts_with("<!")) {
        return Bad("document type declarations are not supported");
      } else {
        return ReadTag();
      }
    }
  }

 private:
  Error Damaged() const {
    const auto line = std::count(text_.begin(), text_.begin() + std::ptrdiff_t(std::min(at_, text_.size())), '\n') + 1;
    return Bad("line " + std::to_string(line) + ": damaged or truncated XML");
  }

  bool SkipPast(std::string_view closing, size_t opening_size) {
    const size_t end = text_.find(closing, at_ + opening_size);
    if (end == std::string_view::npos) return false;
    at_ = end + closing.size();
    return true;
  }

  void SkipBlanks() {
    while (at_ < text_.size() && IsBlank(text_[at_])) ++at_;
  }

  std::string_view ReadName() {
    const size_t begin = at_;
    while (at_ < text_.size() && !IsBlank(text_[at_]) &&
           std::string_view("<>/=\"'").find(text_[at_]) == std::string_view::npos) {
      ++at_;
    }
    return text_.substr(begin, at_ - begin);
  }

  bool Take(char c) {
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  Result<std::optional<Tag>> ReadTag() {
    Tag tag;
    tag.begin = at_++;
    tag.closes = Take('/');
    tag.opens = !tag.closes;
    tag.name = ReadName();
    if (tag.name.empty()) return Damaged();
    for (;;) {
      SkipBlanks();
      if (Take('>')) break;
      if (tag.opens && Take('/')) {
        if (!Take('>')) return Damaged();
        tag.closes = true;
        break;
      }
      const std::string_view key = ReadName();
      SkipBlanks();
      if (tag.attributes.size() >= 64 || key.empty() || !Take('=')) return Damaged();
      SkipBlanks();
      const char quote = at_ < text_.size() ? text_[at_] : '\0';
      if (quote != '"' && quote != '\'') return Damaged();
      const size_t begin = ++at_;
      at_ = text_.find(quote, begin);
      if (at_ == std::string_view::npos) return Damaged();
      tag.attributes.emplace_back(key, text_.substr(begin, at_ - begin));
      ++at_;
    }
    tag.end = at_;
    return std::optional<Tag>(std::move(tag));
  }

  std::string_view text_;
  size_t at_ = 0;
};

/// Elements that do not affect the geometry.
bool IsHidden(std::string_view name) {
  static constexpr std::array kHidden = {"library_animations",
                                         "library_animation_clips",
                                         "library_effects",
                                         "library_images",
                                         "library_materials",
                                         "library_lights",
                                         "library_cameras",
                                         "library_physics_models",
                                         "library_physics_scenes",
                                         "library_physics_materials",
                                         "library_force_fields",
                                         "library_formulas",
                                         "library_kinematics_models",
                                         "library_controllers",
                                         "extra"};
  return std::find(kHidden.begin(), kHidden.end(), name) != kHidden.end();
}

/// The nodes of a file and the nodes they instance.
class NodeGraph {
 public:
  size_t Add(const Tag& tag, std::optional<size_t> parent, bool in_library) {
    const size_t node = children_.size();
    children_.emplace_back();
    instances_.emplace_back();
    shown_.emplace_back();
    if (parent) children_[*parent].push_back(node);
    for (std::string_view key : {"id", "name", "sid"}) {
      const auto value = tag.Find(key);
      if (!value) continue;
      std::vector<size_t>& named = by_name_[std::string(*value)];
      if (named.empty() || named.back() != node) named.push_back(node);
      if (in_library && key == "id") by_library_id_[std::string(*value)].push_back(node);
    }
    return node;
  }

  void AddInstance(size_t node, std::string_view url) { instances_[node].push_back(std::string(url)); }
  void AddGeometry(size_t node, std::string_view url) { shown_[node].push_back(std::string(url)); }

  /// Follows every instance; fails on cycles, too much depth, too many nodes and too much geometry. `of_geometry`
  /// returns the totals of the geometry at a URL.
  Status Check(const std::function<MeshTotals(const std::string& url)>& of_geometry, double data_bytes) {
    for (const std::vector<std::string>& urls : instances_) {
      for (const std::string& url : urls) {
        if (Find(url) == nullptr) return Bad("an instance names the node " + Quote(url) + ", which does not exist");
      }
    }
    std::vector<double> size(children_.size(), 0);
    std::vector<int> height(children_.size(), 0);
    std::vector<MeshTotals> totals(children_.size());
    std::vector<char> state(children_.size(), 0);  // 1: being visited, 2: done.
    for (size_t root = 0; root < children_.size(); ++root) {
      std::vector<size_t> stack = {root};
      while (!stack.empty()) {
        const size_t node = stack.back();
        if (state[node] == 2) {
          stack.pop_back();
          continue;
        }
        const bool entering = state[node] == 0;
        state[node] = 1;
        size[node] = 1;
        height[node] = 1;
        totals[node] = {};
        bool ready = true;
        for (size_t next : Successors(node)) {
          if (state[next] == 2) {
            size[node] += size[next];
            totals[node] += totals[next];
            height[node] = std::max(height[node], height[next] + 1);
          } else if (state[next] == 1 || !entering) {
            return Bad("a node instances itself");
          } else {
            ready = false;
            stack.push_back(next);
          }
        }
        if (!ready) continue;
        if (height[node] > kDeepestNode) return Bad("its nodes are nested deeper than " + std::to_string(kDeepestNode));
        if (size[node] > kMostNodes) return Error{ErrorCode::TooLarge, "its instances expand to over a million nodes"};
        for (const std::string& url : shown_[node]) totals[node] += of_geometry(url);
        if (const Status status = CheckTotals(totals[node], data_bytes); !status) return status;
        state[node] = 2;
        stack.pop_back();
      }
    }
    return Ok();
  }

 private:
  /// The nodes to which a URL may refer. Assimp looks among the ids of the library first, then among all ids and names;
  /// which of several it takes does not matter here, because all of them must be safe.
  const std::vector<size_t>* Find(const std::string& url) const {
    const std::string name = url.starts_with('#') ? url.substr(1) : url;
    if (const auto found = by_library_id_.find(name); found != by_library_id_.end()) return &found->second;
    const auto found = by_name_.find(name);
    return found != by_name_.end() ? &found->second : nullptr;
  }

  std::vector<size_t> Successors(size_t node) const {
    std::vector<size_t> all = children_[node];
    for (const std::string& url : instances_[node]) {
      const std::vector<size_t>* meant = Find(url);
      all.insert(all.end(), meant->begin(), meant->end());
    }
    return all;
  }

  std::vector<std::vector<size_t>> children_;
  std::vector<std::vector<std::string>> instances_;
  std::vector<std::vector<std::string>> shown_;  ///< Geometries and controllers.
  std::map<std::string, std::vector<size_t>> by_name_, by_library_id_;
};

/// The attribute as a number, or `otherwise` if absent. Requires: the attribute, if present, is a number.
uint64_t NumberOr(const Tag& tag, std::string_view attribute, uint64_t otherwise) {
  uint64_t value = otherwise;
  if (const auto text = tag.Find(attribute)) ParseInteger(*text, value);
  return value;
}

/// A <triangles>, <polylist> or the like.
struct Primitive {
  std::string name;
  uint64_t count = 0;           ///< Its `count` attribute.
  uint64_t stride = 1;          ///< Indices per corner.
  std::vector<uint64_t> lists;  ///< Number of indices in each <p>.
  bool has_vertices = false, has_corner_counts = false, has_empty_polygon = false;
  uint64_t polygons = 0, corners = 0;  ///< According to its <vcount>.
};

class Guard {
 public:
  explicit Guard(std::string_view text) : text_(text), result_{std::string(text), UpAxis::Y} {}

  Result<GuardedCollada> Run() {
    if (text_.find('\0') != std::string_view::npos) return Bad("not a COLLADA file in UTF-8: it has zero bytes in it");
    TagScanner scanner(text_);
    for (;;) {
      Result<std::optional<Tag>> tag = scanner.Next();
      if (!tag) return tag.error();
      if (!*tag) break;
      if (const Status status = Visit(**tag); !status) return status.error();
    }
    if (!has_root_) return Bad("not a COLLADA file: it has no element COLLADA");
    if (!open_.empty()) return Bad("truncated: the element " + Quote(open_.back()) + " is not closed");
    if (const Status status = CheckAccessors(); !status) return status.error();
    const auto of_geometry = [this](const std::string& url) {
      const auto found = totals_.find(GeometryOf(url));
      return found != totals_.end() ? found->second : MeshTotals{};
    };
    if (const Status status = nodes_.Check(of_geometry, double(text_.size())); !status) return status.error();
    if (const Status status = ReplaceControllers(); !status) return status.error();
    return std::move(result_);
  }

 private:
  Status Visit(const Tag& tag) {
    if (tag.opens) {
      if (open_.empty() && tag.name != "COLLADA") return Bad("not a COLLADA file: it begins with " + Quote(tag.name));
      if (open_.empty() && has_root_) return Bad("it has two root elements");
      if (open_.size() >= kDeepestElement) return Bad("its elements are nested too deep");
      has_root_ = true;
      open_.emplace_back(tag.name);
      if (hidden_depth_ == 0 && IsHidden(tag.name)) {
        hidden_depth_ = open_.size();
        hidden_begin_ = tag.begin;
      }
      if (hidden_depth_ == 0) {
        if (const Status status = Open(tag); !status) return status;
      } else if (tag.name == "controller") {
        controller_ = std::string(tag.Find("id").value_or(""));
      } else if (tag.name == "skin" || tag.name == "morph") {
        skins_["#" + controller_] = std::string(tag.Find("source").value_or(""));
      }
    }
    if (tag.closes) {
      if (hidden_depth_ == 0 && primitive_ && IsPrimitive(tag.name)) {
        if (const Status status = CheckPrimitive(*primitive_); !status) return status;
        totals_[geometry_] += TotalsOf(*primitive_);
        primitive_.reset();
      }
      if (hidden_depth_ == 0 && !tag.opens && tag.name == "instance_controller") {
        replacements_.push_back({tag.begin, tag.end, "</instance_geometry>"});
      }
      if (open_.empty() || (!tag.opens && open_.back() != tag.name)) {
        return Bad("damaged XML: the end of " + Quote(tag.name) + " closes nothing");
      }
      if (hidden_depth_ == 0 && IsNode(tag.name)) open_nodes_.pop_back();
      if (hidden_depth_ == open_.size()) {
        std::fill(result_.text.begin() + std::ptrdiff_t(hidden_begin_), result_.text.begin() + std::ptrdiff_t(tag.end),
                  ' ');
        hidden_depth_ = 0;
      }
      open_.pop_back();
    }
    return Ok();
  }

  static bool IsNode(std::string_view name) { return name == "node" || name == "visual_scene"; }

  /// Assimp allocates memory for any declared count. Every value takes at least one character, so a count above the
  /// file's size is false.
  Status CheckNumbers(const Tag& tag) const {
    for (std::string_view key : {"count", "offset", "stride", "set"}) {
      const auto text = tag.Find(key);
      uint64_t number = 0;
      if (text && (!ParseInteger(*text, number) || number > text_.size())) {
        return Bad("element " + Quote(tag.name) + " has a bad " + std::string(key) + ", " + Quote(*text));
      }
    }
    return Ok();
  }

  /// Reads a list of indices or corner counts. Assimp loops forever when the list contains anything else.
  Result<std::vector<int32_t>> ReadIndices(const Tag& tag) const {
    std::vector<int32_t> indices;
    if (tag.closes) return indices;
    const size_t end = std::min(text_.find('<', tag.end), text_.size());
    const std::string_view list = text_.substr(tag.end, end - tag.end);
    if (list.find_first_not_of("0123456789 \t\r\n") != std::string_view::npos) {
      return Bad("a list of indices holds more than whole numbers, at " +
                 Quote(list.substr(list.find_first_not_of("0123456789 \t\r\n"), 8)));
    }
    TextCursor cursor(list);
    for (std::string_view word = cursor.WordOnAnyLine(); !word.empty(); word = cursor.WordOnAnyLine()) {
      int32_t index = 0;
      if (!ParseInteger(word, index)) return Bad("a list of indices holds " + Quote(word));
      indices.push_back(index);
    }
    if (!text_.substr(end).starts_with("</")) return Bad("a list of indices holds more than numbers");
    return indices;
  }

  static bool IsPrimitive(std::string_view name) {
    return name == "triangles" || name == "polylist" || name == "polygons" || name == "lines" || name == "linestrips" ||
           name == "tristrips" || name == "trifans";
  }

  /// Handles an element inside the open primitive.
  Status VisitPrimitivePart(const Tag& tag) {
    Primitive& primitive = *primitive_;
    if (tag.name == "input") {
      if (!primitive.lists.empty()) return Bad("an input comes after the indices it describes");
      primitive.stride = std::max(primitive.stride, NumberOr(tag, "offset", 0) + 1);
      primitive.has_vertices |= tag.Find("semantic") == "VERTEX";
    } else if (tag.name == "p" || tag.name == "vcount") {
      const Result<std::vector<int32_t>> indices = ReadIndices(tag);
      if (!indices) return indices.error();
      if (tag.name == "p") {
        primitive.lists.push_back(indices->size());
      } else {
        if (!primitive.lists.empty() || primitive.has_corner_counts) return Bad("a vcount is out of its place");
        primitive.has_corner_counts = true;
        primitive.polygons = indices->size();
        for (int32_t corners : *indices) primitive.corners += uint64_t(corners);
        primitive.has_empty_polygon = std::find(indices->begin(), indices->end(), 0) != indices->end();
      }
    } else if (tag.name == "ph") {
      return Bad("polygons with holes are not supported: export triangles");
    }
    return Ok();
  }

  /// Checks the counts of a primitive. Assimp asserts them, and in Debian's build a failed assertion aborts the
  /// program.
  static Status CheckPrimitive(const Primitive& primitive) {
    const auto fail = [&] {
      return Bad("the indices of " + Quote(primitive.name) + " do not fit its count of " +
                 std::to_string(primitive.count));
    };
    if (!primitive.lists.empty() && !primitive.has_vertices) return Bad(Quote(primitive.name) + " has no vertices");
    uint64_t total = 0;
    for (uint64_t size : primitive.lists) {
      if (size % primitive.stride != 0) return fail();
      total += size / primitive.stride;
    }
    const bool is_strip =
        primitive.name == "linestrips" || primitive.name == "tristrips" || primitive.name == "trifans";
    const uint64_t fewest = primitive.name == "polygons" ? 1 : primitive.name == "linestrips" ? 2 : 3;
    if (primitive.has_corner_counts != (primitive.name == "polylist")) {
      // An empty polylist may omit them.
      if (primitive.has_corner_counts || primitive.count > 0 || total > 0) return fail();
    }
    if (primitive.name == "triangles") {
      if (total != primitive.count * 3 || primitive.lists.size() > 1) return fail();
    } else if (primitive.name == "lines") {
      if (total % 2 != 0 || primitive.lists.size() > 1) return fail();  // Some programs write a wrong count here.
    } else if (primitive.name == "polylist") {
      if (primitive.polygons != primitive.count || primitive.corners != total || primitive.lists.size() > 1 ||
          primitive.has_empty_polygon) {
        return fail();
      }
    } else if (is_strip || primitive.name == "polygons") {
      if (primitive.lists.size() != primitive.count) return fail();
      for (uint64_t size : primitive.lists) {
        if (size / primitive.stride < fewest) return fail();
      }
    }
    return Ok();
  }

  /// Size of a primitive after import: Assimp gives every corner its own vertex.
  static MeshTotals TotalsOf(const Primitive& primitive) {
    MeshTotals totals{.parts = 1};
    for (const uint64_t size : primitive.lists) totals.vertices += double(size) / double(primitive.stride);
    totals.triangles = totals.vertices / (primitive.name == "triangles" ? 3 : 1);
    return totals;
  }

  Status Open(const Tag& tag) {
    if (const Status status = CheckNumbers(tag); !status) return status;
    if (primitive_) {
      if (IsPrimitive(tag.name)) return Bad("a primitive inside a primitive");
      if (const Status status = VisitPrimitivePart(tag); !status) return status;
    } else if (IsPrimitive(tag.name)) {
      primitive_.emplace();
      primitive_->name = tag.name;
      primitive_->count = NumberOr(tag, "count", 0);
    }
    if (IsNode(tag.name)) {
      for (std::string_view key : {"id", "name", "sid"}) {
        if (const auto value = tag.Find(key); value && value->find("&#") != std::string_view::npos) {
          return Bad("the node " + Quote(*value) + " has a character reference in its name");
        }
      }
      open_nodes_.push_back(nodes_.Add(tag,
                                       open_nodes_.empty() ? std::nullopt : std::optional<size_t>(open_nodes_.back()),
                                       open_.size() > 1 && open_[1] == "library_nodes"));
    } else if (tag.name == "instance_node") {
      const auto url = tag.Find("url");
      if (url && url->find('&') != std::string_view::npos) return Bad("an instance_node has an escape in its url");
      if (url && !open_nodes_.empty()) nodes_.AddInstance(open_nodes_.back(), *url);
    } else if (tag.name == "geometry") {
      geometry_ = "#" + std::string(tag.Find("id").value_or(""));
      if (tag.Find("id")) geometries_.insert(geometry_);
    } else if (tag.name == "instance_geometry" || tag.name == "instance_controller") {
      if (!open_nodes_.empty()) nodes_.AddGeometry(open_nodes_.back(), tag.Find("url").value_or(""));
      instances_.push_back({tag.begin, tag.end, std::string(tag.Find("url").value_or("")), tag.closes});
    } else if (tag.name == "float_array" || tag.name == "Name_array" || tag.name == "IDREF_array") {
      const uint64_t count = NumberOr(tag, "count", 0);
      if (const auto id = tag.Find("id")) {
        const auto [place, added] = arrays_.emplace(*id, count);
        if (!added) place->second = std::min(place->second, count);
      }
    } else if (tag.name == "accessor") {
      accessors_.push_back({std::string(tag.Find("source").value_or("")), NumberOr(tag, "count", 0),
                            NumberOr(tag, "offset", 0), NumberOr(tag, "stride", 1), 0});
    } else if (tag.name == "param" && open_.size() >= 2 && open_[open_.size() - 2] == "accessor") {
      ++accessors_.back().parameters;
    } else if (tag.name == "input") {
      if (NumberOr(tag, "offset", 0) > kMostInputs) return Bad("an input has an absurd offset");
    } else if (open_.size() == 3 && open_[1] == "asset" && tag.name == "unit") {
      double metres = 1;
      const auto meter = tag.Find("meter");
      if (meter && (!ParseReal(*meter, metres) || !(metres >= 1e-9 && metres <= 1e9))) {
        return Bad("its unit is " + Quote(*meter) + " metres: expected a positive number");
      }
    } else if (open_.size() == 3 && open_[1] == "asset" && tag.name == "up_axis") {
      const std::string_view axis = TextCursor(text_.substr(tag.end, 64)).WordOnAnyLine();
      if (axis.starts_with("X_UP")) return Bad("its up_axis is X_UP, which is not supported: turn it to Y_UP or Z_UP");
      result_.up = axis.starts_with("Z_UP") ? UpAxis::Z : UpAxis::Y;
    }
    return Ok();
  }

  /// The URL of the geometry of an instance: its own, or that of the mesh that its controller moves.
  std::string GeometryOf(std::string url) const {
    for (int i = 0; i < 8; ++i) {
      const auto skin = skins_.find(url);
      if (skin == skins_.end()) break;
      url = skin->second;
    }
    return url;
  }

  /// Replaces every skinned mesh by its undeformed geometry. Assimp's code for skins is not safe on hostile files, and
  /// silently omits instances without geometry.
  Status ReplaceControllers() {
    for (const Instance& instance : instances_) {
      const std::string url = GeometryOf(instance.url);
      if (!geometries_.contains(url)) {
        return Bad("an instance names the geometry " + Quote(instance.url) + ", which does not exist");
      }
      replacements_.push_back(
          {instance.begin, instance.end, "<instance_geometry url=\"" + url + (instance.closes ? "\"/>" : "\">")});
    }
    std::sort(replacements_.begin(), replacements_.end(),
              [](const Replacement& a, const Replacement& b) { return a.begin < b.begin; });
    std::string text;
    size_t copied = 0;
    for (const Replacement& replacement : replacements_) {
      text.append(result_.text, copied, replacement.begin - copied);
      text += replacement.text;
      copied = replacement.end;
    }
    text.append(result_.text, copied);
    result_.text = std::move(text);
    return Ok();
  }

  Status CheckAccessors() const {
    for (const Accessor& accessor : accessors_) {
      const auto array = arrays_.find(accessor.source.starts_with('#') ? accessor.source.substr(1) : accessor.source);
      if (array == arrays_.end()) continue;  // Assimp reports this error itself.
      const auto [source, count, offset, stride, parameters] = accessor;
      if (stride > kMostInputs || parameters > std::max<uint64_t>(stride, 1) ||
          offset + count * stride > array->second) {
        return Bad("an accessor reaches beyond its array " + Quote(source));
      }
    }
    return Ok();
  }

  struct Accessor {
    std::string source;
    uint64_t count, offset, stride, parameters;
  };

  struct Instance {
    size_t begin, end;
    std::string url;
    bool closes;
  };
  struct Replacement {
    size_t begin, end;
    std::string text;
  };

  std::string_view text_;
  GuardedCollada result_;
  bool has_root_ = false;
  std::vector<std::string> open_;
  size_t hidden_depth_ = 0, hidden_begin_ = 0;
  std::vector<size_t> open_nodes_;
  NodeGraph nodes_;
  std::map<std::string, uint64_t, std::less<>> arrays_;
  std::vector<Accessor> accessors_;
  std::optional<Primitive> primitive_;
  std::string controller_, geometry_;         ///< URL of the element opened last.
  std::map<std::string, MeshTotals> totals_;  ///< By the URL of a geometry.
  std::map<std::string, std::string> skins_;  ///< By the URL of a controller: the URL of the mesh it moves.
  std::set<std::string> geometries_;          ///< Their URLs.
  std::vector<Instance> instances_;
  std::vector<Replacement> replacements_;
};

}  // namespace

Result<GuardedCollada> GuardCollada(std::string_view text) { return Guard(text).Run(); }

}  // namespace navnet
