// Plays a flight: the time, play and pause, speed, and a camera that follows one agent.

import { AgentsLayer } from './agents_layer.js';

/** A page that was hidden, or drew for long, goes on from where it was. */
const MOST_STEP_S = 0.25;

export class FlightPlayer {
  /** @param {import('./scene.js').Stage} stage @param {import('./flight.js').Flight} flight */
  constructor(stage, flight) {
    this.stage = stage;
    this.flight = flight;
    this.agents = new AgentsLayer(stage, flight);
    this.time_s = 0;
    this.speed = 1;
    this.isPlaying = false;
    this.followed = -1;
    /** Called whenever the time, or whether it plays, has changed. */
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
    const before = this.placeOfFollowed();
    this.time_s = Math.min(Math.max(0, time_s), this.flight.duration_s);
    this.agents.show(this.time_s);
    const now = this.placeOfFollowed();
    if (before && now) {
      const step = now.sub(before);
      this.stage.controls.target.add(step);
      this.stage.camera.position.add(step);
      this.stage.controls.update();
    }
    this.changed();
  }

  togglePlay() {
    if (!this.isPlaying && this.time_s >= this.flight.duration_s) this.seek(0);
    this.isPlaying = !this.isPlaying;
    this.changed();
  }

  changed() {
    for (const listener of this.listeners) listener();
  }

  placeOfFollowed() {
    const place = this.followed < 0 ? null : this.positionOf(this.followed);
    return place && this.stage.frame.toScene(place);
  }

  /** The camera goes near an agent and keeps with it. @param {number} agent -1: none */
  follow(agent) {
    this.followed = agent;
    const place = this.placeOfFollowed();
    if (place) {
      const { camera, controls, frame, extent } = this.stage;
      const back = camera.position.clone().sub(controls.target).normalize();
      const distance = Math.max(30 * this.flight.agents[agent].radius_m, 0.06 * extent);
      controls.target.copy(place);
      camera.position.copy(place).addScaledVector(back, distance).addScaledVector(frame.up, 0.15 * distance);
      controls.update();
    }
    this.changed();
    this.stage.invalidate();
  }

  /** Where an agent is now, in the world; null when it is not there. */
  positionOf(agent) {
    return this.flight.positionAt(agent, this.time_s);
  }
}
