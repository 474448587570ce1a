#include "export_options.h"

#include <navnet/export/gltf_file.h>
#include <navnet/export/plan_file.h>
#include <navnet/export/track_files.h>

#include "console.h"
#include "parse.h"

#include <cctype>
#include <filesystem>

namespace navnet::cli {
namespace {

Result<PlanOptions> PlanOptionsFrom(const std::string& origin, const std::string& heading,
                                    const std::string& home_height, const std::string& tolerance, bool land) {
  PlanOptions options;
  if (origin.empty()) {
    return Error{ErrorCode::InvalidArgument,
                 "--origin: a .plan needs it: LAT,LON[,ALT] of the world's origin, in degrees and metres"};
  }
  Result<std::vector<double>> place = ParseNumbers("--origin", origin, 0);
  if (!place) return place.error();
  if (place->size() != 2 && place->size() != 3) {
    return Error{ErrorCode::InvalidArgument, "--origin: '" + origin + "' is not LAT,LON or LAT,LON,ALT"};
  }
  options.origin.zero = {(*place)[0], (*place)[1], place->size() == 3 ? (*place)[2] : 0};
  Result<double> number = ParseNumber("--heading", heading);
  if (!number) return number.error();
  options.origin.heading_deg = *number;
  if (Status s = Validate(options.origin); !s) return s.error();
  number = ParseNumber("--tolerance", tolerance);
  if (!number) return number.error();
  options.tolerance_m = *number;
  if (!home_height.empty()) {
    number = ParseNumber("--home-height", home_height);
    if (!number) return number.error();
    options.home_height_m = *number;
  }
  options.land = land;
  return options;
}

Result<ExportedFile> Exported(const Result<uint64_t>& bytes) {
  if (!bytes) return bytes.error();
  return ExportedFile{*bytes};
}

}  // namespace

void ExportArguments::AddTo(CLI::App& command, bool out_is_required) {
  command.add_option("--out", out_, "The file to write; .csv, .json, .gltf, .glb or .plan says in which form")
      ->type_name("FILE")
      ->required(out_is_required);
  command.add_option("--origin", origin_, ".plan: where the world's origin lies, in degrees, and metres above the sea")
      ->type_name("LAT,LON[,ALT]");
  command.add_option("--heading", heading_, ".plan: degrees clockwise from north to +y (z up) or -z (y up)")
      ->type_name("DEG")
      ->capture_default_str();
  command.add_option("--home-height", home_height_, ".plan: world height of the ground the drone takes off from")
      ->type_name("M");
  command.add_option("--tolerance", tolerance_, ".plan: leave way points out that are this near to the straight line")
      ->type_name("M")
      ->capture_default_str();
  command.add_flag("--land", land_, ".plan: land at the end");
}

std::string ExportArguments::Extension() const {
  std::string extension = std::filesystem::path(out_).extension().string();
  for (char& c : extension) c = char(std::tolower(uint8_t(c)));
  return extension;
}

Status ExportArguments::Check(const std::string& input) const {
  const std::string extension = Extension();
  if (extension == ".plan") {
    if (const auto plan = PlanOptionsFrom(origin_, heading_, home_height_, tolerance_, land_); !plan) {
      return plan.error();
    }
  } else if (extension != ".csv" && extension != ".json" && extension != ".gltf" && extension != ".glb") {
    return Error{ErrorCode::InvalidArgument,
                 "--out: " + out_ + ": paths and flights are written as .csv, .json, .gltf, .glb or .plan"};
  }
  return CheckOutput(out_, input);
}

Result<ExportedFile> ExportArguments::Write(const TrackSet& set, const FlightLog* bodies) const {
  const std::string extension = Extension();
  if (extension == ".csv") return Exported(SaveTracksCsv(out_, set));
  if (extension == ".json") return Exported(SaveTracksJson(out_, set));
  if (extension != ".plan") return Exported(SaveGltf(out_, set, bodies));
  if (set.tracks.size() != 1) {
    std::string names;
    for (const Track& track : set.tracks) names += (names.empty() ? "" : ", ") + track.name;
    return Error{ErrorCode::InvalidArgument, out_ + ": a .plan is for one agent; choose it by --agent: " +
                                                 (names.empty() ? "there is none" : names)};
  }
  const auto options = PlanOptionsFrom(origin_, heading_, home_height_, tolerance_, land_);
  if (!options) return options.error();
  Result<PlanFile> plan = SavePlan(out_, set.tracks[0], set, *options);
  if (!plan) return plan.error();
  return ExportedFile{plan->bytes, std::move(plan->notes)};
}

}  // namespace navnet::cli
