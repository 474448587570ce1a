// SPDX-License-Identifier: Apache-2.0
// Zones: translucent boxes with bright edges; no-fly zones are hatched.

import * as THREE from 'three';
import { Ribbon } from './ribbon.js';

const FACES = [[0, 1, 3, 2], [4, 5, 7, 6], [0, 1, 5, 4], [2, 3, 7, 6], [0, 2, 6, 4], [1, 3, 7, 5]];
const EDGES = [0, 1, 2, 3, 4, 5, 6, 7, 0, 2, 1, 3, 4, 6, 5, 7, 0, 4, 1, 5, 2, 6, 3, 7];

const VERTEX_SHADER = `
attribute vec3 tint;
attribute float hatch;
varying vec3 vTint, vPlace;
varying float vHatch;
void main() {
  vTint = tint;
  vPlace = position;
  vHatch = hatch;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}`;
// Stripes fade to their mean where they become narrower than a pixel.
const FRAGMENT_SHADER = `
varying vec3 vTint, vPlace;
varying float vHatch;
void main() {
  float opacity = 0.1;
  if (vHatch > 0.0) {
    float along = (vPlace.x + vPlace.y + vPlace.z) / vHatch;
    float width = fwidth(along);
    float stripe = smoothstep(0.0, width, 0.22 - abs(fract(along) - 0.5));
    opacity = mix(mix(0.07, 0.3, stripe), 0.17, clamp(3.0 * width - 0.5, 0.0, 1.0));
  }
  gl_FragColor = vec4(vTint, opacity);
  #include <colorspace_fragment>
}`;

export class ZonesLayer {
  /**
   * @param {import('./scene.js').Stage} stage @param {import('./theme.js').Theme} theme
   * @param {{name: string, kind: string, min_m: number[], max_m: number[]}[]} zones
   */
  constructor(stage, theme, zones) {
    this.stage = stage;
    this.zones = zones;
    const positions = [], hatch = [], index = [];
    this.edges = new Ribbon(stage, { pixels: 0.9 });
    this.edges.reserve(12 * zones.length);
    zones.forEach(({ kind, min_m, max_m }, zone) => {
      const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => stage.frame.toScene(min_m.map((low, a) => (i >> a) & 1 ? max_m[a] : low)).toArray());
      const edge = Math.max(...max_m.map((high, a) => high - min_m[a]));
      for (const face of FACES) {
        const first = positions.length / 3;
        for (const corner of face) positions.push(...corners[corner]);
        for (let k = 0; k < 4; ++k) hatch.push(kind === 'no-fly' ? edge / 9 : 0);
        index.push(first, first + 1, first + 2, first, first + 2, first + 3);
      }
      EDGES.forEach((corner, k) => this.edges.ends.set(corners[corner], 3 * (24 * zone + k)));
    });
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute('position', new THREE.BufferAttribute(new Float32Array(positions), 3));
    geometry.setAttribute('hatch', new THREE.BufferAttribute(new Float32Array(hatch), 1));
    this.tints = new THREE.BufferAttribute(new Float32Array(positions.length), 3);
    geometry.setAttribute('tint', this.tints);
    geometry.setIndex(index);
    this.faces = new THREE.Mesh(geometry, new THREE.ShaderMaterial({
      vertexShader: VERTEX_SHADER, fragmentShader: FRAGMENT_SHADER, transparent: true, depthWrite: false, side: THREE.DoubleSide,
    }));
    this.faces.renderOrder = 3;
    stage.scene.add(this.faces);
    theme.use((colours) => this.recolour(colours.zones));
  }

  recolour(colours) {
    const colour = new THREE.Color();
    this.zones.forEach(({ kind }, zone) => {
      colour.set(colours[kind] ?? colours.other);
      for (let k = 0; k < 24; ++k) {
        this.tints.setXYZ(24 * zone + k, colour.r, colour.g, colour.b);
        this.edges.tints.set([colour.r, colour.g, colour.b, 0.9], 4 * (24 * zone + k));
      }
    });
    this.tints.needsUpdate = true;
    this.edges.show(12 * this.zones.length);
    this.stage.invalidate();
  }

  set visible(value) {
    this.faces.visible = this.edges.mesh.visible = value;
    this.stage.invalidate();
  }
}
