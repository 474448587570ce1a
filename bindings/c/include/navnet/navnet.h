#ifndef NAVNET_NAVNET_H
#define NAVNET_NAVNET_H
/* NavNet for C, and for every language that can call C: navigation of agents that fly, walk, or do both.
 *
 *   #include <navnet/navnet.h>
 *   #include <stdio.h>
 *
 *   int main(void) {
 *     navnet_net net = {0};
 *     if (navnet_net_load("city.navnet", NAVNET_NET_MAP, &net) != NAVNET_OK) {
 *       fprintf(stderr, "%s\n", navnet_last_error_message());
 *       return 1;
 *     }
 *     navnet_navigator navigator = {0};
 *     navnet_context context = {0};
 *     navnet_path path = {0};
 *     navnet_navigator_create(net, &navigator);
 *     navnet_context_create(&context);
 *     navnet_path_create(&path);
 *
 *     navnet_flight_query query;
 *     navnet_flight_query_default(&query, sizeof query);
 *     query.start = (navnet_vec3){10, 5, 20};
 *     query.goal = (navnet_vec3){300, 80, 45};
 *     query.radius_m = 0.5;
 *     navnet_path_info found;
 *     if (navnet_navigator_find_flight(navigator, &query, context, path, &found, sizeof found) == NAVNET_OK) {
 *       printf("%s: %.2f m\n", navnet_path_status_name(found.status), found.length_m);
 *     }
 *     navnet_path_destroy(path); navnet_context_destroy(context);
 *     navnet_navigator_destroy(navigator); navnet_net_destroy(net);
 *   }
 *
 * TWO LIBRARIES have this header. libnavnet_c holds everything. libnavnet_c_runtime holds sections 1 to 7, all that a
 * shipped game needs to load nets, find paths and move agents, and depends on no importer and no voxel library. A
 * program links one of them. Sections 8 to 10 (worlds and baking, live worlds, explored maps) are in libnavnet_c only.
 *
 * UNITS. Metres, seconds, radians unless a name says otherwise (`_us`: microseconds, `_deg`: degrees). Double
 * precision.
 *
 * STATUS. Functions return NAVNET_OK (0) or the reason why they did nothing; navnet_last_error_message() then says
 * what, where and what to do. A function that fails writes no result; a query that runs out of memory leaves its path
 * empty. How a query ended (complete, unreachable …) is no error but a value in its result. No exception ever leaves
 * the library.
 *
 * HANDLES name objects. A handle is a number in a struct; zeroed it names nothing. Numbers are never used again: a
 * handle that was destroyed, was never made, or is of another kind gives NAVNET_ERROR_BAD_HANDLE, on every function,
 * from every thread. An object lives until its handle is destroyed and the calls that use it have returned; objects
 * made of others keep what they need of them, so a net may be destroyed as soon as its navigator is made. Destroying
 * the null handle does nothing and is no error.
 *
 * THREADS. Any function may be called from any thread at any time. Objects that never change (nets, navigators,
 * travellers, grounds, worlds, grids, samplings, probes, changes, snapshots) and cancel flags serve any number of calls
 * at once. Objects that change (contexts, paths, path sets, runs, watches, avoidances, crowds, explored maps) serve one
 * call that changes them, or any number that only read: a call that comes in between returns NAVNET_ERROR_BUSY and does
 * nothing. Keep one context and one path for each thread. Live worlds take calls from any thread and let them wait for
 * each other.
 *
 * STRUCTS. Those that begin with `struct_bytes` are options that a later version may extend. Fill them with their
 * _default function, which is told the caller's sizeof, then change what differs. Results that may grow are handed over
 * with their sizeof in the same way. A size that the library does not know gives NAVNET_ERROR_BAD_VERSION. All other
 * structs stay as they are within one NAVNET_API_VERSION.
 *
 * ARRAYS come in as pointer and count, where null is allowed if the count is 0. Arrays go out into the caller's
 * buffers: (out, capacity, required). `required`, which may be null, always gets the number of elements there are; if
 * capacity is less, the call returns NAVNET_ERROR_BUFFER_TOO_SMALL and writes no element. Null and 0 ask for the size
 * alone. No array may have more than 2^31 - 1 elements.
 *
 * NUMBERS have ranges, which stand beside them: "0 to 1e12" holds both ends. What lies beyond, NaN among it, gives
 * NAVNET_ERROR_INVALID_ARGUMENT and a message that names the number and its range. Queries with such a number are
 * answered by a path of the status NAVNET_PATH_INVALID_QUERY; navnet_flight_query_check and its like say which it is.
 * Coordinates of worlds, seeds, obstacles and agents go from -1e12 to 1e12.
 *
 * CALLBACKS come with a pointer that is handed back as it is. They must return: neither exceptions nor longjmp may
 * leave them. Each says from which thread it is called.
 *
 * TRUTH is navnet_bool, 32 bits wide, since the size of C's bool is not agreed upon between languages: 0 is false, all
 * else true; the library answers 0 and 1. Enumerations are 32 bits wide for the same reason; a number that is none of
 * theirs gives NAVNET_ERROR_INVALID_ARGUMENT. Text is UTF-8 and ends with a zero byte.
 */

#include <stddef.h>
#include <stdint.h>

#if defined(NAVNET_C_BUILD) && defined(__GNUC__)
#define NAVNET_API __attribute__((visibility("default")))
#else
#define NAVNET_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- 1. Versions and errors ----------------------------------------------------------------------------------- */

#define NAVNET_VERSION_MAJOR 0
#define NAVNET_VERSION_MINOR 1
#define NAVNET_VERSION_PATCH 0
/* Grows whenever a program must be compiled anew to use a newer library. */
#define NAVNET_API_VERSION 1u

typedef int32_t navnet_bool;

typedef int32_t navnet_status;
enum {
  NAVNET_OK = 0,
  NAVNET_ERROR_INVALID_ARGUMENT = 1, /* An option or a value handed in makes no sense. */
  NAVNET_ERROR_NOT_FOUND = 2,        /* The file does not exist. */
  NAVNET_ERROR_UNREADABLE = 3,       /* The file cannot be read: a directory, no rights, an I/O error. */
  NAVNET_ERROR_UNKNOWN_FORMAT = 4,   /* The file's kind is not one NavNet reads. */
  NAVNET_ERROR_BAD_FORMAT = 5,       /* Damaged, truncated or not what the name says. */
  NAVNET_ERROR_EMPTY_WORLD = 6,      /* There is no geometry to work on. */
  NAVNET_ERROR_TOO_LARGE = 7,        /* The result would exceed the memory budget or the grid's limits. */
  NAVNET_ERROR_WRITE_FAILED = 8,     /* Nothing was written; whatever stood there before is untouched. */
  NAVNET_ERROR_CANCELLED = 9,        /* The caller's progress function asked to stop. */
  NAVNET_ERROR_OUT_OF_MEMORY = 10,
  NAVNET_ERROR_INTERNAL = 11,         /* A library below failed in a way that was not foreseen. */
  NAVNET_ERROR_BAD_HANDLE = 12,       /* Null, destroyed, never made, or of another kind. */
  NAVNET_ERROR_NULL_POINTER = 13,     /* A pointer that is needed is null. */
  NAVNET_ERROR_BUFFER_TOO_SMALL = 14, /* See ARRAYS above. */
  NAVNET_ERROR_BAD_VERSION = 15,      /* A struct of another size than this library's, or another API version. */
  NAVNET_ERROR_BUSY = 16              /* Another call is using the object; see THREADS above. */
};

/* The library's version, which may differ from the header's. Any of the pointers may be null. */
NAVNET_API void navnet_version(int32_t* major, int32_t* minor, int32_t* patch);
/* Fails with BAD_VERSION when the library was built for another API than the caller: pass NAVNET_API_VERSION. */
NAVNET_API navnet_status navnet_check_api_version(uint32_t api_version);
/* Whether this library is libnavnet_c, which bakes, rather than libnavnet_c_runtime. */
NAVNET_API navnet_bool navnet_can_bake(void);

/* What went wrong in the last call of this thread that failed; calls that succeed leave it as it is, so objects may be
 * destroyed before it is read. Empty when none has failed. Valid until the thread's next failure or end; never null. */
NAVNET_API const char* navnet_last_error_message(void);
/* The constant's name, such as "NAVNET_ERROR_NOT_FOUND"; "unknown" for other numbers. Static, never null. */
NAVNET_API const char* navnet_status_name(navnet_status status);
/* How many objects there are now that were made and not destroyed, of all kinds: 0 at the end of a clean program. */
NAVNET_API size_t navnet_object_count(void);
/* The seed of the member number `index` of the sequence that belongs to `seed`; number 0 has the seed itself. Sequences
 * of different seeds have no member in common; those of `seed + index` would be the same ones, shifted. */
NAVNET_API uint64_t navnet_seed_at(uint64_t seed, uint64_t index);

/* ---- 2. Geometry ---------------------------------------------------------------------------------------------- */

typedef struct navnet_vec2 {
  double x, y;
} navnet_vec2;

typedef struct navnet_vec3 {
  double x, y, z;
} navnet_vec3;

/* A closed box along the world's axes. Empty, if min is above max somewhere. */
typedef struct navnet_box {
  navnet_vec3 min, max;
} navnet_box;

typedef struct navnet_voxel {
  int32_t x, y, z;
} navnet_voxel;

/* Half open: lo is inside, hi is not. */
typedef struct navnet_voxel_box {
  navnet_voxel lo, hi;
} navnet_voxel_box;

/* Which axis of the world points up, against gravity. Coordinates are never rotated. */
typedef int32_t navnet_up_axis;
enum { NAVNET_UP_Y = 0, NAVNET_UP_Z = 1 };

/* Ties voxels to the world: the low corner of voxel (i, j, k) lies at origin + turn(voxel_m * (i, j, k)). */
typedef struct navnet_frame {
  navnet_vec3 origin; /* Of voxel (0, 0, 0), its low corner. */
  double voxel_m;     /* Edge of a voxel; 1e-9 to 1e12. */
  double turn_cos;    /* Of the angle by which the grid is turned about the up axis; 1 and 0: not turned. */
  double turn_sin;
  navnet_up_axis up;
  int32_t reserved; /* 0. */
} navnet_frame;

