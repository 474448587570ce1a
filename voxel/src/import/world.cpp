// SPDX-License-Identifier: Apache-2.0
#include <navnet/voxel/world.h>

#include <navnet/core/range.h>
#include <navnet/internal/core/input_file.h>

#include "import/import_3dmap.h"
#include "import/import_mesh.h"
#include "import/import_octomap.h"
#include "import/import_vdb.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <memory>
#include <new>

namespace navnet {
namespace {

constexpr const char* kExtensions = ".obj, .ply, .stl, .gltf, .glb, .dae, .3dmap, .bt, .vdb";

/// A whole file in memory; the buffer is not zeroed first.
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

Result<ImportedMesh> ImportMesh(std::string_view bytes, const std::string& extension, const std::filesystem::path& file,
                                const ProgressFunction& progress) {
  if (extension == ".obj") return ImportObj(bytes, progress);
  if (extension == ".ply") return ImportPly(bytes, progress);
  if (extension == ".stl") return ImportStl(bytes, progress);
  if (extension == ".dae") return ImportCollada(bytes, progress);
  return ImportGltf(bytes, file.parent_path(), progress);
}

// Checks the voxel size and position, which may be any numbers in a file.
Status CheckPlace(const OccupancyGrid& grid) {
  const Box3 box = grid.frame().WorldBox(grid.bounds());
  const Status status = RangeCheck()
                            .Number("the edge of a voxel, in metres,", grid.frame().voxel_m, ranges::kSize_m)
                            .Point("the low corner", box.min)
                            .Point("the high corner", box.max)
                            .status();
  return status ? Ok() : Status(Error{ErrorCode::BadFormat, status.error().message});
}

Result<World> LoadVoxels(Result<OccupancyGrid> grid, const std::filesystem::path& file, UpAxis up) {
  if (!grid) return grid.error();
  if (const Status status = CheckPlace(*grid); !status) return status.error();
  return World{file.filename().string(), up, *std::move(grid)};
}

Result<World> Load(const std::filesystem::path& file, const LoadOptions& options) {
  if (const Status status = Validate(options); !status) return status.error();
  const std::string extension = LowerExtension(file);
  Result<InputFile> opened = InputFile::Open(file);
  if (!opened) return opened.error();
  if (opened->size() == 0) return Error{ErrorCode::BadFormat, "the file is empty"};
  if (const Status status = CheckFormat(extension); !status) return status.error();
  if (extension == ".vdb") return LoadVoxels(ImportVdb(file, options), file, options.up.value_or(UpAxis::Z));

  const Result<FileBytes> bytes = ReadFile(*opened);
  if (!bytes) return bytes.error();
  if (extension == ".3dmap") {
    return LoadVoxels(Import3dmap(bytes->view(), options.scale, options.progress), file,
                      options.up.value_or(UpAxis::Y));
  }
  if (extension == ".bt") {
    return LoadVoxels(ImportOctomap(bytes->view(), options.scale), file, options.up.value_or(UpAxis::Z));
  }
  Result<ImportedMesh> imported = ImportMesh(bytes->view(), extension, file, options.progress);
  if (!imported) return imported.error();
  if (options.scale != 1) {
    for (Vec3& vertex : imported->mesh.vertices) vertex = vertex * options.scale;
  }
  if (const Status status = Validate(imported->mesh); !status) return status.error();
  return World{file.filename().string(), options.up.value_or(imported->up), std::move(imported->mesh)};
}

}  // namespace

Status Validate(const LoadOptions& options) {
  return RangeCheck()
      .Number("scale", options.scale, ranges::kScale)
      .Number("vdb_threshold", options.vdb_threshold.value_or(0), LoadOptions::kVdbThreshold)
      .status();
}

Result<World> LoadWorld(const std::filesystem::path& file, const LoadOptions& options) {
  const auto with_name = [&](ErrorCode code, const std::string& why) {
    const std::string prefix = file.string() + ": ";
    return Error{code, why.starts_with(prefix) ? why : prefix + why};
  };
  try {
    Result<World> world = Load(file, options);
    return world ? std::move(world) : with_name(world.error().code, world.error().message);
  } catch (const CancelledError&) {
    return with_name(ErrorCode::Cancelled, "cancelled");
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
