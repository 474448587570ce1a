/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NAVNET_NAVNET_H
#define NAVNET_NAVNET_H
/* @file
 * NavNet for C, and for every language that can call C: navigation of agents that fly, walk, or do both.
 *
 * @code
 *   #include <navnet/navnet.h>
 *   #include <stdio.h>
 *
 *   int main(void) {
 *     navnet_net net = {0};
 *     if (navnet_net_load("city.navnet", NAVNET_NET_LOADING_MAP, &net) != NAVNET_OK) {
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
 * @endcode
 *
 * TWO LIBRARIES share this header. libnavnet_c contains everything. libnavnet_c_runtime contains sections 1 to 8, which
 * is all that a shipped game needs to load nets, find paths and move agents; it depends on no importer and no voxel
 * library. A program links one of the two. Sections 9 to 11 (worlds and baking, live worlds, explored maps) are in
 * libnavnet_c only.
 *
 * UNITS. Metres, seconds, radians unless a name says otherwise (`_us`: microseconds, `_deg`: degrees). Double
 * precision.
 *
 * STATUS. Functions return NAVNET_OK (0) or an error code; navnet_last_error_message() then says what failed, where,
 * and what to do about it. A function that fails has no effect and writes no result, except that a query that runs out
 * of memory leaves its path empty. The outcome of a query (complete, unreachable …) is not an error but a value in its
 * result. No exception ever leaves the library.
 *
 * HANDLES refer to objects. A handle is an id in a struct; a zeroed handle is null. Ids are never reused: a handle that
 * was destroyed, was never created, or belongs to another type of object gives NAVNET_ERROR_BAD_HANDLE, in every
 * function and on every thread. An object lives until its handle is destroyed and all calls that use it have returned.
 * Objects created from others keep what they need of them alive, so a net may be destroyed as soon as its navigator is
 * created. Destroying the null handle does nothing and returns NAVNET_OK.
 *
 * THREADS. Any function may be called from any thread at any time. Objects that never change (nets, navigators,
 * travellers, grounds, room makers, worlds, grids, samplings, probes, changes, snapshots) and cancel flags serve any
 * number of calls at once. Objects that change (contexts, paths, path sets, rooms, trajectories, yaw profiles, runs,
 * watches, avoidances, crowds, explored maps) serve one writing call or any number of reading calls at a time: a
 * conflicting call returns NAVNET_ERROR_BUSY and does nothing.
 * Keep one context and one path for each thread. Live worlds accept calls from any thread and serialise them.
 *
 * STRUCTS that begin with `struct_bytes` are options that a later version may extend. Fill them with their _default
 * function, passing the caller's sizeof, then change fields as needed. Results that may grow are passed with their
 * sizeof in the same way. A size that the library does not know gives NAVNET_ERROR_BAD_VERSION. All other structs are
 * fixed within one NAVNET_API_VERSION.
 *
 * ARRAYS are passed in as pointer and count; the pointer may be null if the count is 0. Arrays are returned in the
 * caller's buffers: (out, capacity, required). `required`, which may be null, always receives the number of elements
 * available; if capacity is less, the call returns NAVNET_ERROR_BUFFER_TOO_SMALL and writes no element. A null `out`
 * with capacity 0 queries the size. No array may have more than 2^31 - 1 elements.
 *
 * NUMBERS have ranges, given in their comments; "0 to 1e12" includes both ends. The default of an option precedes its
 * range: "0.4; 0 to 1e12". A number outside its range, or NaN, gives NAVNET_ERROR_INVALID_ARGUMENT and a message that
 * names the number and its range. A query with such a number returns a path with the status
 * NAVNET_PATH_STATUS_INVALID_QUERY; navnet_flight_query_check and its counterparts say which number it is. Coordinates
 * of worlds, seeds, obstacles and agents range from -1e12 to 1e12.
 *
 * CALLBACKS receive a user pointer, passed through unchanged. They must return: neither exceptions nor longjmp may
 * leave them. Each callback's comment says which thread calls it.
 *
 * BOOLEANS are navnet_bool, 32 bits wide, because languages disagree on the size of C's bool: 0 is false, everything
 * else true; the library writes 0 or 1. Enumerations are 32 bits wide for the same reason; a value that is not an
 * enumerator gives NAVNET_ERROR_INVALID_ARGUMENT. Text is UTF-8 and ends with a zero byte.
 */

#include <stddef.h>
#include <stdint.h>

/* NAVNET_API marks what the shared libraries export. */
#if defined(NAVNET_C_BUILD) && defined(__GNUC__)
#define NAVNET_API __attribute__((visibility("default")))
#else
#define NAVNET_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- 1. Versions and errors ----------------------------------------------------------------------------------- */

/* The header's version, MAJOR.MINOR.PATCH; navnet_version returns the library's. */
#define NAVNET_VERSION_MAJOR 0
/* See NAVNET_VERSION_MAJOR. */
#define NAVNET_VERSION_MINOR 2
/* See NAVNET_VERSION_MAJOR. */
#define NAVNET_VERSION_PATCH 0
/* Incremented whenever programs must be recompiled to use a newer library. */
#define NAVNET_API_VERSION 3u

/* 0 is false, everything else true; see BOOLEANS. */
typedef int32_t navnet_bool;

/* What functions return; see STATUS. */
typedef int32_t navnet_status;
enum {
  NAVNET_OK = 0,
  NAVNET_ERROR_INVALID_ARGUMENT = 1, /* An option or argument is invalid. */
  NAVNET_ERROR_NOT_FOUND = 2,        /* The file does not exist. */
  NAVNET_ERROR_UNREADABLE = 3,       /* The file cannot be read: a directory, no permission, an I/O error. */
  NAVNET_ERROR_UNKNOWN_FORMAT = 4,   /* NavNet does not read files of this format. */
  NAVNET_ERROR_BAD_FORMAT = 5,       /* Damaged, truncated, or not of the format its name says. */
  NAVNET_ERROR_EMPTY_WORLD = 6,      /* The world has no geometry. */
  NAVNET_ERROR_TOO_LARGE = 7,        /* The result would exceed the memory budget or the grid's limits. */
  NAVNET_ERROR_WRITE_FAILED = 8,     /* Nothing was written; an existing file is unchanged. */
  NAVNET_ERROR_CANCELLED = 9,        /* The caller's progress function asked to stop. */
  NAVNET_ERROR_OUT_OF_MEMORY = 10,
  NAVNET_ERROR_INTERNAL = 11,         /* Unexpected failure of NavNet or a library it uses. */
  NAVNET_ERROR_BAD_HANDLE = 12,       /* Null, destroyed, never created, or of another type. */
  NAVNET_ERROR_NULL_POINTER = 13,     /* A required pointer is null. */
  NAVNET_ERROR_BUFFER_TOO_SMALL = 14, /* See ARRAYS above. */
  NAVNET_ERROR_BAD_VERSION = 15,      /* Struct size or API version differs from this library's. */
  NAVNET_ERROR_BUSY = 16              /* Another call is using the object; see THREADS above. */
};

/* The library's version, which may differ from the header's. Any of the pointers may be null. */
NAVNET_API void navnet_version(int32_t* major, int32_t* minor, int32_t* patch);
/* Pass NAVNET_API_VERSION. Fails with BAD_VERSION if the library was built for another API version. */
NAVNET_API navnet_status navnet_check_api_version(uint32_t api_version);
/* 1 in libnavnet_c, which can bake; 0 in libnavnet_c_runtime. */
NAVNET_API navnet_bool navnet_can_bake(void);

/* Message of this thread's last failed call. Successful calls do not change it, so objects may be destroyed before it
 * is read. Empty if no call has failed. Valid until the thread's next failure or end; never null. */
NAVNET_API const char* navnet_last_error_message(void);
/* Lower-case name: ok, invalid_argument, not_found …; "unknown" for other numbers. Static, never null; likewise all
 * functions that end in _name. */
NAVNET_API const char* navnet_status_name(navnet_status status);
/* Number of objects of all types created and not yet destroyed: 0 at the end of a program without leaks. */
NAVNET_API size_t navnet_object_count(void);
/* Element `index` of the sequence of seeds that starts with `seed`; element 0 is `seed` itself. Sequences of different
 * seeds share no element (except by a chance of 2^-64 per pair), whereas the sequences `seed + index` of neighbouring
 * seeds are the same, shifted by one. */
NAVNET_API uint64_t navnet_seed_at(uint64_t seed, uint64_t index);

/* ---- 2. Geometry ---------------------------------------------------------------------------------------------- */

/* A point or vector on the ground plane. */
typedef struct navnet_vec2 {
  double x, y; /* On the plan. */
} navnet_vec2;

/* A point or vector in the world. */
typedef struct navnet_vec3 {
  double x, y, z; /* Along the world's axes. */
} navnet_vec3;

/* A closed box along the world's axes. Empty if min is above max on any axis. */
typedef struct navnet_box {
  navnet_vec3 min, max; /* Lowest and highest corner. */
} navnet_box;

/* Integer coordinates of a voxel in its grid. */
typedef struct navnet_voxel {
  int32_t x, y, z; /* Along the grid's axes. */
} navnet_voxel;

/* Half open: includes lo, excludes hi. */
typedef struct navnet_voxel_box {
  navnet_voxel lo, hi; /* Lowest voxel, and the corner beyond the highest. */
} navnet_voxel_box;

/* Which axis of the world points up, against gravity. Coordinates are never rotated. */
typedef int32_t navnet_up_axis;
enum { NAVNET_UP_AXIS_Y = 0, NAVNET_UP_AXIS_Z = 1 };
/* Lower-case name: y, z; "unknown" for other numbers. */
NAVNET_API const char* navnet_up_axis_name(navnet_up_axis up);

/* Maps voxels to the world: the low corner of voxel (i, j, k) is at origin + turn(voxel_m * (i, j, k)). */
typedef struct navnet_frame {
  navnet_vec3 origin; /* Low corner of voxel (0, 0, 0). */
  double voxel_m;     /* Edge of a voxel; 1e-9 to 1e12. */
  double turn_cos;    /* Cosine and sine of the grid's rotation about the up axis; 1 and 0: none. */
  double turn_sin;    /* See turn_cos. */
  navnet_up_axis up;  /* The world's up axis. */
  int32_t reserved;   /* 0. */
} navnet_frame;

/* World coordinates of a point given in (fractional) voxel coordinates. */
NAVNET_API navnet_status navnet_frame_to_world(const navnet_frame* frame, navnet_vec3 voxels, navnet_vec3* world);
/* The inverse of navnet_frame_to_world. */
NAVNET_API navnet_status navnet_frame_to_voxels(const navnet_frame* frame, navnet_vec3 world, navnet_vec3* voxels);
/* Bounding box, along the world's axes, of a voxel box. */
NAVNET_API navnet_status navnet_frame_world_box(const navnet_frame* frame, navnet_voxel_box voxels, navnet_box* world);

/* A box in which a path's length is multiplied by `factor`. Where boxes overlap, factors multiply. */
typedef struct navnet_cost_region {
  navnet_box box; /* Where it applies. */
  double factor;  /* 1 to infinity; infinity: forbidden, never entered; paths may touch its border. */
} navnet_cost_region;

/* A point on a path: the fraction `share` (0 to 1) of the segment from way point `segment` to `segment + 1`. Zeroed:
 * the start. */
typedef struct navnet_path_place {
  uint64_t segment; /* Index of the segment. */
  double share;     /* Fraction of the segment. */
} navnet_path_place;

/* ---- 3. Nets -------------------------------------------------------------------------------------------------- *
 * A net is the result of baking a world. For each clearance level (an agent radius) it holds the free space as disjoint
 * boxes, the cells; for each cell its NavVolume, the largest free box found that contains it; the contacts between
 * cells; and the walkable ground. Immutable. Thread-safe. Copying a table takes linear time. */

/* Handle of a baked net. */
typedef struct navnet_net {
  uint64_t id;
} navnet_net;
/* Handle of the walkable ground of a net. */
typedef struct navnet_ground {
  uint64_t id;
} navnet_ground;

/* How a file is loaded. */
typedef int32_t navnet_net_loading;
enum {
  NAVNET_NET_LOADING_READ = 0, /* Reads the file into memory. */
  NAVNET_NET_LOADING_MAP = 1   /* Maps the file, which must not be changed in place while the net lives. */
};
/* Lower-case name: read, map; "unknown" for other numbers. */
NAVNET_API const char* navnet_net_loading_name(navnet_net_loading loading);

/* Loads and checks a .navnet file. Files are not trusted: damaged, truncated and hostile ones give an error. */
NAVNET_API navnet_status navnet_net_load(const char* file, navnet_net_loading loading, navnet_net* net);
/* The same from memory, such as an engine's own archive. The bytes are copied. */
NAVNET_API navnet_status navnet_net_from_memory(const void* bytes, size_t count, navnet_net* net);
/* Called when bytes that were given to the library are no longer used: once, on the thread that releases the last
 * object using them. */
typedef void (*navnet_release_function)(void* user, const void* bytes);
/* The same without a copy: the bytes must be aligned to 64 and stay unchanged until `release(user, bytes)` is called.
 * It is not called if this function fails. `release` may be null for bytes that live as long as the program. */
NAVNET_API navnet_status navnet_net_from_memory_in_place(const void* bytes, size_t count,
                                                         navnet_release_function release, void* user, navnet_net* net);
/* Writes a temporary file and renames it: the file appears complete or not at all. `bytes` receives its size; may be
 * null. */
NAVNET_API navnet_status navnet_net_save(navnet_net net, const char* file, uint64_t* bytes);
/* The net as the bytes of a .navnet file, suitable for navnet_net_from_memory. Valid as long as the net. */
NAVNET_API navnet_status navnet_net_image(navnet_net net, const void** bytes, size_t* count);
NAVNET_API navnet_status navnet_net_destroy(navnet_net net);

/* Which free space a net covers. */
typedef int32_t navnet_keep;
enum {
  NAVNET_KEEP_ALL = 0,     /* Everything, including sealed pockets. */
  NAVNET_KEEP_OUTSIDE = 1, /* Components that reach the border of the bounds. */
  NAVNET_KEEP_LARGEST = 2, /* The largest component. */
  NAVNET_KEEP_SEEDS = 3    /* Components that contain a given point. */
};
/* Lower-case name: all, outside, largest, seeds; "unknown" for other numbers. */
NAVNET_API const char* navnet_keep_name(navnet_keep keep);

/* How a net was made: frame, bounds and options. */
typedef struct navnet_net_info {
  navnet_frame frame;      /* Maps voxels to the world. */
  navnet_voxel_box bounds; /* The voxels that the net covers. */
  navnet_box bounds_world; /* Bounding box of `bounds`. */
  navnet_keep keep;        /* Which free space it covers. */
  uint32_t min_cell;       /* Cells thinner than this, in voxels, were omitted where connectivity allows; 1: none. */
  uint64_t source_hash;    /* Equal worlds and options give equal hashes. */
  uint64_t image_bytes;    /* 0 for a live world, which has no image. */
  uint32_t level_count;    /* 0 for a live world. */
  navnet_bool has_ground;  /* Whether it was baked with walkable ground. */
} navnet_net_info;
/* How the net was made. */
NAVNET_API navnet_status navnet_net_get_info(navnet_net net, navnet_net_info* info, size_t info_bytes);

/* Sizes of a clearance level. Levels are indexed from 0 in ascending order of radius. */
typedef struct navnet_level_info {
  double radius_m;                                   /* Radius of the largest agents that it serves. */
  int64_t voxels_free;                               /* Covered by cells. */
  int64_t voxels_left_out;                           /* Free, but in no cell. */
  int64_t voxels_blocked;                            /* The rest of the bounds. */
  uint64_t block_count, cell_count, neighbour_count; /* Sizes of the tables. */
  uint64_t component_count;                          /* Number of connected components. */
} navnet_level_info;
/* Sizes of a level. */
NAVNET_API navnet_status navnet_net_get_level(navnet_net net, uint32_t level, navnet_level_info* info,
                                              size_t info_bytes);
/* The level with the smallest radius of at least `radius_m`. `found` is 0 if the agent is too large for every level. */
NAVNET_API navnet_status navnet_net_level_for(navnet_net net, double radius_m, navnet_bool* found, uint32_t* level);

/* What navnet_net_cell_at returns for a voxel in no cell. */
#define NAVNET_NO_CELL 0xFFFFFFFFu

/* A cube of 64³ voxels, or a larger one that is entirely free. Its cells are consecutive in the cell table. */
typedef struct navnet_block {
  navnet_voxel origin;             /* Lowest voxel. */
  int32_t size;                    /* Edge in voxels. */
  uint32_t first_cell, cell_count; /* Its cells are first_cell to first_cell + cell_count - 1. */
} navnet_block;

