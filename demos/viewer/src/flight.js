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

  /** The two steps around a time, and how far it is from the one to the other. @param {number} time_s */
  stepsAt(time_s) {
    const frame = Math.min(Math.max(0, time_s / this.step_s), this.frameCount - 1);
    const before = Math.floor(frame), part = frame - before;
    // At a step itself what comes next does not matter: an agent may be gone by then.
    return { before, behind: part > 0 ? before + 1 : before, part };
  }

  /**
   * Writes where an agent is between two steps, on the straight line, relative to a point of the world.
   * @param {ReturnType<Flight['stepsAt']>} steps @param {number} agent
   * @param {number[]} from @param {number[]|Float32Array} out @param {number} at place of the three numbers in `out`
   * @returns {boolean} false when the agent is not there
   */
  write({ before, behind, part }, agent, from, out, at) {
    const { offsets, origin, agents: { length } } = this;
    const first = 3 * (before * length + agent), second = 3 * (behind * length + agent);
    for (let a = 0; a < 3; ++a) {
      const offset = offsets[first + a];
      out[at + a] = origin[a] - from[a] + offset + part * (offsets[second + a] - offset);
    }
    return !Number.isNaN(out[at]);
  }

  /** Where an agent is, in the world; null when it is not there. @param {number} agent @param {number} time_s */
  positionAt(agent, time_s) {
    const place = [0, 0, 0];
    return this.write(this.stepsAt(time_s), agent, [0, 0, 0], place, 0) ? place : null;
  }
}
