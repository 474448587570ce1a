// SPDX-License-Identifier: Apache-2.0
// Walkable ground: surfaces of the layers in different colours, walls, the medial axis; and the corridor of a walk.

import * as THREE from 'three';
import { GroundHeights, axisBetween } from './ground_shape.js';

/** Height of lines above the surface, as a part of the height of the ground's agents; without it the surface hides them. */
const LIFT = 0.02;

export class GroundLayer {
  /** @param {import('./scene.js').Stage} stage @param {import('./theme.js').Theme} theme */
  constructor(stage, theme) {
    this.stage = stage;
    this.ground = stage.frame.net.ground;
    this.heights = new GroundHeights(this.ground);
    this.lift = LIFT * this.ground.height_m;
    this.surface = this.makeSurface();
    this.walls = this.makeWalls();
    this.axis = this.makeAxis();
    this.corridor = new THREE.Mesh(new THREE.BufferGeometry(), new THREE.MeshBasicMaterial({
      transparent: true, opacity: 0.35, side: THREE.DoubleSide, depthWrite: false,
    }));
    this.corridor.renderOrder = 3;
    stage.scene.add(this.surface, this.walls, this.axis, this.corridor);
    theme.use((colours) => {
      this.walls.material.color.set(colours.wall);
      this.axis.material.color.set(colours.axis);
      this.corridor.material.color.set(colours.corridor);
      this.colourSurface(colours.layerLightness);
    });
  }

  /** A point of the plan on a layer, in the scene, `lift` metres above the surface. */
  place(plan, layer, lift = this.lift) {
    return this.stage.frame.planToScene(plan, this.heights.at(layer, plan) + lift);
  }

  makeSurface() {
    const positions = [], layers = [];
    for (const patch of this.ground.patches) {
      const corners = this.ground.corners.slice(patch.first, patch.first + patch.count).map((c) =>
        this.stage.frame.planToScene(c, patch.base + patch.slopeX * c[0] + patch.slopeY * c[1] + 0.5 * this.lift));
      for (let k = 2; k < corners.length; ++k) {
        for (const corner of [corners[0], corners[k - 1], corners[k]]) positions.push(...corner);
        layers.push(patch.layer);
      }
    }
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute('position', new THREE.BufferAttribute(new Float32Array(positions), 3));
    geometry.setAttribute('color', new THREE.BufferAttribute(new Float32Array(positions.length), 3));
    this.triangleLayers = layers;
    const mesh = new THREE.Mesh(geometry, new THREE.MeshBasicMaterial({
      vertexColors: true, transparent: true, opacity: 0.45, side: THREE.DoubleSide, depthWrite: false,
      clippingPlanes: [this.stage.cut], polygonOffset: true, polygonOffsetFactor: -1, polygonOffsetUnits: -1,
    }));
    mesh.renderOrder = 1;
    return mesh;
  }

  colourSurface(lightness) {
    const colours = this.surface.geometry.getAttribute('color');
    const colour = new THREE.Color();
    this.triangleLayers.forEach((layer, i) => {
      colour.setHSL((0.38 + layer * 0.61803398875) % 1, 0.5, lightness);
      for (let k = 0; k < 3; ++k) colours.setXYZ(3 * i + k, colour.r, colour.g, colour.b);
    });
    colours.needsUpdate = true;
  }

  makeLines(points, opacity) {
    const lines = new THREE.LineSegments(new THREE.BufferGeometry().setFromPoints(points),
      new THREE.LineBasicMaterial({ transparent: true, opacity, clippingPlanes: [this.stage.cut] }));
    lines.renderOrder = 2;
    return lines;
  }

  makeWalls() {
    return this.makeLines(this.ground.walls.flatMap(({ a, b, layer }) => [this.place(a, layer), this.place(b, layer)]), 0.7);
  }

  makeAxis() {
    const points = [];
    for (const { firstBend, bendCount } of this.ground.edges) {
      for (let k = firstBend; k + 1 < firstBend + bendCount; ++k) {
        const [a, b] = [this.ground.bends[k], this.ground.bends[k + 1]];
        const curve = axisBetween(a, b);
        for (let i = 0; i + 1 < curve.length; ++i) {
          // On a curve between two layers, the layer changes at the middle.
          const layer = 2 * i < curve.length ? a.layer : b.layer;
          points.push(this.place(curve[i], layer), this.place(curve[i + 1], i + 2 === curve.length ? b.layer : layer));
        }
      }
    }
    return this.makeLines(points, 0.9);
  }

  /** @param {Uint32Array} spokes of a walk; an empty array hides the corridor */
  showCorridor(spokes) {
    const points = [];
    for (const spoke of spokes) {
      const { firstBend, bendCount } = this.ground.edges[spoke >> 1];
      for (let k = firstBend; k + 1 < firstBend + bendCount; ++k) {
        const [a, b] = [this.ground.bends[k], this.ground.bends[k + 1]];
        const [p0, p1] = [this.place(a.p, a.layer), this.place(b.p, b.layer)];
        const [l0, l1] = [this.place(a.left, a.leftLayer), this.place(b.left, b.leftLayer)];
        const [r0, r1] = [this.place(a.right, a.rightLayer), this.place(b.right, b.rightLayer)];
        points.push(p0, l0, l1, p0, l1, p1, p0, p1, r1, p0, r1, r0);
      }
    }
    this.corridor.geometry.dispose();
    this.corridor.geometry = new THREE.BufferGeometry().setFromPoints(points);
    this.stage.invalidate();
  }

  setVisible(part, value) {
    this[part].visible = value;
    this.stage.invalidate();
  }
}
