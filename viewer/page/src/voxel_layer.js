// SPDX-License-Identifier: Apache-2.0
// The surface of a level's blocked voxels, with the edges of the voxels.

import * as THREE from 'three';
import { eachBorder } from './free_border.js';

/** Maximum number of rectangles drawn. */
const MOST_RECTANGLES = 600_000;

const VERTEX_SHADER = `
attribute vec3 side;
varying vec3 vPlace, vSide;
void main() {
  vPlace = position;
  vSide = side;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}`;
// Lines fade out where voxels become smaller than a few pixels.
const FRAGMENT_SHADER = `
uniform vec3 colour, up;
uniform float cut;
varying vec3 vPlace, vSide;
void main() {
  if (dot(vPlace, up) > cut) discard;
  vec3 width = fwidth(vPlace);
  vec3 away = abs(fract(vPlace - 0.5) - 0.5) / max(width, 1e-6);
  away += abs(vSide) * 1e3;
  float line = 1.0 - min(min(min(away.x, away.y), away.z), 1.0);
  float thickest = max(width.x, max(width.y, width.z));
  line *= clamp(1.0 - 4.0 * thickest, 0.0, 1.0);
  float light = 0.72 + 0.28 * dot(vSide, up) + 0.1 * vSide.x;
  gl_FragColor = vec4(colour * light * (1.0 - 0.35 * line), 1.0);
  #include <colorspace_fragment>
}`;

export class VoxelLayer {
  /** @param {import('./scene.js').Stage} stage @param {import('./theme.js').Theme} theme */
  constructor(stage, theme) {
    this.stage = stage;
    this.uniforms = {
      colour: { value: new THREE.Color() },
      up: { value: stage.frame.up },
      cut: { value: 1e9 },
    };
    this.mesh = new THREE.Mesh(new THREE.BufferGeometry(), new THREE.ShaderMaterial({
      vertexShader: VERTEX_SHADER, fragmentShader: FRAGMENT_SHADER, uniforms: this.uniforms, side: THREE.DoubleSide,
      polygonOffset: true, polygonOffsetFactor: 2, polygonOffsetUnits: 2,
    }));
    this.mesh.visible = false;
    this.rectangles = 0;
    this.isWhole = true;
    stage.grid.add(this.mesh);
    theme.use((colours) => this.uniforms.colour.value.set(colours.voxel));
  }

  /** @param {import('./net_tables.js').Level} level */
  setLevel(level) {
    this.level = level;
    this.isBuilt = false;
    if (this.mesh.visible) this.build();
  }

  set visible(value) {
    this.mesh.visible = value;
    if (value) this.build();
    this.stage.invalidate();
  }

  get visible() {
    return this.mesh.visible;
  }

  /** @param {number} height in voxels from the low corner of the bounds */
  setCut(height) {
    this.uniforms.cut.value = height;
    this.stage.invalidate();
  }

  build() {
    if (this.isBuilt) return;
    this.isBuilt = true;
    const { boundsLo, boundsHi } = this.stage.frame.net;
    const positions = [], sides = [], index = [];
    this.rectangles = 0;
    this.isWhole = eachBorder(this.level, boundsLo, boundsHi, (axis, side, at, [u0, v0, u1, v1]) => {
      const u = axis === 0 ? 1 : 0, v = axis === 2 ? 1 : 2;
      for (const [pu, pv] of [[u0, v0], [u1, v0], [u1, v1], [u0, v1]]) {
        const p = [0, 0, 0];
        p[axis] = at - boundsLo[axis];
        p[u] = pu - boundsLo[u];
        p[v] = pv - boundsLo[v];
        positions.push(...p);
        // The normal points into free space.
        for (let a = 0; a < 3; ++a) sides.push(a === axis ? 1 - 2 * side : 0);
      }
      const first = 4 * this.rectangles;
      index.push(first, first + 1, first + 2, first, first + 2, first + 3);
      return ++this.rectangles < MOST_RECTANGLES;
    });
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute('position', new THREE.BufferAttribute(new Float32Array(positions), 3));
    geometry.setAttribute('side', new THREE.BufferAttribute(new Int8Array(sides), 3));
    geometry.setIndex(new THREE.BufferAttribute(new Uint32Array(index), 1));
    this.mesh.geometry.dispose();
    this.mesh.geometry = geometry;
  }
}
