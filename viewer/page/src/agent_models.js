// SPDX-License-Identifier: Apache-2.0
// A model for each kind of agent: a simple shape inside the unit ball that faces +x with z up. Scaled by an agent's
// radius, it fills the collision ball. White parts take the agent's colour.

import * as THREE from 'three';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';

const WHITE = 0xffffff, LIGHT = 0xdfe5ee, DARK = 0x2b303a, GLASS = 0x6fc3ff;
/** Height of the walker's model, in radii. */
export const WALKER_HEIGHT = 4.6;

/** A geometry with one colour at all vertices. */
function tinted(geometry, colour) {
  const part = geometry.index ? geometry.toNonIndexed() : geometry;
  const { r, g, b } = new THREE.Color(colour);
  const { count } = part.getAttribute('position');
  const colours = new Float32Array(3 * count);
  for (let i = 0; i < count; ++i) colours.set([r, g, b], 3 * i);
  part.setAttribute('color', new THREE.BufferAttribute(colours, 3));
  part.deleteAttribute('uv');
  return part;
}

const ball = (x, y, z, radius, [sx, sy, sz] = [1, 1, 1]) => new THREE.IcosahedronGeometry(radius, radius < 0.2 ? 1 : 2).scale(sx, sy, sz).translate(x, y, z);
const box = (x, y, z, w, d, h) => new THREE.BoxGeometry(w, d, h).translate(x, y, z);
/** An upright cylinder. */
const post = (x, y, z, radius, height, top = radius) => new THREE.CylinderGeometry(top, radius, height, 8).rotateX(Math.PI / 2).translate(x, y, z);

/** A body, four arms, four rotors whose tips touch the ball. */
function drone() {
  const parts = [
    tinted(ball(0, 0, 0.02, 0.3, [1.25, 0.9, 0.62]), WHITE),
    tinted(ball(0.3, 0, -0.02, 0.11), GLASS),
    tinted(box(0, 0, -0.17, 0.3, 0.26, 0.1), DARK),
  ];
  const reach = 0.6, rotor = 0.4;
  for (const [x, y] of [[1, 1], [1, -1], [-1, 1], [-1, -1]]) {
    const [px, py] = [x * reach * Math.SQRT1_2, y * reach * Math.SQRT1_2];
    parts.push(tinted(new THREE.BoxGeometry(reach, 0.09, 0.07).rotateZ(Math.atan2(y, x)).translate(px / 2, py / 2, 0.03), LIGHT));
    parts.push(tinted(post(px, py, 0.07, 0.07, 0.16), DARK));
    parts.push(tinted(new THREE.TorusGeometry(rotor - 0.035, 0.035, 4, 18).translate(px, py, 0.12), WHITE));
    parts.push(tinted(new THREE.BoxGeometry(2 * rotor - 0.1, 0.05, 0.015).rotateZ(0.5 + x + y).translate(px, py, 0.14), DARK));
    parts.push(tinted(post(px * 0.62, py * 0.62, -0.22, 0.025, 0.26), DARK));
  }
  return mergeGeometries(parts);
}

/** A solid that is symmetric in y, from its half with y >= 0. */
function mirrored(points, triangles) {
  const positions = [];
  for (const side of [1, -1]) {
    for (const triangle of triangles) {
      for (const i of side > 0 ? triangle : [...triangle].reverse()) positions.push(points[i][0], side * points[i][1], points[i][2]);
    }
  }
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.BufferAttribute(new Float32Array(positions), 3));
  geometry.computeVertexNormals();
  return geometry;
}

/** A dart: nose and wing tips touch the ball. */
function fighter() {
  const hull = mirrored([[0.99, 0, -0.02], [-0.55, 0.2, -0.02], [-0.55, 0, 0.24], [-0.6, 0, -0.16], [0.2, 0, 0.17]],
    [[0, 1, 4], [4, 1, 2], [0, 3, 1], [2, 1, 3]]);
  const wing = mirrored([[0.35, 0.1, 0], [-0.55, 0.82, -0.05], [-0.72, 0.66, -0.05], [-0.5, 0.1, 0.04], [-0.5, 0.1, -0.07]],
    [[0, 1, 3], [1, 2, 3], [0, 4, 1], [1, 4, 2], [2, 4, 3]]);
  const fin = mirrored([[-0.2, 0.02, 0.15], [-0.72, 0.02, 0.5], [-0.62, 0.02, 0.15]], [[0, 2, 1]]);
  const parts = [tinted(hull, WHITE), tinted(wing, LIGHT), tinted(fin, WHITE), tinted(ball(0.22, 0, 0.12, 0.13, [2, 0.75, 0.8]), GLASS)];
  for (const y of [-0.13, 0.13]) parts.push(tinted(new THREE.CylinderGeometry(0.1, 0.08, 0.3, 12).rotateZ(Math.PI / 2).translate(-0.6, y, 0.02), DARK));
  return mergeGeometries(parts);
}

/** A small robot that stands on the origin; its shoulders are as wide as the unit ball, its height is `WALKER_HEIGHT`. */
function walker() {
  const parts = [
    tinted(new THREE.CapsuleGeometry(0.62, 0.95, 4, 14).rotateX(Math.PI / 2).translate(0, 0, 2.55), WHITE),
    tinted(ball(0, 0, 3.98, 0.6), LIGHT),
    tinted(ball(0.22, 0, 4.02, 0.46, [1, 0.95, 0.5]), DARK),
    tinted(ball(0.1, 0, 1.55, 0.5, [1, 1, 0.7]), DARK),
  ];
  for (const y of [-1, 1]) {
    parts.push(tinted(post(0, 0.3 * y, 0.85, 0.2, 1.5, 0.26), LIGHT));
    parts.push(tinted(box(0.12, 0.3 * y, 0.1, 0.75, 0.36, 0.2), DARK));
    parts.push(tinted(new THREE.CapsuleGeometry(0.17, 1.05, 3, 10).rotateX(Math.PI / 2).translate(0.05, 0.8 * y, 2.35), LIGHT));
  }
  return mergeGeometries(parts);
}

function other() {
  return tinted(new THREE.IcosahedronGeometry(1, 3), WHITE);
}

/**
 * The model of a kind of agent. `isLevel`: it turns about the vertical axis only; `stands`: its position is at its feet.
 * @param {string} kind
 */
export function modelOf(kind) {
  switch (kind) {
    case 'drone': return { geometry: drone(), isLevel: true, stands: false };
    case 'fighter': return { geometry: fighter(), isLevel: false, stands: false };
    case 'walker': return { geometry: walker(), isLevel: true, stands: true };
    default: return { geometry: other(), isLevel: true, stands: false };
  }
}