/* Both directions, in units of voxels, which need not be whole; the world's box around a box of voxels. */
NAVNET_API navnet_status navnet_frame_to_world(const navnet_frame* frame, navnet_vec3 voxels, navnet_vec3* world);
NAVNET_API navnet_status navnet_frame_to_voxels(const navnet_frame* frame, navnet_vec3 world, navnet_vec3* voxels);
NAVNET_API navnet_status navnet_frame_world_box(const navnet_frame* frame, navnet_voxel_box voxels, navnet_box* world);

/* A box in which a path counts for more than its length. Where boxes overlap, factors multiply. */
typedef struct navnet_cost_region {
  navnet_box box;
  double factor; /* 1 to infinity; infinity: forbidden, never entered, though its border may be touched. */
} navnet_cost_region;

/* A place on a path: between way points `segment` and `segment + 1`, `share` (0 to 1) of the way. Zeroed: the start. */
typedef struct navnet_path_place {
  uint64_t segment;
  double share;
} navnet_path_place;

/* ---- 3. Nets -------------------------------------------------------------------------------------------------- *
 * A net is what a world becomes by baking: for each clearance level (an agent radius) the free space as cells, boxes
 * that do not overlap; around each cell its NavVolume, the largest free box found that holds it; the contacts of cells;
 * and the walkable ground. Immutable. Thread-safe. Copies of tables cost linear time in what is copied. */

typedef struct navnet_net {
  uint64_t id;
} navnet_net;
typedef struct navnet_ground {
  uint64_t id;
} navnet_ground;

typedef int32_t navnet_net_loading;
enum {
  NAVNET_NET_READ = 0, /* Into memory. */
  NAVNET_NET_MAP = 1   /* Pages are read when first touched; the file must not be changed in place meanwhile. */
};

/* Loads and checks a .navnet file. Files are not trusted: damaged, truncated and hostile ones give an error. */
NAVNET_API navnet_status navnet_net_load(const char* file, navnet_net_loading loading, navnet_net* net);
/* The same from memory, such as an engine's own archive. The bytes are copied. */
NAVNET_API navnet_status navnet_net_from_memory(const void* bytes, size_t count, navnet_net* net);
/* The same without a copy: the bytes must be aligned to 64 and stay as they are until `release(user, bytes)` is called,
 * which happens once, on whichever thread gives up the last object that needs them. Not called when this fails.
 * `release` may be null for bytes that live as long as the program. */
typedef void (*navnet_release_function)(void* user, const void* bytes);
NAVNET_API navnet_status navnet_net_from_memory_in_place(const void* bytes, size_t count,
                                                         navnet_release_function release, void* user, navnet_net* net);
/* Writes beside the place and renames: the file appears whole or not at all. `bytes`, its size, may be null. */
NAVNET_API navnet_status navnet_net_save(navnet_net net, const char* file, uint64_t* bytes);
/* The net as the bytes of a file; for navnet_net_from_memory. They live as long as the net. */
NAVNET_API navnet_status navnet_net_image(navnet_net net, const void** bytes, size_t* count);
NAVNET_API navnet_status navnet_net_destroy(navnet_net net);

/* Which free space a net covers. */
typedef int32_t navnet_keep;
enum {
  NAVNET_KEEP_ALL = 0,     /* Everything, sealed pockets too. */
  NAVNET_KEEP_OUTSIDE = 1, /* What is connected to the border of the bounds. */
  NAVNET_KEEP_LARGEST = 2, /* The largest connected piece. */
  NAVNET_KEEP_SEEDS = 3    /* What is connected to given points. */
};

typedef struct navnet_net_info {
  navnet_frame frame;
  navnet_voxel_box bounds;
  navnet_box bounds_world; /* The box around them. */
  navnet_keep keep;
  uint32_t min_cell;    /* Thinner cells were left out where no way is lost; 1: none were. */
  uint64_t source_hash; /* Equal worlds and options give equal hashes. */
  uint64_t image_bytes; /* 0: a live world's, which has no image. */
  uint32_t level_count; /* 0: likewise. */
  navnet_bool has_ground;
} navnet_net_info;
NAVNET_API navnet_status navnet_net_get_info(navnet_net net, navnet_net_info* info, size_t info_bytes);

/* Levels are numbered from 0, ascending by radius. */
typedef struct navnet_level_info {
  double radius_m;
  int64_t voxels_free;     /* Covered by cells. */
  int64_t voxels_left_out; /* Free, but in no cell. */
  int64_t voxels_blocked;  /* The rest of the bounds. */
  uint64_t block_count, cell_count, link_count;
  uint64_t component_count;
} navnet_level_info;
NAVNET_API navnet_status navnet_net_get_level(navnet_net net, uint32_t level, navnet_level_info* info,
                                              size_t info_bytes);
/* The level for an agent: the smallest radius that is enough. `found` is 0 when the agent is too large for all. */
NAVNET_API navnet_status navnet_net_level_for(navnet_net net, double radius_m, navnet_bool* found, uint32_t* level);

#define NAVNET_NO_CELL 0xFFFFFFFFu

/* A cube of 64³ voxels, or a larger one that is wholly free, whose cells stand together. */
typedef struct navnet_block {
  navnet_voxel origin; /* Its low voxel. */
  int32_t size;        /* Edge in voxels. */
  uint32_t first_cell, cell_count;
} navnet_block;

/* One direction of a contact of two cells: the neighbour, and the contact's number, which both directions share. */
typedef struct navnet_link {
  uint32_t cell, contact;
} navnet_link;

/* The tables of a level. Cells, volumes and components are numbered alike. The links of cell i are those from
 * first_links[i] up to before first_links[i + 1]; there are cell_count + 1 of these. */
NAVNET_API navnet_status navnet_net_copy_blocks(navnet_net net, uint32_t level, navnet_block* out, size_t capacity,
                                                size_t* required);
NAVNET_API navnet_status navnet_net_copy_cells(navnet_net net, uint32_t level, navnet_voxel_box* out, size_t capacity,
                                               size_t* required);
NAVNET_API navnet_status navnet_net_copy_volumes(navnet_net net, uint32_t level, navnet_voxel_box* out, size_t capacity,
                                                 size_t* required);
NAVNET_API navnet_status navnet_net_copy_components(navnet_net net, uint32_t level, uint32_t* out, size_t capacity,
                                                    size_t* required);
NAVNET_API navnet_status navnet_net_copy_first_links(navnet_net net, uint32_t level, uint32_t* out, size_t capacity,
                                                     size_t* required);
NAVNET_API navnet_status navnet_net_copy_links(navnet_net net, uint32_t level, navnet_link* out, size_t capacity,
                                               size_t* required);
/* The cell that holds a voxel, or NAVNET_NO_CELL; the block that does. */
NAVNET_API navnet_status navnet_net_cell_at(navnet_net net, uint32_t level, navnet_voxel voxel, uint32_t* cell);
NAVNET_API navnet_status navnet_net_block_at(navnet_net net, uint32_t level, navnet_voxel voxel, navnet_bool* found,
                                             navnet_block* block);
/* The face that two boxes share, flat along `axis` (0 to 2); axis -1 and an empty box when they share none. */
NAVNET_API navnet_status navnet_contact_of(navnet_voxel_box a, navnet_voxel_box b, int32_t* axis,
                                           navnet_voxel_box* face);

/* Figures to judge a level by. `cells` and `volumes` count boxes by shortest side: element k sides of 2^k up to
 * 2^(k + 1) - 1 voxels, the last one all from there on. */
typedef struct navnet_level_quality {
  double coverage; /* The part of the free voxels that lies in cells, 0 to 1. */
  double free_m3, left_out_m3;
  uint64_t cells[12], volumes[12];
  double cell_voxels, volume_voxels; /* Means. */
  double degree_mean;                /* Contacts of a cell. */
  uint64_t degree_max;
  double bytes_per_cell;
  uint64_t sealed_components, sealed_cells; /* Not connected to the largest piece. */
  int64_t sealed_voxels;
} navnet_level_quality;
NAVNET_API navnet_status navnet_net_measure_quality(navnet_net net, uint32_t level, navnet_level_quality* quality,
                                                    size_t quality_bytes);

/* The walkable ground: convex patches of surface in layers, their walls, and the medial axis of the free space between
 * these (an Explicit Corridor Map), which serves agents of every radius. All but heights lies on the plan, in metres:
 * with z up that is the world's (x, y), with y up its (z, x). A net without ground has an empty one. */
NAVNET_API navnet_status navnet_net_ground(navnet_net net, navnet_ground* ground);
NAVNET_API navnet_status navnet_ground_destroy(navnet_ground ground);

typedef struct navnet_ground_info {
  double max_slope_deg, step_m, height_m; /* The agent it is for. */
  double area_m2;                         /* Of all layers, on the plan. */
  uint32_t layer_count, component_count, ring_count;
  navnet_up_axis up;
  uint64_t corner_count, patch_count, wall_count, vertex_count, edge_count, bend_count, spoke_count, link_count;
} navnet_ground_info;
NAVNET_API navnet_status navnet_ground_get_info(navnet_ground ground, navnet_ground_info* info, size_t info_bytes);

/* A convex piece of surface: corners counter-clockwise; height = base + slope_x * x + slope_y * y. */
typedef struct navnet_ground_patch {
  uint32_t first_corner, corner_count;
  uint32_t layer, reserved;
  double base, slope_x, slope_y;
} navnet_ground_patch;

/* A piece of a layer's outline, with the walkable side on the left of the way from a to b. */
typedef struct navnet_ground_wall {
  navnet_vec2 a, b;
  uint32_t layer;
  uint32_t ring; /* The boundary loop it belongs to. */
} navnet_ground_wall;

/* Where edges of the medial axis meet or end. */
typedef struct navnet_ground_vertex {
  navnet_vec2 p;
  double clearance_m;
  uint32_t first_spoke, spoke_count;
  uint32_t layer, component;
} navnet_ground_vertex;

/* A chain of bends between two vertices. */
typedef struct navnet_ground_edge {
  uint32_t from, to; /* Vertices. */
  uint32_t first_bend, bend_count;
  double length_m, min_clearance_m;
} navnet_ground_edge;

/* A place of the medial axis and the nearest obstacle points on either side, as seen along its edge. */
typedef struct navnet_ground_bend {
  navnet_vec2 p, left, right;
  uint32_t layer, left_layer, right_layer, reserved;
} navnet_ground_bend;

typedef int32_t navnet_link_kind;
enum {
  NAVNET_LINK_SPOT = 0, /* A place to take off from and land on: `from` is `to`. */
  NAVNET_LINK_JUMP = 1,
  NAVNET_LINK_DROP = 2,
  NAVNET_LINK_LADDER = 3,
  NAVNET_LINK_DOOR = 4 /* Through what is closed in the world itself. */
};
/* Lower-case name: spot, jump, drop, ladder, door; "unknown" for other numbers. */
NAVNET_API const char* navnet_link_kind_name(navnet_link_kind kind);

