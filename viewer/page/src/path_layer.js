// SPDX-License-Identifier: Apache-2.0
// A path: a tube with balls at its way points, and the NavVolumes of its corridor.

import * as THREE from 'three';
import { BoxLayer } from './box_layer.js';

/** Colours of a journey's segments; flights have the theme's colour of paths. */
const SEGMENT_COLOURS = { walk: 0x2f9e44, take_off: 0x1c7ed6, land: 0x1c7ed6, link: 0x9c36b5, gate: 0x9c36b5 };
/** Least radius of the tube per metre of distance to the camera, so that a path is visible from far away. */
const LEAST_WIDTH = 0.0024;

export class PathLayer {
  /** @param {import('./scene.js').Stage} stage @param {import('./theme.js').Theme} theme */
  constructor(stage, theme) {
    this.stage = stage;
    this.theme = theme;
    this.group = new THREE.Group();
    this.tubeShape = new THREE.CylinderGeometry(1, 1, 1, 10, 1, true).rotateX(Math.PI / 2);
    this.bendShape = new THREE.IcosahedronGeometry(1, 2);
    this.material = new THREE.MeshLambertMaterial();
    // Behind obstacles, a path is drawn fainter instead of hidden.
    this.hiddenMaterial = new THREE.MeshBasicMaterial({
      transparent: true, opacity: 0.4, depthFunc: THREE.GreaterDepth, depthWrite: false,
    });
    this.volumes = new BoxLayer(stage, theme, { edges: 1, faces: 0.09, inset: 0, few: 6 });
    this.volumes.visible = true;
    stage.scene.add(this.group);
    this.points = [];
    theme.use((colours) => {
      this.volumes.setColour(colours.corridor);
      this.recolour();
    });
    stage.tickers.push(() => this.fitWidth());
  }

  /** @param {import('./path_query.js').Answer|null} answer @param {number} radius_m of the agent */
  show(answer, radius_m) {
    const { frame } = this.stage;
    this.points = answer ? answer.points.map((p) => frame.toScene(p)) : [];
    this.kinds = this.points.map(() => 'fly');
    for (const { mode, first, count } of answer?.segments ?? []) this.kinds.fill(mode, first, first + count - 1);
    this.radius_m = radius_m;
    this.drawnWidth = 0;
    for (const part of this.group.children) part.dispose();
    this.group.clear();
    if (this.points.length > 0) {
      this.tubes = this.makeInstances(this.tubeShape, this.points.length - 1);
      this.bends = this.makeInstances(this.bendShape, this.points.length);
    }
    const level = answer?.volumes.length ? frame.net.levels.find((l) => l.radius_m === answer.radius_m) : null;
    this.volumes.setBoxes((level ?? frame.net.levels[0]).volumes, undefined, level ? answer.volumes : new Uint32Array());
    this.recolour();
    this.stage.invalidate();
  }

  /** Two meshes with the same instances: one for visible parts, one for parts behind obstacles. Returns the first. */
  makeInstances(shape, count) {
    const seen = new THREE.InstancedMesh(shape, this.material, count);
    const hidden = new THREE.InstancedMesh(shape, this.hiddenMaterial, count);
    seen.setColorAt(0, new THREE.Color());
    hidden.instanceMatrix = seen.instanceMatrix;
    hidden.instanceColor = seen.instanceColor;
    hidden.renderOrder = 5;
    for (const mesh of [seen, hidden]) mesh.frustumCulled = false;
    this.group.add(seen, hidden);
    return seen;
  }

  set visible(value) {
    this.group.visible = value;
    this.stage.invalidate();
  }

  recolour() {
    if (this.points.length === 0) return;
    const colour = new THREE.Color(), bend = new THREE.Color(this.theme.colours.bend);
    for (let i = 0; i + 1 < this.points.length; ++i) {
      this.tubes.setColorAt(i, colour.set(SEGMENT_COLOURS[this.kinds[i]] ?? this.theme.colours.path));
    }
    for (let i = 0; i < this.points.length; ++i) this.bends.setColorAt(i, bend);
    this.tubes.instanceColor.needsUpdate = this.bends.instanceColor.needsUpdate = true;
  }

  /** Adapts the tube's width to the camera's distance; returns whether it changed. */
  fitWidth() {
    if (this.points.length === 0) return false;
    const distance = this.stage.camera.position.distanceTo(this.stage.controls.target);
    const width = Math.max(0.12 * this.radius_m, LEAST_WIDTH * distance);
    if (Math.abs(width - this.drawnWidth) < 0.05 * width) return false;
    this.drawnWidth = width;
    const place = new THREE.Object3D();
    place.up.copy(this.stage.frame.up);
    this.points.forEach((p, i) => {
      place.position.copy(p);
      place.rotation.set(0, 0, 0);
      place.scale.setScalar(1.6 * width);
      place.updateMatrix();
      this.bends.setMatrixAt(i, place.matrix);
      const next = this.points[i + 1];
      if (!next) return;
      place.position.copy(p).lerp(next, 0.5);
      place.lookAt(next);
      place.scale.set(width, width, p.distanceTo(next));
      place.updateMatrix();
      this.tubes.setMatrixAt(i, place.matrix);
    });
    this.tubes.instanceMatrix.needsUpdate = this.bends.instanceMatrix.needsUpdate = true;
    return true;
  }
}
