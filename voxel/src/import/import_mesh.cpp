// SPDX-License-Identifier: Apache-2.0
#include "import/import_mesh.h"

#include <navnet/internal/core/input_file.h>

#include "import/collada_guard.h"
#include "import/gltf_guard.h"
#include "import/load_progress.h"
#include "import/mesh_totals.h"
#include "import/polygon.h"
#include "import/text_cursor.h"

#include <assimp/BaseImporter.h>
#include <assimp/config.h>
#include <assimp/importerdesc.h>
#include <assimp/scene.h>
#include <assimp/IOStream.hpp>
#include <assimp/IOSystem.hpp>
#include <assimp/Importer.hpp>

#include <cstring>
#include <map>
#include <memory>

namespace navnet {
namespace {

constexpr uint64_t kMostVertices = uint64_t{1} << 31;

/// A file that Assimp reads from memory.
class MemoryStream : public Assimp::IOStream {
 public:
  explicit MemoryStream(std::string_view bytes) : bytes_(bytes) {}
  explicit MemoryStream(std::string owned) : owned_(std::move(owned)), bytes_(owned_) {}

  size_t Read(void* to, size_t size, size_t count) override {
    if (size == 0) return 0;
    const size_t items = std::min(count, (bytes_.size() - at_) / size);
    if (items > 0) std::memcpy(to, bytes_.data() + at_, items * size);
    at_ += items * size;
    return items;
  }
  size_t Write(const void*, size_t, size_t) override { return 0; }
  aiReturn Seek(size_t offset, aiOrigin origin) override {
    const size_t from = origin == aiOrigin_SET ? 0 : origin == aiOrigin_CUR ? at_ : bytes_.size();
    if (from + offset > bytes_.size() || from + offset < from) return aiReturn_FAILURE;
    at_ = from + offset;
    return aiReturn_SUCCESS;
  }
  size_t Tell() const override { return at_; }
  size_t FileSize() const override { return bytes_.size(); }
  void Flush() override {}

 private:
  std::string owned_;
  std::string_view bytes_;
  size_t at_ = 0;
};

/// The only files that Assimp can open: the world itself, and the buffers that its guard allows.
class GuardedFiles : public Assimp::IOSystem {
 public:
  GuardedFiles(std::string name, std::string_view bytes, std::map<std::string, std::filesystem::path> others)
      : name_(std::move(name)), bytes_(bytes), others_(std::move(others)) {}

  bool Exists(const char* file) const override { return Clean(file) == name_ || others_.contains(Clean(file)); }
  char getOsSeparator() const override { return '/'; }
  Assimp::IOStream* Open(const char* file, const char*) override {
    if (Clean(file) == name_) return new MemoryStream(bytes_);
    const auto other = others_.find(Clean(file));
    if (other == others_.end()) return nullptr;
    Result<std::string> content = ReadWholeFile(other->second);
    return content ? new MemoryStream(*std::move(content)) : nullptr;
  }
  void Close(Assimp::IOStream* stream) override { delete stream; }

 private:
  static std::string Clean(std::string_view file) {
    while (file.starts_with("./")) file.remove_prefix(2);
    while (file.starts_with('/')) file.remove_prefix(1);
    return std::string(file);
  }

  std::string name_;
  std::string_view bytes_;
  std::map<std::string, std::filesystem::path> others_;
};

/// A library's error message as one line of limited length.
std::string OneLine(std::string_view text) {
  std::string line;
  for (char c : text) line += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  while (!line.empty() && line.back() == ' ') line.pop_back();
  if (line.size() > 200) line = line.substr(0, 200) + "...";
  return line.empty() ? "no reason given" : line;
}

/// A 3x4 matrix in double precision.
struct Transform {
  double m[3][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}};

  Vec3 operator()(const aiVector3D& v) const {
    const auto row = [&](int r) { return m[r][0] * v.x + m[r][1] * v.y + m[r][2] * v.z + m[r][3]; };
    return {row(0), row(1), row(2)};
  }
  Transform operator*(const aiMatrix4x4& other) const {
    Transform product;
    for (int r = 0; r < 3; ++r) {
      for (int c = 0; c < 4; ++c) {
        product.m[r][c] = c == 3 ? m[r][3] : 0;
        for (int k = 0; k < 3; ++k) product.m[r][c] += m[r][k] * double(other[unsigned(k)][unsigned(c)]);
      }
    }
    return product;
  }
};

/// Collects the meshes of a scene, once for each node that shows them.
class SceneWalker {
 public:
  SceneWalker(const aiScene& scene, TriangleMesh& mesh, const ProgressFunction& progress)
      : scene_(scene), mesh_(mesh), progress_(progress) {}

