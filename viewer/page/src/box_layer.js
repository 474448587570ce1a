// SPDX-License-Identifier: Apache-2.0
// Cells or NavVolumes: instances of one box, filtered by size and height in the vertex shader.

import * as THREE from 'three';

/** Maximum number of boxes drawn: the largest ones. */
export const MOST_BOXES = 400_000;
/** Number of boxes drawn even on a slow machine in motion, so that a path's corridor stays complete. */
const ALWAYS_BOXES = 1000;

const CUBE_CORNERS = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => [i & 1, (i >> 1) & 1, (i >> 2) & 1]);
const CUBE_EDGES = [0, 1, 2, 3, 4, 5, 6, 7, 0, 2, 1, 3, 4, 6, 5, 7, 0, 4, 1, 5, 2, 6, 3, 7];
const CUBE_FACES = [0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5];

const VERTEX_SHADER = `
attribute vec3 lo, hi, tint;
uniform vec2 sizeRange, slab;
uniform int upAxis;
uniform float inset, reach;
varying vec3 vTint;
varying float vNear;
void main() {
  vec3 extent = hi - lo;
  float size = pow(extent.x * extent.y * extent.z, 1.0 / 3.0);
  bool isShown = size >= sizeRange.x && size <= sizeRange.y && lo[upAxis] < slab.y && hi[upAxis] > slab.x;
  vec3 room = min(vec3(inset), 0.2 * extent);
  vec3 corner = mix(lo + room, hi - room, position);
  vTint = tint;
  vec4 seen = modelViewMatrix * vec4(corner, 1.0);
  // Boxes fade with distance; otherwise many boxes behind each other add up to a bright fog.
  vNear = clamp(1.35 - 0.75 * length(seen.xyz) / reach, 0.25, 1.0);
  gl_Position = isShown ? projectionMatrix * seen : vec4(2.0, 2.0, 2.0, 1.0);
}`;
const FRAGMENT_SHADER = `
uniform float opacity;
varying vec3 vTint;
varying float vNear;
void main() {
  gl_FragColor = vec4(vTint, opacity * vNear);
  #include <colorspace_fragment>
}`;

/** Edge of the cube that has a box's volume, in voxels. */
function sizeOf(boxes, i) {
  const [a, b, c, d, e, f] = boxes.subarray(6 * i, 6 * i + 6);
  return Math.cbrt((d - a) * (e - b) * (f - c));
}

export class BoxLayer {
  /**
   * @param {import('./scene.js').Stage} stage @param {import('./theme.js').Theme} theme
   * @param {{edges: number, faces: number, inset: number, few: number}} look opacities of edges and faces, for up to
   *   `few` boxes (more boxes are fainter); `inset`: voxels by which each side of a box is moved inwards
   */
  constructor(stage, theme, look) {
    this.stage = stage;
    this.theme = theme;
    this.look = look;
    this.uniforms = {
      sizeRange: { value: new THREE.Vector2(0, Infinity) },
      slab: { value: new THREE.Vector2(-1e9, 1e9) },
      upAxis: { value: stage.frame.upAxis },
      inset: { value: look.inset },
      reach: { value: 1.2 * stage.extent },
    };
    this.group = new THREE.Group();
    this.group.visible = false;
    this.edges = this.makePart(THREE.LineSegments, CUBE_EDGES, look.edges);
    this.faces = this.makePart(THREE.Mesh, CUBE_FACES, look.faces);
    this.faces.renderOrder = 1;
    this.edges.renderOrder = 2;
    stage.grid.add(this.group);
    this.count = 0;
    this.drawn = 0;
    this.colourBy = 'size';
    theme.use(() => this.recolour());
    this.part = 1;
    stage.paced.push((part) => {
      this.part = part;
      this.applyPart();
    });
  }

  makePart(Type, index, opacity) {
    const geometry = new THREE.InstancedBufferGeometry();
    geometry.setAttribute('position', new THREE.BufferAttribute(new Float32Array(CUBE_CORNERS.flat()), 3));
    geometry.setIndex(index);
    const material = new THREE.ShaderMaterial({
      vertexShader: VERTEX_SHADER, fragmentShader: FRAGMENT_SHADER, transparent: true, depthWrite: false,
      side: THREE.DoubleSide, uniforms: { ...this.uniforms, opacity: { value: opacity } },
    });
    const part = new Type(geometry, material);
    part.frustumCulled = false;
    this.group.add(part);
    return part;
  }

