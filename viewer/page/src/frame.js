// SPDX-License-Identifier: Apache-2.0
// Coordinates of the scene: the world's axes and metres, relative to an origin near its centre, so that 32-bit floats
// are precise enough.

import * as THREE from 'three';

/** Transforms from the world, the net's grid and the ground's plan to the scene. */
export class Frame {
  /** @param {import('./net_tables.js').NetTables} net @param {number[]} origin of the scene, in the world */
  constructor(net, origin) {
    this.net = net;
    this.origin = origin;
    this.upAxis = net.up === 'y' ? 1 : 2;
    this.up = new THREE.Vector3(0, this.upAxis === 1 ? 1 : 0, this.upAxis === 2 ? 1 : 0);
    /** Size of the grid, in voxels. */
    this.size = net.boundsHi.map((hi, a) => hi - net.boundsLo[a]);
    /** From voxels, counted from the low corner of the bounds, to the scene. */
    this.gridToScene = this.makeGridToScene();
    const corners = [];
    for (let i = 0; i < 8; ++i) {
      const corner = new THREE.Vector3(...this.size.map((s, a) => (i >> a) & 1 ? s : 0));
      corners.push(corner.applyMatrix4(this.gridToScene));
    }
    this.bounds = new THREE.Box3().setFromPoints(corners);
  }

  makeGridToScene() {
    const { voxel_m: m, turn: { cos, sin }, boundsLo: lo, origin } = this.net;
    const turned = ([x, y, z]) => this.upAxis === 2 ? [cos * x - sin * y, sin * x + cos * y, z]
      : [cos * x + sin * z, y, cos * z - sin * x];
    const corner = turned(lo.map((v) => v * m)).map((v, a) => v + origin[a] - this.origin[a]);
    const [x, y, z] = [[m, 0, 0], [0, m, 0], [0, 0, m]].map(turned);
    return new THREE.Matrix4().set(
      x[0], y[0], z[0], corner[0], x[1], y[1], z[1], corner[1], x[2], y[2], z[2], corner[2], 0, 0, 0, 1);
  }

  /** @param {number[]} p in the world */
  toScene(p) {
    return new THREE.Vector3(p[0] - this.origin[0], p[1] - this.origin[1], p[2] - this.origin[2]);
  }

  /** @param {THREE.Vector3} p @returns {number[]} in the world */
  toWorld(p) {
    return [p.x + this.origin[0], p.y + this.origin[1], p.z + this.origin[2]];
  }

  /** A point of the ground's plan at a height, in the scene. */
  planToScene([x, y], height) {
    return this.toScene(this.upAxis === 2 ? [x, y, height] : [y, height, x]);
  }

  /** Height of a point above the scene's origin. */
  heightOf(p) {
    return p.getComponent(this.upAxis);
  }
}
