// SPDX-License-Identifier: Apache-2.0
// The graph: each contact as a line between the centres of its two cells, through the centre of the shared rectangle.

import * as THREE from 'three';

/** Maximum number of contacts drawn. */
const MOST_CONTACTS = 500_000;

export class GraphLayer {
  /** @param {import('./scene.js').Stage} stage @param {import('./theme.js').Theme} theme */
  constructor(stage, theme) {
    this.stage = stage;
    this.material = new THREE.LineBasicMaterial({ transparent: true, opacity: 0.5, depthWrite: false, clippingPlanes: [stage.cut] });
    this.lines = new THREE.LineSegments(new THREE.BufferGeometry(), this.material);
    this.lines.visible = false;
    this.lines.renderOrder = 2;
    this.drawn = 0;
    stage.grid.add(this.lines);
    theme.use((colours) => this.material.color.set(colours.graph));
  }

  /** @param {import('./net_tables.js').Level} level */
  setLevel(level) {
    this.level = level;
    this.isBuilt = false;
    if (this.lines.visible) this.build();
  }

  set visible(value) {
    this.lines.visible = value;
    if (value) this.build();
    this.stage.invalidate();
  }

  get visible() {
    return this.lines.visible;
  }

  build() {
    if (this.isBuilt) return;
    this.isBuilt = true;
    const { cells, firstNeighbour, neighbours, cellCount, contactCount } = this.level;
    const { boundsLo } = this.stage.frame.net;
    const places = new Float32Array(12 * Math.min(contactCount, MOST_CONTACTS));
    let at = 0;
    for (let cell = 0; cell < cellCount; ++cell) {
      for (let i = firstNeighbour[cell]; i < firstNeighbour[cell + 1] && at < places.length; ++i) {
        const other = neighbours[2 * i];
        if (other < cell) continue;
        for (let a = 0; a < 3; ++a) {
          const [lo, hi] = [cells[6 * cell + a], cells[6 * cell + 3 + a]];
          const [otherLo, otherHi] = [cells[6 * other + a], cells[6 * other + 3 + a]];
          const middle = 0.5 * (Math.max(lo, otherLo) + Math.min(hi, otherHi)) - boundsLo[a];
          places[at + a] = 0.5 * (lo + hi) - boundsLo[a];
          places[at + 3 + a] = places[at + 6 + a] = middle;
          places[at + 9 + a] = 0.5 * (otherLo + otherHi) - boundsLo[a];
        }
        at += 12;
      }
    }
    this.drawn = at / 12;
    this.lines.geometry.dispose();
    this.lines.geometry = new THREE.BufferGeometry();
    this.lines.geometry.setAttribute('position', new THREE.BufferAttribute(places, 3));
  }
}
