// Agents at one time: balls as large as they are, dots that show from afar, and trails of where they came from.

import * as THREE from 'three';
import { AGENT_COLOURS } from './theme.js';

/** Pieces of a trail; together they reach back `trail_s` seconds. */
const TRAIL_PIECES = 48;

const DOT_VERTEX = `
attribute vec3 tint;
uniform float pixels;
varying vec3 vTint;
void main() {
  vTint = tint;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
  gl_PointSize = pixels;
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
    const count = flight.agents.length;
    this.kinds = [...new Set(flight.agents.map((a) => a.kind))];
    this.colours = flight.agents.map((a) => new THREE.Color(AGENT_COLOURS[this.kinds.indexOf(a.kind) % AGENT_COLOURS.length]));
    this.balls = new THREE.InstancedMesh(new THREE.IcosahedronGeometry(1, 2), new THREE.MeshLambertMaterial(), Math.max(1, count));
    this.balls.count = count;
    const tints = new Float32Array(3 * count);
    this.colours.forEach((colour, i) => {
      this.balls.setColorAt(i, colour);
      colour.toArray(tints, 3 * i);
    });
    this.places = new THREE.BufferAttribute(new Float32Array(3 * count), 3);
    const dots = new THREE.BufferGeometry();
    dots.setAttribute('position', this.places);
    dots.setAttribute('tint', new THREE.BufferAttribute(tints, 3));
    this.dots = new THREE.Points(dots, new THREE.ShaderMaterial({
      vertexShader: DOT_VERTEX, fragmentShader: DOT_FRAGMENT,
      uniforms: { pixels: { value: 8 * Math.min(devicePixelRatio, 2) } },
    }));
    this.trails = this.makeTrails(count);
    const around = stage.frame.bounds.getBoundingSphere(new THREE.Sphere());
    for (const part of [this.balls, this.dots, this.trails]) {
      part.frustumCulled = false;
      // Given, so that it is never computed from agents that are not there.
      part.geometry.boundingSphere = part.boundingSphere = around;
    }
    stage.scene.add(this.balls, this.dots, this.trails);
  }

  makeTrails(count) {
    const pieces = count * TRAIL_PIECES;
    const geometry = new THREE.BufferGeometry();
    this.trailPlaces = new THREE.BufferAttribute(new Float32Array(6 * pieces), 3);
    const colours = new Float32Array(8 * pieces);
    for (let agent = 0, at = 0; agent < count; ++agent) {
      for (let piece = 0; piece < TRAIL_PIECES; ++piece) {
        for (const back of [piece, piece + 1]) {
          this.colours[agent].toArray(colours, at);
          colours[at + 3] = 0.85 * (1 - back / TRAIL_PIECES);
          at += 4;
        }
      }
    }
    geometry.setAttribute('position', this.trailPlaces);
    geometry.setAttribute('color', new THREE.BufferAttribute(colours, 4));
    return new THREE.LineSegments(geometry,
      new THREE.LineBasicMaterial({ vertexColors: true, transparent: true, depthWrite: false }));
  }

  /** @param {number} time_s */
  show(time_s) {
    const { flight, places, stage: { frame: { origin } } } = this;
    const steps = flight.stepsAt(time_s);
    const matrix = new THREE.Matrix4();
    for (let agent = 0; agent < flight.agents.length; ++agent) {
      // One that is not there has no place: nothing is drawn of it.
      const isThere = flight.write(steps, agent, origin, places.array, 3 * agent);
      const radius = isThere ? flight.agents[agent].radius_m : 0;
      matrix.makeScale(radius, radius, radius);
      if (isThere) matrix.setPosition(places.getX(agent), places.getY(agent), places.getZ(agent));
      this.balls.setMatrixAt(agent, matrix);
    }
    places.needsUpdate = this.balls.instanceMatrix.needsUpdate = true;
    if (this.trails.visible) this.showTrails(time_s);
    this.stage.invalidate();
  }

  showTrails(time_s) {
    const { flight, trailPlaces: { array }, stage: { frame: { origin } } } = this;
    const step = this.trail_s / TRAIL_PIECES;
    const times = Array.from({ length: TRAIL_PIECES + 1 }, (_, piece) => flight.stepsAt(time_s - piece * step));
    for (let agent = 0, at = 0; agent < flight.agents.length; ++agent) {
      let isThere = flight.write(times[0], agent, origin, array, at);
      for (let piece = 1; piece <= TRAIL_PIECES; ++piece, at += 6) {
        const was = flight.write(times[piece], agent, origin, array, at + 3);
        // The next piece begins where this one ends.
        if (piece < TRAIL_PIECES) array.copyWithin(at + 6, at + 3, at + 6);
        // A piece without both ends is no piece.
        if (!isThere || !was) array.fill(0, at, at + 6);
        isThere = was;
      }
    }
    this.trailPlaces.needsUpdate = true;
  }

  setVisible(part, value) {
    this[part].visible = value;
    this.stage.invalidate();
  }

  /** The agent drawn nearest to a place of the screen, in pixels; -1 when none is within `within`. */
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