/* One direction of a contact between two cells: the neighbour, and the contact's index, which both directions share. */
typedef struct navnet_neighbour {
  uint32_t cell, contact; /* Indices of the neighbour and of the contact. */
} navnet_neighbour;

/* The blocks. This and the next five are the tables of a level. Volumes and components are indexed by cell. The
 * neighbours of cell i are those from first_neighbours[i] up to, but not including, first_neighbours[i + 1]. */
NAVNET_API navnet_status navnet_net_copy_blocks(navnet_net net, uint32_t level, navnet_block* out, size_t capacity,
                                                size_t* required);
/* The cells, block by block: disjoint boxes of free voxels. */
NAVNET_API navnet_status navnet_net_copy_cells(navnet_net net, uint32_t level, navnet_voxel_box* out, size_t capacity,
                                               size_t* required);
/* The NavVolume of each cell. */
NAVNET_API navnet_status navnet_net_copy_volumes(navnet_net net, uint32_t level, navnet_voxel_box* out, size_t capacity,
                                                 size_t* required);
/* The connected component of each cell, numbered from 0. */
NAVNET_API navnet_status navnet_net_copy_components(navnet_net net, uint32_t level, uint32_t* out, size_t capacity,
                                                    size_t* required);
/* Index of the first neighbour of each cell, and one more element: the number of all neighbours. */
NAVNET_API navnet_status navnet_net_copy_first_neighbours(navnet_net net, uint32_t level, uint32_t* out,
                                                          size_t capacity, size_t* required);
/* The neighbours of all cells: two for each contact. */
NAVNET_API navnet_status navnet_net_copy_neighbours(navnet_net net, uint32_t level, navnet_neighbour* out,
                                                    size_t capacity, size_t* required);
/* The cell that contains a voxel, or NAVNET_NO_CELL. */
NAVNET_API navnet_status navnet_net_cell_at(navnet_net net, uint32_t level, navnet_voxel voxel, uint32_t* cell);
/* The block that contains a voxel. `found` is 0 if there is none. */
NAVNET_API navnet_status navnet_net_block_at(navnet_net net, uint32_t level, navnet_voxel voxel, navnet_bool* found,
                                             navnet_block* block);
/* The face that two boxes share, flat along `axis` (0 to 2); axis -1 and an empty box if they share none. */
NAVNET_API navnet_status navnet_contact_of(navnet_voxel_box a, navnet_voxel_box b, int32_t* axis,
                                           navnet_voxel_box* face);

/* Statistics of a level. `cells` and `volumes` are histograms of boxes by shortest side: element k counts sides of 2^k
 * to 2^(k + 1) - 1 voxels, the last element all sides of 2^11 voxels or more. */
typedef struct navnet_level_quality {
  double coverage;                          /* Fraction of the free voxels that lie in cells, 0 to 1. */
  double free_m3, left_out_m3;              /* Volume of the cells, and of free voxels in no cell. */
  uint64_t cells[12], volumes[12];          /* Histograms, see above. */
  double cell_voxels, volume_voxels;        /* Mean number of voxels in a cell and in a NavVolume. */
  double degree_mean;                       /* Contacts per cell. */
  uint64_t degree_max;                      /* Most contacts of a cell. */
  double bytes_per_cell;                    /* Size of the level's tables for each cell. */
  uint64_t sealed_components, sealed_cells; /* Not connected to the largest component. */
  int64_t sealed_voxels;                    /* Voxels in sealed cells. */
} navnet_level_quality;
/* Measures a level. Takes linear time. */
NAVNET_API navnet_status navnet_net_measure_quality(navnet_net net, uint32_t level, navnet_level_quality* quality,
                                                    size_t quality_bytes);

/* The walkable ground: convex surface patches grouped in layers, their walls, and the medial axis of the free space
 * between the walls (an Explicit Corridor Map), which serves agents of every radius. Everything but heights is on the
 * ground plane ("the plan"), in metres: the world's (x, y) with z up, its (z, x) with y up. A net baked without ground
 * has an empty ground. */
NAVNET_API navnet_status navnet_net_ground(navnet_net net, navnet_ground* ground);
NAVNET_API navnet_status navnet_ground_destroy(navnet_ground ground);

/* Agent and sizes of a ground. */
typedef struct navnet_ground_info {
  double max_slope_deg, step_m, height_m;            /* Of the agent the ground was baked for. */
  double area_m2;                                    /* Of all layers, on the plan. */
  uint32_t layer_count, component_count, ring_count; /* Number of layers, of components, of boundary loops. */
  navnet_up_axis up;                                 /* The world's up axis. */
  uint64_t corner_count, patch_count, wall_count, vertex_count; /* Sizes of the tables. */
  uint64_t edge_count, bend_count, spoke_count, link_count;     /* Sizes of the tables. */
} navnet_ground_info;
/* Agent and sizes of the ground. */
NAVNET_API navnet_status navnet_ground_get_info(navnet_ground ground, navnet_ground_info* info, size_t info_bytes);

/* A convex surface polygon: corners counter-clockwise; height = base + slope_x * x + slope_y * y. */
typedef struct navnet_ground_patch {
  uint32_t first_corner, corner_count; /* Its corners, in the table of corners. */
  uint32_t layer, reserved;            /* Its layer. */
  double base, slope_x, slope_y;       /* Its plane. */
} navnet_ground_patch;

/* An edge of a layer's outline, from a to b, with the walkable side on its left. */
typedef struct navnet_ground_wall {
  navnet_vec2 a, b; /* Its ends. */
  uint32_t layer;   /* The layer that it bounds. */
  uint32_t ring;    /* The boundary loop it belongs to. */
} navnet_ground_wall;

/* Where edges of the medial axis meet or end. */
typedef struct navnet_ground_vertex {
  navnet_vec2 p;                     /* Where it is. */
  double clearance_m;                /* Distance to the nearest walls. */
  uint32_t first_spoke, spoke_count; /* Its spokes, in the table of spokes. */
  uint32_t layer, component;         /* Its layer and connected component. */
} navnet_ground_vertex;

/* A chain of bends between two vertices. */
typedef struct navnet_ground_edge {
  uint32_t from, to;                /* Vertices. */
  uint32_t first_bend, bend_count;  /* Its bends, in the table of bends. */
  double length_m, min_clearance_m; /* Length, and smallest clearance along it. */
} navnet_ground_edge;

/* A point of the medial axis and its nearest obstacle points on the left and right of its edge. */
typedef struct navnet_ground_bend {
  navnet_vec2 p, left, right;                        /* The point, and its nearest obstacle points. */
  uint32_t layer, left_layer, right_layer, reserved; /* Layers of the three points. */
} navnet_ground_bend;

/* What a link is. */
typedef int32_t navnet_link_kind;
enum {
  NAVNET_LINK_KIND_SPOT = 0, /* A place to take off and land: `from` equals `to`. */
  NAVNET_LINK_KIND_JUMP = 1,
  NAVNET_LINK_KIND_DROP = 2,
  NAVNET_LINK_KIND_LADDER = 3,
  NAVNET_LINK_KIND_DOOR = 4 /* Through something closed in the world's geometry. */
};
/* Lower-case name: spot, jump, drop, ladder, door; "unknown" for other numbers. */
NAVNET_API const char* navnet_link_kind_name(navnet_link_kind kind);

/* A connection between two places of the ground that is not walked. Identified by its index in the table. */
typedef struct navnet_ground_link {
  navnet_vec3 from, to;  /* On the ground or at most the agent's height above or below it. */
  double seconds;        /* Duration of each use; 0 to 1e9. */
  navnet_link_kind kind; /* What it is. */
  navnet_bool one_way;   /* Only from `from` to `to`. */
} navnet_ground_link;

/* The corners of the patches. This and the next seven are the tables of the ground. */
NAVNET_API navnet_status navnet_ground_copy_corners(navnet_ground ground, navnet_vec2* out, size_t capacity,
                                                    size_t* required);
/* The surface polygons. */
NAVNET_API navnet_status navnet_ground_copy_patches(navnet_ground ground, navnet_ground_patch* out, size_t capacity,
                                                    size_t* required);
/* The edges of the outlines. */
NAVNET_API navnet_status navnet_ground_copy_walls(navnet_ground ground, navnet_ground_wall* out, size_t capacity,
                                                  size_t* required);
/* The vertices of the medial axis. */
NAVNET_API navnet_status navnet_ground_copy_vertices(navnet_ground ground, navnet_ground_vertex* out, size_t capacity,
                                                     size_t* required);
/* The edges of the medial axis. */
NAVNET_API navnet_status navnet_ground_copy_edges(navnet_ground ground, navnet_ground_edge* out, size_t capacity,
                                                  size_t* required);
/* The bends of all edges. */
NAVNET_API navnet_status navnet_ground_copy_bends(navnet_ground ground, navnet_ground_bend* out, size_t capacity,
                                                  size_t* required);
/* The spokes of all vertices: directions of edges, 2 * edge along it, 2 * edge + 1 against it. */
NAVNET_API navnet_status navnet_ground_copy_spokes(navnet_ground ground, uint32_t* out, size_t capacity,
                                                   size_t* required);
/* The links; spots come last. */
NAVNET_API navnet_status navnet_ground_copy_links(navnet_ground ground, navnet_ground_link* out, size_t capacity,
                                                  size_t* required);

/* A gate: a link in the air, between two points of free space. Gates are identified by their index, from 0. Gates need
 * no ground. A gate serves the clearance levels in which both of its ends are free. */
typedef struct navnet_gate {
  navnet_vec3 from, to;  /* In the world; -1e12 to 1e12. */
  double seconds;        /* Duration of each use; 0 to 1e9. */
  double radius_m;       /* Radius of the largest agents that fit through it, 0 to 1e12; 0: any. */
  navnet_bool one_way;   /* Only from `from` to `to`. */
  navnet_bool is_closed; /* Nobody passes. */
} navnet_gate;

/* ---- 4. Finding paths ----------------------------------------------------------------------------------------- *
 * A navigator finds flights and walks; a traveller finds the fastest journey that mixes both. They are immutable and
 * thread-safe. Each thread has its own context (scratch memory) and path (the answer) and reuses both for every query.
 * Once their memory has grown to the size needed, queries allocate nothing. Flights and walks take microseconds. */

/* Handle of a navigator, which finds flights and walks. */
typedef struct navnet_navigator {
  uint64_t id;
} navnet_navigator;
/* Handle of a traveller, which finds journeys. */
typedef struct navnet_traveller {
  uint64_t id;
} navnet_traveller;
/* Handle of a thread's scratch memory. */
typedef struct navnet_context {
  uint64_t id;
} navnet_context;
/* Handle of a path, the answer to a query. */
typedef struct navnet_path {
  uint64_t id;
} navnet_path;
/* Handle of a path set, the answers to many queries. */
typedef struct navnet_path_set {
  uint64_t id;
} navnet_path_set;
/* Handle of a run, a query in time slices. */
typedef struct navnet_run {
  uint64_t id;
} navnet_run;
/* Handle of a cancel flag. */
typedef struct navnet_cancel {
  uint64_t id;
} navnet_cancel;

/* Builds search tables for a net: about 300 bytes per cell, in linear time. */
NAVNET_API navnet_status navnet_navigator_create(navnet_net net, navnet_navigator* navigator);
NAVNET_API navnet_status navnet_navigator_destroy(navnet_navigator navigator);
/* Info of the net, or of the state of a live world, that the navigator searches. */
NAVNET_API navnet_status navnet_navigator_get_info(navnet_navigator navigator, navnet_net_info* info,
                                                   size_t info_bytes);
/* A new handle to the navigator's net. Of a live world: a net that has its info, but no levels, ground or image
 * (navnet_live_make_net makes the complete net). */
NAVNET_API navnet_status navnet_navigator_net(navnet_navigator navigator, navnet_net* net);
/* The ground of the navigator's net or live world. */
NAVNET_API navnet_status navnet_navigator_ground(navnet_navigator navigator, navnet_ground* ground);

/* The gates of the navigator's net or live world. */
NAVNET_API navnet_status navnet_navigator_copy_gates(navnet_navigator navigator, navnet_gate* out, size_t capacity,
                                                     size_t* required);
/* Whether agents of a radius may use a gate: it is wide enough, and both ends are free in the level that serves them.
 */
NAVNET_API navnet_status navnet_navigator_serves_gate(navnet_navigator navigator, size_t gate, double radius_m,
                                                      navnet_bool* serves);

/* Scratch memory of one thread for flights, walks, journeys and repairs. Grows to what the largest query needed. */
NAVNET_API navnet_status navnet_context_create(navnet_context* context);
NAVNET_API navnet_status navnet_context_destroy(navnet_context context);

/* A flag that, once raised, stops all queries that refer to it. May be raised from any thread. */
NAVNET_API navnet_status navnet_cancel_create(navnet_cancel* cancel);
NAVNET_API navnet_status navnet_cancel_destroy(navnet_cancel cancel);
/* Raises or lowers the flag. */
NAVNET_API navnet_status navnet_cancel_set(navnet_cancel cancel, navnet_bool raised);

/* How a query ended. */
typedef int32_t navnet_path_status;
enum {
  NAVNET_PATH_STATUS_COMPLETE = 0,      /* From start to goal. */
  NAVNET_PATH_STATUS_PARTIAL = 1,       /* To the point nearest to the goal, since the query allows a partial path. */
  NAVNET_PATH_STATUS_UNREACHABLE = 2,   /* Nothing connects start and goal for this agent. */
  NAVNET_PATH_STATUS_OUT_OF_BUDGET = 3, /* The limit on expansions or time was reached. */
  NAVNET_PATH_STATUS_CANCELLED = 4,     /* The query's flag was raised. */
  NAVNET_PATH_STATUS_START_BLOCKED = 5, /* The start is blocked, with nothing free within snap_m. */
  NAVNET_PATH_STATUS_GOAL_BLOCKED = 6,
  NAVNET_PATH_STATUS_OUTSIDE_WORLD = 7, /* A point is outside the bounds or not finite, or the agent too large. */
  NAVNET_PATH_STATUS_INVALID_QUERY = 8, /* A number is out of its range; navnet_flight_query_check etc. say which. */
  NAVNET_PATH_STATUS_BEYOND_LIMIT = 9   /* Journeys: the goal can be reached, but not within max_fly_m and max_fly_s. */
};
/* Lower-case name: complete, partial, unreachable, out_of_budget …; "unknown" for other numbers. */
NAVNET_API const char* navnet_path_status_name(navnet_path_status status);

/* What kind of query a path answers. */
typedef int32_t navnet_path_kind;
enum {
  NAVNET_PATH_KIND_NONE = 0,
  NAVNET_PATH_KIND_FLIGHT = 1,
  NAVNET_PATH_KIND_WALK = 2,
  NAVNET_PATH_KIND_JOURNEY = 3
};
/* Lower-case name: none, flight, walk, journey; "unknown" for other numbers. */
NAVNET_API const char* navnet_path_kind_name(navnet_path_kind kind);

/* Summary of a path. */
typedef struct navnet_path_info {
  navnet_path_kind kind;     /* NONE: no query has written to the path yet; everything else is 0 then. */
  navnet_path_status status; /* How the query ended. */
  uint64_t point_count;      /* 0 if no path was found. */
  uint64_t volume_count;     /* Flights. */
  uint64_t corridor_count;   /* Walks. */
  uint64_t segment_count;    /* Journeys. */
  uint64_t jump_count;       /* Flights: gates passed. */
  double length_m;           /* Walks: measured on the plan. */
  double cost;    /* Length weighted by region factors, plus costs of climbs and gates. Journeys: weighted seconds. */
  double seconds; /* Journeys. */
  double flown_m; /* Journeys: metres of flights, take-offs and landings. */
  /* Flights with `certify`: no path from `start` to `goal` for this agent costs less; `cost` / `lower_bound_m` - 1 is
   * the proven gap. 0 otherwise. */
  double lower_bound_m;
  double radius_m;             /* Flights: radius of the clearance level used. */
  navnet_vec3 start, goal;     /* Where the path begins and ends, after snapping. */
  int64_t expanded, pushed;    /* Nodes expanded by the searches, entries pushed to the open list. */
  int64_t rounds;              /* Flights: iterations of string pulling. */
  int64_t legs;                /* Journeys: walks and flights computed. */
  double search_us, refine_us; /* Duration of the search, and of pulling the path tight. */
  double certify_us;           /* Flights: duration of `certify`. */
} navnet_path_info;