/* A way from place to place of the ground that is not walked. Its number is its place in the table. */
typedef struct navnet_ground_link {
  navnet_vec3 from, to; /* On the ground, or at most the agent's height above or below it. */
  double seconds;       /* What it takes, each time; 0 to 1e9. */
  navnet_link_kind kind;
  navnet_bool one_way; /* Only from `from` to `to`. */
} navnet_ground_link;

/* A spoke is one direction of an edge: 2 * edge along it, 2 * edge + 1 against it. */
NAVNET_API navnet_status navnet_ground_copy_corners(navnet_ground ground, navnet_vec2* out, size_t capacity,
                                                    size_t* required);
NAVNET_API navnet_status navnet_ground_copy_patches(navnet_ground ground, navnet_ground_patch* out, size_t capacity,
                                                    size_t* required);
NAVNET_API navnet_status navnet_ground_copy_walls(navnet_ground ground, navnet_ground_wall* out, size_t capacity,
                                                  size_t* required);
NAVNET_API navnet_status navnet_ground_copy_vertices(navnet_ground ground, navnet_ground_vertex* out, size_t capacity,
                                                     size_t* required);
NAVNET_API navnet_status navnet_ground_copy_edges(navnet_ground ground, navnet_ground_edge* out, size_t capacity,
                                                  size_t* required);
NAVNET_API navnet_status navnet_ground_copy_bends(navnet_ground ground, navnet_ground_bend* out, size_t capacity,
                                                  size_t* required);
NAVNET_API navnet_status navnet_ground_copy_spokes(navnet_ground ground, uint32_t* out, size_t capacity,
                                                   size_t* required);
NAVNET_API navnet_status navnet_ground_copy_links(navnet_ground ground, navnet_ground_link* out, size_t capacity,
                                                  size_t* required);

/* ---- 4. Finding paths ----------------------------------------------------------------------------------------- *
 * A navigator answers flights and walks, a traveller the fastest way that mixes both. They never change and are
 * thread-safe; each thread brings a context (scratch memory) and a path (the answer), both used again from query to
 * query. A query with both warmed up allocates nothing; flights and walks take microseconds. */

typedef struct navnet_navigator {
  uint64_t id;
} navnet_navigator;
typedef struct navnet_traveller {
  uint64_t id;
} navnet_traveller;
typedef struct navnet_context {
  uint64_t id;
} navnet_context;
typedef struct navnet_path {
  uint64_t id;
} navnet_path;
typedef struct navnet_path_set {
  uint64_t id;
} navnet_path_set;
typedef struct navnet_run {
  uint64_t id;
} navnet_run;
typedef struct navnet_cancel {
  uint64_t id;
} navnet_cancel;

/* Builds tables over a net: some 300 bytes a cell, linear time. */
NAVNET_API navnet_status navnet_navigator_create(navnet_net net, navnet_navigator* navigator);
NAVNET_API navnet_status navnet_navigator_destroy(navnet_navigator navigator);
/* Of the net, or of the state of a live world, it answers for. */
NAVNET_API navnet_status navnet_navigator_get_info(navnet_navigator navigator, navnet_net_info* info,
                                                   size_t info_bytes);
/* What it was made of, as a handle of its own. Over a live world: a net that has its info, but no levels, ground or
 * image (navnet_live_make_net makes the whole one). */
NAVNET_API navnet_status navnet_navigator_net(navnet_navigator navigator, navnet_net* net);
/* Its ground, of a net as of a live world. */
NAVNET_API navnet_status navnet_navigator_ground(navnet_navigator navigator, navnet_ground* ground);

/* Scratch memory for one thread: flights, walks, journeys and repairs. Grows to what the largest query needed. */
NAVNET_API navnet_status navnet_context_create(navnet_context* context);
NAVNET_API navnet_status navnet_context_destroy(navnet_context context);

/* A flag that stops queries which name it, once it is raised, from any thread. Thread-safe. */
NAVNET_API navnet_status navnet_cancel_create(navnet_cancel* cancel);
NAVNET_API navnet_status navnet_cancel_destroy(navnet_cancel cancel);
NAVNET_API navnet_status navnet_cancel_set(navnet_cancel cancel, navnet_bool raised);

/* How a query ended. */
typedef int32_t navnet_path_status;
enum {
  NAVNET_PATH_COMPLETE = 0,      /* From start to goal. */
  NAVNET_PATH_PARTIAL = 1,       /* Not to the goal, but to the nearest point found, as was asked for. */
  NAVNET_PATH_UNREACHABLE = 2,   /* Nothing connects start and goal for this agent. */
  NAVNET_PATH_OUT_OF_BUDGET = 3, /* The limit on expansions or time came first. */
  NAVNET_PATH_CANCELLED = 4,     /* The query's flag was raised. */
  NAVNET_PATH_START_BLOCKED = 5, /* And nothing free within snapping distance. */
  NAVNET_PATH_GOAL_BLOCKED = 6,
  NAVNET_PATH_OUTSIDE_WORLD = 7, /* A point is outside the bounds or not finite, or the agent too large. */
  NAVNET_PATH_INVALID_QUERY = 8  /* A number is out of its range: navnet_flight_query_check and its like say which. */
};
/* Lower-case name: complete, partial, unreachable, out_of_budget …; "unknown" for other numbers. */
NAVNET_API const char* navnet_path_status_name(navnet_path_status status);

typedef int32_t navnet_path_kind;
enum { NAVNET_PATH_NONE = 0, NAVNET_PATH_FLIGHT = 1, NAVNET_PATH_WALK = 2, NAVNET_PATH_JOURNEY = 3 };

typedef struct navnet_path_info {
  navnet_path_kind kind; /* NONE: a path that nothing has answered into yet; all else is 0 then. */
  navnet_path_status status;
  uint64_t point_count;     /* 0 without a path. */
  uint64_t volume_count;    /* Flights. */
  uint64_t corridor_count;  /* Walks. */
  uint64_t segment_count;   /* Journeys. */
  double length_m;          /* Of walks: on the plan. */
  double cost;              /* Length times factors, and climbs; the length without costs. Journeys: the seconds. */
  double seconds;           /* Journeys. */
  double radius_m;          /* Flights: of the clearance level used. */
  navnet_vec3 start, goal;  /* Where the path begins and ends, after snapping. */
  int64_t expanded, pushed; /* By the searches. */
  int64_t rounds;           /* Flights: how often the string was pulled tight. */
  int64_t legs;             /* Journeys: walks and flights tried. */
  double search_us, refine_us;
} navnet_path_info;

/* A segment of a journey, in one mode; its last point is the next one's first. */
typedef int32_t navnet_travel_mode;
enum {
  NAVNET_TRAVEL_WALK = 0,
  NAVNET_TRAVEL_TAKE_OFF = 1,
  NAVNET_TRAVEL_FLY = 2,
  NAVNET_TRAVEL_LAND = 3,
  NAVNET_TRAVEL_LINK = 4
};
/* Lower-case name: walk, take_off, fly, land, link; "unknown" for other numbers. */
NAVNET_API const char* navnet_travel_mode_name(navnet_travel_mode mode);

typedef struct navnet_travel_segment {
  navnet_travel_mode mode;
  uint32_t first_point, point_count;
  uint32_t link; /* Of LINK: its number in the ground's links. */
  double seconds, length_m;
} navnet_travel_segment;

/* An answer. Holds a flight, a walk or a journey, whichever was last; its memory is used again. */
NAVNET_API navnet_status navnet_path_create(navnet_path* path);
NAVNET_API navnet_status navnet_path_destroy(navnet_path path);
NAVNET_API navnet_status navnet_path_get_info(navnet_path path, navnet_path_info* info, size_t info_bytes);
/* Makes `to` equal to `from`, which may be the same. */
NAVNET_API navnet_status navnet_path_copy(navnet_path from, navnet_path to);
/* Way points from start to goal. */
NAVNET_API navnet_status navnet_path_copy_points(navnet_path path, navnet_vec3* out, size_t capacity, size_t* required);
/* Flights: the cells whose NavVolumes, one after the other, hold the path. None for others. */
NAVNET_API navnet_status navnet_path_copy_volumes(navnet_path path, uint32_t* out, size_t capacity, size_t* required);
/* Walks: the spokes along which the path runs. None for others. */
NAVNET_API navnet_status navnet_path_copy_corridor(navnet_path path, uint32_t* out, size_t capacity, size_t* required);
/* Journeys: their segments. None for others. */
NAVNET_API navnet_status navnet_path_copy_segments(navnet_path path, navnet_travel_segment* out, size_t capacity,
                                                   size_t* required);

/* How much time a flight query may spend on a shorter path. */
typedef int32_t navnet_effort;
enum { NAVNET_EFFORT_FAST = 0, NAVNET_EFFORT_BALANCED = 1, NAVNET_EFFORT_BEST = 2 };

typedef struct navnet_flight_query {
  uint32_t struct_bytes;
  navnet_effort effort; /* BALANCED. */
  navnet_vec3 start, goal;
  double radius_m; /* Of the agent; chooses the smallest clearance level that is enough. 0; 0 to 1e12. */
  /* Boxes that cost more or are forbidden. A path keeps its radius from the world, but not from forbidden boxes. */
  const navnet_cost_region* regions; /* None. */
  size_t region_count;
  double climb_cost, descend_cost; /* For each metre up and down, added to that of the length. 0; 0 to 1e9. */
  double floor_m, ceiling_m;       /* Heights the path stays between, in this order; -infinity and infinity. */
  double snap_m;          /* A blocked start or goal is moved to a free point this far away. 0; 0 to infinity. */
  int64_t max_expansions; /* Cells the searches may expand, 0 or more; 0: any number. */
  double max_us;        /* Microseconds for the searches; 0: any. Answers then depend on the machine. 0 to infinity. */
  navnet_cancel cancel; /* May be null. */
  navnet_bool partial;  /* If the goal is out of reach, go to the nearest point that is not. 0. */
  int32_t reserved;     /* 0. */
} navnet_flight_query;
NAVNET_API navnet_status navnet_flight_query_default(navnet_flight_query* query, size_t query_bytes);
/* Why a query is invalid: NAVNET_ERROR_INVALID_ARGUMENT and a message, or NAVNET_OK. */
NAVNET_API navnet_status navnet_flight_query_check(const navnet_flight_query* query);

