// SPDX-License-Identifier: Apache-2.0
// Agents at one time: models at true size, dots for agents that are far away, and trails of their last seconds.

import * as THREE from 'three';
import { WALKER_HEIGHT, modelOf } from './agent_models.js';
import { Headings } from './headings.js';
import { Ribbon } from './ribbon.js';
import { AGENT_COLOURS } from './theme.js';

/** Segments of a trail; together they reach back `trail_s` seconds. */
const TRAIL_SEGMENTS = 48;
/** Limit on the segments of all trails together; without a graphics card it is lower. More agents: fewer segments each. */
const MOST_SEGMENTS = 24_000, MOST_SEGMENTS_OF_SOFTWARE = 6_000;
const LEAST_TRAIL_SEGMENTS = 8;

// A dot is drawn where the agent's model would be smaller than the dot.
const DOT_VERTEX = `
attribute vec3 tint;
attribute float radius;
uniform float pixels, height;
varying vec3 vTint;
void main() {
  vTint = tint;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
  float seen = radius * projectionMatrix[1][1] * height / gl_Position.w;
  gl_PointSize = pixels;
  if (seen > 0.9 * pixels) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
}`;
const DOT_FRAGMENT = `
varying vec3 vTint;
void main() {
  float away = length(gl_PointCoord - 0.5);
  if (away > 0.5) discard;
  gl_FragColor = vec4(away > 0.36 ? vTint * 0.45 : vTint, 1.0);
  #include <colorspace_fragment>
}`;

export class AgentsLayer {
  /** @param {import('./scene.js').Stage} stage @param {import('./flight.js').Flight} flight */
  constructor(stage, flight) {
    this.stage = stage;
    this.flight = flight;
    this.trail_s = 8;
    const { agents } = flight;
    const kinds = [...new Set(agents.map((a) => a.kind))];
    this.colours = agents.map((a, i) => {
      const colour = new THREE.Color(AGENT_COLOURS[kinds.indexOf(a.kind) % AGENT_COLOURS.length]);
      // Slightly different colours within a kind, to distinguish trails and plans.
      const [hue, light] = [0.61803398875, 0.7548776662].map((step) => (i * step) % 1 - 0.5);
      return colour.offsetHSL(0.09 * hue, 0, 0.12 * light);
    });
    this.headings = new Headings(flight, [1, 0, 0]);
    this.around = stage.frame.bounds.getBoundingSphere(new THREE.Sphere());
    this.models = kinds.map((kind) => this.makeModel(kind));
    this.dots = this.makeDots();
    this.makeTrails();
  }

  /** One mesh for all agents of a kind. */
  makeModel(kind) {
    const { flight: { agents }, stage } = this;
    const model = { ...modelOf(kind), agents: agents.flatMap((a, i) => a.kind === kind ? [i] : []) };
    // Large crowds get a model of 80 triangles.
    if (model.agents.length > 5000) model.geometry = new THREE.IcosahedronGeometry(1, 1);
    model.mesh = new THREE.InstancedMesh(model.geometry, new THREE.MeshLambertMaterial({ vertexColors: model.geometry.hasAttribute('color') }), model.agents.length);
    model.mesh.setColorAt(0, new THREE.Color());
    model.geometry.boundingSphere = model.mesh.boundingSphere = this.around;
    model.mesh.frustumCulled = false;
    stage.takesLight(model.mesh, true);
    stage.scene.add(model.mesh);
    return model;
  }

  makeDots() {
    const { flight: { agents }, stage } = this;
    const tints = new Float32Array(3 * agents.length);
    this.colours.forEach((colour, i) => colour.toArray(tints, 3 * i));
    /** Centres of the agents, in the scene. */
    this.places = new THREE.BufferAttribute(new Float32Array(3 * agents.length), 3);
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute('position', this.places);
    geometry.setAttribute('tint', new THREE.BufferAttribute(tints, 3));
    geometry.setAttribute('radius', new THREE.BufferAttribute(Float32Array.from(agents, (a) => a.radius_m), 1));
    const height = { value: 1 };
    const dots = new THREE.Points(geometry, new THREE.ShaderMaterial({
      vertexShader: DOT_VERTEX, fragmentShader: DOT_FRAGMENT,
      uniforms: { pixels: { value: 7 * stage.renderer.getPixelRatio() }, height },
    }));
    dots.onBeforeRender = (renderer) => { height.value = renderer.domElement.height; };
    dots.frustumCulled = false;
    // Set explicitly: computing it would read the NaN positions of absent agents.
    geometry.boundingSphere = this.around;
    stage.scene.add(dots);
    return dots;
  }

