// SPDX-License-Identifier: Apache-2.0
// The stage: renderer, camera and lights. A frame is drawn only when something has changed.

import * as THREE from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { Pace } from './pace.js';
import { SoftLight } from './soft_light.js';

/** Whether the browser renders on the CPU, where antialiasing and moving shadows are too slow. */
function hasSoftwareGraphics() {
  const gl = document.createElement('canvas').getContext('webgl2');
  if (!gl) throw new Error('this browser does not support WebGL 2, or WebGL is disabled');
  const about = gl.getExtension('WEBGL_debug_renderer_info');
  const name = about ? gl.getParameter(about.UNMASKED_RENDERER_WEBGL) : '';
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  return /swiftshader|llvmpipe|software/i.test(name);
}

/** Size of a view that shows everything, relative to the tightest one. */
const MARGIN = 1.06;

/** @param {THREE.Box3} box */
export function cornersOf({ min, max }) {
  return [0, 1, 2, 3, 4, 5, 6, 7].map((i) => new THREE.Vector3(i & 1 ? max.x : min.x, i & 2 ? max.y : min.y, i & 4 ? max.z : min.z));
}

/** A vertical gradient for the background. */
function gradient(top, bottom) {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [2, 512];
  const context = canvas.getContext('2d');
  const fill = context.createLinearGradient(0, 0, 0, canvas.height);
  for (const [at, colour] of [[0, top], [1, bottom]]) fill.addColorStop(at, `#${colour.toString(16).padStart(6, '0')}`);
  context.fillStyle = fill;
  context.fillRect(0, 0, canvas.width, canvas.height);
  const texture = new THREE.CanvasTexture(canvas);
  texture.colorSpace = THREE.SRGBColorSpace;
  return texture;
}