/* Mode of a journey's segment. The last point of a segment is the first point of the next one. */
typedef int32_t navnet_travel_mode;
enum {
  NAVNET_TRAVEL_MODE_WALK = 0,
  NAVNET_TRAVEL_MODE_TAKE_OFF = 1,
  NAVNET_TRAVEL_MODE_FLY = 2,
  NAVNET_TRAVEL_MODE_LAND = 3,
  NAVNET_TRAVEL_MODE_LINK = 4
};
/* Lower-case name: walk, take_off, fly, land, link; "unknown" for other numbers. */
NAVNET_API const char* navnet_travel_mode_name(navnet_travel_mode mode);

/* A part of a journey in one mode. */
typedef struct navnet_travel_segment {
  navnet_travel_mode mode;           /* How the part is covered. */
  uint32_t first_point, point_count; /* Its points, among the path's. */
  uint32_t link;                     /* Of LINK: its index in the ground's links, or among the gates … */
  double seconds, length_m;          /* The length of walks is measured on the plan; of gates 0. */
  double cost_s;                     /* Its cost; equals `seconds` for a query without costs and weights. */
  navnet_bool is_gate;               /* … if this is 1. */
  int32_t reserved;
} navnet_travel_segment;

/* The answer to a query: the flight, walk or journey found last. Its memory is reused. */
NAVNET_API navnet_status navnet_path_create(navnet_path* path);
NAVNET_API navnet_status navnet_path_destroy(navnet_path path);
/* Summary of the path. */
NAVNET_API navnet_status navnet_path_get_info(navnet_path path, navnet_path_info* info, size_t info_bytes);
/* Copies `from` into `to`; both may be the same path. */
NAVNET_API navnet_status navnet_path_copy(navnet_path from, navnet_path to);
/* Way points from start to goal. */
NAVNET_API navnet_status navnet_path_copy_points(navnet_path path, navnet_vec3* out, size_t capacity, size_t* required);
/* Flights: the corridor, as the cells whose NavVolumes contain the path, in order. Empty for other kinds. */
NAVNET_API navnet_status navnet_path_copy_volumes(navnet_path path, uint32_t* out, size_t capacity, size_t* required);
/* Walks: the corridor, as the spokes along which the path runs. Empty for other kinds. */
NAVNET_API navnet_status navnet_path_copy_corridor(navnet_path path, uint32_t* out, size_t capacity, size_t* required);
/* Journeys: the segments. Empty for other kinds. */
NAVNET_API navnet_status navnet_path_copy_segments(navnet_path path, navnet_travel_segment* out, size_t capacity,
                                                   size_t* required);

/* Where a flight passes a gate: from way point `point` to the next one, which are the gate's ends. */
typedef struct navnet_jump {
  uint32_t point, gate; /* Index of the way point where the gate is entered, and of the gate. */
  double seconds;       /* Duration of the jump. */
} navnet_jump;
/* Flights: the gates passed, in order. Empty for other kinds. */
NAVNET_API navnet_status navnet_path_copy_jumps(navnet_path path, navnet_jump* out, size_t capacity, size_t* required);

/* Time that a flight query spends on finding a shorter path. */
typedef int32_t navnet_effort;
enum { NAVNET_EFFORT_FAST = 0, NAVNET_EFFORT_BALANCED = 1, NAVNET_EFFORT_BEST = 2 };
/* Lower-case name: fast, balanced, best; "unknown" for other numbers. */
NAVNET_API const char* navnet_effort_name(navnet_effort effort);

/* Where a flight begins and ends, for which agent, at which costs and limits. */
typedef struct navnet_flight_query {
  uint32_t struct_bytes;
  navnet_effort effort;    /* BALANCED. */
  navnet_vec3 start, goal; /* In the world. */
  double radius_m; /* Of the agent; selects the clearance level with the smallest sufficient radius. 0; 0 to 1e12. */
  /* Distance from the world that the path keeps where there is room, by the clearance levels of the net: a metre closer
   * costs up to 4 metres. Ignored in queries with costs or height limits. 0; 0 to infinity. */
  double preferred_clearance_m;
  /* Boxes that cost more or are forbidden. Paths keep the radius from the world, not from forbidden boxes. */
  const navnet_cost_region* regions; /* None. */
  size_t region_count;
  double climb_cost, descend_cost; /* Added to the path's cost for each metre up or down. 0; 0 to 1e9. */
  double floor_m, ceiling_m;       /* Height limits of the path, floor <= ceiling; -infinity and infinity. */
  /* A gate costs its seconds times this speed, in metres; 0: gates are not used. 0; 0, or 1e-9 to 1e9. */
  double speed_m_s;
  const uint32_t* closed_gates; /* Indices of gates that are closed now, besides those closed in the net. None. */
  size_t closed_gate_count;
  double snap_m;          /* A blocked start or goal is moved to the nearest free point this close. 0; 0 to infinity. */
  int64_t max_expansions; /* Limit on cells expanded, 0 or more; 0: none. */
  double max_us; /* Time limit of the searches, 0 to infinity; 0: none. A limit makes answers depend on the machine. */
  navnet_cancel cancel; /* May be null. */
  /* If the goal is unreachable or the budget runs out: return a path to the reached point nearest to the goal. 0. */
  navnet_bool partial;
  navnet_bool certify; /* Also prove how much shorter the path could be: navnet_path_info.lower_bound_m. 0. */
} navnet_flight_query;
NAVNET_API navnet_status navnet_flight_query_default(navnet_flight_query* query, size_t query_bytes);
/* NAVNET_OK if the query is valid, else NAVNET_ERROR_INVALID_ARGUMENT and a message that says why. */
NAVNET_API navnet_status navnet_flight_query_check(const navnet_flight_query* query);

/* Finds a flight and writes it to `path`, and its summary to `info` unless that is null. */
NAVNET_API navnet_status navnet_navigator_find_flight(navnet_navigator navigator, const navnet_flight_query* query,
                                                      navnet_context context, navnet_path path, navnet_path_info* info,
                                                      size_t info_bytes);
/* Finds many flights on `threads` threads (0: one per hardware thread; at most 1024). Answers are in the order of the
 * queries, and equal to those of navnet_navigator_find_flight. */
NAVNET_API navnet_status navnet_navigator_find_flights(navnet_navigator navigator, const navnet_flight_query* queries,
                                                       size_t count, int32_t threads, navnet_path_set paths);

/* Whether the straight line between two points is free. Conservative: never 1 for a blocked line, but may be 0 for a
 * free line through voxels that the net omits; navnet_check_flight gives the exact answer. */
NAVNET_API navnet_status navnet_navigator_is_visible(navnet_navigator navigator, navnet_vec3 a, navnet_vec3 b,
                                                     double radius_m, navnet_bool* visible);
/* `p` itself if it is free, else the nearest point of a cell, at most `within_m` away. `found` is 0 if there is none;
 * likewise below. */
NAVNET_API navnet_status navnet_navigator_nearest_free(navnet_navigator navigator, navnet_vec3 p, double radius_m,
                                                       double within_m, navnet_bool* found, navnet_vec3* free_point);
/* A random point, uniformly distributed over the free volume and determined by the seed. For many points, pass
 * navnet_seed_at(seed, i). */
NAVNET_API navnet_status navnet_navigator_random_free(navnet_navigator navigator, uint64_t seed, double radius_m,
                                                      navnet_bool* found, navnet_vec3* free_point);
/* A lower bound on the distance from `p` to the world's geometry; 0 if the point is blocked. */
NAVNET_API navnet_status navnet_navigator_clearance_at(navnet_navigator navigator, navnet_vec3 p, double* clearance_m);

/* Walks need a navigator with ground; the functions fail with NAVNET_ERROR_INVALID_ARGUMENT otherwise. */
typedef struct navnet_walk_query {
  uint32_t struct_bytes;
  navnet_bool partial;          /* As in flights. 0. */
  navnet_vec3 start, goal;      /* Projected to the walkable surface above or below, at most the agent's height away. */
  double radius_m;              /* Of the agent: minimum distance of the path from walls. 0; 0 to 1e12. */
  double preferred_clearance_m; /* Distance from walls that the path keeps where there is room. 0; 0 to infinity. */
  const navnet_cost_region* regions; /* A box applies to the surface inside it. None. */
  size_t region_count;
  double snap_m;          /* This and the next three: as in flights. 0. */
  int64_t max_expansions; /* Limit on nodes expanded. */
  double max_us;          /* Time limit of the search. */
  navnet_cancel cancel;   /* May be null. */
} navnet_walk_query;
NAVNET_API navnet_status navnet_walk_query_default(navnet_walk_query* query, size_t query_bytes);
/* As navnet_flight_query_check. */
NAVNET_API navnet_status navnet_walk_query_check(const navnet_walk_query* query);
/* As navnet_navigator_find_flight. */
NAVNET_API navnet_status navnet_navigator_find_walk(navnet_navigator navigator, const navnet_walk_query* query,
                                                    navnet_context context, navnet_path path, navnet_path_info* info,
                                                    size_t info_bytes);
/* As navnet_navigator_find_flights. */
NAVNET_API navnet_status navnet_navigator_find_walks(navnet_navigator navigator, const navnet_walk_query* queries,
                                                     size_t count, int32_t threads, navnet_path_set paths);

/* A place on the walkable surface. */
typedef struct navnet_ground_place {
  navnet_vec3 point;    /* On the surface, straight above or below the query point. */
  navnet_vec3 obstacle; /* The nearest obstacle point, at the height of `point`. */
  double clearance_m;   /* Distance to it, on the plan. */
  uint32_t layer;       /* Layer of the place. */
  uint32_t edge;        /* Edge of the medial axis whose cell contains the place … */
  uint32_t bend;        /* … and the bend where that cell begins. */
  uint32_t reserved;
} navnet_ground_place;
/* The walkable place above or below `p` that is nearest to it; at most the agent's height away. */
NAVNET_API navnet_status navnet_navigator_locate_ground(navnet_navigator navigator, navnet_vec3 p, navnet_bool* found,
                                                        navnet_ground_place* place);
/* Height of that place along the up axis. */
NAVNET_API navnet_status navnet_navigator_ground_height(navnet_navigator navigator, navnet_vec3 p, navnet_bool* found,
                                                        double* height_m);
/* The nearest wall point of that place. */
NAVNET_API navnet_status navnet_navigator_nearest_obstacle(navnet_navigator navigator, navnet_vec3 p,
                                                           navnet_bool* found, navnet_vec3* obstacle);
/* Distance of that place to the nearest wall point; 0 if there is no such place. */
NAVNET_API navnet_status navnet_navigator_walk_clearance(navnet_navigator navigator, navnet_vec3 p,
                                                         double* clearance_m);
/* The retraction of that place onto the medial axis, reached by moving straight away from the nearest wall. */
NAVNET_API navnet_status navnet_navigator_retract(navnet_navigator navigator, navnet_vec3 p, navnet_bool* found,
                                                  navnet_vec3* medial);
/* The largest agent radius for which a walk connects two places; 0 if none does. */
NAVNET_API navnet_status navnet_navigator_widest_radius(navnet_navigator navigator, navnet_vec3 a, navnet_vec3 b,
                                                        double* radius_m);
/* The counterpart of navnet_navigator_nearest_free on the ground. */
NAVNET_API navnet_status navnet_navigator_nearest_walkable(navnet_navigator navigator, navnet_vec3 p, double radius_m,
                                                           double within_m, navnet_bool* found, navnet_vec3* place);
/* The counterpart of navnet_navigator_random_free on the ground. */
NAVNET_API navnet_status navnet_navigator_random_walkable(navnet_navigator navigator, uint64_t seed, double radius_m,
                                                          navnet_bool* found, navnet_vec3* place);

/* A traveller finds journeys: the fastest paths over ground, air and links. Creating one finds the free air above every
 * take-off and landing spot. */
NAVNET_API navnet_status navnet_traveller_create(navnet_navigator navigator, navnet_traveller* traveller);
NAVNET_API navnet_status navnet_traveller_destroy(navnet_traveller traveller);
/* Where a journey begins and ends, for which agent, at which costs and limits. */
typedef struct navnet_travel_query {
  uint32_t struct_bytes;
  navnet_effort effort;         /* Of the flights. BALANCED. */
  navnet_vec3 start, goal;      /* On the ground if within its step height or if the air is blocked, else in the air. */
  double radius_m;              /* Of the agent. 0; 0 to 1e12. */
  double walk_m_s;              /* Walking speed on the plan, 1e-9 to 1e9; 0: cannot walk. One speed must be above 0. */
  double fly_m_s;               /* Flying speed, 1e-9 to 1e9; 0: cannot fly. */
  double switch_s;              /* Time of each take-off and landing, besides the way up or down. 0; 0 to 1e9. */
  double snap_m;                /* As in flights. 0. */
  const uint32_t* closed_links; /* Indices of links that are closed now. None. */
  size_t closed_link_count;
  const uint32_t* closed_gates; /* Indices of gates that are closed now, besides those closed in the net. None. */
  size_t closed_gate_count;
  double walk_weight;   /* Cost of a second walked; 1 for all: time; power in watts: joules. 1; 1e-6 to 1e6. */
  double fly_weight;    /* Of a second flown. 1; 1e-6 to 1e6. */
  double switch_weight; /* Of a second of switch_s, or of the duration of a spot. 1; 0 to 1e6. */
  double link_weight;   /* Of a second in another link. 1; 0 to 1e6. */
  /* As preferred_clearance_m of walks and of flights. Journeys are ranked without them, and the best eight compared
   * with them. 0; 0 to infinity. */
  double walk_clearance_m, fly_clearance_m;
  /* Limits on the metres and seconds flown, also straight up and down between ground and air, without switch_s. The
   * journey is the cheapest found within them; BEYOND_LIMIT if there is none. Infinity; 0 to infinity. */
  double max_fly_m, max_fly_s;
  /* Costs. With them the query minimises seconds weighted as above and by the factors of the regions passed; switch_s
   * and links have factor 1. */
  const navnet_cost_region* fly_regions; /* Of the air, also of the vertical ways between ground and air. None. */
  size_t fly_region_count;
  const navnet_cost_region* walk_regions; /* Of the ground, also of the ends of links. None. */
  size_t walk_region_count;
  double climb_cost, descend_cost; /* Cost per metre up or down in the air, in metres flown, besides the length. 0; 0 to
                                      1e9. */
  /* Height limits of flights, floor <= ceiling; -infinity and infinity. Take-offs and landings go vertically between
   * the ground and floor_m, and never above ceiling_m. */
  double floor_m, ceiling_m;
  int64_t max_expansions; /* Limit on nodes expanded by all searches, 0 or more; 0: none. 0. */
  double max_us;          /* Time limit of the query in microseconds; 0: none. 0; 0 to infinity. */
  navnet_cancel cancel;   /* May be null. */
  /* If the budget runs out: return the cheapest journey so far, to the goal or to the stop reached nearest to it. If
   * the goal is beyond the limit on flying: return a journey to the nearest point to it found within the limit. 0. */
  navnet_bool partial;
  int32_t reserved; /* 0. */
} navnet_travel_query;
NAVNET_API navnet_status navnet_travel_query_default(navnet_travel_query* query, size_t query_bytes);
/* As navnet_flight_query_check. */
NAVNET_API navnet_status navnet_travel_query_check(const navnet_travel_query* query);
/* Finds a journey and writes it to `path`, and its summary to `info` unless that is null. */
NAVNET_API navnet_status navnet_traveller_find(navnet_traveller traveller, const navnet_travel_query* query,
                                               navnet_context context, navnet_path path, navnet_path_info* info,
                                               size_t info_bytes);
/* Finds many journeys, as navnet_navigator_find_flights does flights. */
NAVNET_API navnet_status navnet_traveller_find_all(navnet_traveller traveller, const navnet_travel_query* queries,
                                                   size_t count, int32_t threads, navnet_path_set paths);

/* Creates an empty set. After a query, all its arrays are in the order of the queries. */
NAVNET_API navnet_status navnet_path_set_create(navnet_path_set* paths);
NAVNET_API navnet_status navnet_path_set_destroy(navnet_path_set paths);
/* Number of paths. */
NAVNET_API navnet_status navnet_path_set_count(navnet_path_set paths, size_t* count);
/* Summary of each path. `info_bytes` is the caller's sizeof one element. */
NAVNET_API navnet_status navnet_path_set_copy_infos(navnet_path_set paths, navnet_path_info* out, size_t info_bytes,
                                                    size_t capacity, size_t* required);
/* Status of each path. */
NAVNET_API navnet_status navnet_path_set_copy_statuses(navnet_path_set paths, navnet_path_status* out, size_t capacity,
                                                       size_t* required);
/* Length of each path in metres. */
NAVNET_API navnet_status navnet_path_set_copy_lengths(navnet_path_set paths, double* out, size_t capacity,
                                                      size_t* required);