/* A flight. The answer stays in `path`; its summary goes to `info` as well, unless that is null. */
NAVNET_API navnet_status navnet_navigator_find_flight(navnet_navigator navigator, const navnet_flight_query* query,
                                                      navnet_context context, navnet_path path, navnet_path_info* info,
                                                      size_t info_bytes);
/* Many flights on `threads` threads (0: all the machine has, at most 1024): in order, each the same as alone. */
NAVNET_API navnet_status navnet_navigator_find_flights(navnet_navigator navigator, const navnet_flight_query* queries,
                                                       size_t count, int32_t threads, navnet_path_set paths);

/* Whether the straight line between two points is free. Never 1 for a line that is blocked; may be 0 for one that
 * passes voxels which the net leaves out, for which navnet_check_flight has the certain answer. */
NAVNET_API navnet_status navnet_navigator_is_visible(navnet_navigator navigator, navnet_vec3 a, navnet_vec3 b,
                                                     double radius_m, navnet_bool* visible);
/* `p` itself if it is free, or else the point of a cell nearest to it, at most `within_m` away. `found` tells whether
 * there is one; so below. */
NAVNET_API navnet_status navnet_navigator_nearest_free(navnet_navigator navigator, navnet_vec3 p, double radius_m,
                                                       double within_m, navnet_bool* found, navnet_vec3* free_point);
/* A free point, uniformly distributed over the free volume; the same for the same seed. For many points, pass
 * navnet_seed_at(seed, i). */
NAVNET_API navnet_status navnet_navigator_random_free(navnet_navigator navigator, uint64_t seed, double radius_m,
                                                      navnet_bool* found, navnet_vec3* free_point);
/* A distance from `p` to any triangle that is certain; 0 when the point is blocked. */
NAVNET_API navnet_status navnet_navigator_clearance_at(navnet_navigator navigator, navnet_vec3 p, double* clearance_m);

/* Walks need a navigator with ground; without, these give NAVNET_ERROR_INVALID_ARGUMENT. */
typedef struct navnet_walk_query {
  uint32_t struct_bytes;
  navnet_bool partial;     /* As in flights. 0. */
  navnet_vec3 start, goal; /* Each means the walkable surface above or below it, at most the agent's height away. */
  double radius_m;         /* Of the agent: no point of the path is nearer to a wall. 0; 0 to 1e12. */
  double preferred_clearance_m;      /* Where there is room, the path keeps this far from walls. 0; 0 to infinity. */
  const navnet_cost_region* regions; /* A box counts for the surface inside it. None. */
  size_t region_count;
  double snap_m; /* As in flights, as are the two below. 0. */
  int64_t max_expansions;
  double max_us;
  navnet_cancel cancel;
} navnet_walk_query;
NAVNET_API navnet_status navnet_walk_query_default(navnet_walk_query* query, size_t query_bytes);
NAVNET_API navnet_status navnet_walk_query_check(const navnet_walk_query* query);
NAVNET_API navnet_status navnet_navigator_find_walk(navnet_navigator navigator, const navnet_walk_query* query,
                                                    navnet_context context, navnet_path path, navnet_path_info* info,
                                                    size_t info_bytes);
NAVNET_API navnet_status navnet_navigator_find_walks(navnet_navigator navigator, const navnet_walk_query* queries,
                                                     size_t count, int32_t threads, navnet_path_set paths);

/* A place on the walkable surface. */
typedef struct navnet_ground_place {
  navnet_vec3 point;    /* On the surface, straight above or below what was asked for. */
  navnet_vec3 obstacle; /* The nearest obstacle point, at the height of `point`. */
  double clearance_m;   /* Distance to it, on the plan. */
  uint32_t layer;
  uint32_t edge; /* Edge of the medial axis whose cell it is in … */
  uint32_t bend; /* … and the bend where that cell begins. */
  uint32_t reserved;
} navnet_ground_place;
/* The walkable place above or below `p` that is nearest to it; at most the agent's height away. */
NAVNET_API navnet_status navnet_navigator_locate_ground(navnet_navigator navigator, navnet_vec3 p, navnet_bool* found,
                                                        navnet_ground_place* place);
/* Of that place: its height along the up axis; the nearest wall point; the distance to it, 0 where there is no such
 * place; the point of the medial axis that one gets to by moving straight away from the wall. */
NAVNET_API navnet_status navnet_navigator_ground_height(navnet_navigator navigator, navnet_vec3 p, navnet_bool* found,
                                                        double* height_m);
NAVNET_API navnet_status navnet_navigator_nearest_obstacle(navnet_navigator navigator, navnet_vec3 p,
                                                           navnet_bool* found, navnet_vec3* obstacle);
NAVNET_API navnet_status navnet_navigator_walk_clearance(navnet_navigator navigator, navnet_vec3 p,
                                                         double* clearance_m);
NAVNET_API navnet_status navnet_navigator_retract(navnet_navigator navigator, navnet_vec3 p, navnet_bool* found,
                                                  navnet_vec3* medial);
/* The largest radius for which a walk connects two places; 0 if none does. */
NAVNET_API navnet_status navnet_navigator_widest_radius(navnet_navigator navigator, navnet_vec3 a, navnet_vec3 b,
                                                        double* radius_m);
/* As nearest_free and random_free, on the ground. */
NAVNET_API navnet_status navnet_navigator_nearest_walkable(navnet_navigator navigator, navnet_vec3 p, double radius_m,
                                                           double within_m, navnet_bool* found, navnet_vec3* place);
NAVNET_API navnet_status navnet_navigator_random_walkable(navnet_navigator navigator, uint64_t seed, double radius_m,
                                                          navnet_bool* found, navnet_vec3* place);

/* Journeys: the fastest way over ground, air and links. Making a traveller looks for the air above every spot. */
NAVNET_API navnet_status navnet_traveller_create(navnet_navigator navigator, navnet_traveller* traveller);
NAVNET_API navnet_status navnet_traveller_destroy(navnet_traveller traveller);
typedef struct navnet_travel_query {
  uint32_t struct_bytes;
  navnet_effort effort;         /* Of the flights. BALANCED. */
  navnet_vec3 start, goal;      /* Within the ground's step height of it: the ground; else the air. */
  double radius_m;              /* Of the agent. 0; 0 to 1e12. */
  double walk_m_s;              /* Speed on the plan; 0: it does not walk; or 1e-9 to 1e9. One must be above 0. */
  double fly_m_s;               /* Speed in the air; 0: it does not fly; or 1e-9 to 1e9. */
  double switch_s;              /* What taking off takes, and landing, besides the way up or down. 0; 0 to 1e9. */
  double snap_m;                /* As in flights. 0. */
  const uint32_t* closed_links; /* Numbers of links that are closed now. None. */
  size_t closed_link_count;
  int64_t max_legs; /* Walks and flights that may be tried, 0 or more; 0: any number, which can take minutes. 8000. */
  navnet_cancel cancel;
  /* If the budget runs out: the fastest journey found so far, to the goal or to the stop reached nearest to it. 0. */
  navnet_bool partial;
} navnet_travel_query;
NAVNET_API navnet_status navnet_travel_query_default(navnet_travel_query* query, size_t query_bytes);
NAVNET_API navnet_status navnet_travel_query_check(const navnet_travel_query* query);
NAVNET_API navnet_status navnet_traveller_find(navnet_traveller traveller, const navnet_travel_query* query,
                                               navnet_context context, navnet_path path, navnet_path_info* info,
                                               size_t info_bytes);
NAVNET_API navnet_status navnet_traveller_find_all(navnet_traveller traveller, const navnet_travel_query* queries,
                                                   size_t count, int32_t threads, navnet_path_set paths);

/* The answers of many queries. All arrays are in the order of the queries. */
NAVNET_API navnet_status navnet_path_set_create(navnet_path_set* paths);
NAVNET_API navnet_status navnet_path_set_destroy(navnet_path_set paths);
NAVNET_API navnet_status navnet_path_set_count(navnet_path_set paths, size_t* count);
NAVNET_API navnet_status navnet_path_set_copy_infos(navnet_path_set paths, navnet_path_info* out, size_t info_bytes,
                                                    size_t capacity, size_t* required);
NAVNET_API navnet_status navnet_path_set_copy_statuses(navnet_path_set paths, navnet_path_status* out, size_t capacity,
                                                       size_t* required);
NAVNET_API navnet_status navnet_path_set_copy_lengths(navnet_path_set paths, double* out, size_t capacity,
                                                      size_t* required);
/* Where each path's points begin among all points, and one more: where the last ends. */
NAVNET_API navnet_status navnet_path_set_copy_offsets(navnet_path_set paths, uint64_t* out, size_t capacity,
                                                      size_t* required);
/* The points of all paths, one path after the other. */
NAVNET_API navnet_status navnet_path_set_copy_points(navnet_path_set paths, navnet_vec3* out, size_t capacity,
                                                     size_t* required);
/* Copies one of them, with all that belongs to it. */
NAVNET_API navnet_status navnet_path_set_get(navnet_path_set paths, size_t index, navnet_path path);

/* A query in slices, for frame loops: begin, step until `done`, take the path. The run has scratch memory of its own
 * and keeps what it needs of the query. Beginning anew drops what was under way. The answer is the same as find's. */
NAVNET_API navnet_status navnet_run_create(navnet_run* run);
NAVNET_API navnet_status navnet_run_destroy(navnet_run run);
NAVNET_API navnet_status navnet_run_begin_flight(navnet_run run, navnet_navigator navigator,
                                                 const navnet_flight_query* query);
NAVNET_API navnet_status navnet_run_begin_walk(navnet_run run, navnet_navigator navigator,
                                               const navnet_walk_query* query);
NAVNET_API navnet_status navnet_run_begin_travel(navnet_run run, navnet_traveller traveller,
                                                 const navnet_travel_query* query);
/* Expands up to `steps` (above 0) cells or nodes, or tries as many legs of a journey. Fails if nothing was begun. */
NAVNET_API navnet_status navnet_run_step(navnet_run run, int64_t steps, navnet_bool* done);
/* Fails unless the last step said `done`; once for each beginning. */
NAVNET_API navnet_status navnet_run_take(navnet_run run, navnet_path path, navnet_path_info* info, size_t info_bytes);