  Status Run() {
    // The guards checked the counts declared in the file; this checks what Assimp made of them.
    std::vector<uint64_t> triangles_of(scene_.mNumMeshes, 0);
    for (unsigned i = 0; i < scene_.mNumMeshes; ++i) {
      const aiMesh& m = *scene_.mMeshes[i];
      for (unsigned f = 0; f < m.mNumFaces; ++f) triangles_of[i] += std::max(3u, m.mFaces[f].mNumIndices) - 2;
    }
    uint64_t vertices = 0, triangles = 0;
    Visit(*scene_.mRootNode, {}, [&](unsigned mesh, const Transform&) {
      vertices += scene_.mMeshes[mesh]->mNumVertices;
      triangles += triangles_of[mesh];
    });
    if (vertices > kMostVertices || triangles > kMostVertices) {
      return Error{ErrorCode::TooLarge, "it has more than 2^31 vertices or triangles"};
    }
    // Reserved at once, so that a mesh that does not fit into memory fails before it is built.
    mesh_.vertices.reserve(vertices);
    mesh_.triangles.reserve(triangles);
    LoadProgress load(progress_, vertices);
    Visit(*scene_.mRootNode, {}, [&](unsigned mesh, const Transform& transform) {
      Add(*scene_.mMeshes[mesh], transform);
      load.At(mesh_.vertices.size());
    });
    return Ok();
  }

 private:
  template <class Body>
  void Visit(const aiNode& node, const Transform& parent, const Body& body) {
    const Transform transform = parent * node.mTransformation;
    for (unsigned i = 0; i < node.mNumMeshes; ++i) {
      if (node.mMeshes[i] < scene_.mNumMeshes) body(node.mMeshes[i], transform);
    }
    for (unsigned i = 0; i < node.mNumChildren; ++i) Visit(*node.mChildren[i], transform, body);
  }

  void Add(const aiMesh& m, const Transform& transform) {
    const uint32_t first = uint32_t(mesh_.vertices.size());
    for (unsigned v = 0; v < m.mNumVertices; ++v) mesh_.vertices.push_back(transform(m.mVertices[v]));
    for (unsigned f = 0; f < m.mNumFaces; ++f) {
      const aiFace& face = m.mFaces[f];
      corners_.clear();
      for (unsigned i = 0; i < face.mNumIndices; ++i) {
        // An index out of this mesh's range must not refer to the next mesh: Validate() reports it.
        corners_.push_back(face.mIndices[i] < m.mNumVertices ? first + face.mIndices[i] : UINT32_MAX);
      }
      AppendPolygon(mesh_.vertices, corners_, mesh_.triangles);
    }
  }

  const aiScene& scene_;
  TriangleMesh& mesh_;
  const ProgressFunction& progress_;
  std::vector<uint32_t> corners_;
};

/// Removes all loaders but one from an importer, so that it cannot guess another format from a file's content.
void KeepOnlyLoader(Assimp::Importer& importer, std::string_view name) {
  for (size_t i = importer.GetImporterCount(); i-- > 0;) {
    const aiImporterDesc* info = importer.GetImporterInfo(i);
    if (info != nullptr && info->mName == name) continue;
    Assimp::BaseImporter* loader = importer.GetImporter(i);
    importer.UnregisterLoader(loader);
    delete loader;
  }
}

Result<TriangleMesh> ReadWithAssimp(const std::string& name, std::string_view loader, std::string_view bytes,
                                    std::map<std::string, std::filesystem::path> others,
                                    const ProgressFunction& progress) {
  ReportProgress(progress, "load", 0);
  Assimp::Importer importer;  // Assimp does not log by default.
  KeepOnlyLoader(importer, loader);
  importer.SetIOHandler(new GuardedFiles(name, bytes, std::move(others)));
  importer.SetPropertyInteger(AI_CONFIG_IMPORT_COLLADA_IGNORE_UP_DIRECTION, 1);
  importer.SetPropertyInteger(AI_CONFIG_IMPORT_NO_SKELETON_MESHES, 1);
  // Without post-processing: polygons are cut by AppendPolygon(), which unlike Assimp drops nothing.
  const aiScene* scene = importer.ReadFile(name, 0);
  if (scene == nullptr || scene->mRootNode == nullptr) {
    if (importer.GetException() != nullptr) {
      try {
        std::rethrow_exception(importer.GetException());
      } catch (const std::bad_alloc&) {
        throw;
      } catch (...) {
      }
    }
    return Error{ErrorCode::BadFormat, OneLine(importer.GetErrorString())};
  }
  ReportProgress(progress, "load", 0);
  TriangleMesh mesh;
  if (const Status status = SceneWalker(*scene, mesh, progress).Run(); !status) return status.error();
  return mesh;
}

}  // namespace

Result<ImportedMesh> ImportGltf(std::string_view bytes, const std::filesystem::path& folder,
                                const ProgressFunction& progress) {
  Result<GuardedGltf> file = GuardGltf(bytes, folder);
  if (!file) return file.error();
  Result<TriangleMesh> mesh = ReadWithAssimp(file->is_binary ? "world.glb" : "world.gltf", "glTF2 Importer",
                                             file->bytes, file->buffers, progress);
  if (!mesh) return mesh.error();
  return ImportedMesh{*std::move(mesh), UpAxis::Y};
}

Result<ImportedMesh> ImportCollada(std::string_view text, const ProgressFunction& progress) {
  Result<GuardedCollada> file = GuardCollada(text);
  if (!file) return file.error();
  Result<TriangleMesh> mesh = ReadWithAssimp("world.dae", "Collada Importer", file->text, {}, progress);
  if (!mesh) return mesh.error();
  return ImportedMesh{*std::move(mesh), file->up};
}

}  // namespace navnet