/* Offset of each path's first point in the array of all points, and one more element: the number of all points. */
NAVNET_API navnet_status navnet_path_set_copy_offsets(navnet_path_set paths, uint64_t* out, size_t capacity,
                                                      size_t* required);
/* The points of all paths, concatenated. */
NAVNET_API navnet_status navnet_path_set_copy_points(navnet_path_set paths, navnet_vec3* out, size_t capacity,
                                                     size_t* required);
/* Copies the complete path `index` into `path`. */
NAVNET_API navnet_status navnet_path_set_get(navnet_path_set paths, size_t index, navnet_path path);

/* A query in time slices, for frame loops: begin, step until `done`, take the path. The run has its own scratch memory
 * and keeps what it needs of the query. Beginning another query discards the current one. The answer is the same as
 * that of the find function. */
NAVNET_API navnet_status navnet_run_create(navnet_run* run);
NAVNET_API navnet_status navnet_run_destroy(navnet_run run);
/* Begins a flight query. */
NAVNET_API navnet_status navnet_run_begin_flight(navnet_run run, navnet_navigator navigator,
                                                 const navnet_flight_query* query);
/* Begins a walk query. Needs a navigator with ground. */
NAVNET_API navnet_status navnet_run_begin_walk(navnet_run run, navnet_navigator navigator,
                                               const navnet_walk_query* query);
/* Begins a journey query. */
NAVNET_API navnet_status navnet_run_begin_travel(navnet_run run, navnet_traveller traveller,
                                                 const navnet_travel_query* query);
/* Expands up to `steps` (above 0) cells or nodes. Fails if no query was begun. */
NAVNET_API navnet_status navnet_run_step(navnet_run run, int64_t steps, navnet_bool* done);
/* Moves the answer into `path`. Fails unless the last step set `done`, and when called twice for one query. */
NAVNET_API navnet_status navnet_run_take(navnet_run run, navnet_path path, navnet_path_info* info, size_t info_bytes);

/* ---- 5. Paths in worlds that change --------------------------------------------------------------------------- *
 * A change lists boxes that cover all differences between two states of a world. It comes from navnet_live_update or is
 * created by the caller. Immutable. The navigator passed to the functions here is that of the current state. The null
 * handle means "change unknown" wherever a change is a parameter, unless the function needs a change. */

/* Handle of a change of a world. */
typedef struct navnet_change {
  uint64_t id;
} navnet_change;
/* Handle of a watch over many flight paths, which reports those that a change affects. Pass every change, in order;
 * replace or remove the paths reported as broken. */
typedef struct navnet_watch {
  uint64_t id;
} navnet_watch;

/* Boxes that cover all that became blocked and all that became free; they may be too large, never too small. Each must
 * be finite and not empty. */
NAVNET_API navnet_status navnet_change_create(uint64_t version, const navnet_box* blocked, size_t blocked_count,
                                              const navnet_box* freed, size_t freed_count, navnet_change* change);
NAVNET_API navnet_status navnet_change_destroy(navnet_change change);
/* Summary of a change. */
typedef struct navnet_change_info {
  uint64_t version;                    /* Of the world after the change. */
  uint64_t blocked_count, freed_count; /* Number of boxes. */
  uint64_t closed_gate_count;          /* Gates that were closed or removed … */
  uint64_t opened_gate_count;          /* … or opened, or added open. */
  navnet_box box;                      /* Bounding box of all boxes; empty if no free space changed. */
} navnet_change_info;
/* Summary of the change. */
NAVNET_API navnet_status navnet_change_get_info(navnet_change change, navnet_change_info* info, size_t info_bytes);
/* Boxes that cover all that became blocked. */
NAVNET_API navnet_status navnet_change_copy_blocked(navnet_change change, navnet_box* out, size_t capacity,
                                                    size_t* required);
/* Boxes that cover all that became free. */
NAVNET_API navnet_status navnet_change_copy_freed(navnet_change change, navnet_box* out, size_t capacity,
                                                  size_t* required);

/* The gates that were closed or removed, as they were before. */
NAVNET_API navnet_status navnet_change_copy_closed_gates(navnet_change change, navnet_gate* out, size_t capacity,
                                                         size_t* required);
/* The gates that were opened, or added open. */
NAVNET_API navnet_status navnet_change_copy_opened_gates(navnet_change change, navnet_gate* out, size_t capacity,
                                                         size_t* required);

/* The point of a path, at or after `from`, that is nearest to a position; the first one of several. */
NAVNET_API navnet_status navnet_place_on_path(const navnet_vec3* points, size_t count, navnet_vec3 position,
                                              navnet_path_place from, navnet_path_place* place);
/* The same for the flight in `path`: never inside a jump. A place on a jump is before the gate, or behind it if `share`
 * is 1. */
NAVNET_API navnet_status navnet_place_on_flight(navnet_path path, navnet_vec3 position, navnet_path_place from,
                                                navnet_path_place* place);

/* Whether a path is still in free space. */
typedef int32_t navnet_path_validity;
enum {
  NAVNET_PATH_VALIDITY_VALID = 0,  /* The path is in free space. */
  NAVNET_PATH_VALIDITY_BROKEN = 1, /* Part of it is not. */
  NAVNET_PATH_VALIDITY_INVALID =
      2 /* No points, a point not finite, a place beyond the end, or no level for the radius. */
};
/* Lower-case name: valid, broken, invalid; "unknown" for other numbers. */
NAVNET_API const char* navnet_path_validity_name(navnet_path_validity validity);
/* Result of navnet_check_flight. */
typedef struct navnet_path_check {
  navnet_path_validity state; /* Whether the path is in free space. */
  int32_t reserved;
  navnet_path_place first_broken; /* Broken: valid up to here … */
  navnet_path_place last_broken;  /* … and from here on. */
  uint64_t segments_looked_at;    /* Segments that were tested. */
} navnet_path_check;
/* Whether a flight path is still valid from `from` on. With a change, only segments near its boxes are tested. */
NAVNET_API navnet_status navnet_check_flight(navnet_navigator now, const navnet_vec3* points, size_t count,
                                             double radius_m, navnet_path_place from, navnet_change change,
                                             navnet_path_check* check);
/* The same for the flight in `path`, with its jumps: each needs an open gate, of any index, between its ends.
 * `closed_gates`: as in navnet_flight_query. */
NAVNET_API navnet_status navnet_check_path(navnet_navigator now, navnet_path path, double radius_m,
                                           navnet_path_place from, navnet_change change, const uint32_t* closed_gates,
                                           size_t closed_gate_count, navnet_path_check* check);
/* Whether a path through one of the freed boxes can be shorter than `length_m`. Conservative: never 0 if one can. Needs
 * a change. */
NAVNET_API navnet_status navnet_may_be_improved(navnet_change change, navnet_vec3 from, navnet_vec3 to, double length_m,
                                                navnet_bool* improvable);
/* Whether nothing changed near a walk, from `from` on. Needs a change. */
NAVNET_API navnet_status navnet_is_walk_untouched(navnet_navigator now, const navnet_vec3* points, size_t count,
                                                  double radius_m, navnet_change change, navnet_path_place from,
                                                  navnet_bool* untouched);

/* What a repair did. */
typedef int32_t navnet_repair_outcome;
enum {
  NAVNET_REPAIR_OUTCOME_KEPT = 0,
  NAVNET_REPAIR_OUTCOME_REPAIRED = 1, /* Replaced where it was broken; the rest is the old path. */
  NAVNET_REPAIR_OUTCOME_IMPROVED = 2, /* The old path was valid; the new one is shorter through freed space. */
  NAVNET_REPAIR_OUTCOME_REPLANNED = 3 /* The same as a new query. */
};
/* Lower-case name: kept, repaired, improved, replanned; "unknown" for other numbers. */
NAVNET_API const char* navnet_repair_outcome_name(navnet_repair_outcome outcome);
/* Replaces the old path in `path` by a path from query->start, where the agent is now, to the same goal. `from` is the
 * agent's place on the old path. Finds a path if and only if a new query does. If the old path is of another kind or
 * has another goal, a new query is run. Allocates nothing once memory has grown. `done` may be null. */
NAVNET_API navnet_status navnet_repair_flight(navnet_navigator now, const navnet_flight_query* query,
                                              navnet_path_place from, navnet_change change, navnet_context context,
                                              navnet_path path, navnet_repair_outcome* done);
/* As navnet_repair_flight. */
NAVNET_API navnet_status navnet_repair_walk(navnet_navigator now, const navnet_walk_query* query,
                                            navnet_path_place from, navnet_change change, navnet_context context,
                                            navnet_path path, navnet_repair_outcome* done);

/* Id of a watched path. */
typedef struct navnet_watch_id {
  uint32_t slot, generation; /* Zeroed: none. Never used for another path. */
} navnet_watch_id;
/* `cell_m` is the edge of the cells of the spatial index, best about the size of a typical change, such as 10. Finite,
 * above 0. */
NAVNET_API navnet_status navnet_watch_create(double cell_m, navnet_watch* watch);
NAVNET_API navnet_status navnet_watch_destroy(navnet_watch watch);
/* Copies the points. */
NAVNET_API navnet_status navnet_watch_add(navnet_watch watch, const navnet_vec3* points, size_t count, double radius_m,
                                          navnet_watch_id* id);
/* Replaces a watched path; the id stays. */
NAVNET_API navnet_status navnet_watch_replace(navnet_watch watch, navnet_watch_id id, const navnet_vec3* points,
                                              size_t count);
/* The same for the flight in `path`, with its jumps: it is broken when a gate of it closes, and may be improved by
 * anything that is freed or opened. */
NAVNET_API navnet_status navnet_watch_add_path(navnet_watch watch, navnet_path path, double radius_m,
                                               navnet_watch_id* id);
/* As navnet_watch_replace. */
NAVNET_API navnet_status navnet_watch_replace_path(navnet_watch watch, navnet_watch_id id, navnet_path path);
/* Moves the agent on: the path behind `position` is no longer watched. */
NAVNET_API navnet_status navnet_watch_advance(navnet_watch watch, navnet_watch_id id, navnet_vec3 position);
/* Ends the watch over a path. */
NAVNET_API navnet_status navnet_watch_remove(navnet_watch watch, navnet_watch_id id);
/* Number of watched paths. */
NAVNET_API navnet_status navnet_watch_count(navnet_watch watch, size_t* count);
/* How far an agent has advanced on its path. */
NAVNET_API navnet_status navnet_watch_place_of(navnet_watch watch, navnet_watch_id id, navnet_path_place* place);
/* The paths that a change broke, and those that may become shorter through freed space or an opened gate. Needs a
 * change. Each buffer follows ARRAYS; navnet_watch_count elements always suffice. If one is too small, nothing is
 * written to either. */
NAVNET_API navnet_status navnet_watch_concerned(navnet_watch watch, navnet_navigator now, navnet_change change,
                                                navnet_watch_id* broken, size_t broken_capacity,
                                                size_t* broken_required, navnet_watch_id* improvable,
                                                size_t improvable_capacity, size_t* improvable_required);

/* ---- 6. Following paths --------------------------------------------------------------------------------------- *
 * For engines that move bodies themselves. Pure functions: thread-safe and deterministic to the bit; they allocate
 * nothing once a thread's scratch memory has grown. */

/* Limits of an agent's motion, and how closely it follows its path. */
typedef struct navnet_follow_limits {
  uint32_t struct_bytes;
  uint32_t reserved;        /* 0. */
  double speed_m_s;         /* 1.5; 1e-9 to 1e9. */
  double acceleration_m_s2; /* Speeding up, braking and turning: 4; 1e-9 to 1e9. */
  double turn_rad_s;        /* Turn rate of the velocity's direction: infinity; 1e-9 to infinity. */
  double look_ahead_m;      /* Distance to the point on the path that the agent aims at: 1; 1e-9 to 1e12. */
  double stray_m;           /* Largest deviation from the path in bends; more is faster: 0.1; 1e-9 to 1e12. */
  double arrival_m;         /* Arrived within this distance of the goal: 0.05; 0 to infinity. */
  double off_path_m;        /* Off the path beyond this distance from it: infinity; 0 to infinity. */
} navnet_follow_limits;
NAVNET_API navnet_status navnet_follow_limits_default(navnet_follow_limits* limits, size_t limits_bytes);

/* Where an agent is and how it moves. */
typedef struct navnet_follow_state {
  navnet_vec3 position, velocity; /* In the world; a walker's velocity counts on the plan only. */
  navnet_path_place place;        /* As returned by the last step; zeroed for a new path. */
} navnet_follow_state;

/* How a step along a path ended. */
typedef int32_t navnet_follow_outcome;
enum {
  NAVNET_FOLLOW_OUTCOME_MOVING = 0,
  NAVNET_FOLLOW_OUTCOME_ARRIVED = 1,
  NAVNET_FOLLOW_OUTCOME_OFF_PATH =
      2, /* Too far from the path, or none of it is visible: plan again. The velocity is 0. */
  NAVNET_FOLLOW_OUTCOME_INVALID = 3, /* No points, a number out of range, or no level for the radius. */
  /* At a gate that the path enters. Behind it go on with its other end as the position and `behind_gate` as the place.
   */
  NAVNET_FOLLOW_OUTCOME_AT_GATE = 4
};
/* Lower-case name: moving, arrived, off_path, invalid, at_gate; "unknown" for other numbers. */
NAVNET_API const char* navnet_follow_outcome_name(navnet_follow_outcome outcome);

/* What an agent does in the next step. */
typedef struct navnet_follow_step {
  navnet_follow_outcome outcome; /* How the step ended. */
  int32_t reserved;
  navnet_vec3 velocity;          /* For this step. A walker's has no component along the up axis. */
  navnet_path_place place;       /* Progress along the path. */
  navnet_vec3 target;            /* The point of the path that the agent aims at. */
  navnet_path_place behind_gate; /* Of AT_GATE: the place at the gate's other end. */
} navnet_follow_step;

/* The velocity for the next `step_s` seconds. On a valid path, an agent that moves by velocity * step_s stays in free
 * space. Null limits: the defaults. */
NAVNET_API navnet_status navnet_follow_flight(navnet_navigator navigator, const navnet_vec3* points, size_t count,
                                              double radius_m, const navnet_follow_state* state,
                                              const navnet_follow_limits* limits, double step_s,
                                              navnet_follow_step* step);
/* The same for the flight in `path`: the agent follows it up to the next gate that it enters, as if that were the goal.
 */
NAVNET_API navnet_status navnet_follow_path(navnet_navigator navigator, navnet_path path, double radius_m,
                                            const navnet_follow_state* state, const navnet_follow_limits* limits,
                                            double step_s, navnet_follow_step* step);
/* The same for a walker. Needs a navigator with ground. */
NAVNET_API navnet_status navnet_follow_walk(navnet_navigator navigator, const navnet_vec3* points, size_t count,
                                            double radius_m, const navnet_follow_state* state,
                                            const navnet_follow_limits* limits, double step_s,
                                            navnet_follow_step* step);

/* ---- 7. Avoidance and crowds ---------------------------------------------------------------------------------- *
 * If all agents take their safe steps, they do not touch each other and stay in free space: two agents of the same kind
 * keep at least the sum of their radii apart, and a flyer, a sphere, does not intersect a walker, an upright cylinder.
 * About 5 to 20 µs per agent and step. Deterministic to the bit for any number of threads. */

/* Handle of an avoidance, which computes safe steps. */
typedef struct navnet_avoidance {
  uint64_t id;
} navnet_avoidance;
/* Handle of a crowd: agents that plan and follow their own paths. */
typedef struct navnet_crowd {
  uint64_t id;
} navnet_crowd;

/* How an agent moves: through the air as a sphere, or on the ground as an upright cylinder. */
typedef int32_t navnet_agent_kind;
enum { NAVNET_AGENT_KIND_FLYER = 0, NAVNET_AGENT_KIND_WALKER = 1 };
/* Lower-case name: flyer, walker; "unknown" for other numbers. */
NAVNET_API const char* navnet_agent_kind_name(navnet_agent_kind kind);

/* An agent as input to an avoidance. Filled by navnet_mover_default. */
typedef struct navnet_mover {
  navnet_agent_kind kind; /* FLYER. */
  /* When blocked by others: tries to pass them on the right, else waits. Passing resolves jams in the open; between
   * walls the agent may get wedged. 1. */
  navnet_bool passes_right;
  navnet_vec3 position;  /* Centre of a flyer; of a walker its foot. */
  navnet_vec3 velocity;  /* In the last step: 0; each coordinate -1e9 to 1e9. */
  navnet_vec3 preferred; /* Preferred velocity for the next step: 0; each coordinate -1e9 to 1e9. */
  double radius_m;       /* 0.4; 0 to 1e12. */
  double speed_m_s;      /* Upper limit of the safe velocity: 2; 0 to 1e9. */
  double height_m; /* Of a walker's cylinder; 0: the ground's agent height, or 2 without a navigator. 0; 0 to 1e12. */
} navnet_mover;
/* The defaults above, at the origin. */
NAVNET_API navnet_status navnet_mover_default(navnet_mover* mover);

