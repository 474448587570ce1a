#pragma once
// What NavNet's plug-in needs of GDNative, the interface of Godot 3 to native libraries, in our own words: no package
// has its headers.
//
// Godot hands a library a table of functions. Core table 1.0 stays as it is for all of Godot 3: newer functions go into
// tables of their own that hang on behind it. So a function's number in it does not change, and here are the numbers of
// those that the plug-in calls, as tried with Godot 3.2.3. CoreTable::IsKnown must be asked before any is called.
// Values are passed as bytes, which decides in which registers they travel.

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

/// Begins every table.
struct TableHead {
  uint32_t type;  ///< 0: core, 1: NativeScript.
  uint32_t major, minor;
  const TableHead* next;
};

enum : uint32_t { kCoreTable = 0, kNativeScriptTable = 1 };

/// Numbers of functions in core table 1.0.
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

  /// Calls a function by number: Call<int64_t(const Variant*)>(Core::VariantAsInt, variant).
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

/// What Godot tells a library when it is loaded.
struct InitOptions {
  bool in_editor;
  uint64_t core_hash, editor_hash, no_hash;
  void (*report_version_mismatch)(const void* library, const char* what, uint64_t want, uint64_t have);
  void (*report_loading_error)(const void* library, const char* what);
  void* library;
  const CoreTable* core;
  const void* library_path;
};

/// A function with data of its own, and how to free those.
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

/// NativeScript table 1.0, as far as it is used: classes that scripts make objects of.
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