  /**
   * @param {Int32Array} boxes six numbers each, in the grid's voxels
   * @param {Uint32Array} [components] of each box
   * @param {Uint32Array} [chosen] indices of the boxes to show; default: all
   */
  setBoxes(boxes, components, chosen) {
    const { boundsLo } = this.stage.frame.net;
    const order = chosen ? Array.from(chosen) : Array.from({ length: boxes.length / 6 }, (_, i) => i);
    const sizes = Float32Array.from(order, (i) => sizeOf(boxes, i));
    // The largest first, so that MOST_BOXES leaves out the smallest.
    const ranks = new Uint32Array(order.length).map((_, i) => i).sort((a, b) => sizes[b] - sizes[a]);
    this.count = order.length;
    this.drawn = Math.min(order.length, MOST_BOXES);
    this.sizes = new Float32Array(this.drawn);
    this.components = new Uint32Array(this.drawn);
    const lo = new Float32Array(3 * this.drawn), hi = new Float32Array(3 * this.drawn);
    for (let k = 0; k < this.drawn; ++k) {
      const box = order[ranks[k]];
      this.sizes[k] = sizes[ranks[k]];
      this.components[k] = components ? components[box] : 0;
      for (let a = 0; a < 3; ++a) {
        lo[3 * k + a] = boxes[6 * box + a] - boundsLo[a];
        hi[3 * k + a] = boxes[6 * box + 3 + a] - boundsLo[a];
      }
    }
    this.lo = lo;
    this.hi = hi;
    this.tints = new THREE.InstancedBufferAttribute(new Uint8Array(3 * this.drawn), 3, true);
    for (const part of [this.edges, this.faces]) {
      const { geometry } = part;
      geometry.dispose();
      geometry.setAttribute('lo', new THREE.InstancedBufferAttribute(lo, 3));
      geometry.setAttribute('hi', new THREE.InstancedBufferAttribute(hi, 3));
      geometry.setAttribute('tint', this.tints);
    }
    // Opacity falls with the number of boxes.
    const few = Math.min(1, this.look.few / Math.max(1, this.drawn));
    this.edges.material.uniforms.opacity.value = this.look.edges * Math.max(0.12, Math.sqrt(few));
    this.faces.material.uniforms.opacity.value = this.look.faces * Math.max(0.15, few);
    this.applyPart();
    this.recolour();
  }

  /** Draws the part of the boxes that the pace allows: the largest ones, as they come first. */
  applyPart() {
    const count = Math.min(this.drawn, Math.max(ALWAYS_BOXES, Math.ceil(this.part * this.drawn)));
    for (const { geometry } of [this.edges, this.faces]) geometry.instanceCount = count;
  }

  /** Smallest and largest size in voxels. */
  sizeLimits() {
    return this.drawn ? [this.sizes[this.drawn - 1], this.sizes[0]] : [0, 1];
  }

  /** @param {number|null} colour of all boxes; null: by size or component */
  setColour(colour) {
    this.colour = colour;
    this.recolour();
  }

  /** @param {'size'|'component'} what */
  setColourBy(what) {
    this.colourBy = what;
    this.recolour();
  }

  recolour() {
    if (!this.tints) return;
    const colour = new THREE.Color();
    const { lightness } = this.theme.colours;
    const [least, most] = this.sizeLimits().map(Math.log2);
    for (let k = 0; k < this.drawn; ++k) {
      if (this.colour != null) {
        colour.set(this.colour);
      } else if (this.colourBy === 'size') {
        const part = (Math.log2(this.sizes[k]) - least) / Math.max(1e-6, most - least);
        colour.setHSL(0.02 + 0.62 * part, 0.8, lightness);
      } else {
        colour.setHSL((this.components[k] * 0.61803398875 + 0.58) % 1, 0.7, lightness);
      }
      this.tints.setXYZ(k, colour.r, colour.g, colour.b);
    }
    this.tints.needsUpdate = true;
    this.stage.invalidate();
  }

  set visible(value) {
    this.group.visible = value;
    this.stage.invalidate();
  }

  get visible() {
    return this.group.visible;
  }

  set filled(value) {
    this.faces.visible = value;
    this.stage.invalidate();
  }

  /** @param {number} least @param {number} most sizes in voxels */
  setSizeRange(least, most) {
    this.uniforms.sizeRange.value.set(least * (1 - 1e-5), most * (1 + 1e-5));
    this.stage.invalidate();
  }

  /** Shows only boxes that overlap the heights `low` to `high`, in voxels from the low corner of the bounds. */
  setSlab(low, high) {
    this.uniforms.slab.value.set(low, high);
    this.stage.invalidate();
  }

  /** Number of boxes that pass the filters. */
  shownCount() {
    const { sizeRange: { value: range }, slab: { value: slab }, upAxis: { value: up } } = this.uniforms;
    let shown = 0;
    for (let k = 0; k < this.drawn; ++k) {
      if (this.sizes[k] >= range.x && this.sizes[k] <= range.y && this.lo[3 * k + up] < slab.y &&
          this.hi[3 * k + up] > slab.x) ++shown;
    }
    return shown;
  }
}