/* The safe motion of a mover for one step. */
typedef struct navnet_safe_step {
  navnet_vec3 velocity; /* For the step; a walker's has no component along the up axis. */
  navnet_vec3 position; /* After the step; a walker's is on the ground. */
  navnet_bool is_free;  /* 0 if the mover is not in free space for its radius; its velocity is then 0. */
  int32_t reserved;
} navnet_safe_step;

/* How far agents look ahead, and at how many others. */
typedef struct navnet_avoidance_options {
  uint32_t struct_bytes;
  int32_t max_neighbours; /* Most neighbours avoided ahead, of the nearest 2 × this by line of sight: 12; 0 to 1e6. */
  double horizon_s;       /* Look-ahead; more is smoother and takes more room: 2; 1e-9 to 1e9. */
  double neighbour_m; /* Range at which neighbours are seen; 0: how far the fastest agent gets within the horizon. */
} navnet_avoidance_options;
NAVNET_API navnet_status navnet_avoidance_options_default(navnet_avoidance_options* options, size_t options_bytes);

/* In the free space of a navigator; or, with the null handle, without obstacles and with walkers on a plane
 * perpendicular to `up`. */
NAVNET_API navnet_status navnet_avoidance_create(navnet_navigator navigator, navnet_up_axis up,
                                                 navnet_avoidance* avoidance);
NAVNET_API navnet_status navnet_avoidance_destroy(navnet_avoidance avoidance);
/* Safe steps of all movers for the next `step_s` seconds; `steps` has `count` elements. Null options: the defaults. */
NAVNET_API navnet_status navnet_avoidance_solve(navnet_avoidance avoidance, const navnet_mover* movers, size_t count,
                                                double step_s, const navnet_avoidance_options* options,
                                                navnet_safe_step* steps, int32_t threads);

/* Id of an agent of a crowd. */
typedef struct navnet_agent_id {
  uint32_t slot, generation; /* Zeroed: none. Never used for another agent. */
} navnet_agent_id;

/* Options of a crowd. */
typedef struct navnet_crowd_options {
  uint32_t struct_bytes;
  uint32_t reserved;                  /* 0. */
  navnet_avoidance_options avoidance; /* How agents avoid each other. */
  double stuck_s;  /* Stuck: progress in this time below a tenth of what its speed allows: 4; 1e-9 to 1e9. */
  double replan_s; /* Time between replans of agents that have or see no path: 0.5; 0 to 1e9. */
} navnet_crowd_options;
NAVNET_API navnet_status navnet_crowd_options_default(navnet_crowd_options* options, size_t options_bytes);

/* An agent to be added to a crowd. */
typedef struct navnet_agent_spec {
  uint32_t struct_bytes;
  navnet_agent_kind kind;      /* FLYER. */
  navnet_vec3 position;        /* In free space; a walker is placed on the ground above or below it. */
  double radius_m;             /* 0.4; 0 to 1e12. */
  navnet_follow_limits limits; /* See section 6. */
  double height_m;             /* Of a walker's cylinder, at most the ground's agent height; 0: that height. */
} navnet_agent_spec;
NAVNET_API navnet_status navnet_agent_spec_default(navnet_agent_spec* spec, size_t spec_bytes);

/* What an agent of a crowd is doing. */
typedef int32_t navnet_agent_status;
enum {
  NAVNET_AGENT_STATUS_IDLE = 0,    /* Has no goal; makes way for others. */
  NAVNET_AGENT_STATUS_MOVING = 1,  /* On its way. */
  NAVNET_AGENT_STATUS_ARRIVED = 2, /* Has reached its goal; returns to it after making way for others. */
  NAVNET_AGENT_STATUS_STUCK = 3,   /* On its way with little progress; keeps trying. */
  NAVNET_AGENT_STATUS_OFF_PATH =
      4,                           /* Its path is not visible: set a new one. An agent with a goal replans by itself. */
  NAVNET_AGENT_STATUS_NO_PATH = 5, /* No path leads to its goal. */
  NAVNET_AGENT_STATUS_BLOCKED = 6  /* Not in free space; happens only after a change of navigator. */
};
/* Lower-case name: idle, moving, arrived, stuck, off_path, no_path, blocked; "unknown" for other numbers. */
NAVNET_API const char* navnet_agent_status_name(navnet_agent_status status);

/* An agent of a crowd as it is now. */
typedef struct navnet_agent_state {
  navnet_agent_id id;             /* Its id. */
  navnet_agent_kind kind;         /* Flyer or walker. */
  navnet_agent_status status;     /* What it is doing. */
  double radius_m;                /* Its radius. */
  navnet_vec3 position, velocity; /* Centre of a flyer, foot of a walker; velocity of the last step. */
  navnet_path_place place;        /* On its path. */
  double height_m;                /* Of a walker; of a flyer 0. */
} navnet_agent_state;

/* Creates a crowd without agents. Null options: the defaults. */
NAVNET_API navnet_status navnet_crowd_create(navnet_navigator navigator, const navnet_crowd_options* options,
                                             navnet_crowd* crowd);
NAVNET_API navnet_status navnet_crowd_destroy(navnet_crowd crowd);
/* Adds an agent. Fails if its position is not free for its radius; it may overlap other agents, which separate. */
NAVNET_API navnet_status navnet_crowd_add(navnet_crowd crowd, const navnet_agent_spec* spec, navnet_agent_id* agent);
/* Removes an agent. */
NAVNET_API navnet_status navnet_crowd_remove(navnet_crowd crowd, navnet_agent_id agent);
/* Sends the agent to a goal on paths that the crowd plans. */
NAVNET_API navnet_status navnet_crowd_set_goal(navnet_crowd crowd, navnet_agent_id agent, navnet_vec3 goal);
/* Lets the agent follow a given path from its beginning. */
NAVNET_API navnet_status navnet_crowd_set_path(navnet_crowd crowd, navnet_agent_id agent, const navnet_vec3* points,
                                               size_t count);
/* Stops the agent where it is. */
NAVNET_API navnet_status navnet_crowd_stop(navnet_crowd crowd, navnet_agent_id agent);
/* Switches to a changed world: agents with goals plan again. */
NAVNET_API navnet_status navnet_crowd_set_navigator(navnet_crowd crowd, navnet_navigator navigator);
/* A new handle to the crowd's navigator. */
NAVNET_API navnet_status navnet_crowd_navigator(navnet_crowd crowd, navnet_navigator* navigator);
/* Advances all agents by `step_s` seconds, on `threads` threads (0: one per hardware thread). */
NAVNET_API navnet_status navnet_crowd_step(navnet_crowd crowd, double step_s, int32_t threads);
/* All agents, in an order that changes only when agents are added or removed. */
NAVNET_API navnet_status navnet_crowd_copy_agents(navnet_crowd crowd, navnet_agent_state* out, size_t capacity,
                                                  size_t* required);
/* One agent. `found` is 0 if there is no such agent. */
NAVNET_API navnet_status navnet_crowd_find_agent(navnet_crowd crowd, navnet_agent_id agent, navnet_bool* found,
                                                 navnet_agent_state* state);

/* ---- 8. Rooms and trajectories -------------------------------------------------------------------------------- *
 * Rooms are convex regions along a flight, each an intersection of half-spaces. Every point of a room is free for the
 * centre of an agent of the query's radius. Trajectories are paths with times: smooth motions inside rooms, within
 * limits of speed, acceleration and jerk. Of a path with jumps, give the part between two jumps. */

/* Handle of a room maker, which makes rooms among triangles. */
typedef struct navnet_room_maker {
  uint64_t id;
} navnet_room_maker;
/* Handle of rooms, and of the memory to make them: keep one for each thread. */
typedef struct navnet_rooms {
  uint64_t id;
} navnet_rooms;
/* Handle of a trajectory, and of the memory to plan it: keep one for each thread. */
typedef struct navnet_trajectory {
  uint64_t id;
} navnet_trajectory;

/* All points p with dot(normal, p) <= offset_m. */
typedef struct navnet_half_space {
  navnet_vec3 normal; /* Of length 1; points out of the half-space. */
  double offset_m;    /* Signed distance of the border from the origin, along the normal. */
} navnet_half_space;

/* Outcome of making rooms. */
typedef int32_t navnet_room_status;
enum {
  NAVNET_ROOM_STATUS_COMPLETE = 0,     /* There are rooms all along the path. */
  NAVNET_ROOM_STATUS_BLOCKED = 1,      /* Part of the path is not free or breaks the rules of the query. */
  NAVNET_ROOM_STATUS_INVALID_QUERY = 2 /* A number is out of its range, or there are no points. */
};
/* Lower-case name: complete, blocked, invalid_query; "unknown" for other numbers. */
NAVNET_API const char* navnet_room_status_name(navnet_room_status status);

/* Creates a room maker from triangles, which are copied: three indices of each triangle. Without triangles, the bounds
 * of the net and the query alone limit rooms. Fails if an index is out of range or a coordinate not finite or beyond
 * 1e12. Takes O(n log n). `threads`: 0 to 1024; 0: one per hardware thread. */
NAVNET_API navnet_status navnet_room_maker_create(const navnet_vec3* vertices, size_t vertex_count,
                                                  const uint32_t* indices, size_t triangle_count, int32_t threads,
                                                  navnet_room_maker* maker);
/* The same from the triangles that a net stores. Fails if it stores none: bake with navnet_bake_options.with_world. */
NAVNET_API navnet_status navnet_room_maker_create_from_net(navnet_net net, int32_t threads, navnet_room_maker* maker);
NAVNET_API navnet_status navnet_room_maker_destroy(navnet_room_maker maker);

/* Summary of rooms. */
typedef struct navnet_rooms_info {
  navnet_room_status status; /* INVALID_QUERY also before the first call. Unless COMPLETE, there are no rooms. */
  int32_t reserved;          /* 0. */
  uint64_t room_count;       /* Number of rooms. */
  uint64_t plane_count;      /* Number of half-spaces of all rooms. */
  uint64_t point_count;      /* Way points of the taut path; 0 for rooms of navnet_navigator_find_box_rooms. */
  uint64_t blocked_segment;  /* With a room maker, if BLOCKED: the first segment of the path without a room. */
  double length_m;           /* Length of the taut path. */
  double lower_bound_m;      /* With a room maker: no path through these rooms, in this order, is shorter. */
  double grow_us, pull_us;   /* With a room maker: time to make the rooms and to pull the path tight. */
} navnet_rooms_info;
/* Creates a handle without rooms. */
NAVNET_API navnet_status navnet_rooms_create(navnet_rooms* rooms);
NAVNET_API navnet_status navnet_rooms_destroy(navnet_rooms rooms);
/* Makes rooms along a path, and the taut path in them, which is never longer than the given one. They keep the radius
 * of the query from every triangle, its rules (height limits and regions), and the bounds of the net. Takes 10 to 100
 * microseconds a room. `info` may be null. */
NAVNET_API navnet_status navnet_room_maker_find(navnet_room_maker maker, navnet_navigator navigator,
                                                const navnet_flight_query* query, const navnet_vec3* points,
                                                size_t point_count, navnet_rooms rooms, navnet_rooms_info* info,
                                                size_t info_bytes);
/* Makes rooms from the boxes of the net alone, for every net and every live world: more and smaller rooms than those of
 * a room maker, and no taut path. Takes about a microsecond a room. `info` may be null. */
NAVNET_API navnet_status navnet_navigator_find_box_rooms(navnet_navigator navigator, const navnet_flight_query* query,
                                                         const navnet_vec3* points, size_t point_count,
                                                         navnet_context context, navnet_rooms rooms,
                                                         navnet_rooms_info* info, size_t info_bytes);
/* Summary of the rooms. */
NAVNET_API navnet_status navnet_rooms_get_info(navnet_rooms rooms, navnet_rooms_info* info, size_t info_bytes);
/* The half-spaces of all rooms, room by room. */
NAVNET_API navnet_status navnet_rooms_copy_planes(navnet_rooms rooms, navnet_half_space* out, size_t capacity,
                                                  size_t* required);
/* The index of the first half-space of each room; then the number of half-spaces. */
NAVNET_API navnet_status navnet_rooms_copy_first_planes(navnet_rooms rooms, uint32_t* out, size_t capacity,
                                                        size_t* required);
/* Way points of the taut path. */
NAVNET_API navnet_status navnet_rooms_copy_points(navnet_rooms rooms, navnet_vec3* out, size_t capacity,
                                                  size_t* required);

/* Outcome of planning a trajectory. The first two come with a trajectory. */
typedef int32_t navnet_trajectory_status;
enum {
  NAVNET_TRAJECTORY_STATUS_COMPLETE = 0,       /* Within the tolerance of the fastest nearby. */
  NAVNET_TRAJECTORY_STATUS_OUT_OF_BUDGET = 1,  /* Steps or time ran out: the best so far, as safe. */
  NAVNET_TRAJECTORY_STATUS_INVALID_QUERY = 2,  /* navnet_trajectory_query_check says which number. */
  NAVNET_TRAJECTORY_STATUS_ROOMS_APART = 3,    /* Two consecutive rooms do not meet. */
  NAVNET_TRAJECTORY_STATUS_START_OUTSIDE = 4,  /* The path does not begin in the first room. */
  NAVNET_TRAJECTORY_STATUS_GOAL_OUTSIDE = 5,   /* The path does not end in the last room. */
  NAVNET_TRAJECTORY_STATUS_START_TOO_FAST = 6, /* The start exceeds the limits, or cannot stop inside the rooms. */
  NAVNET_TRAJECTORY_STATUS_GOAL_TOO_FAST = 7   /* The goal exceeds the limits, or cannot be reached at its velocity. */
};
/* Lower-case name: complete, out_of_budget, invalid_query, rooms_apart …; "unknown" for other numbers. */
NAVNET_API const char* navnet_trajectory_status_name(navnet_trajectory_status status);

/* A path, its rooms, the motion at its ends, and limits, which hold at every time. */
typedef struct navnet_trajectory_query {
  uint32_t struct_bytes;
  navnet_bool goal_is_free;       /* Velocity and acceleration at the goal are whatever is fastest. 0. */
  const navnet_vec3* points;      /* The path, at least one point. None. */
  size_t point_count;             /* Number of elements of `points`. */
  navnet_rooms rooms;             /* Contain the path in order; the trajectory does not leave them. */
  navnet_vec3 start_velocity;     /* In m/s. 0. */
  navnet_vec3 start_acceleration; /* In m/s². 0. */
  navnet_vec3 goal_velocity;      /* In m/s. 0. */
  navnet_vec3 goal_acceleration;  /* In m/s². 0. */
  double speed_m_s;               /* Limit of the speed. 5; 1e-3 to 1e6. */
  double climb_m_s, descent_m_s;  /* Limits of the velocity up and down; 0: as speed_m_s. 0; 0, or 1e-3 to 1e6. */
  double acceleration_m_s2;       /* Limit of the acceleration. 5; 1e-3 to 1e6. */
  double jerk_m_s3;               /* Limit of the jerk. 20; 1e-3 to 1e6. */
  navnet_up_axis up;              /* The up axis of the world. Z. */
  int32_t max_steps;              /* Largest number of Newton steps. 60; 0 to 10000. */
  double smoothness;              /* Weight of low jerk against duration; 0: the fastest. 0; 0 to 1e6. */
  double tolerance;               /* Stop this fraction above the best duration, by estimate. 0.05; 1e-6 to 1. */
  double max_us;                  /* Time limit of the steps; 0: none. 0; 0 to infinity. */
} navnet_trajectory_query;
NAVNET_API navnet_status navnet_trajectory_query_default(navnet_trajectory_query* query, size_t query_bytes);
/* NAVNET_OK if the query is valid, else NAVNET_ERROR_INVALID_ARGUMENT and a message that says why. */
NAVNET_API navnet_status navnet_trajectory_query_check(const navnet_trajectory_query* query);