  makeTrails() {
    const count = this.flight.agents.length;
    const most = this.stage.isSoftware ? MOST_SEGMENTS_OF_SOFTWARE : MOST_SEGMENTS;
    this.trailSegments = Math.max(LEAST_TRAIL_SEGMENTS, Math.min(TRAIL_SEGMENTS, Math.floor(most / Math.max(1, count))));
    this.ribbon = new Ribbon(this.stage, { pixels: 1.2 });
    this.ribbon.reserve(count * this.trailSegments);
    this.trails = this.ribbon.mesh;
    for (let agent = 0, at = 0; agent < count; ++agent) {
      for (let segment = 0; segment < this.trailSegments; ++segment) {
        for (const back of [segment, segment + 1]) {
          this.colours[agent].toArray(this.ribbon.tints, at);
          this.ribbon.tints[at + 3] = 0.8 * (1 - back / this.trailSegments);
          at += 4;
        }
      }
    }
  }

  /** Metres from an agent's position to the top of its model: the height of a walker, 0 for others. */
  heightOf(agent) {
    const { radius_m, kind } = this.flight.agents[agent];
    return kind === 'walker' ? Math.min(WALKER_HEIGHT * radius_m, this.stage.frame.net.ground?.height_m ?? Infinity) : 0;
  }

  /** @param {number} time_s */
  show(time_s) {
    const { flight, places, stage: { frame } } = this;
    const steps = flight.stepsAt(time_s);
    const matrix = new THREE.Matrix4();
    const [forward, left, above, place] = [0, 1, 2, 3].map(() => new THREE.Vector3());
    const heading = [0, 0, 0];
    for (const model of this.models) {
      model.mesh.count = 0;
      for (const agent of model.agents) {
        if (!flight.write(steps, agent, frame.origin, places.array, 3 * agent)) continue;
        place.fromBufferAttribute(places, agent);
        this.headings.write(steps, agent, heading);
        forward.fromArray(heading);
        if (model.isLevel) forward.addScaledVector(frame.up, -forward.dot(frame.up));
        left.crossVectors(frame.up, forward);
        // A vertical heading: take any horizontal axis as the side.
        if (left.lengthSq() < 1e-6) left.set(0, 0, 0).setComponent((frame.upAxis + 1) % 3, 1);
        left.normalize();
        if (model.isLevel) forward.crossVectors(left, frame.up);
        above.crossVectors(forward, left);
        const { radius_m } = flight.agents[agent];
        const height = this.heightOf(agent);
        matrix.makeBasis(forward.multiplyScalar(radius_m), left.multiplyScalar(radius_m),
          above.multiplyScalar(model.stands ? height / WALKER_HEIGHT : radius_m));
        matrix.setPosition(place);
        model.mesh.setColorAt(model.mesh.count, this.colours[agent]);
        model.mesh.setMatrixAt(model.mesh.count++, matrix);
        if (model.stands) place.addScaledVector(frame.up, 0.5 * height).toArray(places.array, 3 * agent);
      }
      model.mesh.instanceMatrix.needsUpdate = model.mesh.instanceColor.needsUpdate = true;
    }
    places.needsUpdate = true;
    if (this.trails.visible) this.showTrails(time_s);
    this.stage.invalidateShadows(true);
  }

  showTrails(time_s) {
    const { flight, ribbon, trailSegments, stage: { frame: { origin } } } = this;
    const { ends } = ribbon;
    const step = this.trail_s / trailSegments;
    const times = Array.from({ length: trailSegments + 1 }, (_, segment) => flight.stepsAt(time_s - segment * step));
    for (let agent = 0, at = 0; agent < flight.agents.length; ++agent) {
      let isThere = flight.write(times[0], agent, origin, ends, at);
      for (let segment = 1; segment <= trailSegments; ++segment, at += 6) {
        const was = flight.write(times[segment], agent, origin, ends, at + 3);
        // The next segment begins where this one ends.
        if (segment < trailSegments) ends.copyWithin(at + 6, at + 3, at + 6);
        // Where the agent was absent at an end, the segment gets length 0 and is not drawn.
        if (!isThere || !was) ends.fill(0, at, at + 6);
        isThere = was;
      }
    }
    ribbon.show(flight.agents.length * trailSegments);
  }

  setVisible(part, value) {
    this[part].visible = value;
    this.stage.invalidate();
  }

  /** The agent drawn nearest to pixel (x, y); -1 if none is within `within` pixels. */
  agentAt(x, y, within) {
    const { camera, renderer: { domElement } } = this.stage;
    const place = new THREE.Vector3();
    let best = -1, least = within;
    for (let agent = 0; agent < this.flight.agents.length; ++agent) {
      place.fromBufferAttribute(this.places, agent);
      if (Number.isNaN(place.x)) continue;
      place.project(camera);
      if (place.z > 1) continue;
      const away = Math.hypot((place.x + 1) / 2 * domElement.clientWidth - x, (1 - place.y) / 2 * domElement.clientHeight - y);
      if (away < least) [best, least] = [agent, away];
    }
    return best;
  }
}
