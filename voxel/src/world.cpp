#include <navnet/core/input_file.h>
#include <navnet/voxel/world.h>

#include "import_3dmap.h"
#include "import_mesh.h"
#include "import_octomap.h"
#include "import_vdb.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <memory>
#include <new>

namespace navnet {
namespace {

constexpr double kSmallestScale = 1e-9, kLargestScale = 1e9;
constexpr const char* kExtensions = ".obj, .ply, .stl, .gltf, .glb, .dae, .3dmap, .bt, .vdb";

/// A whole file in memory, without the cost of clearing it first.
struct FileBytes {
  std::unique_ptr<char[]> data;
  size_t size = 0;

  std::string_view view() const { return {data.get(), size}; }
};

std::string LowerExtension(const std::filesystem::path& file) {
  std::string extension = file.extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return extension;
}

Status CheckOptions(const LoadOptions& options) {
  if (!(options.scale >= kSmallestScale && options.scale <= kLargestScale)) {
    return Error{ErrorCode::InvalidArgument,
                 "scale " + std::to_string(options.scale) + ": expected a number from 1e-9 to 1e9"};
  }
  if (options.vdb_threshold && !std::isfinite(*options.vdb_threshold)) {
    return Error{ErrorCode::InvalidArgument, "vdb_threshold: expected a finite number"};
  }
  return Ok();
}

Status CheckFormat(const std::string& extension) {
  static const std::string_view known[] = {".obj", ".ply", ".stl", ".gltf", ".glb", ".dae", ".3dmap", ".bt", ".vdb"};
  if (std::find(std::begin(known), std::end(known), extension) != std::end(known)) return Ok();
  if (extension == ".ot") {
    return Error{ErrorCode::UnknownFormat, "OctoMap's .ot files are not read: convert it to .bt (convert_octree)"};
  }
  const std::string what = extension.empty() ? "has no extension to tell its format" : "unknown format";
  return Error{ErrorCode::UnknownFormat, what + ", expected one of " + kExtensions};
}

Result<FileBytes> ReadFile(InputFile& file) {
  FileBytes bytes;
  bytes.size = file.size();
  bytes.data = std::make_unique_for_overwrite<char[]>(bytes.size);
  if (Status s = file.Read(bytes.data.get(), bytes.size); !s) return s.error();
  return bytes;
}

Result<ImportedMesh> ImportMesh(std::string_view bytes, const std::string& extension,
                                const std::filesystem::path& file) {
  if (extension == ".obj") return ImportObj(bytes);
  if (extension == ".ply") return ImportPly(bytes);
  if (extension == ".stl") return ImportStl(bytes);
  if (extension == ".dae") return ImportCollada(bytes);
  return ImportGltf(bytes, file.parent_path());
}

Result<World> LoadVoxels(Result<OccupancyGrid> grid, const std::filesystem::path& file, UpAxis up) {
  if (!grid) return grid.error();
  return World{file.filename().string(), up, *std::move(grid)};
}

Result<World> Load(const std::filesystem::path& file, const LoadOptions& options) {
  if (const Status status = CheckOptions(options); !status) return status.error();
  const std::string extension = LowerExtension(file);
  Result<InputFile> opened = InputFile::Open(file);
  if (!opened) return opened.error();
  if (opened->size() == 0) return Error{ErrorCode::BadFormat, "the file is empty"};
  if (const Status status = CheckFormat(extension); !status) return status.error();
  if (extension == ".vdb") return LoadVoxels(ImportVdb(file, options), file, options.up.value_or(UpAxis::Z));

  const Result<FileBytes> bytes = ReadFile(*opened);
  if (!bytes) return bytes.error();
  if (extension == ".3dmap") {
    return LoadVoxels(Import3dmap(bytes->view(), options.scale), file, options.up.value_or(UpAxis::Y));
  }
  if (extension == ".bt") {
    return LoadVoxels(ImportOctomap(bytes->view(), options.scale), file, options.up.value_or(UpAxis::Z));
  }
  Result<ImportedMesh> imported = ImportMesh(bytes->view(), extension, file);
  if (!imported) return imported.error();
  if (options.scale != 1) {
    for (Vec3& vertex : imported->mesh.vertices) vertex = vertex * options.scale;
  }
  if (const Status status = Validate(imported->mesh); !status) return status.error();
  return World{file.filename().string(), options.up.value_or(imported->up), std::move(imported->mesh)};
}

}  // namespace

Result<World> LoadWorld(const std::filesystem::path& file, const LoadOptions& options) {
  const auto with_name = [&](ErrorCode code, const std::string& why) {
    const std::string prefix = file.string() + ": ";
    return Error{code, why.starts_with(prefix) ? why : prefix + why};
  };
  try {
    Result<World> world = Load(file, options);
    return world ? std::move(world) : with_name(world.error().code, world.error().message);
  } catch (const std::bad_alloc&) {
    return with_name(ErrorCode::OutOfMemory, "not enough memory to read it");
  } catch (const std::length_error&) {
    return with_name(ErrorCode::OutOfMemory, "not enough memory to read it");
  } catch (const std::exception& e) {
    return with_name(ErrorCode::Internal, e.what());
  } catch (...) {
    return with_name(ErrorCode::Internal, "an unknown error in a library");
  }
}

}  // namespace navnet
