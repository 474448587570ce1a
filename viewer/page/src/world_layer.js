// SPDX-License-Identifier: Apache-2.0
// The world's triangles, flat shaded, with lines at sharp edges.

import * as THREE from 'three';

const MOST_TRIANGLES_WITH_EDGES = 200_000;
const MOST_TRIANGLES_WITH_SHADOWS = 600_000;
const EDGE_ANGLE_DEG = 25;
const MOST_POINTS_SEEN = 5000;

/**
 * A shade for each vertex, equal within a connected component, to distinguish buildings and rocks.
 * @param {number} count of vertices @param {Uint32Array} indices @returns {Float32Array|null} factors for the colour; null
 *   if components have fewer than 8 triangles on average
 */
export function shadesOf(count, indices) {
  const parent = Uint32Array.from({ length: count }, (_, i) => i);
  const rootOf = (i) => {
    for (; parent[i] !== i; i = parent[i]) parent[i] = parent[parent[i]];
    return i;
  };
  for (let i = 0; i < indices.length; i += 3) {
    const root = rootOf(indices[i]);
    parent[rootOf(indices[i + 1])] = root;
    parent[rootOf(indices[i + 2])] = root;
  }
  const parts = new Map();
  const shades = new Float32Array(3 * count);
  for (let i = 0; i < count; ++i) {
    const root = rootOf(i);
    if (!parts.has(root)) parts.set(root, parts.size);
    const [light, warm] = [0.61803398875, 0.7548776662].map((step) => (parts.get(root) * step) % 1 - 0.5);
    shades.set([1 + 0.13 * light + 0.05 * warm, 1 + 0.13 * light, 1 + 0.13 * light - 0.07 * warm], 3 * i);
  }
  return 8 * parts.size > indices.length / 3 ? null : shades;
}

export class WorldLayer {
  /**
   * @param {import('./scene.js').Stage} stage @param {import('./theme.js').Theme} theme
   * @param {Float32Array} positions in the scene @param {Uint32Array} indices
   */
  constructor(stage, theme, positions, indices) {
    this.stage = stage;
    this.group = new THREE.Group();
    this.triangleCount = indices.length / 3;
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute('position', new THREE.BufferAttribute(positions, 3));
    geometry.setIndex(new THREE.BufferAttribute(indices, 1));
    const shades = this.triangleCount <= MOST_TRIANGLES_WITH_SHADOWS ? shadesOf(positions.length / 3, indices) : null;
    if (shades) geometry.setAttribute('color', new THREE.BufferAttribute(shades, 3));
    const clippingPlanes = [stage.cut];
    this.material = new THREE.MeshLambertMaterial({
      side: THREE.DoubleSide, flatShading: true, vertexColors: shades !== null, clippingPlanes, clipShadows: true, shadowSide: THREE.DoubleSide, polygonOffset: true, polygonOffsetFactor: 1,
      polygonOffsetUnits: 1,
    });
    this.mesh = new THREE.Mesh(geometry, this.material);
    stage.takesLight(this.mesh, false);
    this.mesh.castShadow = this.triangleCount <= MOST_TRIANGLES_WITH_SHADOWS;
    this.group.add(this.mesh);
    this.edgeMaterial = new THREE.LineBasicMaterial({ transparent: true, clippingPlanes });
    this.opacity = 1;
    if (this.triangleCount <= MOST_TRIANGLES_WITH_EDGES) {
      this.group.add(new THREE.LineSegments(new THREE.EdgesGeometry(geometry, EDGE_ANGLE_DEG), this.edgeMaterial));
    }
    stage.paced.push((part) => { this.edgeMaterial.visible = part > 0.5; });
    stage.scene.add(this.group);
    this.lookAtIt(positions);
    theme.use((colours) => {
      this.material.color.set(colours.world);
      this.edgeMaterial.color.set(colours.worldEdge);
      this.edgeOpacity = colours.edgeOpacity;
      this.fadeEdges();
    });
  }

  /** Makes the first view show the world, without the empty corners of its bounding box. */
  lookAtIt(positions) {
    // The bounds may be smaller than the world; vertices far outside them are ignored.
    const bounds = this.stage.frame.bounds.clone();
    bounds.expandByVector(bounds.getSize(new THREE.Vector3()).multiplyScalar(0.5));
    const step = Math.max(1, Math.floor(positions.length / 3 / MOST_POINTS_SEEN));
    const points = [];
    for (let i = 0; i < positions.length / 3; i += step) {
      const point = new THREE.Vector3().fromArray(positions, 3 * i);
      if (bounds.containsPoint(point)) points.push(point);
    }
    if (points.length > 1) this.stage.home = points;
  }

  set visible(value) {
    this.group.visible = value;
    this.stage.invalidateShadows();
  }

  /** @param {number} opacity 0 to 1 */
  setOpacity(opacity) {
    this.material.opacity = opacity;
    this.material.transparent = opacity < 1;
    this.material.depthWrite = opacity >= 1;
    this.material.needsUpdate = true;
    this.opacity = opacity;
    this.fadeEdges();
    // Translucent surfaces cast no shadows.
    this.mesh.castShadow = opacity >= 1 && this.triangleCount <= MOST_TRIANGLES_WITH_SHADOWS;
    this.stage.invalidateShadows();
  }

  fadeEdges() {
    this.edgeMaterial.opacity = this.edgeOpacity * (0.3 + 0.7 * this.opacity);
  }
}
