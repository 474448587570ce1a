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
    const { flight, places } = this;
    const { origin } = this.stage.frame;
    const place = [0, 0, 0];
    const matrix = new THREE.Matrix4();
    for (let agent = 0; agent < flight.agents.length; ++agent) {
      const isThere = flight.positionAt(agent, time_s, place);
      // One that is not there waits where nothing is drawn.
      const [x, y, z] = isThere ? [place[0] - origin[0], place[1] - origin[1], place[2] - origin[2]] : [NaN, NaN, NaN];
      places.setXYZ(agent, x, y, z);
      const radius = isThere ? flight.agents[agent].radius_m : 0;
      matrix.makeScale(radius, radius, radius).setPosition(isThere ? x : 0, isThere ? y : 0, isThere ? z : 0);
      this.balls.setMatrixAt(agent, matrix);
    }
    places.needsUpdate = this.balls.instanceMatrix.needsUpdate = true;
    if (this.trails.visible) this.showTrails(time_s);
    this.stage.invalidate();
  }

  showTrails(time_s) {
    const { flight, trailPlaces: { array } } = this;
    const { origin } = this.stage.frame;
    const place = [0, 0, 0];
    const step = this.trail_s / TRAIL_PIECES;
    let at = 0;
    for (let agent = 0; agent < flight.agents.length; ++agent) {
      let isThere = flight.positionAt(agent, time_s, place);
      let [x, y, z] = [place[0] - origin[0], place[1] - origin[1], place[2] - origin[2]];
      for (let piece = 0; piece < TRAIL_PIECES; ++piece) {
        const was = flight.positionAt(agent, Math.max(0, time_s - (piece + 1) * step), place);
        const [nextX, nextY, nextZ] = [place[0] - origin[0], place[1] - origin[1], place[2] - origin[2]];
        const drawn = isThere && was ? 1 : 0;
        array[at] = drawn && x;
        array[at + 1] = drawn && y;
        array[at + 2] = drawn && z;
        array[at + 3] = drawn && nextX;
        array[at + 4] = drawn && nextY;
        array[at + 5] = drawn && nextZ;
        at += 6;
        [x, y, z, isThere] = [nextX, nextY, nextZ, was];
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
