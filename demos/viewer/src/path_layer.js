// A path: a tube with its bends, the start and the goal, and the NavVolumes it runs through.

import * as THREE from 'three';
import { BoxLayer } from './box_layer.js';

const SEGMENT_COLOURS = { walk: 0x2f9e44, take_off: 0x1c7ed6, fly: null, land: 0x1c7ed6, link: 0x9c36b5 };
/** A path is at least that thick as a part of the distance from which it is seen, so that it shows from afar. */
const LEAST_WIDTH = 0.0022;

export class PathLayer {
  /** @param {import('./scene.js').Stage} stage @param {import('./theme.js').Theme} theme */
  constructor(stage, theme) {
    this.stage = stage;
    this.theme = theme;
    this.group = new THREE.Group();
    this.tubes = this.makeInstances(new THREE.CylinderGeometry(1, 1, 1, 10, 1, true).rotateX(Math.PI / 2));
    this.bends = this.makeInstances(new THREE.IcosahedronGeometry(1, 2));
    this.volumes = new BoxLayer(stage, theme, { edges: 0.75, faces: 0.07, inset: 0 });
    this.volumes.visible = true;
    stage.scene.add(this.group);
    this.points = [];
    this.colours = [];
    this.radius_m = 0;
    theme.use((colours) => {
      this.volumes.setColour(colours.corridor);
      this.recolour();
    });
    stage.tickers.push(() => this.fitWidth());
  }

  makeInstances(geometry) {
    const mesh = new THREE.InstancedMesh(geometry, new THREE.MeshLambertMaterial(), 0);
    mesh.frustumCulled = false;
    this.group.add(mesh);
    return mesh;
  }

  /** @param {import('./path_query.js').Answer|null} answer @param {number} radius_m of the agent */
  show(answer, radius_m) {
    const { frame } = this.stage;
    this.points = answer ? answer.points.map((p) => frame.toScene(p)) : [];
    this.kinds = this.points.map(() => 'fly');
    for (const { mode, first, count } of answer?.segments ?? []) this.kinds.fill(mode, first, first + count - 1);
    this.radius_m = radius_m;
    this.drawnWidth = 0;
    for (const [name, count] of [['tubes', Math.max(0, this.points.length - 1)], ['bends', this.points.length]]) {
      this[name].dispose();
      this.group.remove(this[name]);
      const old = this[name];
      this[name] = new THREE.InstancedMesh(old.geometry, old.material, Math.max(1, count));
      this[name].count = count;
      this[name].frustumCulled = false;
      this.group.add(this[name]);
    }
    const level = answer?.volumes.length ? frame.net.levels.find((l) => l.radius_m === answer.radius_m) : null;
    const shown = level ? answer.volumes : new Uint32Array();
    this.volumes.setBoxes((level ?? frame.net.levels[0]).volumes, undefined, shown);
    this.recolour();
    this.stage.invalidate();
  }

  recolour() {
    const colour = new THREE.Color(), bend = new THREE.Color(this.theme.colours.bend);
    for (let i = 0; i + 1 < this.points.length; ++i) {
      this.tubes.setColorAt(i, colour.set(SEGMENT_COLOURS[this.kinds[i]] ?? this.theme.colours.path));
    }
    for (let i = 0; i < this.points.length; ++i) this.bends.setColorAt(i, bend);
    for (const mesh of [this.tubes, this.bends]) if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
  }

  /** Fits the tube to the distance; true when that changed what is drawn. */
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
      place.scale.setScalar(1.5 * width);
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

  set visible(value) {
    this.group.visible = value;
    this.stage.invalidate();
  }
}
