// SPDX-License-Identifier: Apache-2.0
// Line segments with a width in pixels, and a colour and an opacity at each end. (Browsers draw WebGL lines one pixel
// wide.)

import * as THREE from 'three';

const VERTEX_SHADER = `
attribute vec3 from, to;
attribute vec4 fromTint, toTint;
uniform float pixels, dash;
uniform vec2 size;
varying vec4 vTint;
varying float vAlong;
varying float vSide;
void main() {
  vec4 a = modelViewMatrix * vec4(from, 1.0), b = modelViewMatrix * vec4(to, 1.0);
  // Clips the segment to the part in front of the camera.
  float near = -0.01 * length(b.xyz - a.xyz) - 1e-3;
  if (a.z > near && b.z < near) a = mix(b, a, (near - b.z) / (a.z - b.z));
  if (b.z > near && a.z < near) b = mix(a, b, (near - a.z) / (b.z - a.z));
  vec4 pa = projectionMatrix * a, pb = projectionMatrix * b;
  vec2 along = (pb.xy / pb.w - pa.xy / pa.w) * size;
  along = length(along) > 1e-6 ? normalize(along) : vec2(1.0, 0.0);
  vec2 aside = vec2(-along.y, along.x) * position.y + along * (position.x * 2.0 - 1.0) * 0.5;
  gl_Position = position.x < 0.5 ? pa : pb;
  gl_Position.xy += aside * (pixels + 1.0) / size * gl_Position.w;
  vTint = position.x < 0.5 ? fromTint : toTint;
  vAlong = position.x * length(to - from) / max(dash, 1e-6);
  vSide = position.y * (pixels + 1.0);
  bool isThere = fromTint.a + toTint.a > 0.0 && from != to && !(a.z > near && b.z > near);
  if (!isThere) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
}`;
const FRAGMENT_SHADER = `
uniform float dash, pixels, opacity;
varying vec4 vTint;
varying float vAlong, vSide;
void main() {
  if (dash > 0.0 && fract(vAlong) > 0.6) discard;
  float edge = clamp(pixels + 0.5 - abs(vSide), 0.0, 1.0);
  gl_FragColor = vec4(vTint.rgb, vTint.a * edge * opacity);
  #include <colorspace_fragment>
}`;

export class Ribbon {
  /**
   * @param {import('./scene.js').Stage} stage
   * @param {{pixels: number, dash?: number, opacity?: number, hidden?: boolean}} look width; metres of a dash with its
   *   gap (0: none); hidden: draws only the parts behind obstacles
   */
  constructor(stage, { pixels, dash = 0, opacity = 1, hidden = false }) {
    this.geometry = new THREE.InstancedBufferGeometry();
    this.geometry.setAttribute('position', new THREE.BufferAttribute(new Float32Array([0, -1, 0, 1, -1, 0, 1, 1, 0, 0, 1, 0]), 3));
    this.geometry.setIndex([0, 1, 2, 0, 2, 3]);
    this.geometry.instanceCount = 0;
    this.size = { value: new THREE.Vector2(1, 1) };
    const ratio = stage.renderer.getPixelRatio();
    this.material = new THREE.ShaderMaterial({
      vertexShader: VERTEX_SHADER, fragmentShader: FRAGMENT_SHADER, transparent: true, depthWrite: false, side: THREE.DoubleSide,
      depthFunc: hidden ? THREE.GreaterDepth : THREE.LessEqualDepth,
      uniforms: { pixels: { value: pixels * ratio }, dash: { value: dash }, opacity: { value: opacity }, size: this.size },
    });
    this.mesh = new THREE.Mesh(this.geometry, this.material);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 4;
    this.mesh.onBeforeRender = (renderer) => renderer.getDrawingBufferSize(this.size.value);
    stage.scene.add(this.mesh);
  }

  /** Allocates `ends` (six numbers each) and `tints` (eight each) of `count` segments. @param {number} count */
  reserve(count) {
    this.ends = new Float32Array(6 * count);
    this.tints = new Float32Array(8 * count);
    this.endData = new THREE.InstancedInterleavedBuffer(this.ends, 6);
    this.tintData = new THREE.InstancedInterleavedBuffer(this.tints, 8);
    this.use(this);
  }

  /** Draws the segments of another ribbon. @param {Ribbon} other */
  use({ endData, tintData, geometry: { instanceCount } }) {
    this.geometry.dispose();
    this.geometry.setAttribute('from', new THREE.InterleavedBufferAttribute(endData, 3, 0));
    this.geometry.setAttribute('to', new THREE.InterleavedBufferAttribute(endData, 3, 3));
    this.geometry.setAttribute('fromTint', new THREE.InterleavedBufferAttribute(tintData, 4, 0));
    this.geometry.setAttribute('toTint', new THREE.InterleavedBufferAttribute(tintData, 4, 4));
    this.geometry.instanceCount = instanceCount;
  }

  /** Draws the first `count` segments, after `ends` or `tints` have changed. @param {number} count */
  show(count) {
    this.geometry.instanceCount = count;
    if (this.endData) this.endData.needsUpdate = this.tintData.needsUpdate = true;
  }
}
