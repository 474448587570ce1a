// SPDX-License-Identifier: Apache-2.0
// A camera that follows an agent: the user orbits it (`orbit`), or the camera stays behind its heading (`chase`).

import * as THREE from 'three';

/** The heading is averaged over this many seconds before and after, in this many steps on each side. */
const SMOOTH_S = 0.9, SMOOTH_STEPS = 4;
/** Height of the camera per distance behind the agent, and the part of a climb that the camera tilts with. */
const RISE = 0.36, CLIMB = 0.5;
/** First distance from the camera to the agent, in radii. */
const NEAR_RADII = { orbit: 22, chase: 13 };

export class FollowCamera {
  /** @param {import('./scene.js').Stage} stage @param {import('./agents_layer.js').AgentsLayer} agents */
  constructor(stage, agents) {
    this.stage = stage;
    this.agents = agents;
    /** @type {'orbit'|'chase'} */
    this.mode = 'orbit';
    this.agent = -1;
    this.place = null;
  }

  /** The centre of the agent, in the scene; null if it is absent. */
  placeAt(time_s) {
    const place = this.agents.flight.positionAt(this.agent, time_s);
    return place && this.stage.frame.toScene(place).addScaledVector(this.stage.frame.up, 0.5 * this.agents.heightOf(this.agent));
  }

  /** Unit vector from the agent to a camera behind it. */
  behindAt(time_s) {
    const { up } = this.stage.frame;
    const heading = new THREE.Vector3(), one = new THREE.Vector3();
    for (let k = -SMOOTH_STEPS; k <= SMOOTH_STEPS; ++k) {
      heading.add(one.fromArray(this.agents.headings.at(this.agent, time_s + k * SMOOTH_S / SMOOTH_STEPS)));
    }
    if (heading.lengthSq() < 1e-6) heading.fromArray(this.agents.headings.at(this.agent, time_s));
    heading.normalize();
    heading.addScaledVector(up, (CLIMB - 1) * heading.dot(up));
    // A vertical heading: look from any side.
    if (heading.lengthSq() < 0.3) heading.setComponent((this.stage.frame.upAxis + 1) % 3, 1);
    return heading.normalize().negate().addScaledVector(up, RISE).normalize();
  }

  /** @param {number} agent -1: none @param {number} time_s */
  follow(agent, time_s) {
    this.agent = agent;
    const { camera, controls, frame } = this.stage;
    // Zooming to the cursor would move the camera away from the followed agent.
    controls.zoomToCursor = agent < 0;
    this.place = agent < 0 ? null : this.placeAt(time_s);
    if (!this.place) return;
    const back = camera.position.clone().sub(controls.target).normalize().addScaledVector(frame.up, 0.15).normalize();
    const distance = NEAR_RADII[this.mode] * Math.max(this.agents.flight.agents[agent].radius_m, 2e-4 * this.stage.extent);
    controls.target.copy(this.place);
    camera.position.copy(this.place).addScaledVector(back, distance);
    this.update(time_s);
  }

  /** @param {'orbit'|'chase'} mode @param {number} time_s */
  setMode(mode, time_s) {
    this.mode = mode;
    if (this.agent >= 0) this.follow(this.agent, time_s);
  }

  /** Moves the camera to its place at a time; the distance to the agent stays. */
  update(time_s) {
    if (this.agent < 0) return;
    const { camera, controls } = this.stage;
    const place = this.placeAt(time_s);
    if (!place) return;
    const distance = camera.position.distanceTo(controls.target);
    if (this.mode === 'chase') camera.position.copy(place).addScaledVector(this.behindAt(time_s), distance);
    else camera.position.add(place).sub(this.place ?? controls.target);
    controls.target.copy(place);
    this.place = place;
    controls.update();
  }
}
