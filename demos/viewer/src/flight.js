// A flight: where agents were, step by step (flight_log.h says how it is kept), read at any time between steps.

export class Flight {
  /** @param {{step_s: number, frames: number, origin_m: number[], agents: {name: string, kind: string, radius_m: number}[]}} head @param {Float32Array} offsets */
  constructor(head, offsets) {
    this.step_s = head.step_s;
    this.frameCount = head.frames;
    this.agents = head.agents;
    this.origin = head.origin_m;
    this.offsets = offsets;
    this.duration_s = Math.max(0, head.frames - 1) * head.step_s;
  }

  /**
   * Where an agent is, in the world; between two steps on the straight line.
   * @param {number} agent @param {number} time_s @param {number[]} out takes the place
   * @returns {boolean} false when the agent is not there
   */
  positionAt(agent, time_s, out) {
    const frame = Math.min(Math.max(0, time_s / this.step_s), this.frameCount - 1);
    const before = Math.floor(frame), part = frame - before;
    const at = 3 * (before * this.agents.length + agent);
    // At a step itself what comes next does not matter: the agent may be gone by then.
    const next = part > 0 ? at + 3 * this.agents.length : at;
    for (let a = 0; a < 3; ++a) {
      out[a] = this.origin[a] + this.offsets[at + a] + part * (this.offsets[next + a] - this.offsets[at + a]);
    }
    return !Number.isNaN(out[0]);
  }
}
