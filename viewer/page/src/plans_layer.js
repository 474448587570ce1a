// SPDX-License-Identifier: Apache-2.0
// Plans: the paths that agents follow at a time. The followed agent's plan is always drawn; all plans are if there are
// few agents.

import { Ribbon } from './ribbon.js';

/** With more agents than this, the layer of all plans starts switched off. */
export const FEW_AGENTS = 40;

export class PlansLayer {
  /**
   * @param {import('./scene.js').Stage} stage @param {import('./flight.js').Flight} flight
   * @param {import('three').Color[]} colours of the agents
   */
  constructor(stage, flight, colours) {
    this.stage = stage;
    this.flight = flight;
    this.colours = colours;
    this.isOn = flight.agents.length <= FEW_AGENTS;
    const radius = flight.agents.reduce((most, a) => Math.max(most, a.radius_m), 0.1);
    this.lines = new Ribbon(stage, { pixels: 1.1, dash: 3 * radius });
    this.behind = new Ribbon(stage, { pixels: 1.1, dash: 3 * radius, opacity: 0.25, hidden: true });
    // Enough for all plans drawn at a time: the sum of the longest plan of each agent.
    const most = flight.plans.reduce((sum, plans) => sum + plans.reduce((m, p) => Math.max(m, p.points_m.length), 0), 0);
    this.lines.reserve(Math.max(1, most));
    this.shown = null;
  }

  /** The agents whose plans are drawn. */
  agentsShown(followed) {
    if (this.isOn) return this.flight.agents.keys();
    return followed >= 0 ? [followed] : [];
  }

  /** @param {number} time_s @param {number} followed an agent, or -1 */
  show(time_s, followed) {
    const { flight, lines, stage: { frame } } = this;
    const now = [];
    for (const agent of this.agentsShown(followed)) {
      const plan = flight.planAt(agent, time_s);
      if (plan) now.push(plan);
    }
    // Nothing to do if the same plans are shown already.
    const key = [followed, ...now];
    if (this.shown && key.length === this.shown.length && key.every((plan, i) => plan === this.shown[i])) return;
    this.shown = key;
    let at = 0;
    for (const { agent, points_m } of now) {
      const { r, g, b } = this.colours[agent];
      const opacity = agent === followed ? 1 : 0.6;
      for (let i = 0; i + 1 < points_m.length; ++i, ++at) {
        frame.toScene(points_m[i]).toArray(lines.ends, 6 * at);
        frame.toScene(points_m[i + 1]).toArray(lines.ends, 6 * at + 3);
        lines.tints.set([r, g, b, opacity, r, g, b, opacity], 8 * at);
      }
    }
    lines.show(at);
    this.behind.use(lines);
    this.stage.invalidate();
  }

  /** The plans drawn now. */
  get plans() {
    return (this.shown ?? []).slice(1);
  }
}