/* ---- 5. Paths in worlds that change --------------------------------------------------------------------------- *
 * A change says, as boxes, where a world differs from the one before: from navnet_live_update, or made by the caller.
 * Immutable. The functions here are told the navigator of the world as it is now. The null handle stands for "no
 * change known" wherever a change is taken, unless the function says otherwise. */

typedef struct navnet_change {
  uint64_t id;
} navnet_change;
typedef struct navnet_watch {
  uint64_t id;
} navnet_watch;

/* Boxes may be larger than the truth, never smaller: what became blocked, and what became free. Not empty, finite. */
NAVNET_API navnet_status navnet_change_create(uint64_t version, const navnet_box* blocked, size_t blocked_count,
                                              const navnet_box* freed, size_t freed_count, navnet_change* change);
NAVNET_API navnet_status navnet_change_destroy(navnet_change change);
typedef struct navnet_change_info {
  uint64_t version; /* Of the world after the change. */
  uint64_t blocked_count, freed_count;
  navnet_box box; /* Around all; empty when nothing changed. */
} navnet_change_info;
NAVNET_API navnet_status navnet_change_get_info(navnet_change change, navnet_change_info* info, size_t info_bytes);
NAVNET_API navnet_status navnet_change_copy_blocked(navnet_change change, navnet_box* out, size_t capacity,
                                                    size_t* required);
NAVNET_API navnet_status navnet_change_copy_freed(navnet_change change, navnet_box* out, size_t capacity,
                                                  size_t* required);

/* The place of a path nearest to a position, from `from` on; of equally near ones the first. */
NAVNET_API navnet_status navnet_place_on_path(const navnet_vec3* points, size_t count, navnet_vec3 position,
                                              navnet_path_place from, navnet_path_place* place);

typedef int32_t navnet_path_state;
enum {
  NAVNET_STATE_VALID = 0,  /* Every point is in free space. */
  NAVNET_STATE_BROKEN = 1, /* Some are not. */
  NAVNET_STATE_INVALID = 2 /* No points, one that is not finite, a place behind the end, or no level for the agent. */
};
typedef struct navnet_path_check {
  navnet_path_state state;
  int32_t reserved;
  navnet_path_place first_broken; /* Broken: valid up to here … */
  navnet_path_place last_broken;  /* … and from here on. */
  uint64_t segments_looked_at;
} navnet_path_check;
/* Whether a flight path is still valid from `from` on. With a change, only what comes near it is looked at. */
NAVNET_API navnet_status navnet_check_flight(navnet_navigator now, const navnet_vec3* points, size_t count,
                                             double radius_m, navnet_path_place from, navnet_change change,
                                             navnet_path_check* check);
/* Whether a way past something freed can be shorter than `length_m`. Never 0 where it can. Needs a change. */
NAVNET_API navnet_status navnet_may_be_improved(navnet_change change, navnet_vec3 from, navnet_vec3 to, double length_m,
                                                navnet_bool* improvable);
/* Whether nothing changed near a walk from `from` on. Needs a change. */
NAVNET_API navnet_status navnet_is_walk_untouched(navnet_navigator now, const navnet_vec3* points, size_t count,
                                                  double radius_m, navnet_change change, navnet_path_place from,
                                                  navnet_bool* untouched);

typedef int32_t navnet_repair_kind;
enum {
  NAVNET_REPAIR_KEPT = 0,
  NAVNET_REPAIR_REPAIRED = 1,     /* Searched where the path was broken; the rest is the old path's. */
  NAVNET_REPAIR_IMPROVED = 2,     /* Valid before, and shorter now through what was freed. */
  NAVNET_REPAIR_SEARCHED_ANEW = 3 /* The same as a new query. */
};
/* The way on from query->start, where the agent is now, to the goal of the old path, which `path` holds; `path` then
 * holds the new one. `from` is the agent's place on the old path. There is a path if and only if a query has one. A
 * path of another kind or goal is searched anew. Allocates nothing once warmed up. `done` may be null. */
NAVNET_API navnet_status navnet_repair_flight(navnet_navigator now, const navnet_flight_query* query,
                                              navnet_path_place from, navnet_change change, navnet_context context,
                                              navnet_path path, navnet_repair_kind* done);
NAVNET_API navnet_status navnet_repair_walk(navnet_navigator now, const navnet_walk_query* query,
                                            navnet_path_place from, navnet_change change, navnet_context context,
                                            navnet_path path, navnet_repair_kind* done);

/* Watches many flight paths and says which of them a change concerns. Each change must be told, in order; a path that
 * broke is to be replaced or removed. */
typedef struct navnet_watch_id {
  uint32_t slot, generation; /* Zeroed: none. Never used for another path. */
} navnet_watch_id;
/* Paths are found by cells of `cell_m` metres, 10 is usual: about as large as a usual change. Finite, above 0. */
NAVNET_API navnet_status navnet_watch_create(double cell_m, navnet_watch* watch);
NAVNET_API navnet_status navnet_watch_destroy(navnet_watch watch);
/* Copies the points. */
NAVNET_API navnet_status navnet_watch_add(navnet_watch watch, const navnet_vec3* points, size_t count, double radius_m,
                                          navnet_watch_id* id);
NAVNET_API navnet_status navnet_watch_replace(navnet_watch watch, navnet_watch_id id, const navnet_vec3* points,
                                              size_t count);
/* The agent moved on: what lies behind it no longer matters. */
NAVNET_API navnet_status navnet_watch_advance(navnet_watch watch, navnet_watch_id id, navnet_vec3 position);
NAVNET_API navnet_status navnet_watch_remove(navnet_watch watch, navnet_watch_id id);
NAVNET_API navnet_status navnet_watch_count(navnet_watch watch, size_t* count);
NAVNET_API navnet_status navnet_watch_place_of(navnet_watch watch, navnet_watch_id id, navnet_path_place* place);
/* The paths that broke, and those that something freed may make shorter. Needs a change. Each buffer follows ARRAYS; as
 * many elements as paths are watched always suffice. Nothing is written to either when one is too small. */
NAVNET_API navnet_status navnet_watch_concerned(navnet_watch watch, navnet_navigator now, navnet_change change,
                                                navnet_watch_id* broken, size_t broken_capacity,
                                                size_t* broken_required, navnet_watch_id* improvable,
                                                size_t improvable_capacity, size_t* improvable_required);

/* ---- 6. Following paths --------------------------------------------------------------------------------------- *
 * For engines that move bodies themselves. Plain functions on values: thread-safe, nothing is allocated once a thread
 * is warmed up, and the same input gives the same bits. */

typedef struct navnet_follow_limits {
  uint32_t struct_bytes;
  uint32_t reserved;        /* 0. */
  double speed_m_s;         /* 1.5; 1e-9 to 1e9. */
  double acceleration_m_s2; /* Speeding up, braking and turning: 4; 1e-9 to 1e9. */
  double turn_rad_s;        /* Of the velocity's direction: infinity; 1e-9 to infinity. */
  double look_ahead_m;      /* The agent aims this far ahead: 1; 1e-9 to 1e12. */
  double stray_m;           /* How far bends may carry it off the path: 0.1; 1e-9 to 1e12. */
  double arrival_m;         /* Arrived when the goal is no farther: 0.05; 0 to infinity. */
  double off_path_m;        /* Off the path when that is farther away: infinity; 0 to infinity. */
} navnet_follow_limits;
NAVNET_API navnet_status navnet_follow_limits_default(navnet_follow_limits* limits, size_t limits_bytes);

typedef struct navnet_follow_state {
  navnet_vec3 position, velocity;
  navnet_path_place place; /* What the last step returned; zeroed on a new path. */
} navnet_follow_state;

typedef int32_t navnet_follow_outcome;
enum {
  NAVNET_FOLLOW_MOVING = 0,
  NAVNET_FOLLOW_ARRIVED = 1,
  NAVNET_FOLLOW_OFF_PATH = 2, /* Too far from the path or out of its sight: plan again. The velocity is 0. */
  NAVNET_FOLLOW_INVALID = 3   /* No points, numbers that make no sense, or no level for the radius. */
};
/* Lower-case name: moving, arrived, off the path, invalid; "unknown" for other numbers. */
NAVNET_API const char* navnet_follow_outcome_name(navnet_follow_outcome outcome);

typedef struct navnet_follow_step {
  navnet_follow_outcome outcome;
  int32_t reserved;
  navnet_vec3 velocity; /* For this step. A walker's has no part along the up axis. */
  navnet_path_place place;
  navnet_vec3 target; /* The point of the path that it aims at. */
} navnet_follow_step;

/* The velocity for the next `step_s` seconds. On a valid path an agent that moves by velocity * step_s stays in free
 * space. `limits` may be null: the defaults. */
NAVNET_API navnet_status navnet_follow_flight(navnet_navigator navigator, const navnet_vec3* points, size_t count,
                                              double radius_m, const navnet_follow_state* state,
                                              const navnet_follow_limits* limits, double step_s,
                                              navnet_follow_step* step);
NAVNET_API navnet_status navnet_follow_walk(navnet_navigator navigator, const navnet_vec3* points, size_t count,
                                            double radius_m, const navnet_follow_state* state,
                                            const navnet_follow_limits* limits, double step_s,
                                            navnet_follow_step* step);

/* ---- 7. Avoidance and crowds ---------------------------------------------------------------------------------- *
 * Agents that all take their safe steps do not touch each other and stay in free space: two of a kind come no nearer
 * than the sum of their radii, and a flyer's ball does not come into the upright cylinder that a walker is. Some 5 to
 * 20 µs an agent and step. The same calls give the same bits for any number of threads. */

typedef struct navnet_avoidance {
  uint64_t id;
} navnet_avoidance;
typedef struct navnet_crowd {
  uint64_t id;
} navnet_crowd;

typedef int32_t navnet_agent_kind;
enum { NAVNET_AGENT_FLYER = 0, NAVNET_AGENT_WALKER = 1 };

typedef struct navnet_mover {
  navnet_agent_kind kind;
  navnet_bool waits; /* Held up by others, it waits rather than trying to pass them on the right. 0. */
  navnet_vec3 position;
  navnet_vec3 velocity;  /* As it was in the last step. */
  navnet_vec3 preferred; /* What it would like to have in the next. */
  double radius_m;       /* 0 to 1e12. */
  double speed_m_s;      /* The most that the safe velocity may be; 0 to 1e9, as the velocities' coordinates. */
  double height_m;       /* Of a walker, as flyers see it; 0: as high as the ground's agents, or 2 in the open. */
} navnet_mover;

