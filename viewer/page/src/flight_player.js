// SPDX-License-Identifier: Apache-2.0
// Plays a flight: time, play and pause, speed, and a camera that follows one agent.

import { AgentsLayer } from './agents_layer.js';
import { BodiesLayer } from './bodies_layer.js';
import { FollowCamera } from './follow_camera.js';
import { PlansLayer } from './plans_layer.js';
import { ZonesLayer } from './zones_layer.js';

/** Maximum time between two frames: after the page was hidden or a frame took long, playing continues where it was. */
const MOST_STEP_S = 0.25;

export class FlightPlayer {
  /**
   * @param {import('./scene.js').Stage} stage @param {import('./theme.js').Theme} theme
   * @param {import('./flight.js').Flight} flight @param {ReturnType<import('./bodies_layer.js').splitShapes>} shapes of its bodies
   */
  constructor(stage, theme, flight, shapes) {
    this.stage = stage;
    this.flight = flight;
    this.agents = new AgentsLayer(stage, flight);
    this.bodies = flight.bodies.length ? new BodiesLayer(stage, flight, shapes) : null;
    this.zones = flight.zones.length ? new ZonesLayer(stage, theme, flight.zones) : null;
    this.plans = flight.planCount ? new PlansLayer(stage, flight, this.agents.colours) : null;
    this.camera = new FollowCamera(stage, this.agents);
    this.time_s = 0;
    this.speed = 1;
    this.isPlaying = false;
    /** Called whenever the time, playing or pausing, or the followed agent has changed. */
    this.listeners = [];
    stage.tickers.push((seconds) => this.tick(seconds));
    this.seek(0);
  }

  tick(seconds) {
    if (!this.isPlaying) return false;
    const time = this.time_s + this.speed * Math.min(seconds, MOST_STEP_S);
    if (time >= this.flight.duration_s) this.isPlaying = false;
    this.seek(time);
    return true;
  }

  /** @param {number} time_s */
  seek(time_s) {
    this.time_s = Math.min(Math.max(0, time_s), this.flight.duration_s);
    this.agents.show(this.time_s);
    this.bodies?.show(this.time_s);
    this.plans?.show(this.time_s, this.followed);
    this.camera.update(this.time_s);
    this.changed();
  }

  togglePlay() {
    if (!this.isPlaying && this.time_s >= this.flight.duration_s) this.seek(0);
    this.isPlaying = !this.isPlaying;
    this.changed();
  }

  changed() {
    for (const listener of [...this.listeners]) listener();
  }

  /** The agent that the camera follows, or -1. */
  get followed() {
    return this.camera.agent;
  }

  /** Moves the camera near an agent and follows it. @param {number} agent -1: none */
  follow(agent) {
    this.camera.follow(agent, this.time_s);
    this.plans?.show(this.time_s, agent);
    this.changed();
    this.stage.invalidate();
  }

  /** Follows the next or the previous agent that is present now. @param {1|-1} by */
  step(by) {
    const { length } = this.flight.agents;
    for (let k = 1; k <= length; ++k) {
      const agent = ((this.followed < 0 && by < 0 ? 0 : this.followed) + by * k + length) % length;
      if (!this.positionOf(agent)) continue;
      this.follow(agent);
      return;
    }
  }

  /** Switches between a camera behind the agent and one that orbits it; follows the first agent if it follows none. */
  toggleChase() {
    this.camera.setMode(this.camera.mode === 'chase' ? 'orbit' : 'chase', this.time_s);
    if (this.followed < 0) this.step(1);
    this.changed();
    this.stage.invalidate();
  }

  /** Shows the plans of all agents, or only the followed agent's plan. */
  setPlans(isOn) {
    this.plans.isOn = isOn;
    this.plans.show(this.time_s, this.followed);
  }

  /** An agent's position now, in the world; null if it is absent. */
  positionOf(agent) {
    return this.flight.positionAt(agent, this.time_s);
  }
}
