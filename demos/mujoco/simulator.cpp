// SPDX-License-Identifier: Apache-2.0
#include "mujoco/simulator.h"

#include <mujoco/mujoco.h>

#include <algorithm>
#include <array>
#include <mutex>
#include <stdexcept>

namespace navnet {
namespace {

// Warnings are counted in mjData as well; MuJoCo's own handler appends them to a file in the current folder.
void IgnoreWarning(const char*) {}

// MuJoCo's own handler waits for a key and ends the process.
void ThrowError(const char* text) { throw std::runtime_error(std::string("MuJoCo: ") + text); }

struct FreeModel {
  void operator()(mjModel* model) const { mj_deleteModel(model); }
};
struct FreeData {
  void operator()(mjData* data) const { mj_deleteData(data); }
};
using ModelPointer = std::unique_ptr<mjModel, FreeModel>;

// MuJoCo reads files: this one is in memory. Its reader keeps the last model in a global variable, so there is one call
// at a time.
Result<ModelPointer> Compile(const std::string& text) {
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  mju_user_warning = IgnoreWarning;
  mju_user_error = ThrowError;
  constexpr const char* kFile = "flight.xml";
  const auto files = std::make_unique<mjVFS>();
  mj_defaultVFS(files.get());
  std::array<char, 1000> fault = {};
  ModelPointer model;
  if (mj_makeEmptyFileVFS(files.get(), kFile, int(text.size())) == 0) {
    std::copy(text.begin(), text.end(), static_cast<char*>(files->filedata[mj_findFileVFS(files.get(), kFile)]));
    model.reset(mj_loadXML(kFile, files.get(), fault.data(), int(fault.size())));
    mj_freeLastXML();
  }
  mj_deleteVFS(files.get());
  if (!model) return Error{ErrorCode::Internal, std::string("MuJoCo refuses the model: ") + fault.data()};
  return model;
}

Vec3 VectorAt(const mjtNum* numbers) { return {numbers[0], numbers[1], numbers[2]}; }

void Set(mjtNum* numbers, Vec3 v) {
  for (int k = 0; k < 3; ++k) numbers[k] = v[k];
}

}  // namespace

/// The only moving body: joint 0 has the positions 0 to 6 (place, quaternion), the velocities 0 to 5.
struct Simulator::Physics {
  static constexpr int kBody = 1;  // The world is 0.

  Quadrotor quadrotor;
  UpAxis up = UpAxis::Z;
  ModelPointer model;
  std::unique_ptr<mjData, FreeData> data;
};

Simulator::Simulator(std::unique_ptr<Physics> physics) : physics_(std::move(physics)) {}
Simulator::~Simulator() = default;
Simulator::Simulator(Simulator&&) noexcept = default;
Simulator& Simulator::operator=(Simulator&&) noexcept = default;

Result<Simulator> Simulator::Make(MeshView world, const Quadrotor& quadrotor, UpAxis up) {
  if (!world.triangles.empty()) {
    if (Status s = Validate(world); !s) return s.error();
  }
  Result<ModelPointer> model = Compile(ModelText(world, quadrotor, up));
  if (!model) return model.error();
  auto physics = std::make_unique<Physics>();
  physics->quadrotor = quadrotor;
  physics->up = up;
  physics->model = std::move(*model);
  physics->data.reset(mj_makeData(physics->model.get()));
  if (!physics->data) return Error{ErrorCode::OutOfMemory, "MuJoCo: out of memory"};
  Simulator simulator(std::move(physics));
  simulator.PlaceHovering({}, 0);
  return simulator;
}

void Simulator::PlaceHovering(Vec3 position, double yaw_rad) {
  const UpAxis up = physics_->up;
  Place({.position = position,
         .axes = AxesOf(WorldOf({}, 1, up), yaw_rad, up),
         .thrust_n = physics_->quadrotor.Weight()});
}

void Simulator::Place(const QuadrotorState& state) {
  const mjModel* model = physics_->model.get();
  mjData* data = physics_->data.get();
  mj_resetData(model, data);
  Set(data->qpos, state.position);
  const BodyAxes& axes = state.axes;
  const std::array<mjtNum, 9> rows = {axes.x.x, axes.y.x, axes.z.x, axes.x.y, axes.y.y,
                                      axes.z.y, axes.x.z, axes.y.z, axes.z.z};
  mju_mat2Quat(data->qpos + 3, rows.data());
  Set(data->qvel, state.velocity);
  Set(data->qvel + 3, state.rates_rad_s);
  for (int i = 0; i < 4; ++i) data->act[i] = state.thrust_n / 4;
  mj_step1(model, data);
}

void Simulator::Step(const MotorThrusts& commanded, Vec3 wind_m_s) {
  const mjModel* model = physics_->model.get();
  mjData* data = physics_->data.get();
  for (int i = 0; i < 4; ++i) data->ctrl[i] = commanded[size_t(i)];
  Set(data->xfrc_applied + 6 * Physics::kBody, DragOn(physics_->quadrotor, VectorAt(data->qvel), wind_m_s));
  mj_step2(model, data);
  mj_step1(model, data);
}

QuadrotorState Simulator::State() const {
  const mjData* data = physics_->data.get();
  const mjtNum* rows = data->xmat + 9 * Physics::kBody;
  QuadrotorState state{.position = VectorAt(data->qpos),
                       .velocity = VectorAt(data->qvel),
                       .axes = {{rows[0], rows[3], rows[6]}, {rows[1], rows[4], rows[7]}, {rows[2], rows[5], rows[8]}},
                       .rates_rad_s = VectorAt(data->qvel + 3),
                       .acceleration = VectorAt(data->qacc)};
  for (int i = 0; i < 4; ++i) state.thrust_n += data->act[i];
  return state;
}

int Simulator::Contacts() const { return physics_->data->ncon; }

bool Simulator::IsUnstable() const {
  const mjWarningStat* warnings = physics_->data->warning;
  return warnings[mjWARN_BADQPOS].number + warnings[mjWARN_BADQVEL].number + warnings[mjWARN_BADQACC].number > 0;
}

}  // namespace navnet
