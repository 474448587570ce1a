// SPDX-License-Identifier: Apache-2.0
// Keeps the frame rate up: while the scene moves, slow machines draw fewer boxes and no edges of the world; at rest they
// draw more.

/** A frame in motion that takes longer than SLOW_MS lowers the part drawn; one below FAST_MS raises it. */
const SLOW_MS = 45, FAST_MS = 22;
/** Time without motion after which the scene is at rest. */
const REST_MS = 250;
/** A frame at rest may take this many times as long as one in motion. */
const REST_FACTOR = 12;
/** Smallest part drawn. */
const LEAST = 0.01;

export class Pace {
  /** @param {(part: number) => void} apply takes the part of everything to draw, above 0 and at most 1 */
  constructor(apply) {
    this.apply = apply;
    this.part = 1;
    this.applied = 1;
    this.moved_ms = -Infinity;
  }

  /** Call for frames in motion. @param {number} now_ms @param {number} took_ms duration of the last frame */
  moves(now_ms, took_ms) {
    if (took_ms > SLOW_MS) this.part = Math.max(LEAST, this.part * Math.max(0.3, SLOW_MS / took_ms));
    if (took_ms < FAST_MS) this.part = Math.min(1, this.part * 1.08);
    this.moved_ms = now_ms;
    this.set(this.part);
  }

  /** Call for frames without motion. @param {number} now_ms @returns {boolean} whether more is to be drawn now */
  rests(now_ms) {
    const part = Math.min(1, this.part * REST_FACTOR);
    if (now_ms - this.moved_ms < REST_MS || this.applied === part) return false;
    this.set(part);
    return true;
  }

  set(part) {
    this.applied = part;
    this.apply(part);
  }
}