/* Summary of a trajectory. */
typedef struct navnet_trajectory_info {
  navnet_trajectory_status status; /* INVALID_QUERY also before the first call. */
  int32_t steps;                   /* Newton steps. */
  uint64_t piece_count;            /* Number of polynomials; 0 without a trajectory. */
  double duration_s, length_m;     /* Duration, and length of the curve. */
  double bound_s;                  /* No motion along the path takes less time with these limits. */
  double us;                       /* Time that planning took. */
  double max_speed_m_s;            /* The largest speed. */
  double max_climb_m_s;            /* The largest velocity up. */
  double max_descent_m_s;          /* The largest velocity down. */
  double max_acceleration_m_s2;    /* The largest acceleration. */
  double max_jerk_m_s3;            /* The largest jerk. */
} navnet_trajectory_info;
/* Creates a handle without a trajectory. */
NAVNET_API navnet_status navnet_trajectory_create(navnet_trajectory* trajectory);
NAVNET_API navnet_status navnet_trajectory_destroy(navnet_trajectory trajectory);
/* Plans the fastest trajectory through the rooms of the query, which may be changed or destroyed afterwards. The same
 * query gives the same trajectory, unless max_us is set. `info` may be null. */
NAVNET_API navnet_status navnet_trajectory_plan(navnet_trajectory trajectory, const navnet_trajectory_query* query,
                                                navnet_trajectory_info* info, size_t info_bytes);
/* Summary of the trajectory. */
NAVNET_API navnet_status navnet_trajectory_get_info(navnet_trajectory trajectory, navnet_trajectory_info* info,
                                                    size_t info_bytes);
/* Position, velocity, acceleration and jerk at `count` times in seconds, in any order; fastest if ascending. Each array
 * has room for `count` elements or is null. Times before the start and after the end give the state there; all 0
 * without a trajectory. A time may be infinite, not NaN. */
NAVNET_API navnet_status navnet_trajectory_sample(navnet_trajectory trajectory, const double* times_s, size_t count,
                                                  navnet_vec3* positions, navnet_vec3* velocities,
                                                  navnet_vec3* accelerations, navnet_vec3* jerks);
/* Plans one trajectory for each query into `trajectories`, which are different handles, on `threads` threads (0 to
 * 1024; 0: one per hardware thread). Each is the one that navnet_trajectory_plan gives, and has an info of its own. */
NAVNET_API navnet_status navnet_trajectory_plan_all(const navnet_trajectory* trajectories,
                                                    const navnet_trajectory_query* queries, size_t count,
                                                    int32_t threads);
/* A stop from a moment of a trajectory on: from its state at `time_s`, -1e12 to 1e12, to rest, inside its rooms and
 * within the limits, as short as found. Of the query, `rooms`, the limits and `max_steps` (20 suffice) count. For a
 * trajectory that ends at rest and keeps the limits there is always one: at worst its own remainder. Else the status
 * may be START_TOO_FAST. `stop` may be the same handle. `info` may be null. */
NAVNET_API navnet_status navnet_trajectory_plan_stop(navnet_trajectory trajectory, double time_s,
                                                     const navnet_trajectory_query* query, navnet_trajectory stop,
                                                     navnet_trajectory_info* info, size_t info_bytes);

/* A part of a trajectory: a polynomial of degree 5 in time, as a Bézier curve, which lies in the convex hull of its
 * control points. Fixed. */
typedef struct navnet_trajectory_piece {
  navnet_vec3 points[6]; /* Control points of the position. */
  double duration_s;     /* Above 0. */
  uint32_t room;         /* Index of the room that contains all control points. */
  uint32_t reserved;     /* 0. */
} navnet_trajectory_piece;
/* The pieces in order. */
NAVNET_API navnet_status navnet_trajectory_copy_pieces(navnet_trajectory trajectory, navnet_trajectory_piece* out,
                                                       size_t capacity, size_t* required);

/* The next three write a trajectory made from another one to `out`, which may be the same handle. Of it no bound is
 * known: bound_s is 0. Rooms keep their numbers. Without a trajectory to begin with there is none. */

/* The part between two times, -1e12 to 1e12, which are limited to the trajectory's own; none if nothing is left. */
NAVNET_API navnet_status navnet_trajectory_cut(navnet_trajectory trajectory, double from_s, double to_s,
                                               navnet_trajectory out);
/* `trajectory` up to a time, then all of `next`, whose rooms are numbered from `room_offset`. Fails unless `next`
 * begins in the state in which the first part ends, up to a relative error of 1e-6. */
NAVNET_API navnet_status navnet_trajectory_splice(navnet_trajectory trajectory, double until_s, navnet_trajectory next,
                                                  uint32_t room_offset, navnet_trajectory out);
/* The same curve in `factor` times the time, 1e-3 to 1e3. A factor of at least 1 keeps all limits. */
NAVNET_API navnet_status navnet_trajectory_scale_time(navnet_trajectory trajectory, double factor,
                                                      navnet_trajectory out);
/* The smallest distance between two trajectories that begin at the same time, `b` later by `delay_s`, -1e12 to 1e12,
 * and when it occurs, after the start of `a`. Before its start and after its end, an object waits there. The error is
 * at most `tolerance_m`, 0 to 1e12, upwards. Fails if one has no trajectory. Any result may be null. */
NAVNET_API navnet_status navnet_trajectory_min_distance(navnet_trajectory a, navnet_trajectory b, double delay_s,
                                                        double tolerance_m, double* distance_m, double* time_s);

/* Handle of a yaw profile: where the nose points along a trajectory. */
typedef struct navnet_yaw {
  uint64_t id;
} navnet_yaw;
/* What the nose points at. */
typedef int32_t navnet_yaw_aim;
enum {
  NAVNET_YAW_AIM_VELOCITY = 0, /* Along the horizontal velocity; where that is below least_speed_m_s, as before. */
  NAVNET_YAW_AIM_POINT = 1,    /* Towards a point; above or below it, as before. */
  NAVNET_YAW_AIM_FIXED = 2     /* At one angle. */
};
/* Lower-case name: velocity, point, fixed; "unknown" for other numbers. */
NAVNET_API const char* navnet_yaw_aim_name(navnet_yaw_aim aim);
/* How to turn. Angles are in radians about the trajectory's up axis: with z up from +x towards +y, with y up from +z
 * towards +x. */
typedef struct navnet_yaw_options {
  uint32_t struct_bytes;
  navnet_yaw_aim aim;         /* VELOCITY. */
  navnet_vec3 point;          /* For POINT. 0; each coordinate -1e12 to 1e12. */
  double angle_rad;           /* For FIXED. 0; -1e6 to 1e6. */
  double start_rad;           /* At the start. 0; -1e6 to 1e6. */
  double start_rate_rad_s;    /* Rate at the start, limited to the limit of the rate. 0; -1e6 to 1e6. */
  double rate_rad_s;          /* Limit of the rate. Half of pi; 1e-3 to 1e6. */
  double acceleration_rad_s2; /* Limit of the acceleration. Pi; 1e-3 to 1e6. */
  double least_speed_m_s;     /* See VELOCITY. 0.1; 0 to 1e6. */
} navnet_yaw_options;
NAVNET_API navnet_status navnet_yaw_options_default(navnet_yaw_options* options, size_t options_bytes);
/* NAVNET_OK if the options are valid, else NAVNET_ERROR_INVALID_ARGUMENT and a message that says why. */
NAVNET_API navnet_status navnet_yaw_options_check(const navnet_yaw_options* options);
/* Creates a handle without a profile. */
NAVNET_API navnet_status navnet_yaw_create(navnet_yaw* yaw);
NAVNET_API navnet_status navnet_yaw_destroy(navnet_yaw yaw);
/* Turns towards the aim as fast as the limits allow, and brakes in time. Without a trajectory the yaw is 0. */
NAVNET_API navnet_status navnet_yaw_plan(navnet_yaw yaw, navnet_trajectory trajectory,
                                         const navnet_yaw_options* options);
/* Angle, rate and acceleration at `count` times in seconds, not NaN, in any order. Each array has room for `count`
 * elements or is null. Angles count turns: they do not jump at ±pi. Before the start and after the end: as there,
 * without rate. */
NAVNET_API navnet_status navnet_yaw_sample(navnet_yaw yaw, const double* times_s, size_t count, double* angles_rad,
                                           double* rates_rad_s, double* accelerations_rad_s2);

/* navnet_check_flight for an exact path in its rooms, which may leave the free space of the net: what is in rooms is
 * free, unless something became blocked within a voxel of it. */
NAVNET_API navnet_status navnet_check_flight_in_rooms(navnet_navigator now, const navnet_vec3* points, size_t count,
                                                      double radius_m, navnet_path_place from, navnet_change change,
                                                      navnet_rooms rooms, navnet_path_check* check);
/* navnet_follow_flight for an exact path in its rooms: what is in sight through rooms is in sight. The agent stays in
 * the union of rooms and free space. */
NAVNET_API navnet_status navnet_follow_flight_in_rooms(navnet_navigator navigator, const navnet_vec3* points,
                                                       size_t count, double radius_m, navnet_rooms rooms,
                                                       const navnet_follow_state* state,
                                                       const navnet_follow_limits* limits, double step_s,
                                                       navnet_follow_step* step);

/* In flight. The functions below that change a trajectory leave it without one if they fail. */

/* The triangles of several room makers together, which are shared, not copied: for worlds of which parts change. Rooms
 * are those of a maker of all triangles at once. Fails for more than 65536 parts. */
NAVNET_API navnet_status navnet_room_maker_join(const navnet_room_maker* makers, size_t count,
                                                navnet_room_maker* maker);

/* What of a trajectory is free in a world that has changed. Fixed. */
typedef struct navnet_trajectory_check {
  navnet_bool is_valid; /* Whether all of it is. */
  double valid_until_s; /* Up to when it is, in seconds of the trajectory checked. */
} navnet_trajectory_check;
/* Makes rooms around a trajectory from a time on, -1e12 to 1e12, in the world of a room maker, or, if that is null (id
 * 0), from the boxes of the net alone. `valid` and `rooms`, which may be those of the trajectory itself, get the part
 * that is free, and its rooms: this part keeps the radius of the query with certainty. Of the query, the radius and its
 * rules count. Takes 10 to 100 microseconds a room. */
NAVNET_API navnet_status navnet_trajectory_check_free(navnet_trajectory trajectory, double from_s,
                                                      navnet_room_maker maker, navnet_navigator navigator,
                                                      const navnet_flight_query* query, navnet_trajectory valid,
                                                      navnet_rooms rooms, navnet_trajectory_check* check);

/* How a new plan leaves the old one. */
typedef int32_t navnet_replan_way;
enum {
  NAVNET_REPLAN_WAY_DIRECT = 0,       /* Through the new rooms alone. */
  NAVNET_REPLAN_WAY_BY_OLD_ROOMS = 1, /* First through old rooms, as far as the motion carries, then back. */
  NAVNET_REPLAN_WAY_STOP = 2          /* The new goal was not reached: a stop in the old rooms. */
};
/* Lower-case name: direct, by_old_rooms, stop; "unknown" for other numbers. */
NAVNET_API const char* navnet_replan_way_name(navnet_replan_way way);
/* What a change of plan did. Fixed. */
typedef struct navnet_replan_info {
  navnet_replan_way way;            /* How the new plan leaves the old one. */
  navnet_trajectory_status refused; /* What planning through the new rooms alone said. */
} navnet_replan_info;
/* A change of plan in flight: from the state of `flown` at `time_s`, -1e12 to 1e12, along the path of the query, which
 * begins near it or ahead. The motion at the start is that of the state, whatever the query says. `flown_rooms` are the
 * rooms of `flown`, still free from then on. A trajectory that ends at rest always has a continuation: through the new
 * rooms, or by a stop in the old ones into the new ones, or that stop alone. Its rooms are written to `rooms`.
 * `trajectory` and `rooms` must be other handles than `flown`, `flown_rooms` and those of the query. `info` may be
 * null. */
NAVNET_API navnet_status navnet_trajectory_replan(navnet_trajectory flown, navnet_rooms flown_rooms, double time_s,
                                                  const navnet_trajectory_query* query, navnet_trajectory trajectory,
                                                  navnet_rooms rooms, navnet_replan_info* info);

/* How to follow a trajectory: acceleration commanded = feed-forward + gains times errors. */
typedef struct navnet_track_options {
  uint32_t struct_bytes;
  int32_t reserved;         /* 0. */
  double position_gain_s2;  /* For each metre of error. 16; 1e-3 to 1e6. */
  double velocity_gain_s;   /* For each m/s of error. 8; 1e-3 to 1e6. */
  double acceleration_m_s2; /* Limit of the command. Infinity; 1e-3 to infinity. */
  double wait_error_m;      /* Beyond this error the trajectory's time waits. 1; 1e-9 to infinity. */
  double ease_s;            /* Time in which it comes to a halt, and runs again. 1; 1e-3 to 1e6. */
} navnet_track_options;
NAVNET_API navnet_status navnet_track_options_default(navnet_track_options* options, size_t options_bytes);
/* NAVNET_OK if the options are valid, else NAVNET_ERROR_INVALID_ARGUMENT and a message that says why. */
NAVNET_API navnet_status navnet_track_options_check(const navnet_track_options* options);
/* How far a body is along its trajectory: begin with {0, 1}, and keep it between steps. Fixed. */
typedef struct navnet_track_progress {
  double time_s; /* Of the trajectory. */
  double rate;   /* Seconds of the trajectory in a second: 1, less while its time waits. 0 to 1. */
} navnet_track_progress;
/* One step's command. Fixed. */
typedef struct navnet_track_step {
  navnet_vec3 acceleration;       /* To command during the step. */
  navnet_vec3 position, velocity; /* Where the body should be, and how it should move. */
  navnet_vec3 planned;            /* The acceleration planned for then. */
  double error_m;                 /* Distance of the body from there. */
  navnet_bool is_waiting;         /* Whether the trajectory's time is slowed down or halted. */
  navnet_bool has_ended;          /* Whether it has reached its end. */
} navnet_track_step;
/* The command for the next `step_s` seconds, above 0, of a body with a position and velocity; `progress` moves on by
 * them. A null `options` means the defaults. Without a trajectory, and for numbers out of range, the command is 0 and
 * the progress stays. Takes about a microsecond. */
NAVNET_API navnet_status navnet_trajectory_follow(navnet_trajectory trajectory, const navnet_track_options* options,
                                                  navnet_vec3 position, navnet_vec3 velocity, double step_s,
                                                  navnet_track_progress* progress, navnet_track_step* step);
/* What may go wrong while following, as bounds of norms, each 0 to 1e9. Fixed. */
typedef struct navnet_track_disturbance {
  double acceleration_m_s2;  /* Of gusts, drag and errors of the actuators. */
  double position_error_m;   /* Of the measured position. */
  double velocity_error_m_s; /* Of the measured velocity. */
  double start_error_m;      /* Of the position when following begins. */
  double start_error_m_s;    /* Of the velocity when following begins. */
} navnet_track_disturbance;
/* Bounds of what happens at any time. Infinite where following is not stable, and for numbers out of range. Fixed. */
typedef struct navnet_tracking_bound {
  double position_m;    /* Of the distance from the trajectory. */
  double velocity_m_s;  /* Of the difference from its velocity. */
  double feedback_m_s2; /* Of the feedback: what the vehicle needs beyond the limit of the acceleration. */
} navnet_tracking_bound;
/* The tracking error that no disturbance within bounds exceeds, if commands are held for `step_s` seconds, the jerk of
 * the trajectory is limited by `jerk_m_s3`, and neither the limit of the command nor the waiting sets in. Make rooms
 * for the radius plus this. A null `options` means the defaults. */
NAVNET_API navnet_status navnet_track_bound(const navnet_track_options* options, double jerk_m_s3,
                                            const navnet_track_disturbance* disturbance, double step_s,
                                            navnet_tracking_bound* bound);

/* A ball whose centre moves on a trajectory. Before it begins, it waits at its start. Fixed. */
typedef struct navnet_moving_ball {
  navnet_trajectory trajectory; /* Must have a trajectory. */
  double begin_s;               /* When it begins, on a clock common to all. -1e9 to 1e9. */
  double radius_m;              /* 0 to 1e9. */
  navnet_bool stays;            /* Whether it stays where it ends, or is gone then. */
  int32_t reserved;             /* 0. */
} navnet_moving_ball;
/* A box that is there for a time: a door that closes. Fixed. */
typedef struct navnet_timed_box {
  navnet_box box; /* Each coordinate -1e9 to 1e9, not empty. */
  double from_s;  /* On the common clock; may be infinite. */
  double until_s; /* At least from_s. */
} navnet_timed_box;
/* What to keep clear of, and how. */
typedef struct navnet_traffic_query {
  uint32_t struct_bytes;
  int32_t holds;                   /* Number of places on the way where a wait is tried. 4; 0 to 100. */
  const navnet_moving_ball* balls; /* None. */
  size_t ball_count;               /* Number of elements of `balls`. */
  const navnet_timed_box* boxes;   /* None. */
  size_t box_count;                /* Number of elements of `boxes`. */
  double begin_s;                  /* When the trajectory begins, on the common clock. 0; -1e9 to 1e9. */
  double radius_m;                 /* Of the ball around the drone. 0; 0 to 1e9. */
  double most_wait_s;              /* The longest wait. 120; 0 to 1e6. */
  double wait_step_s;              /* Waits are multiples of it. 0.25; 1e-3 to 1e6. */
  navnet_bool stays;               /* Whether the drone stays at its goal. 1. */
  int32_t reserved;                /* 0. */
} navnet_traffic_query;
NAVNET_API navnet_status navnet_traffic_query_default(navnet_traffic_query* query, size_t query_bytes);
/* A time at which two objects come nearer than they may. Fixed. */
typedef struct navnet_conflict {
  double time_s;      /* On the common clock. */
  uint64_t with;      /* Index of the other one. */
  navnet_bool is_box; /* Whether that is one of the boxes, or one of the balls. */
  int32_t reserved;   /* 0. */
} navnet_conflict;
/* The first time at which a drone on a trajectory comes too near to the traffic. Exact: none is missed. Of the query,
 * traffic, begin_s, radius_m and stays count. Fails without a trajectory. */
