// SPDX-License-Identifier: Apache-2.0
// Queries in the page, answered by NavNet's runtime compiled to WebAssembly (wasm/viewer_api.cpp).

/** WASI's error EBADF: bad file descriptor. */
const NO_FILE = 8;

/** Values of viewer_api.cpp's enum Mode. */
const MODES = { fly: 0, walk: 1, any: 2 };
const EFFORTS = { fast: 0, balanced: 1, best: 2 };
const TRAVEL_MODES = ['walk', 'take_off', 'fly', 'land', 'link', 'gate'];
const SEGMENT_BYTES = 32;
/** timed() repeats a query until either limit is reached. */
const MOST_TIMED_RUNS = 30, ENOUGH_TIMED_MS = 4;

/**
 * @typedef {object} Query
 * @property {'fly'|'walk'|'any'} mode
 * @property {number[]} start in the world, in metres
 * @property {number[]} goal
 * @property {number} radius_m of the agent
 * @property {number} snap_m maximum distance by which a blocked end is moved
 * @property {'fast'|'balanced'|'best'} [effort]
 * @property {number} [walk_m_s] mode any only
 * @property {number} [fly_m_s] mode any, and what converts the seconds of gates to metres in mode fly
 * @property {number} [switch_s] seconds to take off or land; mode any only
 */

/**
 * @typedef {object} Answer
 * @property {string} status complete, unreachable, start_blocked …
 * @property {number} length_m
 * @property {number} seconds travel time; mode any only
 * @property {number} radius_m radius of the clearance level used; flights only
 * @property {number[][]} points way points in the world
 * @property {Uint32Array} volumes cells whose NavVolumes contain the path; flights only
 * @property {Uint32Array} corridor spokes of the medial axis; walks only
 * @property {{mode: string, first: number, count: number, link: number, seconds: number, length_m: number}[]} segments
 *   of mode any, and of a flight that passes gates
 */

/** Why there is no path, by status. */
export const REASONS = {
  start_blocked: 'the start has no room for the agent; move it, or increase “Snap m”',
  goal_blocked: 'the goal has no room for the agent; move it, or increase “Snap m”',
  unreachable: 'no free space connects start and goal for this agent',
  outside_world: 'the start or the goal is outside the net, or the agent is larger than the net\'s largest radius',
  out_of_budget: 'the search was stopped at its limit; use the command with a larger --max-expansions',
};

/** Answers queries on one net, one query at a time. Answers hold copies of all arrays. */
export class PathQuery {
  /**
   * @param {BufferSource} wasm
   * @param {Uint8Array} image of the net
   * @returns {Promise<PathQuery>} throws if the image is damaged or there is not enough memory
   */
  static async open(wasm, image) {
    const query = new PathQuery();
    const { instance } = await WebAssembly.instantiate(wasm, query.imports());
    query.exports = /** @type {any} */ (instance.exports);
    query.exports._initialize();
    const at = query.exports.viewer_image(image.length) >>> 0;
    if (at === 0) throw new Error('there is not enough memory for the net');
    new Uint8Array(query.exports.memory.buffer).set(image, at);
    const fault = query.text(query.exports.viewer_open());
    if (fault) throw new Error(fault);
    return query;
  }

  /** The module's imports: a clock, and files, which a page does not have. */
  imports() {
    return {
      env: { emscripten_notify_memory_growth() {} },
      wasi_snapshot_preview1: {
        clock_time_get: (...args) => {
          const at = args[args.length - 1] >>> 0;
          const nanoseconds = BigInt(Math.round(performance.now() * 1e6));
          new DataView(this.exports.memory.buffer).setBigUint64(at, nanoseconds, true);
          return 0;
        },
        fd_close: () => NO_FILE,
        fd_seek: () => NO_FILE,
        fd_write: () => NO_FILE,
        proc_exit(code) {
          throw new Error(`the runtime stopped with exit status ${code}`);
        },
      },
    };
  }

  /** @param {Query} query */
  ask(query) {
    this.exports.viewer_find(MODES[query.mode], ...query.start, ...query.goal, query.radius_m, query.snap_m,
      EFFORTS[query.effort ?? 'balanced'], query.walk_m_s ?? 1.4, query.fly_m_s ?? 5, query.switch_s ?? 2);
  }

  /** @param {Query} query @returns {Answer} */
  find(query) {
    const { exports: x } = this;
    this.ask(query);
    return {
      status: this.text(x.viewer_status()),
      length_m: x.viewer_length_m(),
      seconds: x.viewer_seconds(),
      radius_m: x.viewer_radius_m(),
      points: this.points(),
      volumes: this.numbers(x.viewer_volumes(), x.viewer_volume_count()),
      corridor: this.numbers(x.viewer_corridor(), x.viewer_corridor_count()),
      segments: this.segments(),
    };
  }

  /**
   * Microseconds that a query takes: the mean of several runs, because a page's clock is coarse.
   * @param {Query} query
   */
  timed(query) {
    const begin = performance.now();
    let runs = 0, elapsed = 0;
    do {
      this.ask(query);
      ++runs;
      elapsed = performance.now() - begin;
    } while (runs < MOST_TIMED_RUNS && elapsed < ENOUGH_TIMED_MS);
    return 1000 * elapsed / runs;
  }

  /**
   * A random point with room for the agent; the same seed gives the same point.
   * @param {'fly'|'walk'|'any'} mode @param {number} seed @param {number} radius_m @returns {number[]|null}
   */
  randomPlace(mode, seed, radius_m) {
    this.exports.viewer_random_place(MODES[mode], seed >>> 0, radius_m);
    return this.points()[0] ?? null;
  }

  points() {
    const { exports: x } = this;
    const flat = new Float64Array(x.memory.buffer, x.viewer_points() >>> 0, 3 * x.viewer_point_count());
    return Array.from({ length: flat.length / 3 }, (_, i) => [flat[3 * i], flat[3 * i + 1], flat[3 * i + 2]]);
  }

  numbers(at, count) {
    return new Uint32Array(this.exports.memory.buffer, at >>> 0, count).slice();
  }

  segments() {
    const { exports: x } = this;
    const view = new DataView(x.memory.buffer, x.viewer_segments() >>> 0, SEGMENT_BYTES * x.viewer_segment_count());
    return Array.from({ length: x.viewer_segment_count() }, (_, i) => {
      const at = SEGMENT_BYTES * i;
      return {
        mode: TRAVEL_MODES[view.getUint32(at, true)],
        first: view.getUint32(at + 4, true),
        count: view.getUint32(at + 8, true),
        link: view.getUint32(at + 12, true),
        seconds: view.getFloat64(at + 16, true),
        length_m: view.getFloat64(at + 24, true),
      };
    });
  }

  text(at) {
    const bytes = new Uint8Array(this.exports.memory.buffer, at >>> 0);
    return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
  }
}
