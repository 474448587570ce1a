// SPDX-License-Identifier: Apache-2.0
// Bounding volume hierarchies of surfaces, built when first needed, for ray casts and nearest points.

import * as THREE from 'three';
import { MeshBVH } from 'three-mesh-bvh';

/** Larger surfaces are not indexed in idle time, which would stall the page, but at the first click. */
const MOST_IDLE_TRIANGLES = 250_000;

/** @type {WeakMap<THREE.BufferGeometry, MeshBVH>} */
const indices = new WeakMap();

/** @param {THREE.BufferGeometry} geometry with an index @returns {MeshBVH} */
export function indexOf(geometry) {
  let index = indices.get(geometry);
  if (!index) {
    // Reorders the triangles; nothing depends on their order.
    index = new MeshBVH(geometry, { targetLeafSize: 8 });
    indices.set(geometry, index);
  }
  return index;
}

/** Builds the index of a surface that is not too large in idle time. @param {THREE.BufferGeometry} geometry */
export function indexInIdleTime(geometry) {
  if (geometry.index.count > 3 * MOST_IDLE_TRIANGLES) return;
  (window.requestIdleCallback ?? setTimeout)(() => indexOf(geometry));
}

/**
 * The first hit of a ray on the part of a mesh below a cut.
 * @param {THREE.Mesh} mesh @param {THREE.Ray} ray in the scene @param {THREE.Plane} cut its negative side is hidden
 * @returns {{distance: number, point: THREE.Vector3, normal: THREE.Vector3}|null} in the scene
 */
export function firstHit(mesh, ray, cut) {
  // The part of the ray that is below the cut.
  let [near, far] = [0, Infinity];
  const slope = cut.normal.dot(ray.direction), height = cut.distanceToPoint(ray.origin);
  if (slope > 0) near = Math.max(0, -height / slope);
  if (slope < 0) far = height / -slope;
  if (slope === 0 && height < 0) far = 0;
  if (far <= near) return null;
  const toMesh = mesh.matrixWorld.clone().invert();
  const local = ray.clone().applyMatrix4(toMesh);
  // From lengths in the scene to lengths in the mesh's coordinates.
  const scale = new THREE.Vector3().setFromMatrixScale(toMesh).x;
  const hit = indexOf(mesh.geometry).raycastFirst(local, THREE.DoubleSide, near * scale, far * scale);
  if (!hit) return null;
  const point = hit.point.applyMatrix4(mesh.matrixWorld);
  return { distance: point.distanceTo(ray.origin), point, normal: hit.face.normal.clone().transformDirection(mesh.matrixWorld) };
}

/** Metres from a point of the scene to a mesh without a transform; NaN if its index is not built. */
export function distanceTo(mesh, point) {
  const found = indices.get(mesh.geometry)?.closestPointToPoint(point);
  return found ? found.distance : NaN;
}
