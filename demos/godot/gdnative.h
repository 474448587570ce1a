// SPDX-License-Identifier: Apache-2.0
#pragma once
// The part of GDNative, Godot 3's interface to native libraries, that NavNet's plug-in needs. Declared here because no
// package provides its headers.
//
// Godot passes a library a table of functions. Core table 1.0 is fixed for all of Godot 3: newer functions go into
// separate extension tables. So the index of a function does not change; the indices below are those of the functions
// that the plug-in calls, tested with Godot 3.2.3. Requires: CoreTable::IsKnown() returned true before any call. Values
// are passed as byte arrays, which determines the registers they are passed in.

#include <cstddef>
#include <cstdint>

namespace navnet::godot {

struct alignas(8) Variant {
  uint8_t bytes[24];
};
struct alignas(4) Vector3 {
  uint8_t bytes[12];  ///< Three floats.
};
struct alignas(8) PoolVector3Array {
  uint8_t bytes[8];
};

/// First member of every table.
struct TableHead {
  uint32_t type;  ///< 0: core, 1: NativeScript.
  uint32_t major, minor;
  const TableHead* next;
};

enum : uint32_t { kCoreTable = 0, kNativeScriptTable = 1 };

/// Indices of functions in core table 1.0.
enum class Core : int {
  PoolVector3ArrayNew = 235,
  PoolVector3ArrayResize = 244,
  PoolVector3ArrayRead = 245,
  PoolVector3ArrayWrite = 246,
  PoolVector3ArraySize = 249,
  PoolVector3ArrayDestroy = 250,
  PoolVector3ArrayReadPointer = 288,
  PoolVector3ArrayReadDestroy = 290,
  PoolVector3ArrayWritePointer = 316,
  PoolVector3ArrayWriteDestroy = 318,
  VariantNewNil = 509,
  VariantNewBool = 510,
  VariantNewInt = 512,
  VariantNewReal = 513,
  VariantNewVector3 = 517,
  VariantNewPoolVector3Array = 535,
  VariantAsInt = 539,
  VariantAsReal = 540,
  VariantAsVector3 = 544,
  VariantAsPoolVector3Array = 562,
  PrintError = 741,
};

struct CoreTable {
  using Function = void (*)();

  TableHead head;
  uint32_t extension_count;
  const TableHead* const* extensions;
  Function functions[744];

  bool IsKnown() const { return head.type == kCoreTable && head.major == 1 && head.minor == 0; }

  /// Calls a function by index: Call<int64_t(const Variant*)>(Core::VariantAsInt, variant).
  template <class Signature, class... Arguments>
  auto Call(Core function, Arguments... arguments) const {
    return reinterpret_cast<Signature*>(functions[int(function)])(arguments...);
  }

  const TableHead* Extension(uint32_t type) const {
    for (uint32_t i = 0; i < extension_count; ++i) {
      if (extensions[i]->type == type) return extensions[i];
    }
    return nullptr;
  }
};
static_assert(sizeof(TableHead) == 24 && offsetof(CoreTable, functions) == 40);

/// Passed by Godot when it loads the library.
struct InitOptions {
  bool in_editor;
  uint64_t core_hash, editor_hash, no_hash;
  void (*report_version_mismatch)(const void* library, const char* what, uint64_t want, uint64_t have);
  void (*report_loading_error)(const void* library, const char* what);
  void* library;
  const CoreTable* core;
  const void* library_path;
};

/// A function, its user data, and a function that frees the data.
template <class Function>
struct Callback {
  Function* function;
  void* data;
  void (*free_data)(void* data);
};
using CreateObject = void*(void* object, void* data);
using DestroyObject = void(void* object, void* data, void* self);
using CallMethod = Variant(void* object, void* data, void* self, int count, Variant** arguments);

struct MethodAttributes {
  int remote_calls;  ///< 0: none.
};

/// The used part of NativeScript table 1.0: registers classes that scripts can instantiate.
struct NativeScriptTable {
  TableHead head;
  void (*register_class)(void* handle, const char* name, const char* base, Callback<CreateObject> create,
                         Callback<DestroyObject> destroy);
  void (*register_tool_class)(void* handle, const char* name, const char* base, Callback<CreateObject> create,
                              Callback<DestroyObject> destroy);
  void (*register_method)(void* handle, const char* name, const char* method, MethodAttributes attributes,
                          Callback<CallMethod> call);
};

}  // namespace navnet::godot
