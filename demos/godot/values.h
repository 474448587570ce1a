// SPDX-License-Identifier: Apache-2.0
#pragma once
// Conversions between Godot's values and ours. Both use metres, Y up and right-handed axes, so vectors are only
// converted between floats and doubles. Requires: UseCore() was called. A value of the wrong type is read as 0 or
// empty, as in Godot.

#include <navnet/core/geometry.h>

#include "godot/gdnative.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace navnet::godot {

/// Sets the table that all calls go through; null when Godot unloads the library.
void UseCore(const CoreTable* core);
const CoreTable* UsedCore();

/// Writes to Godot's error log.
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
