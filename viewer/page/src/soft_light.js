// SPDX-License-Identifier: Apache-2.0
// Soft light for a scene at rest: the mean of PICTURES pictures, each lit from another point of the sky and of the sun's
// disc, with the camera shifted by less than a pixel. This gives ambient occlusion, soft shadows and smooth edges.
// P. Haeberli, K. Akeley: The accumulation buffer: hardware support for high-quality rendering. SIGGRAPH 1990.

import * as THREE from 'three';

const PICTURES = 28;
/** Part of the sky's light that is directional and casts shadows; the rest is ambient. */
const SKY_PART = 0.72;
/** Radius of the sun's disc, in radians. */
const SUN_RADIUS = 0.03;

/** The k-th element of the van der Corput sequence of a base, from 0 to 1. */
function spread(k, base) {
  let [value, part] = [0, 1 / base];
  for (let n = k + 1; n > 0; n = Math.floor(n / base), part /= base) value += part * (n % base);
  return value;
}

const QUAD_VERTEX = 'varying vec2 at; void main() { at = uv; gl_Position = vec4(position.xy, 0.0, 1.0); }';
const QUAD_FRAGMENT = 'uniform sampler2D picture; uniform float part; varying vec2 at; void main() { gl_FragColor = vec4(texture2D(picture, at).rgb * part, 1.0); }';

/** Draws a picture, multiplied by a factor, over the whole canvas. */
class Quad {
  constructor(blending) {
    this.uniforms = { picture: { value: null }, part: { value: 1 } };
    this.scene = new THREE.Scene();
    this.camera = new THREE.OrthographicCamera(-1, 1, 1, -1, 0, 1);
    const mesh = new THREE.Mesh(new THREE.PlaneGeometry(2, 2), new THREE.ShaderMaterial({
      vertexShader: QUAD_VERTEX, fragmentShader: QUAD_FRAGMENT, uniforms: this.uniforms, depthTest: false, depthWrite: false,
      blending, blendSrc: THREE.OneFactor, blendDst: THREE.OneFactor, toneMapped: false,
    }));
    mesh.frustumCulled = false;
    this.scene.add(mesh);
  }

  draw(renderer, picture, part) {
    this.uniforms.picture.value = picture;
    this.uniforms.part.value = part;
    renderer.render(this.scene, this.camera);
  }
}

export class SoftLight {
  /** @param {import('./scene.js').Stage} stage */
  constructor(stage) {
    this.stage = stage;
    this.count = 0;
    this.add = new Quad(THREE.CustomBlending);
    this.copy = new Quad(THREE.NoBlending);
  }

  /** Discards the mean; the next picture is the first one. */
  reset() {
    this.count = 0;
  }

  get isDone() {
    return this.count >= PICTURES;
  }

  /** Allocates the sum and one picture, as large as the canvas. */
  fit() {
    const size = this.stage.renderer.getDrawingBufferSize(new THREE.Vector2());
    if (this.sum?.width === size.x && this.sum.height === size.y) return;
    this.sum?.dispose();
    this.one?.dispose();
    this.sum = new THREE.WebGLRenderTarget(size.x, size.y, { type: THREE.HalfFloatType, depthBuffer: false });
    this.one = new THREE.FramebufferTexture(size.x, size.y);
  }

  /** Adds one picture to the mean, and shows the mean. */
  step() {
    const { stage, stage: { renderer } } = this;
    this.fit();
    this.aim(this.count);
    renderer.shadowMap.needsUpdate = true;
    renderer.render(stage.scene, stage.camera);
    renderer.copyFramebufferToTexture(this.one);
    this.rest();
    renderer.autoClear = this.count === 0;
    renderer.setRenderTarget(this.sum);
    // The sum starts as black.
    if (this.count === 0) renderer.clear();
    renderer.autoClear = false;
    this.add.draw(renderer, this.one, 1);
    renderer.setRenderTarget(null);
    this.copy.draw(renderer, this.sum.texture, 1 / ++this.count);
    renderer.autoClear = true;
  }

  /** Sets the lights and the camera of the k-th picture. */
  aim(k) {
    const { stage, stage: { frame, sun, lamp, sky } } = this;
    this.kept = { sun: sun.position.clone(), sky: sky.intensity };
    const [u, v] = [spread(k, 2), spread(k, 3)];
    stage.offsetView(spread(k, 5) - 0.5, spread(k, 7) - 0.5);
    // A point of the sun's disc.
    const toSun = sun.position.clone().sub(sun.target.position).normalize();
    const aside = new THREE.Vector3().crossVectors(toSun, frame.up).normalize();
    const [angle, radius] = [2 * Math.PI * v, SUN_RADIUS * Math.sqrt(u)];
    toSun.addScaledVector(aside, radius * Math.cos(angle)).addScaledVector(new THREE.Vector3().crossVectors(aside, toSun), radius * Math.sin(angle));
    stage.aimLight(sun, toSun);
    // A direction of the sky, uniform by solid angle.
    const height = 0.04 + 0.96 * u, flat = Math.sqrt(1 - Math.min(1, height * height)), turn = 2 * Math.PI * v;
    const east = frame.upAxis === 2 ? new THREE.Vector3(1, 0, 0) : new THREE.Vector3(0, 0, 1);
    const north = new THREE.Vector3().crossVectors(frame.up, east);
    stage.aimLight(lamp, frame.up.clone().multiplyScalar(height).addScaledVector(east, flat * Math.cos(turn)).addScaledVector(north, flat * Math.sin(turn)));
    lamp.color.copy(sky.color);
    lamp.intensity = 2 * SKY_PART * sky.intensity;
    lamp.visible = true;
    sky.intensity *= 1 - SKY_PART;
    stage.castAll(true);
  }

  /** Restores the lights and the camera. */
  rest() {
    const { stage } = this;
    stage.sun.position.copy(this.kept.sun);
    stage.sky.intensity = this.kept.sky;
    stage.lamp.visible = false;
    stage.offsetView(0, 0);
    stage.castAll(false);
    // The next plain frame draws the sun's shadows again.
    stage.renderer.shadowMap.needsUpdate = true;
  }
}