NAVNET_API navnet_status navnet_trajectory_first_conflict(navnet_trajectory trajectory,
                                                          const navnet_traffic_query* query, navnet_bool* found,
                                                          navnet_conflict* conflict);
/* How the traffic changed a trajectory. */
typedef int32_t navnet_traffic_way;
enum {
  NAVNET_TRAFFIC_WAY_FREE = 0,   /* Not at all. */
  NAVNET_TRAFFIC_WAY_SLOWED = 1, /* The same curve in a longer time. */
  NAVNET_TRAFFIC_WAY_WAITED = 2, /* The same curve after a wait at the start. */
  NAVNET_TRAFFIC_WAY_HELD = 3,   /* With a stop, and a wait, on the way. */
  NAVNET_TRAFFIC_WAY_BLOCKED = 4 /* None of these is free. There is no trajectory. */
};
/* Lower-case name: free, slowed, waited, held, blocked; "unknown" for other numbers. */
NAVNET_API const char* navnet_traffic_way_name(navnet_traffic_way way);
/* What was planned. Fixed. */
typedef struct navnet_traffic_info {
  navnet_traffic_way way;          /* What was done. */
  navnet_trajectory_status status; /* Of the trajectory, or of that without traffic. */
  double wait_s;                   /* How long it waits. */
  navnet_conflict conflict;        /* Unless FREE: the first conflict of the trajectory without traffic. */
} navnet_traffic_info;
/* Plans the trajectory that arrives first among: that without traffic; the same slowed down; the same after a wait at
 * the start; ones that stop and wait on the way. Waits are parts of it. `trajectory` must not be in the traffic. */
NAVNET_API navnet_status navnet_trajectory_plan_in_traffic(navnet_trajectory trajectory,
                                                           const navnet_trajectory_query* query,
                                                           const navnet_traffic_query* traffic,
                                                           navnet_traffic_info* info);

/* ---- 9. Worlds and baking (libnavnet_c only) ------------------------------------------------------------------ *
 * A world consists of triangles or voxels, in metres. Immutable. Baking takes seconds to minutes and is deterministic:
 * the same world and options give the same bytes for any number of threads. */

/* Handle of a world. */
typedef struct navnet_world {
  uint64_t id;
} navnet_world;
/* Handle of a grid of voxels. */
typedef struct navnet_grid {
  uint64_t id;
} navnet_grid;
/* Handle of a sampling, the grids of all clearance levels. */
typedef struct navnet_sampling {
  uint64_t id;
} navnet_sampling;
/* Handle of a probe, which measures distances to the world. */
typedef struct navnet_probe {
  uint64_t id;
} navnet_probe;

/* Reports the progress of a long job: its stage and the fraction done, 0 to 1. Called from any thread, by one thread at
 * a time. Return 0 to cancel: the job then ends with NAVNET_ERROR_CANCELLED. */
typedef navnet_bool (*navnet_progress_function)(void* user, const char* stage, double done);

/* How a file is read. */
typedef struct navnet_load_options {
  uint32_t struct_bytes;
  navnet_bool has_up;                /* Whether `up` is used; else the up axis is that of the file or its format. 0. */
  navnet_up_axis up;                 /* See has_up. */
  navnet_bool has_vdb_threshold;     /* Whether `vdb_threshold` is used; else the threshold is 0. 0. */
  double scale;                      /* Multiplies all coordinates, or the voxel size: 1; 1e-9 to 1e9. */
  double vdb_threshold;              /* .vdb floats: blocked where a level set <= it or fog > it; -3.4e38 to 3.4e38. */
  const char* vdb_grid;              /* .vdb: the name of the grid; null: the first bool, mask or float grid. */
  navnet_progress_function progress; /* May be null. */
  void* progress_user;               /* Passed to `progress`. */
} navnet_load_options;
NAVNET_API navnet_status navnet_load_options_default(navnet_load_options* options, size_t options_bytes);

/* Reads OBJ, PLY, STL, glTF, COLLADA (triangles), .3dmap, .bt, .vdb (voxels). Null options: the defaults. */
NAVNET_API navnet_status navnet_world_load(const char* file, const navnet_load_options* options, navnet_world* world);
/* From arrays, which are copied: x, y, z of each vertex, three indices of each triangle. Winding does not matter.
 * Fails if an index is out of range or a coordinate not finite or beyond 1e12. `name`, for messages, may be null. */
NAVNET_API navnet_status navnet_world_from_floats(const char* name, navnet_up_axis up, const float* xyz,
                                                  size_t vertex_count, const uint32_t* indices, size_t triangle_count,
                                                  navnet_world* world);
/* The same with coordinates in double precision. */
NAVNET_API navnet_status navnet_world_from_doubles(const char* name, navnet_up_axis up, const double* xyz,
                                                   size_t vertex_count, const uint32_t* indices, size_t triangle_count,
                                                   navnet_world* world);
/* From an occupancy grid, which is copied: voxel (x, y, z) is blocked[(x * size.y + y) * size.z + z], 0 is free;
 * `count` is the number of all voxels. `origin` is the low corner of voxel (0, 0, 0), voxel_m the edge of a voxel. */
NAVNET_API navnet_status navnet_world_from_voxels(const char* name, navnet_up_axis up, navnet_vec3 origin,
                                                  double voxel_m, navnet_voxel size, const uint8_t* blocked,
                                                  size_t count, navnet_world* world);
NAVNET_API navnet_status navnet_world_destroy(navnet_world world);

/* Size of a world. */
typedef struct navnet_world_info {
  navnet_up_axis up;                     /* The axis that points up. */
  navnet_bool has_voxels;                /* Whether the world consists of voxels rather than triangles. */
  uint64_t vertex_count, triangle_count; /* Size of the mesh; 0 for a world of voxels. */
  navnet_box box;                        /* Bounding box of the triangles, or the bounds of the voxels. */
} navnet_world_info;
/* Size of the world. */
NAVNET_API navnet_status navnet_world_get_info(navnet_world world, navnet_world_info* info, size_t info_bytes);
/* The name with its terminating zero, which `required` includes. */
NAVNET_API navnet_status navnet_world_copy_name(navnet_world world, char* out, size_t capacity, size_t* required);
/* The mesh; empty for a world of voxels. Indices: three for each triangle. */
NAVNET_API navnet_status navnet_world_copy_vertices(navnet_world world, navnet_vec3* out, size_t capacity,
                                                    size_t* required);
/* Three indices for each triangle of the mesh. */
NAVNET_API navnet_status navnet_world_copy_indices(navnet_world world, uint32_t* out, size_t capacity,
                                                   size_t* required);
/* The grid of a world of voxels; INVALID_ARGUMENT for a world of triangles. */
NAVNET_API navnet_status navnet_world_grid(navnet_world world, navnet_grid* grid);

/* A grid says which voxels are blocked. Everything outside the bounds counts as blocked. */
typedef struct navnet_grid_info {
  navnet_frame frame;                /* Maps voxels to the world. */
  navnet_voxel_box bounds;           /* The voxels that the grid covers. */
  double radius_m;                   /* Agent radius of the clearance level; 0: the world itself. */
  int64_t blocked_count, free_count; /* Number of voxels of each state. */
  uint64_t memory_bytes;             /* Memory in use. */
} navnet_grid_info;
NAVNET_API navnet_status navnet_grid_destroy(navnet_grid grid);
/* Frame and sizes of the grid. */
NAVNET_API navnet_status navnet_grid_get_info(navnet_grid grid, navnet_grid_info* info, size_t info_bytes);
/* Whether a voxel is blocked; 1 outside the bounds. */
NAVNET_API navnet_status navnet_grid_is_blocked(navnet_grid grid, navnet_voxel voxel, navnet_bool* blocked);
/* The blocks of 64³ voxels that contain a blocked voxel, in block coordinates (floor(voxel / 64)), ascending. */
NAVNET_API navnet_status navnet_grid_copy_mixed_blocks(navnet_grid grid, navnet_voxel* out, size_t capacity,
                                                       size_t* required);
/* The voxels of a block as 4096 words: bit z of word x * 64 + y is voxel (x, y, z); set: blocked or outside the bounds.
 */
#define NAVNET_BLOCK_WORDS 4096
/* The voxels of a block in the layout of NAVNET_BLOCK_WORDS; `capacity` is the number of words in `words`. */
NAVNET_API navnet_status navnet_grid_read_block(navnet_grid grid, navnet_voxel block, uint64_t* words, size_t capacity);

/* How a world is sampled: voxel size, radii, bounds, seeds, memory. */
typedef struct navnet_sample_options {
  uint32_t struct_bytes;
  int32_t threads;        /* 0: one per hardware thread. Never changes the result. 0 to 1024. */
  double voxel_m;         /* Edge of a voxel, 1e-9 to 1e12; 0: automatic. A voxel world keeps its own. */
  const double* radii_m;  /* Agent radii, 0 to 1e12, one clearance level each. None: a single level of radius 0. */
  size_t radius_count;    /* Number of elements of `radii_m`. */
  navnet_bool has_bounds; /* Whether `bounds` is used; else the bounds are the world's box plus `margin_m`. */
  navnet_bool has_bounds_voxels;  /* Whether `bounds_voxels` is used. */
  navnet_box bounds;              /* The part of the world to sample, rounded outwards to whole voxels. */
  navnet_voxel_box bounds_voxels; /* The bounds in voxels, exactly; needs voxel_m; `bounds` is then ignored. */
  navnet_vec3 grid_origin;        /* Origin and rotation of the grid (meshes only): 0, cos 1, sin 0. */
  double turn_cos, turn_sin;      /* See grid_origin. */
  navnet_up_axis turn_up;         /* Axis of that rotation. Z. */
  navnet_bool has_margin;         /* Whether `margin_m` is used; else room to fly around meshes, and 0 for voxels. */
  double margin_m;                /* Free space around the world's box; 0 to 1e12. */
  const navnet_vec3* seeds;       /* With seeds, only free space connected to one of them is kept. None. */
  size_t seed_count;
  uint64_t memory_budget_bytes;      /* A job that would need more fails before it allocates: 4 GiB. */
  navnet_progress_function progress; /* May be null. */
  void* progress_user;               /* Passed to `progress`. */
} navnet_sample_options;
NAVNET_API navnet_status navnet_sample_options_default(navnet_sample_options* options, size_t options_bytes);

/* What counts as walkable. Independent of the agent's radius. */
typedef struct navnet_walk_options {
  uint32_t struct_bytes;
  uint32_t reserved;        /* 0. */
  double max_slope_deg;     /* 45; 0 to 80. */
  double step_m;            /* Highest step up or down: 0.3; 0 to 1000. */
  double height_m;          /* Headroom: 1.8; 0.001 to 1000. */
  double contour_error_m;   /* Largest error of simplified outlines; more gives fewer corners: 0.02; 0 to 1. */
  double min_area_m2;       /* Without seeds, smaller components are omitted: 0.05; 0 to 1e12. */
  const navnet_vec3* seeds; /* With seeds, only ground that can be walked to from one of them is kept. None. */
  size_t seed_count;
} navnet_walk_options;
NAVNET_API navnet_status navnet_walk_options_default(navnet_walk_options* options, size_t options_bytes);

/* Orientation of the grid in the world. */
typedef int32_t navnet_align;
enum {
  NAVNET_ALIGN_WORLD = 0, /* Along the world's axes. */
  NAVNET_ALIGN_AUTO = 1   /* Along the walls, if that gives fewer cells. Bakes the levels twice. Meshes only. */
};
/* Lower-case name: world, auto; "unknown" for other numbers. */
NAVNET_API const char* navnet_align_name(navnet_align align);

/* How a world is baked. */
typedef struct navnet_bake_options {
  uint32_t struct_bytes;
  navnet_keep keep;             /* ALL. */
  navnet_sample_options sample; /* The first stage. */
  /* Cells thinner than this, in voxels, are omitted where connectivity allows: 1 to 64; 0: 2 for meshes, else 1. */
  int32_t min_cell;
  navnet_align align;       /* WORLD. */
  navnet_bool walks;        /* Whether to find walkable ground as `walk` says; 0: the net is for flight only. 0. */
  navnet_bool with_world;   /* Whether the net stores the triangles near its bounds, for rooms. Meshes only. 0. */
  navnet_walk_options walk; /* What counts as walkable. */
  const navnet_ground_link* links; /* Jumps, drops, ladders, doors; they keep their indices. None. */
  size_t link_count;
  double spot_spacing_m;    /* Distance between take-off and landing spots, 1e-9 to 1e12; 0: about 2000 spots in all. */
  const navnet_gate* gates; /* Links in the air; they keep their indices. None. */
  size_t gate_count;        /* At most 4096. */
} navnet_bake_options;
NAVNET_API navnet_status navnet_bake_options_default(navnet_bake_options* options, size_t options_bytes);

/* Duration of each stage of a bake in seconds, and what an automatic alignment gained. */
typedef struct navnet_bake_report {
  double sample_s, partition_s, volumes_s, contacts_s, ground_s; /* Seconds of each stage. */
  navnet_bool has_align;                      /* Whether the fields below are set: with ALIGN_AUTO and a mesh. */
  navnet_bool align_used;                     /* Whether the alignment was used. */
  double turn_deg;                            /* Angle of the rotation found. */
  navnet_vec3 shift_voxels;                   /* Shift of the grid found, in voxels. */
  uint64_t cells_before, cells_after;         /* Number of cells without and with the alignment. */
  double blocked_m3_before, blocked_m3_after; /* Blocked volume without and with the alignment. */
} navnet_bake_report;
/* Bakes a world into a net. Null options: the defaults. `sampling` (the grids the net was made from) and `report` may
 * be null. */
NAVNET_API navnet_status navnet_bake(navnet_world world, const navnet_bake_options* options, navnet_net* net,
                                     navnet_sampling* sampling, navnet_bake_report* report, size_t report_bytes);

/* The first stage of a bake alone: one grid for each clearance level. Null options: the defaults. */
NAVNET_API navnet_status navnet_sample(navnet_world world, const navnet_sample_options* options,
                                       navnet_sampling* sampling);
NAVNET_API navnet_status navnet_sampling_destroy(navnet_sampling sampling);
/* Size of a sampling, and what it took. */
typedef struct navnet_sampling_info {
  navnet_frame frame;               /* Maps voxels to the world. */
  navnet_voxel_box bounds;          /* The voxels that were sampled. */
  uint64_t level_count;             /* Number of clearance levels. */
  int64_t triangle_count;           /* Number of triangles sampled. */
  uint64_t estimated_bytes;         /* Memory that the plan expected. */
  double index_s, sample_s, keep_s; /* Seconds of indexing triangles, of sampling, of finding the free space to keep. */
} navnet_sampling_info;
/* Frame and sizes of the sampling. */
NAVNET_API navnet_status navnet_sampling_get_info(navnet_sampling sampling, navnet_sampling_info* info,
                                                  size_t info_bytes);
/* Why this voxel size was chosen: one phrase, with its terminating zero. */
NAVNET_API navnet_status navnet_sampling_copy_voxel_reason(navnet_sampling sampling, char* out, size_t capacity,
                                                           size_t* required);
/* The grid of a clearance level. */
NAVNET_API navnet_status navnet_sampling_grid(navnet_sampling sampling, uint32_t level, navnet_grid* grid);
/* Writes all levels as grids of an OpenVDB file. `bytes` receives its size; may be null. */
NAVNET_API navnet_status navnet_sampling_write_vdb(navnet_sampling sampling, const char* file, uint64_t* bytes);