typedef struct navnet_safe_step {
  navnet_vec3 velocity;
  navnet_vec3 position; /* Where it leads to: of a walker, on the ground there. */
  navnet_bool is_free;  /* 0 for a mover in no free space for its radius: its velocity is 0. */
  int32_t reserved;
} navnet_safe_step;

typedef struct navnet_avoidance_options {
  uint32_t struct_bytes;
  int32_t max_neighbours; /* So many of the nearest are avoided ahead of time: 12; 0 or more. */
  double horizon_s;       /* How far ahead collisions are avoided: 2; 1e-9 to 1e9. */
  double neighbour_m;     /* How far away neighbours are seen; 0: as far as the fastest gets within the horizon. */
} navnet_avoidance_options;
NAVNET_API navnet_status navnet_avoidance_options_default(navnet_avoidance_options* options, size_t options_bytes);

/* In the free space of a navigator; or, with the null handle, in the open, walkers on a plane across `up`. */
NAVNET_API navnet_status navnet_avoidance_create(navnet_navigator navigator, navnet_up_axis up,
                                                 navnet_avoidance* avoidance);
NAVNET_API navnet_status navnet_avoidance_destroy(navnet_avoidance avoidance);
/* Safe steps of all movers for the next `step_s` seconds: `steps` has `count` elements. Null options: the defaults. */
NAVNET_API navnet_status navnet_avoidance_solve(navnet_avoidance avoidance, const navnet_mover* movers, size_t count,
                                                double step_s, const navnet_avoidance_options* options,
                                                navnet_safe_step* steps, int32_t threads);

/* A crowd: agents that go to their goals by themselves. */
typedef struct navnet_agent_id {
  uint32_t slot, generation; /* Zeroed: none. Never used for another agent. */
} navnet_agent_id;

typedef struct navnet_crowd_options {
  uint32_t struct_bytes;
  uint32_t reserved; /* 0. */
  navnet_avoidance_options avoidance;
  double stuck_s;  /* Stuck: less than a tenth of the way it could have come in this time: 4; 1e-9 to 1e9. */
  double replan_s; /* Agents without a path in sight plan again this often: 0.5; 0 to 1e9. */
} navnet_crowd_options;
NAVNET_API navnet_status navnet_crowd_options_default(navnet_crowd_options* options, size_t options_bytes);

typedef struct navnet_agent_spec {
  uint32_t struct_bytes;
  navnet_agent_kind kind;      /* FLYER. */
  navnet_vec3 position;        /* In free space; of a walker, above or below the ground it is put on. */
  double radius_m;             /* 0.4; 0 to 1e12. */
  navnet_follow_limits limits; /* As of section 6. */
  double height_m;             /* Of a walker, as flyers see it: 0 to that of the ground's agents; 0: that. */
} navnet_agent_spec;
NAVNET_API navnet_status navnet_agent_spec_default(navnet_agent_spec* spec, size_t spec_bytes);

typedef int32_t navnet_agent_status;
enum {
  NAVNET_AGENT_IDLE = 0,     /* Nowhere to go; makes way for others. */
  NAVNET_AGENT_MOVING = 1,   /* On its way. */
  NAVNET_AGENT_ARRIVED = 2,  /* Has been at its goal; if it has to make way, it comes back. */
  NAVNET_AGENT_STUCK = 3,    /* On its way, but has hardly come on. It goes on trying. */
  NAVNET_AGENT_OFF_PATH = 4, /* Its path is out of sight: set a new one. With a goal it plans anew by itself. */
  NAVNET_AGENT_NO_PATH = 5,  /* No way leads to its goal. */
  NAVNET_AGENT_BLOCKED = 6   /* In no free space, which only a new navigator can bring about. */
};
/* Lower-case name: idle, moving, arrived, stuck, off the path, no path, blocked; "unknown" for other numbers. */
NAVNET_API const char* navnet_agent_status_name(navnet_agent_status status);

typedef struct navnet_agent_state {
  navnet_agent_id id;
  navnet_agent_kind kind;
  navnet_agent_status status;
  double radius_m;
  navnet_vec3 position, velocity;
  navnet_path_place place; /* On its path. */
  double height_m;         /* Of a walker; of a flyer 0. */
} navnet_agent_state;

/* Null options: the defaults. */
NAVNET_API navnet_status navnet_crowd_create(navnet_navigator navigator, const navnet_crowd_options* options,
                                             navnet_crowd* crowd);
NAVNET_API navnet_status navnet_crowd_destroy(navnet_crowd crowd);
NAVNET_API navnet_status navnet_crowd_add(navnet_crowd crowd, const navnet_agent_spec* spec, navnet_agent_id* agent);
NAVNET_API navnet_status navnet_crowd_remove(navnet_crowd crowd, navnet_agent_id agent);
/* The agent goes to a goal by paths that the crowd plans; or follows a given path; or stops where it is. */
NAVNET_API navnet_status navnet_crowd_set_goal(navnet_crowd crowd, navnet_agent_id agent, navnet_vec3 goal);
NAVNET_API navnet_status navnet_crowd_set_path(navnet_crowd crowd, navnet_agent_id agent, const navnet_vec3* points,
                                               size_t count);
NAVNET_API navnet_status navnet_crowd_stop(navnet_crowd crowd, navnet_agent_id agent);
/* The world has changed: agents with goals plan anew. */
NAVNET_API navnet_status navnet_crowd_set_navigator(navnet_crowd crowd, navnet_navigator navigator);
/* A handle of its own to the crowd's navigator. */
NAVNET_API navnet_status navnet_crowd_navigator(navnet_crowd crowd, navnet_navigator* navigator);
/* All agents move on by `step_s` seconds, on `threads` threads (0: all the machine has). */
NAVNET_API navnet_status navnet_crowd_step(navnet_crowd crowd, double step_s, int32_t threads);
/* All agents, in an order that only adding and removing changes. */
NAVNET_API navnet_status navnet_crowd_copy_agents(navnet_crowd crowd, navnet_agent_state* out, size_t capacity,
                                                  size_t* required);
NAVNET_API navnet_status navnet_crowd_find_agent(navnet_crowd crowd, navnet_agent_id agent, navnet_bool* found,
                                                 navnet_agent_state* state);

/* ---- 8. Worlds and baking (libnavnet_c only) ------------------------------------------------------------------ *
 * A world is triangles or voxels, in metres. Immutable. Baking takes seconds to minutes; it is deterministic: the same
 * world and options give the same bytes for any number of threads. */

typedef struct navnet_world {
  uint64_t id;
} navnet_world;
typedef struct navnet_grid {
  uint64_t id;
} navnet_grid;
typedef struct navnet_sampling {
  uint64_t id;
} navnet_sampling;
typedef struct navnet_probe {
  uint64_t id;
} navnet_probe;

/* Told how far a long job is: its stage and the part done, 0 to 1. Called from any thread, one at a time. Return 0 to
 * cancel: the job then ends with NAVNET_ERROR_CANCELLED. */
typedef navnet_bool (*navnet_progress_function)(void* user, const char* stage, double done);

typedef struct navnet_load_options {
  uint32_t struct_bytes;
  navnet_bool has_up; /* Whether `up` counts; else what the file or its format says. 0. */
  navnet_up_axis up;
  navnet_bool has_vdb_threshold; /* Whether `vdb_threshold` counts; else 0. */
  double scale;                  /* Multiplies every coordinate, or the voxel size: 1; 1e-9 to 1e9. */
  double vdb_threshold; /* .vdb float grids: level sets block up to it, fog volumes above it. -3.4e38 to 3.4e38. */
  const char* vdb_grid; /* .vdb: the name of the grid; null: the first bool, mask or float grid. */
  navnet_progress_function progress; /* May be null. */
  void* progress_user;
} navnet_load_options;
NAVNET_API navnet_status navnet_load_options_default(navnet_load_options* options, size_t options_bytes);

/* Reads OBJ, PLY, STL, glTF, COLLADA (triangles), .3dmap, .bt, .vdb (voxels). Null options: the defaults. */
NAVNET_API navnet_status navnet_world_load(const char* file, const navnet_load_options* options, navnet_world* world);
/* From arrays, which are copied: x, y, z of each vertex, three indices of each triangle. Winding does not matter.
 * Refuses indices out of range and coordinates that are not finite or beyond 1e12. `name`, for messages, may be null.
 */
NAVNET_API navnet_status navnet_world_from_floats(const char* name, navnet_up_axis up, const float* xyz,
                                                  size_t vertex_count, const uint32_t* indices, size_t triangle_count,
                                                  navnet_world* world);
NAVNET_API navnet_status navnet_world_from_doubles(const char* name, navnet_up_axis up, const double* xyz,
                                                   size_t vertex_count, const uint32_t* indices, size_t triangle_count,
                                                   navnet_world* world);
/* From an occupancy grid, which is copied: voxel (x, y, z) is blocked[(x * size.y + y) * size.z + z], 0 is free;
 * `count` is the number of all voxels. `origin` is the low corner of voxel (0, 0, 0), voxel_m their edge. */
NAVNET_API navnet_status navnet_world_from_voxels(const char* name, navnet_up_axis up, navnet_vec3 origin,
                                                  double voxel_m, navnet_voxel size, const uint8_t* blocked,
                                                  size_t count, navnet_world* world);
NAVNET_API navnet_status navnet_world_destroy(navnet_world world);

typedef struct navnet_world_info {
  navnet_up_axis up;
  navnet_bool has_voxels; /* Of voxels rather than triangles. */
  uint64_t vertex_count, triangle_count;
  navnet_box box; /* Of the triangles, or of the voxels' bounds. */
} navnet_world_info;
NAVNET_API navnet_status navnet_world_get_info(navnet_world world, navnet_world_info* info, size_t info_bytes);
/* With the zero at its end, for which `required` counts one more. */
NAVNET_API navnet_status navnet_world_copy_name(navnet_world world, char* out, size_t capacity, size_t* required);
/* None in a world of voxels. Indices: three for each triangle. */
NAVNET_API navnet_status navnet_world_copy_vertices(navnet_world world, navnet_vec3* out, size_t capacity,
                                                    size_t* required);
NAVNET_API navnet_status navnet_world_copy_indices(navnet_world world, uint32_t* out, size_t capacity,
                                                   size_t* required);
/* The voxels of a world of voxels; INVALID_ARGUMENT for one of triangles. */
NAVNET_API navnet_status navnet_world_grid(navnet_world world, navnet_grid* grid);

