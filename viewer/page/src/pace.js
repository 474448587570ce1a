// SPDX-License-Identifier: Apache-2.0
// Keeps the scene moving on any machine: while it moves, a slow one draws fewer boxes and no edges of the world; when it
// rests, more is drawn again.

const SLOW_MS = 45, FAST_MS = 22;
const REST_MS = 250;
/** At rest a frame may take that many times as long as one in motion. */
const REST_FACTOR = 12;
const LEAST = 0.01;

export class Pace {
  /** @param {(part: number) => void} apply takes the part of everything to draw, above 0 and at most 1 */
  constructor(apply) {
    this.apply = apply;
    this.part = 1;
    this.applied = 1;
    this.moved_ms = -Infinity;
  }

  /** @param {number} now_ms @param {number} took_ms the last frame, when the scene moves */
  moves(now_ms, took_ms) {
    if (took_ms > SLOW_MS) this.part = Math.max(LEAST, this.part * Math.max(0.3, SLOW_MS / took_ms));
    if (took_ms < FAST_MS) this.part = Math.min(1, this.part * 1.08);
    this.moved_ms = now_ms;
    this.set(this.part);
  }

  /** @param {number} now_ms when it does not move @returns {boolean} whether there is more to draw now */
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