export class Stage {
  /** @param {HTMLCanvasElement} canvas @param {import('./frame.js').Frame} frame @param {import('./theme.js').Theme} theme */
  constructor(canvas, frame, theme) {
    this.frame = frame;
    this.isSoftware = hasSoftwareGraphics();
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: !this.isSoftware, powerPreference: 'high-performance' });
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = THREE.PCFShadowMap;
    this.renderer.shadowMap.autoUpdate = false;
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.renderer.localClippingEnabled = true;
    this.scene = new THREE.Scene();
    /** Objects whose coordinates are voxels from the low corner of the bounds. */
    this.grid = new THREE.Group();
    this.grid.matrixAutoUpdate = false;
    this.grid.matrix.copy(frame.gridToScene);
    this.scene.add(this.grid);

    const extent = frame.bounds.getSize(new THREE.Vector3()).length();
    this.extent = extent;
    /** Points that the first view shows. @type {THREE.Vector3[]} */
    this.home = cornersOf(frame.bounds);
    this.camera = new THREE.PerspectiveCamera(45, 1, extent / 5000, extent * 10);
    this.camera.up.copy(frame.up);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.zoomToCursor = true;
    this.controls.addEventListener('change', () => { this.isMoving = true; });

    /** Everything above this plane is hidden. */
    this.cut = new THREE.Plane(frame.up.clone().negate(), extent * 10);
    this.makeLights();
    theme.use((colours) => {
      this.scene.background?.dispose();
      this.scene.background = gradient(colours.backgroundTop, colours.background);
      this.sky.color.set(colours.skyLight);
      this.sky.groundColor.set(colours.groundLight);
      this.sky.intensity = colours.skyPower;
      this.sun.color.set(colours.sunLight);
      this.sun.intensity = colours.sunPower;
      this.invalidate();
    });
    this.soft = new SoftLight(this);
    /** Whether a scene at rest is drawn with soft light. */
    this.isFine = !this.isSoftware;

    /** Called before each frame with the seconds since the last one; returns whether something moved. */
    this.tickers = [];
    /** Called with the part of the boxes to draw, 0 to 1. @type {((part: number) => void)[]} */
    this.paced = [];
    this.pace = new Pace((part) => { for (const paced of this.paced) paced(part); });
    this.isMoving = false;
    this.framesDrawn = 0;
    this.needsFrame = true;
    this.lastTime = 0;
    /** Pixels of the window that controls cover, left and bottom: the scene is centred in the rest. */
    this.covered = { left: 0, bottom: 0 };
    new ResizeObserver(() => this.resize()).observe(canvas);
    this.resize();
    this.resetView();
    requestAnimationFrame((time) => this.tick(time));
  }

  /** Makes the lights: the sky, the sun, and a lamp that samples the sky (soft_light.js). */
  makeLights() {
    const { up, upAxis } = this.frame;
    this.sky = new THREE.HemisphereLight(0xffffff, 0x888888, 2);
    this.sky.position.copy(up);
    this.sun = new THREE.DirectionalLight(0xffffff, 2);
    this.lamp = new THREE.DirectionalLight(0xffffff, 0);
    this.lamp.visible = false;
    const radius = 0.5 * this.extent;
    for (const light of [this.sun, this.lamp]) {
      const { shadow } = light;
      light.castShadow = light === this.lamp || !this.isSoftware;
      shadow.mapSize.setScalar((light === this.sun ? 4096 : 2048) / (this.isSoftware ? 2 : 1));
      Object.assign(shadow.camera, { left: -radius, right: radius, top: radius, bottom: -radius, near: 0.1 * radius, far: 3.2 * radius });
      shadow.camera.up.copy(up);
      // Three texels of the shadow map, as a part of its depth range, so that surfaces do not shadow themselves.
      shadow.bias = -3 * (2 / shadow.mapSize.x) / 3.1;
      light.target.position.copy(this.frame.bounds.getCenter(new THREE.Vector3()));
      this.scene.add(light, light.target);
    }
    this.scene.add(this.sky);
    /** Moving meshes: on a CPU renderer they cast shadows in soft light only. @type {THREE.Mesh[]} */
    this.movers = [];
    this.aimLight(this.sun, upAxis === 2 ? new THREE.Vector3(-0.75, -0.2, 0.85) : new THREE.Vector3(0.2, 0.85, 0.75));
    this.renderer.shadowMap.needsUpdate = true;
  }

  /** @param {THREE.DirectionalLight} light @param {THREE.Vector3} from direction towards the light, of any length */
  aimLight(light, from) {
    light.position.copy(light.target.position).addScaledVector(from.clone().normalize(), 1.6 * 0.5 * this.extent);
  }

  /** Lets a mesh receive and cast shadows. @param {THREE.Mesh} mesh @param {boolean} moves */
  takesLight(mesh, moves) {
    mesh.receiveShadow = true;
    mesh.castShadow = !moves || !this.isSoftware;
    if (moves) this.movers.push(mesh);
  }

  /** On a CPU renderer, switches the shadows of the sun and of moving meshes. @param {boolean} isOn */
  castAll(isOn) {
    if (!this.isSoftware) return;
    this.sun.castShadow = isOn;
    for (const mesh of this.movers) mesh.castShadow = isOn;
  }

  invalidate() {
    this.needsFrame = true;
  }

  /** Call when meshes that cast shadows have changed. @param {boolean} moved only moving meshes have */
  invalidateShadows(moved = false) {
    if (!moved || !this.isSoftware) this.renderer.shadowMap.needsUpdate = true;
    this.invalidate();
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.renderer.domElement;
    if (width === 0 || height === 0) return;
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.offsetView(0, 0);
    this.invalidate();
  }

  /** Shifts the picture by pixels, in addition to the shift for the controls. */
  offsetView(x, y) {
    const { clientWidth: width, clientHeight: height } = this.renderer.domElement;
    this.camera.setViewOffset(width, height, x - this.covered.left / 2, y + this.covered.bottom / 2, width, height);
  }

  /** @param {number} left @param {number} bottom pixels */
  setCovered(left, bottom) {
    this.covered = { left, bottom };
    this.resize();
  }

  /** Shows all points of `home`, from a direction above a corner. */
  resetView() {
    const direction = this.frame.upAxis === 2 ? new THREE.Vector3(-0.62, -0.9, 0.66) : new THREE.Vector3(0.62, 0.66, 0.9);
    const { place, target } = this.viewOf(this.home, direction.normalize());
    this.camera.position.copy(place);
    this.controls.target.copy(target);
    this.controls.update();
    this.invalidate();
  }

  /**
   * The nearest camera that looks along -direction and sees all points in the part of the window that no control covers.
   * @param {THREE.Vector3[]} points @param {THREE.Vector3} direction of length 1, towards the camera
   */
  viewOf(points, direction) {
    const { clientWidth: width, clientHeight: height } = this.renderer.domElement;
    const tangent = Math.tan(0.5 * this.camera.fov * Math.PI / 180) / MARGIN;
    const tangents = [tangent * Math.max(0.2 * width, width - this.covered.left) / height, tangent * (height - this.covered.bottom) / height];
    const right = this.frame.up.clone().cross(direction).normalize();
    const axes = [right, direction.clone().cross(right)];
    // With the camera at c along an axis and at d along the direction, a point at x and n is visible if
    // |x - c| <= tangent (d - n).
    let distance = 0, nearest = -Infinity, farthest = Infinity;
    const middles = axes.map((axis, k) => {
      let [most, least] = [-Infinity, Infinity];
      for (const point of points) {
        const [x, nearer] = [point.dot(axis), point.dot(direction)];
        most = Math.max(most, x + tangents[k] * nearer);
        least = Math.min(least, x - tangents[k] * nearer);
        nearest = Math.max(nearest, nearer);
        farthest = Math.min(farthest, nearer);
      }
      distance = Math.max(distance, (most - least) / (2 * tangents[k]));
      return (most + least) / 2;
    });
    const line = right.multiplyScalar(middles[0]).addScaledVector(axes[1], middles[1]);
    return { place: line.clone().addScaledVector(direction, distance), target: line.addScaledVector(direction, 0.5 * (nearest + farthest)) };
  }

  /** @param {number[]} place of the camera @param {number[]} target the point it looks at; both in the world */
  lookFrom(place, target) {
    this.camera.position.copy(this.frame.toScene(place));
    this.controls.target.copy(this.frame.toScene(target));
    this.controls.update();
    this.invalidate();
  }

  /** @param {number} height of the cut in the scene; Infinity: nothing is cut */
  setCut(height) {
    this.cut.constant = Math.min(height, this.extent * 10);
    this.invalidateShadows();
  }

  tick(time) {
    requestAnimationFrame((next) => this.tick(next));
    const took_ms = time - this.lastTime;
    this.lastTime = time;
    for (const ticker of this.tickers) if (ticker(took_ms / 1000)) this.isMoving = true;
    if (this.isMoving) this.pace.moves(time, took_ms);
    else if (!this.pace.rests(time) && !this.needsFrame) {
      if (this.isFine && !this.soft.isDone) this.soft.step();
      return;
    }
    this.isMoving = this.needsFrame = false;
    this.draw();
  }

  draw() {
    this.soft.reset();
    this.renderer.render(this.scene, this.camera);
    ++this.framesDrawn;
  }

  /** Resolves when everything has been drawn, with soft light; while a flight plays, after one frame. */
  async settled() {
    const nextFrame = () => new Promise((resolve) => { requestAnimationFrame(resolve); });
    this.pace.part = 1;
    this.pace.set(1);
    this.invalidate();
    do await nextFrame(); while (this.needsFrame || (this.isFine && !this.soft.isDone && !this.isMoving));
    await nextFrame();
  }
}