/* Which voxels are blocked. Everything outside the bounds counts as blocked. */
typedef struct navnet_grid_info {
  navnet_frame frame;
  navnet_voxel_box bounds;
  double radius_m; /* The agent radius this level is for; 0: the world itself. */
  int64_t blocked_count, free_count;
  uint64_t memory_bytes;
} navnet_grid_info;
NAVNET_API navnet_status navnet_grid_destroy(navnet_grid grid);
NAVNET_API navnet_status navnet_grid_get_info(navnet_grid grid, navnet_grid_info* info, size_t info_bytes);
NAVNET_API navnet_status navnet_grid_is_blocked(navnet_grid grid, navnet_voxel voxel, navnet_bool* blocked);
/* Blocks of 64³ voxels that hold a blocked voxel, in block coordinates (voxel / 64, rounded down), ascending. */
NAVNET_API navnet_status navnet_grid_copy_mixed_blocks(navnet_grid grid, navnet_voxel* out, size_t capacity,
                                                       size_t* required);
/* A block's 4096 words: word x * 64 + y is the row along z, bit z its voxel; set: blocked or outside the bounds. */
#define NAVNET_BLOCK_WORDS 4096
NAVNET_API navnet_status navnet_grid_read_block(navnet_grid grid, navnet_voxel block, uint64_t* words, size_t capacity);

typedef struct navnet_sample_options {
  uint32_t struct_bytes;
  int32_t threads;       /* 0: all the machine has. Never changes the result. 0 to 1024. */
  double voxel_m;        /* Edge of a voxel, 1e-9 to 1e12; 0: chosen by itself. A voxel world keeps its own. */
  const double* radii_m; /* Agent radii, 0 to 1e12, one clearance level each. None: a single one of 0. */
  size_t radius_count;
  navnet_bool has_bounds; /* Whether `bounds` counts; else the world's box and `margin_m`. */
  navnet_bool has_bounds_voxels;
  navnet_box bounds;              /* The part of the world to sample; rounded outwards to whole voxels. */
  navnet_voxel_box bounds_voxels; /* The bounds in voxels, exactly; needs voxel_m; `bounds` is then ignored. */
  navnet_vec3 grid_origin;        /* Where the grid stands and how it is turned (meshes only): 0, cos 1, sin 0. */
  double turn_cos, turn_sin;
  navnet_up_axis turn_up;   /* The axis of that turn. Z. */
  navnet_bool has_margin;   /* Whether `margin_m` counts; else room to fly around the outside of meshes. */
  double margin_m;          /* Free space around the world's box; 0 to 1e12. */
  const navnet_vec3* seeds; /* With seeds, only free space connected to one of them is kept. None. */
  size_t seed_count;
  uint64_t memory_budget_bytes;      /* What would need more is refused before it is allocated: 4 GiB. */
  navnet_progress_function progress; /* May be null. */
  void* progress_user;
} navnet_sample_options;
NAVNET_API navnet_status navnet_sample_options_default(navnet_sample_options* options, size_t options_bytes);

/* What counts as walkable; for agents of every radius. */
typedef struct navnet_walk_options {
  uint32_t struct_bytes;
  uint32_t reserved;        /* 0. */
  double max_slope_deg;     /* 45; 0 to 80. */
  double step_m;            /* Highest step up or down: 0.3; 0 to 1000. */
  double height_m;          /* Headroom: 1.8; 0.001 to 1000. */
  double contour_error_m;   /* How far outlines may be simplified: 0.02; 0 to 1. */
  double min_area_m2;       /* Without seeds, smaller pieces are left out: 0.05; 0 to 1e12. */
  const navnet_vec3* seeds; /* With seeds, only ground that can be walked to from one of them is kept. None. */
  size_t seed_count;
} navnet_walk_options;
NAVNET_API navnet_status navnet_walk_options_default(navnet_walk_options* options, size_t options_bytes);

/* How the grid stands in the world. */
typedef int32_t navnet_align;
enum {
  NAVNET_ALIGN_WORLD = 0, /* Along the world's axes. */
  NAVNET_ALIGN_AUTO = 1   /* Along the walls, if that gives fewer cells. Samples twice. Meshes only. */
};

typedef struct navnet_bake_options {
  uint32_t struct_bytes;
  navnet_keep keep; /* ALL. */
  navnet_sample_options sample;
  int32_t min_cell; /* Thinner cells, in voxels, are left out where no way is lost: 1 to 64; 0: 2 for meshes, else 1. */
  navnet_align align; /* WORLD. */
  navnet_bool walks;  /* Whether to find walkable ground by `walk`. 0: the net is for flight alone. */
  int32_t reserved;   /* 0. */
  navnet_walk_options walk;
  const navnet_ground_link* links; /* Jumps, drops, ladders, doors; numbered as they stand here. None. */
  size_t link_count;
  double spot_spacing_m; /* Between spots to take off and land, 1e-9 to 1e12; 0: about two thousand of them. */
} navnet_bake_options;
NAVNET_API navnet_status navnet_bake_options_default(navnet_bake_options* options, size_t options_bytes);

typedef struct navnet_bake_report {
  double sample_s, partition_s, volumes_s, contacts_s, ground_s;
  navnet_bool has_align; /* With ALIGN_AUTO and a mesh: what follows counts. */
  navnet_bool align_used;
  double turn_deg;
  navnet_vec3 shift_voxels;
  uint64_t cells_before, cells_after;
  double blocked_m3_before, blocked_m3_after;
} navnet_bake_report;
/* World to net. Null options: the defaults. `sampling` (the grids it was made from) and `report` may be null. */
NAVNET_API navnet_status navnet_bake(navnet_world world, const navnet_bake_options* options, navnet_net* net,
                                     navnet_sampling* sampling, navnet_bake_report* report, size_t report_bytes);

/* The first stage alone: one grid for each clearance level. Null options: the defaults. */
NAVNET_API navnet_status navnet_sample(navnet_world world, const navnet_sample_options* options,
                                       navnet_sampling* sampling);
NAVNET_API navnet_status navnet_sampling_destroy(navnet_sampling sampling);
typedef struct navnet_sampling_info {
  navnet_frame frame;
  navnet_voxel_box bounds;
  uint64_t level_count;
  int64_t triangle_count;
  uint64_t estimated_bytes;
  double index_s, sample_s, keep_s;
} navnet_sampling_info;
NAVNET_API navnet_status navnet_sampling_get_info(navnet_sampling sampling, navnet_sampling_info* info,
                                                  size_t info_bytes);
/* Why this voxel size: one phrase, with the zero at its end. */
NAVNET_API navnet_status navnet_sampling_copy_voxel_reason(navnet_sampling sampling, char* out, size_t capacity,
                                                           size_t* required);
NAVNET_API navnet_status navnet_sampling_grid(navnet_sampling sampling, uint32_t level, navnet_grid* grid);
/* All levels as grids of an OpenVDB file. `bytes` may be null. */
NAVNET_API navnet_status navnet_sampling_write_vdb(navnet_sampling sampling, const char* file, uint64_t* bytes);

/* A grid along the walls, for sample options: meshes only. voxel_m above 0, radius_m 0 or more. */
typedef struct navnet_alignment {
  navnet_vec3 grid_origin;
  double turn_cos, turn_sin;
  navnet_up_axis turn_up;
  int32_t reserved;
  double turn_deg;
  navnet_vec3 shift_voxels;
} navnet_alignment;
NAVNET_API navnet_status navnet_find_alignment(navnet_world world, double voxel_m, double radius_m,
                                               navnet_alignment* alignment);

/* Audits: the exact distance of points and straight flights from the world itself, at most `at_most_m` (the smaller the
 * faster; infinity is allowed). Numbers that make no sense give 0. Immutable; keeps what it needs of the world. */
NAVNET_API navnet_status navnet_probe_create(navnet_world world, int32_t threads, navnet_probe* probe);
NAVNET_API navnet_status navnet_probe_destroy(navnet_probe probe);
NAVNET_API navnet_status navnet_probe_segment(navnet_probe probe, navnet_vec3 a, navnet_vec3 b, double at_most_m,
                                              double* clearance_m);
NAVNET_API navnet_status navnet_probe_point(navnet_probe probe, navnet_vec3 p, double at_most_m, double* clearance_m);

/* ---- 9. Live worlds (libnavnet_c only) ------------------------------------------------------------------------ *
 * A world that changes while agents move in it. Edits check their arguments at once, change nothing when they fail, and
 * take effect together with the next update, which costs what the changed blocks cost. The net of a live world is, byte
 * for byte, that of a bake from scratch. navnet_live_latest and navnet_live_version never wait; all other calls may
 * come from any thread and wait for each other. */

typedef struct navnet_live {
  uint64_t id;
} navnet_live;
typedef struct navnet_snapshot {
  uint64_t id;
} navnet_snapshot;
typedef struct navnet_explored_map {
  uint64_t id;
} navnet_explored_map;
typedef struct navnet_explored_changes {
  uint64_t id;
} navnet_explored_changes;

/* Samples and bakes the world. Give bounds or a margin where obstacles shall come; no seeds. Null options: defaults. */
NAVNET_API navnet_status navnet_live_create(navnet_world world, const navnet_bake_options* options, navnet_live* live);

typedef int32_t navnet_unknown;
enum {
  NAVNET_UNKNOWN_BLOCKED = 0,  /* What is unknown counts as blocked. */
  NAVNET_UNKNOWN_AT_A_COST = 1 /* As free, at a cost: see navnet_snapshot_copy_regions. */
};
typedef struct navnet_explore_options {
  uint32_t struct_bytes;
  navnet_unknown unknown; /* BLOCKED. */
  double unknown_cost;    /* With AT_A_COST: 3; 1 to 1000000. */
} navnet_explore_options;
NAVNET_API navnet_status navnet_explore_options_default(navnet_explore_options* options, size_t options_bytes);
/* A world of which nothing is known yet: feed it with navnet_live_explore. Of `options` radii, keep, min_cell, walk and
 * threads count. Null options: the defaults. */
NAVNET_API navnet_status navnet_live_create_unknown(const navnet_box* bounds, double voxel_m, navnet_up_axis up,
                                                    const navnet_explore_options* explore,
                                                    const navnet_bake_options* options, navnet_live* live);
/* Stops the background thread, too. Snapshots and navigators taken from it live on. */
NAVNET_API navnet_status navnet_live_destroy(navnet_live live);

