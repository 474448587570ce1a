// SPDX-License-Identifier: Apache-2.0
// Bodies of a flight at one time: moving objects that are not agents. Bodies of one shape are instances of one mesh.

import * as THREE from 'three';
import { AGENT_COLOURS, BODY_COLOURS } from './theme.js';

/**
 * Splits the concatenated vertices and triangles of all shapes.
 * @param {{vertices: number, triangles: number}[]} shapes @param {Float32Array} positions @param {Uint32Array} indices
 */
export function splitShapes(shapes, positions, indices) {
  let vertex = 0, triangle = 0;
  return shapes.map(({ vertices, triangles }) => {
    const part = {
      positions: positions.subarray(3 * vertex, 3 * (vertex + vertices)),
      indices: indices.subarray(3 * triangle, 3 * (triangle + triangles)),
    };
    vertex += vertices;
    triangle += triangles;
    return part;
  });
}

export class BodiesLayer {
  /**
   * @param {import('./scene.js').Stage} stage @param {import('./flight.js').Flight} flight
   * @param {ReturnType<typeof splitShapes>} shapes
   */
  constructor(stage, flight, shapes) {
    this.stage = stage;
    this.flight = flight;
    this.group = new THREE.Group();
    const kinds = [...new Set(flight.bodies.map((b) => b.kind))];
    this.colours = flight.bodies.map(({ kind }) => new THREE.Color(
      BODY_COLOURS[kind] ?? AGENT_COLOURS[kinds.indexOf(kind) % AGENT_COLOURS.length]));
    const material = new THREE.MeshLambertMaterial({ side: THREE.DoubleSide, flatShading: true, clippingPlanes: [stage.cut] });
    const around = stage.frame.bounds.getBoundingSphere(new THREE.Sphere());
    /** For each shape: the mesh, and the indices of its bodies. */
    this.parts = shapes.map(({ positions, indices }, shape) => {
      const bodies = flight.bodies.flatMap((body, i) => body.shape === shape ? [i] : []);
      const geometry = new THREE.BufferGeometry();
      geometry.setAttribute('position', new THREE.BufferAttribute(positions, 3));
      geometry.setIndex(new THREE.BufferAttribute(indices, 1));
      geometry.boundingSphere = around;
      const mesh = new THREE.InstancedMesh(geometry, material, Math.max(1, bodies.length));
      mesh.boundingSphere = around;
      mesh.frustumCulled = false;
      mesh.setColorAt(0, new THREE.Color());
      mesh.count = 0;
      stage.takesLight(mesh, true);
      this.group.add(mesh);
      return { mesh, bodies };
    });
    stage.scene.add(this.group);
  }

  /** @param {number} time_s */
  show(time_s) {
    const { flight, stage: { frame: { origin } } } = this;
    const steps = flight.stepsAt(time_s);
    const pose = new Array(7), matrix = new THREE.Matrix4();
    const place = new THREE.Vector3(), turn = new THREE.Quaternion(), size = new THREE.Vector3(1, 1, 1);
    for (const { mesh, bodies } of this.parts) {
      mesh.count = 0;
      for (const body of bodies) {
        if (!flight.writePose(steps, body, origin, pose)) continue;
        matrix.compose(place.fromArray(pose), turn.fromArray(pose, 3), size);
        mesh.setColorAt(mesh.count, this.colours[body]);
        mesh.setMatrixAt(mesh.count++, matrix);
      }
      mesh.instanceMatrix.needsUpdate = mesh.instanceColor.needsUpdate = true;
    }
    this.stage.invalidateShadows(true);
  }

  /** Number of bodies drawn now. */
  get shownCount() {
    return this.parts.reduce((sum, { mesh }) => sum + mesh.count, 0);
  }

  set visible(value) {
    this.group.visible = value;
    this.stage.invalidateShadows();
  }
}
