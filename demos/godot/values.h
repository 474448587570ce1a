#pragma once
// Values from and to Godot. Metres, Y up and right-handed on both sides, so vectors are only widened from floats to
// doubles and back. All functions need UseCore() first; a value of another type than is asked for counts as 0 or empty,
// as it does in Godot.

#include <navnet/core/geometry.h>

#include "godot/gdnative.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace navnet::godot {

/// The table that all calls go through; null when Godot takes it back.
void UseCore(const CoreTable* core);
const CoreTable* UsedCore();

/// Writes to Godot's log of errors.
void PrintError(const std::string& what);

Variant Nil();
Variant From(bool value);
Variant From(int64_t value);
Variant From(double value);
Variant From(Vec3 point);
Variant From(std::span<const Vec3> points);

int64_t ToInt(const Variant* variant);
double ToReal(const Variant* variant);
Vec3 ToPoint(const Variant* variant);
std::vector<Vec3> ToPoints(const Variant* variant);

}  // namespace navnet::godot