/* A grid along the walls of a mesh, for sample options. */
typedef struct navnet_alignment {
  navnet_vec3 grid_origin;   /* For navnet_sample_options; likewise the next three. */
  double turn_cos, turn_sin; /* Cosine and sine of the grid's rotation. */
  navnet_up_axis turn_up;    /* Axis of the rotation. */
  int32_t reserved;
  double turn_deg;          /* Angle of the rotation. */
  navnet_vec3 shift_voxels; /* Shift of the grid, in voxels. */
} navnet_alignment;
/* Finds a grid along the walls of a mesh, for sample options. voxel_m above 0, radius_m 0 or more. */
NAVNET_API navnet_status navnet_find_alignment(navnet_world world, double voxel_m, double radius_m,
                                               navnet_alignment* alignment);

/* Creates a probe, which audits paths: it measures the exact distance of points and segments from the world itself,
 * clamped to `at_most_m` (smaller is faster; infinity is allowed). Invalid numbers give 0. Immutable; keeps what it
 * needs of the world. */
NAVNET_API navnet_status navnet_probe_create(navnet_world world, int32_t threads, navnet_probe* probe);
NAVNET_API navnet_status navnet_probe_destroy(navnet_probe probe);
/* Distance of the segment from a to b from the world. */
NAVNET_API navnet_status navnet_probe_segment(navnet_probe probe, navnet_vec3 a, navnet_vec3 b, double at_most_m,
                                              double* clearance_m);
/* Distance of a point from the world. */
NAVNET_API navnet_status navnet_probe_point(navnet_probe probe, navnet_vec3 p, double at_most_m, double* clearance_m);

/* ---- 10. Live worlds (libnavnet_c only) ----------------------------------------------------------------------- *
 * A world that changes while agents move in it. Edits check their arguments at once, change nothing if they fail, and
 * take effect together at the next update, whose cost is proportional to the changed blocks. The net of a live world
 * equals, byte for byte, that of a bake from scratch. navnet_live_latest and navnet_live_version never wait; all other
 * calls wait for each other. */

/* Handle of a live world. */
typedef struct navnet_live {
  uint64_t id;
} navnet_live;
/* Handle of a snapshot, a complete state of a live world. */
typedef struct navnet_snapshot {
  uint64_t id;
} navnet_snapshot;
/* Handle of an explored map. */
typedef struct navnet_explored_map {
  uint64_t id;
} navnet_explored_map;
/* Handle of the blocks of an explored map that changed. */
typedef struct navnet_explored_changes {
  uint64_t id;
} navnet_explored_changes;

/* Samples and bakes the world. The bounds or margin must include where obstacles will appear; seeds are not supported.
 * Null options: the defaults. */
NAVNET_API navnet_status navnet_live_create(navnet_world world, const navnet_bake_options* options, navnet_live* live);

/* What unknown voxels count as. */
typedef int32_t navnet_unknown;
enum {
  NAVNET_UNKNOWN_BLOCKED = 0,  /* Unknown voxels count as blocked. */
  NAVNET_UNKNOWN_AT_A_COST = 1 /* Unknown voxels count as free, at a cost: see navnet_snapshot_copy_regions. */
};
/* Lower-case name: blocked, at_a_cost; "unknown" for other numbers. */
NAVNET_API const char* navnet_unknown_name(navnet_unknown unknown);
/* How unknown space is treated. */
typedef struct navnet_explore_options {
  uint32_t struct_bytes;
  navnet_unknown unknown; /* BLOCKED. */
  double unknown_cost;    /* Cost factor of unknown space with AT_A_COST: 3; 1 to 1000000. */
} navnet_explore_options;
NAVNET_API navnet_status navnet_explore_options_default(navnet_explore_options* options, size_t options_bytes);
/* A world of which nothing is known yet: feed it with navnet_live_explore. Of `options`, only radii, keep, min_cell,
 * walk and threads are used. Null options: the defaults. */
NAVNET_API navnet_status navnet_live_create_unknown(const navnet_box* bounds, double voxel_m, navnet_up_axis up,
                                                    const navnet_explore_options* explore,
                                                    const navnet_bake_options* options, navnet_live* live);
/* Also stops the background thread. Snapshots and navigators taken from the world stay valid. */
NAVNET_API navnet_status navnet_live_destroy(navnet_live live);

/* Maps a point p to position + rotation(scale * p). */
typedef struct navnet_transform {
  navnet_vec3 position;                                  /* Of the shape's origin. */
  double rotation_w, rotation_x, rotation_y, rotation_z; /* A quaternion of any length but 0. */
  navnet_vec3 scale;                                     /* Along the shape's own axes; each above 0. */
} navnet_transform;
/* The identity. */
NAVNET_API navnet_status navnet_transform_default(navnet_transform* transform);

/* Shape of an obstacle. */
typedef int32_t navnet_shape;
enum { NAVNET_SHAPE_BOX = 0, NAVNET_SHAPE_SPHERE = 1, NAVNET_SHAPE_CAPSULE = 2, NAVNET_SHAPE_MESH = 3 };
/* Lower-case name: box, sphere, capsule, mesh; "unknown" for other numbers. */
NAVNET_API const char* navnet_shape_name(navnet_shape shape);
/* Shapes are centred at their own origin. Their surfaces block. */
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
  size_t triangle_count;   /* Number of triangles of MESH. */
  navnet_bool is_door;     /* Blocks only while it is closed, see navnet_live_set_door. 0. */
  int32_t reserved;        /* 0. */
} navnet_obstacle;
NAVNET_API navnet_status navnet_obstacle_default(navnet_obstacle* obstacle, size_t obstacle_bytes);

/* Adds an obstacle. Ids of obstacles, regions and gates are never 0 and never reused. */
NAVNET_API navnet_status navnet_live_add_obstacle(navnet_live live, const navnet_obstacle* obstacle, uint64_t* id);
/* Moves an obstacle. */
NAVNET_API navnet_status navnet_live_move_obstacle(navnet_live live, uint64_t id, const navnet_transform* transform);
/* Removes an obstacle. */
NAVNET_API navnet_status navnet_live_remove_obstacle(navnet_live live, uint64_t id);
/* Opens or closes an obstacle that is a door. */
NAVNET_API navnet_status navnet_live_set_door(navnet_live live, uint64_t id, navnet_bool open);
/* Blocks or frees the voxels in a box, in a world of voxels. */
NAVNET_API navnet_status navnet_live_set_voxels(navnet_live live, const navnet_box* box, navnet_bool blocked);
/* Applies the changes of a map to a world made by navnet_live_create_unknown. The map must have the world's frame and
 * bounds. */
NAVNET_API navnet_status navnet_live_explore(navnet_live live, navnet_explored_changes changes);
/* Adds a cost region. Cost regions are part of snapshots, not of nets. */
NAVNET_API navnet_status navnet_live_add_region(navnet_live live, const navnet_cost_region* region, uint64_t* id);
/* Replaces a cost region. */
NAVNET_API navnet_status navnet_live_set_region(navnet_live live, uint64_t id, const navnet_cost_region* region);
/* Removes a cost region. */
NAVNET_API navnet_status navnet_live_remove_region(navnet_live live, uint64_t id);
/* Adds a gate behind those there are, first of all those of the bake options. Its ends need not be free. */
NAVNET_API navnet_status navnet_live_add_gate(navnet_live live, const navnet_gate* gate, uint64_t* id);
/* Replaces a gate. */
NAVNET_API navnet_status navnet_live_set_gate(navnet_live live, uint64_t id, const navnet_gate* gate);
/* Opens or closes a gate. */
NAVNET_API navnet_status navnet_live_set_gate_open(navnet_live live, uint64_t id, navnet_bool open);
/* Removes a gate. Those added later get smaller indices. */
NAVNET_API navnet_status navnet_live_remove_gate(navnet_live live, uint64_t id);

/* Makes a new snapshot with all edits so far. `change` receives what this call changed, owned by the caller; may be
 * null. */
NAVNET_API navnet_status navnet_live_update(navnet_live live, navnet_change* change);
/* Does as much of an update as fits into `max_us` microseconds, in this thread. `done`: nothing is left to do. */
NAVNET_API navnet_status navnet_live_step(navnet_live live, double max_us, navnet_bool* done);
/* Updates in a background thread whenever there are edits, until stopped. If an update fails, the thread ends;
 * navnet_live_update then returns the reason. */
NAVNET_API navnet_status navnet_live_start_background(navnet_live live);
/* Ends the background thread after the update that it is making. */
NAVNET_API navnet_status navnet_live_stop_background(navnet_live live);
/* Called after each update, from the thread that made it. Both handles belong to the library and are valid until the
 * function returns (null if memory ran out); a navigator made from the snapshot stays valid. Within the function, calls
 * on this live world other than navnet_live_latest and navnet_live_version give NAVNET_ERROR_BUSY. Null: no callback.
 */
typedef void (*navnet_update_function)(void* user, navnet_snapshot now, navnet_change change);
/* Sets the function that is called after each update; null: none. */
NAVNET_API navnet_status navnet_live_on_update(navnet_live live, navnet_update_function function, void* user);

/* The newest complete state, which is immutable; the caller owns the handle. Never waits. */
NAVNET_API navnet_status navnet_live_latest(navnet_live live, navnet_snapshot* snapshot);
/* Version of the newest complete state. Never waits. */
NAVNET_API navnet_status navnet_live_version(navnet_live live, uint64_t* version);
NAVNET_API navnet_status navnet_snapshot_destroy(navnet_snapshot snapshot);
/* Version of the state. Versions grow with every update. */
NAVNET_API navnet_status navnet_snapshot_version(navnet_snapshot snapshot, uint64_t* version);
/* A navigator for this state, owned by the caller. Cheap: it shares all data. */
NAVNET_API navnet_status navnet_snapshot_navigator(navnet_snapshot snapshot, navnet_navigator* navigator);
/* The world's cost regions, and boxes of unknown space with NAVNET_UNKNOWN_AT_A_COST: to be used as query regions. */
NAVNET_API navnet_status navnet_snapshot_copy_regions(navnet_snapshot snapshot, navnet_cost_region* out,
                                                      size_t capacity, size_t* required);
/* The ids of the gates of the state, in the order of their indices. */
NAVNET_API navnet_status navnet_snapshot_copy_gate_ids(navnet_snapshot snapshot, uint64_t* out, size_t capacity,
                                                       size_t* required);
/* Everything that changed since an older version. `found` is 0 if that is more than 256 updates ago or never existed.
 */
NAVNET_API navnet_status navnet_live_changes_since(navnet_live live, uint64_t version, navnet_bool* found,
                                                   navnet_change* change);

/* Frame and bounds of the world, which never change. */
NAVNET_API navnet_status navnet_live_get_frame(navnet_live live, navnet_frame* frame, navnet_voxel_box* bounds);
/* The net of the newest state, byte for byte that of a bake. Takes time linear in the world. */
NAVNET_API navnet_status navnet_live_make_net(navnet_live live, navnet_net* net);
/* Writes the net of the newest state to a file. */
NAVNET_API navnet_status navnet_live_save(navnet_live live, const char* file);
/* The current world, including all obstacles that block. */
NAVNET_API navnet_status navnet_live_current_world(navnet_live live, navnet_world* world);
/* Makes rooms among the triangles of the newest state. The first call indexes the world; later ones only the obstacles
 * that changed, and share the rest. Fails for voxel worlds. */
NAVNET_API navnet_status navnet_live_make_room_maker(navnet_live live, navnet_room_maker* maker);
/* The options with which a bake of the current world gives the same net. The pointers in them are valid as long as the
 * live world. */
NAVNET_API navnet_status navnet_live_get_bake_options(navnet_live live, navnet_bake_options* options,
                                                      size_t options_bytes);

/* ---- 11. Explored maps (libnavnet_c only) --------------------------------------------------------------------- *
 * Occupied, free and unknown voxels, learned from depth scans and OctoMap updates. A call that fails changes nothing.
 */

/* What is known of a voxel. */
typedef int32_t navnet_voxel_state;
enum { NAVNET_VOXEL_STATE_UNKNOWN = 0, NAVNET_VOXEL_STATE_FREE = 1, NAVNET_VOXEL_STATE_OCCUPIED = 2 };
/* Lower-case name: unknown, free, occupied; "unknown" for other numbers too. */
NAVNET_API const char* navnet_voxel_state_name(navnet_voxel_state state);

/* The sensor model, as in OctoMap: log-odds are stored in steps of 1/32, within ±127/32. */
typedef struct navnet_explored_map_options {
  uint32_t struct_bytes;
  int32_t threads;             /* For scans; 0: one per hardware thread. 0 to 1024. */
  double hit_log_odds;         /* Added to a voxel in which a ray ends: 0.85; at least 1/32. */
  double miss_log_odds;        /* Added to a voxel that rays only pass through: -0.4; at most -1/32. */
  double min_log_odds;         /* Lower limit of a voxel: -2; below 0. */
  double max_log_odds;         /* Upper limit of a voxel: 3.5; above 0. */
  double occupied_log_odds;    /* A voxel is occupied at or above this value: 0. */
  double max_range_m;          /* Rays to farther points only clear voxels, up to here: 10; 1e-9 to 1e9. */
  uint64_t memory_limit_bytes; /* 4 GiB. */
} navnet_explored_map_options;
NAVNET_API navnet_status navnet_explored_map_options_default(navnet_explored_map_options* options,
                                                             size_t options_bytes);
/* Creates a map that is entirely unknown. Null options: the defaults. For a live world, pass the result of
 * navnet_live_get_frame. */
NAVNET_API navnet_status navnet_explored_map_create(const navnet_frame* frame, const navnet_voxel_box* bounds,
                                                    const navnet_explored_map_options* options,
                                                    navnet_explored_map* map);
NAVNET_API navnet_status navnet_explored_map_destroy(navnet_explored_map map);
/* Inserts a scan of a depth sensor at `origin`: the points it measured, and the directions `clear` (of any length but
 * 0) in which it saw nothing within range. */
NAVNET_API navnet_status navnet_explored_map_insert_scan(navnet_explored_map map, navnet_vec3 origin,
                                                         const navnet_vec3* points, size_t point_count,
                                                         const navnet_vec3* clear, size_t clear_count);
/* Inserts a binary OctoMap (.bt), given as the bytes of the file including its header. */
NAVNET_API navnet_status navnet_explored_map_insert_octomap(navnet_explored_map map, const void* bytes, size_t count);
/* Sets the state of all voxels in a box, clipped to the bounds. */
NAVNET_API navnet_status navnet_explored_map_set_box(navnet_explored_map map, navnet_voxel_box box,
                                                     navnet_voxel_state state);
/* Size of an explored map. */
typedef struct navnet_explored_map_info {
  navnet_frame frame;                                /* Maps voxels to the world. */
  navnet_voxel_box bounds;                           /* The voxels that the map covers. */
  int64_t occupied_count, free_count, unknown_count; /* Number of voxels of each state. */
  uint64_t memory_bytes;                             /* Memory in use. */
} navnet_explored_map_info;
/* Frame and sizes of the map. */
NAVNET_API navnet_status navnet_explored_map_get_info(navnet_explored_map map, navnet_explored_map_info* info,
                                                      size_t info_bytes);
/* State of a voxel; UNKNOWN outside the bounds. */
NAVNET_API navnet_status navnet_explored_map_state_at(navnet_explored_map map, navnet_voxel voxel,
                                                      navnet_voxel_state* state);
/* The occupied and the known voxels of a block, each as NAVNET_BLOCK_WORDS words in the layout of
 * navnet_grid_read_block; `capacity` applies to both. */
NAVNET_API navnet_status navnet_explored_map_read_block(navnet_explored_map map, navnet_voxel block, uint64_t* occupied,
                                                        uint64_t* known, size_t capacity);
/* Block coordinates, ascending, of all blocks that contain a known voxel. */
NAVNET_API navnet_status navnet_explored_map_copy_blocks(navnet_explored_map map, navnet_voxel* out, size_t capacity,
                                                         size_t* required);
/* The blocks in which the state of a voxel has changed since the last call. The caller owns the handle. */
NAVNET_API navnet_status navnet_explored_map_take_changes(navnet_explored_map map, navnet_explored_changes* changes);
NAVNET_API navnet_status navnet_explored_changes_destroy(navnet_explored_changes changes);
/* Block coordinates of the changed blocks. */
NAVNET_API navnet_status navnet_explored_changes_copy_blocks(navnet_explored_changes changes, navnet_voxel* out,
                                                             size_t capacity, size_t* required);
/* The changed block `index`, as navnet_explored_map_read_block returns it. */
NAVNET_API navnet_status navnet_explored_changes_read(navnet_explored_changes changes, size_t index, uint64_t* occupied,
                                                      uint64_t* known, size_t capacity);

#ifdef __cplusplus
}
#endif

#endif /* NAVNET_NAVNET_H */