/* Takes a point p to position + rotation (scale * p). */
typedef struct navnet_transform {
  navnet_vec3 position;
  double rotation_w, rotation_x, rotation_y, rotation_z; /* A quaternion of any length but 0. */
  navnet_vec3 scale;                                     /* Along the shape's own axes; each above 0. */
} navnet_transform;
/* Nothing moved, turned or scaled. */
NAVNET_API navnet_status navnet_transform_default(navnet_transform* transform);

typedef int32_t navnet_shape;
enum { NAVNET_SHAPE_BOX = 0, NAVNET_SHAPE_SPHERE = 1, NAVNET_SHAPE_CAPSULE = 2, NAVNET_SHAPE_MESH = 3 };
/* Shapes are centred at their own origin. Surfaces block. */
typedef struct navnet_obstacle {
  uint32_t struct_bytes;
  navnet_shape shape;          /* BOX. */
  navnet_transform transform;  /* As navnet_transform_default. */
  navnet_vec3 half_size_m;     /* Of BOX: 0.5 each; above 0. */
  double radius_m;             /* Of SPHERE and CAPSULE: 0.5; 1e-9 to 1e12. */
  double half_length_m;        /* Of CAPSULE, along its z axis: 0.5; 0 to 1e12. */
  const navnet_vec3* vertices; /* Of MESH; copied. */
  size_t vertex_count;
  const uint32_t* indices; /* Of MESH: three for each triangle. */
  size_t triangle_count;
  navnet_bool is_door; /* Blocks only while it is closed, see navnet_live_set_door. 0. */
  int32_t reserved;    /* 0. */
} navnet_obstacle;
NAVNET_API navnet_status navnet_obstacle_default(navnet_obstacle* obstacle, size_t obstacle_bytes);

/* Ids of obstacles and regions are never 0 and never used twice. */
NAVNET_API navnet_status navnet_live_add_obstacle(navnet_live live, const navnet_obstacle* obstacle, uint64_t* id);
NAVNET_API navnet_status navnet_live_move_obstacle(navnet_live live, uint64_t id, const navnet_transform* transform);
NAVNET_API navnet_status navnet_live_remove_obstacle(navnet_live live, uint64_t id);
NAVNET_API navnet_status navnet_live_set_door(navnet_live live, uint64_t id, navnet_bool open);
/* Blocks or frees the voxels in a box, in a world of voxels. */
NAVNET_API navnet_status navnet_live_set_voxels(navnet_live live, const navnet_box* box, navnet_bool blocked);
/* Takes over what a map learned, in a world made by navnet_live_create_unknown; the map must have its frame and bounds.
 */
NAVNET_API navnet_status navnet_live_explore(navnet_live live, navnet_explored_changes changes);
/* Cost regions travel with snapshots; they change no net. */
NAVNET_API navnet_status navnet_live_add_region(navnet_live live, const navnet_cost_region* region, uint64_t* id);
NAVNET_API navnet_status navnet_live_set_region(navnet_live live, uint64_t id, const navnet_cost_region* region);
NAVNET_API navnet_status navnet_live_remove_region(navnet_live live, uint64_t id);

/* Makes a new snapshot of all edits so far. `change`, what this call changed, may be null; else the caller owns it. */
NAVNET_API navnet_status navnet_live_update(navnet_live live, navnet_change* change);
/* As much of an update as fits into `max_us` microseconds, in this thread; `done`: nothing is left to do. */
NAVNET_API navnet_status navnet_live_step(navnet_live live, double max_us, navnet_bool* done);
/* Updates in a thread of its own as edits come, until stopped. When one fails the thread ends; update tells why. */
NAVNET_API navnet_status navnet_live_start_background(navnet_live live);
NAVNET_API navnet_status navnet_live_stop_background(navnet_live live);
/* Called after each update, from the thread that made it. Both handles belong to the library and live until the
 * function returns (null, if memory ran out); a navigator made of the snapshot lives on. Within it, calls on this live
 * world other than navnet_live_latest and navnet_live_version give NAVNET_ERROR_BUSY. Null: none. */
typedef void (*navnet_update_function)(void* user, navnet_snapshot now, navnet_change change);
NAVNET_API navnet_status navnet_live_on_update(navnet_live live, navnet_update_function told, void* user);

/* The newest complete state, which stays as it is; the caller owns the handle. Never waits. */
NAVNET_API navnet_status navnet_live_latest(navnet_live live, navnet_snapshot* snapshot);
NAVNET_API navnet_status navnet_live_version(navnet_live live, uint64_t* version);
NAVNET_API navnet_status navnet_snapshot_destroy(navnet_snapshot snapshot);
/* Versions grow with every update. */
NAVNET_API navnet_status navnet_snapshot_version(navnet_snapshot snapshot, uint64_t* version);
/* A navigator for this state, which the caller owns. Costs a few nanoseconds: it shares everything. */
NAVNET_API navnet_status navnet_snapshot_navigator(navnet_snapshot snapshot, navnet_navigator* navigator);
/* The world's cost regions and what is unknown at a cost: for the regions of queries. */
NAVNET_API navnet_status navnet_snapshot_copy_regions(navnet_snapshot snapshot, navnet_cost_region* out,
                                                      size_t capacity, size_t* required);
/* All that changed since an older version; `found` is 0 if that was too many updates ago (256) or never was. */
NAVNET_API navnet_status navnet_live_changes_since(navnet_live live, uint64_t version, navnet_bool* found,
                                                   navnet_change* change);

NAVNET_API navnet_status navnet_live_get_frame(navnet_live live, navnet_frame* frame, navnet_voxel_box* bounds);
/* The net of the newest state, the same bytes as a bake. Linear in the world. Or straight to a file. */
NAVNET_API navnet_status navnet_live_make_net(navnet_live live, navnet_net* net);
NAVNET_API navnet_status navnet_live_save(navnet_live live, const char* file);
/* The world as it is now, with all obstacles that block; and the options with which a bake of it gives the same net:
 * their pointers live as long as the live world. */
NAVNET_API navnet_status navnet_live_current_world(navnet_live live, navnet_world* world);
NAVNET_API navnet_status navnet_live_get_bake_options(navnet_live live, navnet_bake_options* options,
                                                      size_t options_bytes);

/* ---- 10. Explored maps (libnavnet_c only) --------------------------------------------------------------------- *
 * Occupied, free and unknown voxels, learned from depth scans and OctoMap updates. Every call does all it says, or
 * fails and changes nothing. */

typedef int32_t navnet_voxel_state;
enum { NAVNET_VOXEL_UNKNOWN = 0, NAVNET_VOXEL_FREE = 1, NAVNET_VOXEL_OCCUPIED = 2 };

/* The sensor model, as in OctoMap: log-odds are kept in steps of 1/32, within ±127/32. */
typedef struct navnet_explored_map_options {
  uint32_t struct_bytes;
  int32_t threads;             /* For scans; 0: all the machine has. 0 to 1024. */
  double hit_log_odds;         /* Added to a voxel a ray ends in: 0.85; at least 1/32. */
  double miss_log_odds;        /* Added to a voxel rays only pass: -0.4; at most -1/32. */
  double min_log_odds;         /* Never below: -2; below 0. */
  double max_log_odds;         /* Never above: 3.5; above 0. */
  double occupied_log_odds;    /* Occupied from here up: 0. */
  double max_range_m;          /* Farther points only clear, this far: 10; 1e-9 to 1e9. */
  uint64_t memory_limit_bytes; /* 4 GiB. */
} navnet_explored_map_options;
NAVNET_API navnet_status navnet_explored_map_options_default(navnet_explored_map_options* options,
                                                             size_t options_bytes);
/* Null options: the defaults. For a live world: its navnet_live_get_frame. */
NAVNET_API navnet_status navnet_explored_map_create(const navnet_frame* frame, const navnet_voxel_box* bounds,
                                                    const navnet_explored_map_options* options,
                                                    navnet_explored_map* map);
NAVNET_API navnet_status navnet_explored_map_destroy(navnet_explored_map map);
/* One look of a depth sensor: what it sees from `origin`, and directions (of any length but 0) in which it sees nothing
 * within range. */
NAVNET_API navnet_status navnet_explored_map_insert_scan(navnet_explored_map map, navnet_vec3 origin,
                                                         const navnet_vec3* points, size_t point_count,
                                                         const navnet_vec3* clear, size_t clear_count);
/* The bytes of a binary OctoMap (.bt), header and all. */
NAVNET_API navnet_status navnet_explored_map_insert_octomap(navnet_explored_map map, const void* bytes, size_t count);
/* Sets what is known otherwise. Cut to the bounds. */
NAVNET_API navnet_status navnet_explored_map_set_box(navnet_explored_map map, navnet_voxel_box box,
                                                     navnet_voxel_state state);
typedef struct navnet_explored_map_info {
  navnet_frame frame;
  navnet_voxel_box bounds;
  int64_t occupied_count, free_count, unknown_count;
  uint64_t memory_bytes;
} navnet_explored_map_info;
NAVNET_API navnet_status navnet_explored_map_get_info(navnet_explored_map map, navnet_explored_map_info* info,
                                                      size_t info_bytes);
NAVNET_API navnet_status navnet_explored_map_state_at(navnet_explored_map map, navnet_voxel voxel,
                                                      navnet_voxel_state* state);
/* A block's voxels as NAVNET_BLOCK_WORDS words each, as navnet_grid_read_block; `capacity` is of both. */
NAVNET_API navnet_status navnet_explored_map_read_block(navnet_explored_map map, navnet_voxel block, uint64_t* occupied,
                                                        uint64_t* known, size_t capacity);
/* Block coordinates, ascending, of all blocks that hold a known voxel. */
NAVNET_API navnet_status navnet_explored_map_copy_blocks(navnet_explored_map map, navnet_voxel* out, size_t capacity,
                                                         size_t* required);
/* The blocks in which some voxel's state is not what it was at the last call. The caller owns the handle. */
NAVNET_API navnet_status navnet_explored_map_take_changes(navnet_explored_map map, navnet_explored_changes* changes);
NAVNET_API navnet_status navnet_explored_changes_destroy(navnet_explored_changes changes);
NAVNET_API navnet_status navnet_explored_changes_copy_blocks(navnet_explored_changes changes, navnet_voxel* out,
                                                             size_t capacity, size_t* required);
/* One of them, by its place among the blocks; as navnet_explored_map_read_block. */
NAVNET_API navnet_status navnet_explored_changes_read(navnet_explored_changes changes, size_t index, uint64_t* occupied,
                                                      uint64_t* known, size_t capacity);

#ifdef __cplusplus
}
#endif

#endif /* NAVNET_NAVNET_H */
