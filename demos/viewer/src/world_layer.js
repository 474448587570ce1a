// The world's triangles, flat shaded, with the edges where surfaces meet.

import * as THREE from 'three';

const MOST_TRIANGLES_WITH_EDGES = 200_000;
const EDGE_ANGLE_DEG = 25;

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
    const clippingPlanes = [stage.cut];
    this.material = new THREE.MeshLambertMaterial({
      side: THREE.DoubleSide, flatShading: true, clippingPlanes, polygonOffset: true, polygonOffsetFactor: 1,
      polygonOffsetUnits: 1,
    });
    this.mesh = new THREE.Mesh(geometry, this.material);
    this.group.add(this.mesh);
    this.edgeMaterial = new THREE.LineBasicMaterial({ transparent: true, opacity: 0.45, clippingPlanes });
    if (this.triangleCount <= MOST_TRIANGLES_WITH_EDGES) {
      this.group.add(new THREE.LineSegments(new THREE.EdgesGeometry(geometry, EDGE_ANGLE_DEG), this.edgeMaterial));
    }
    stage.paced.push((part) => { this.edgeMaterial.visible = part > 0.5; });
    stage.scene.add(this.group);
    theme.use((colours) => {
      this.material.color.set(colours.world);
      this.edgeMaterial.color.set(colours.worldEdge);
    });
  }

  set visible(value) {
    this.group.visible = value;
    this.stage.invalidate();
  }

  /** @param {number} opacity 0 to 1 */
  setOpacity(opacity) {
    this.material.opacity = opacity;
    this.material.transparent = opacity < 1;
    this.material.depthWrite = opacity >= 1;
    this.material.needsUpdate = true;
    this.edgeMaterial.opacity = 0.45 * (0.3 + 0.7 * opacity);
    this.stage.invalidate();
  }
}
