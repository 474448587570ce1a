// SPDX-License-Identifier: Apache-2.0
#include "export_options.h"

#include <navnet/export/gltf_file.h>
#include <navnet/export/track_files.h>

#include "console.h"
#include "number_option.h"
#include "parse.h"
#include "track_choice.h"

#include <cctype>
#include <filesystem>

namespace navnet::cli {
namespace {

Result<ExportedFile> Exported(const Result<uint64_t>& bytes) {
  if (!bytes) return bytes.error();
  return ExportedFile{*bytes};
}

}  // namespace

std::string ExtensionOf(const std::string& file) {
  std::string extension = std::filesystem::path(file).extension().string();
  for (char& c : extension) c = char(std::tolower(uint8_t(c)));
  return extension;
}

void ExportArguments::AddTo(CLI::App& command, bool out_is_required, const std::string& speed_help) {
  command
      .add_option("--out", out_,
                  "The file to write; its extension selects the format: .csv, .json, .gltf, .glb or .plan")
      ->type_name("FILE")
      ->required(out_is_required);
  const auto add = [&command](const char* name, std::string& value, const char* type, const std::string& help) {
    return command.add_option(name, value, help)->type_name(type);
  };
  TakesList(
      add("--origin,--home", origin_, "LAT,LON[,ALT]",
          ".plan: position of the world's origin, in degrees, and metres above sea level"),
      {.ranges = {GeoOrigin::kLatitude_deg, GeoOrigin::kLongitude_deg, GeoOrigin::kAltitude_m}, .least = 2, .most = 3},
      "latitude " + Text(GeoOrigin::kLatitude_deg) + ", longitude " + Text(GeoOrigin::kLongitude_deg) + ", altitude " +
          Text(GeoOrigin::kAltitude_m));
  TakesNumber(add("--heading", heading_, "DEG", ".plan: degrees clockwise from north to +y (z up) or -z (y up)")
                  ->capture_default_str(),
              GeoOrigin::kHeading_deg);
  TakesNumber(add("--home-height", home_height_, "M", ".plan: world height of the ground at take-off"),
              PlanOptions::kHomeHeight_m);
  TakesNumber(
      add("--tolerance", tolerance_, "M", ".plan: leave out way points this close to the straight line, in metres")
          ->capture_default_str(),
      PlanOptions::kTolerance_m);
  command.add_flag("--land", land_, ".plan: land at the end");
  TakesNumber(add("--speed", speed_, "M/S", speed_help)->capture_default_str(), ranges::kSpeed_m_s);
}

Result<double> ExportArguments::Speed() const { return ParseNumber("--speed", speed_); }

Result<PlanOptions> ExportArguments::ToPlanOptions() const {
  PlanOptions options;
  if (origin_.empty()) {
    return Error{ErrorCode::InvalidArgument,
                 "--origin: required for a .plan: LAT,LON[,ALT] of the world's origin, in degrees and metres"};
  }
  Result<std::vector<double>> place = ParseNumbers("--origin", origin_, 0);
  if (!place) return place.error();
  if (place->size() != 2 && place->size() != 3) {
    return Error{ErrorCode::InvalidArgument, "--origin: '" + origin_ + "' is not LAT,LON or LAT,LON,ALT"};
  }
  options.origin.zero = {(*place)[0], (*place)[1], place->size() == 3 ? (*place)[2] : 0};
  Result<double> number = ParseNumber("--heading", heading_);
  if (!number) return number.error();
  options.origin.heading_deg = *number;
  number = ParseNumber("--tolerance", tolerance_);
  if (!number) return number.error();
  options.tolerance_m = *number;
  if (!home_height_.empty()) {
    number = ParseNumber("--home-height", home_height_);
    if (!number) return number.error();
    options.home_height_m = *number;
  }
  number = Speed();
  if (!number) return number.error();
  if (*number > 0) options.speed_m_s = *number;
  options.land = land_;
  return options;
}

Status ExportArguments::Check(const std::string& input) const {
  const std::string extension = ExtensionOf(out_);
  if (extension == ".plan") {
    if (const auto plan = ToPlanOptions(); !plan) return plan.error();
  } else if (extension != ".csv" && extension != ".json" && extension != ".gltf" && extension != ".glb") {
    return Error{ErrorCode::InvalidArgument,
                 "--out: " + out_ + ": paths and flights are written as .csv, .json, .gltf, .glb or .plan"};
  }
  return CheckOutput(out_, input);
}

Result<ExportedFile> ExportArguments::Write(const TrackSet& set, const FlightLog* bodies, double fly_m_s) const {
  const std::string extension = ExtensionOf(out_);
  if (extension == ".csv") return Exported(SaveTracksCsv(out_, set));
  if (extension == ".json") return Exported(SaveTracksJson(out_, set));
  if (extension != ".plan") return Exported(SaveGltf(out_, set, bodies));
  if (set.tracks.size() != 1) {
    return Error{ErrorCode::InvalidArgument,
                 out_ + ": a .plan is for one agent; choose it with --agent: there is " + ChoicesText(set)};
  }
  Result<PlanOptions> options = ToPlanOptions();
  if (!options) return options.error();
  if (fly_m_s > 0 && *Speed() == 0) options->speed_m_s = fly_m_s;
  Result<PlanFile> plan = SavePlan(out_, set.tracks[0], set, *options);
  if (!plan) return plan.error();
  return ExportedFile{plan->bytes, std::move(plan->notes)};
}

}  // namespace navnet::cli
