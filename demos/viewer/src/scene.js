// The stage: renderer, camera, light, and frames that are drawn only when something changed.

import * as THREE from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { Pace } from './pace.js';

/** Whether pictures are made by the processor, for which smooth edges are too dear. */
function hasSoftwareGraphics() {
  const gl = document.createElement('canvas').getContext('webgl2');
  if (!gl) throw new Error('this browser has no WebGL 2, or it is switched off');
  const about = gl.getExtension('WEBGL_debug_renderer_info');
  const name = about ? gl.getParameter(about.UNMASKED_RENDERER_WEBGL) : '';
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  return /swiftshader|llvmpipe|software/i.test(name);
}

export class Stage {
  /** @param {HTMLCanvasElement} canvas @param {import('./frame.js').Frame} frame @param {import('./theme.js').Theme} theme */
  constructor(canvas, frame, theme) {
    this.frame = frame;
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: !hasSoftwareGraphics(), powerPreference: 'high-performance' });
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.renderer.localClippingEnabled = true;
    this.scene = new THREE.Scene();
    /** Holds what is measured in voxels from the low corner of the bounds. */
    this.grid = new THREE.Group();
    this.grid.matrixAutoUpdate = false;
    this.grid.matrix.copy(frame.gridToScene);
    this.scene.add(this.grid);

    const extent = frame.bounds.getSize(new THREE.Vector3()).length();
    this.extent = extent;
    this.camera = new THREE.PerspectiveCamera(45, 1, extent / 5000, extent * 10);
    this.camera.up.copy(frame.up);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.zoomToCursor = true;
    this.controls.addEventListener('change', () => { this.isMoving = true; });

    /** What is higher is cut away. */
    this.cut = new THREE.Plane(frame.up.clone().negate(), extent * 10);
    this.sky = new THREE.HemisphereLight(0xffffff, 0x888888, 2.1);
    this.sky.position.copy(frame.up);
    this.sun = new THREE.DirectionalLight(0xffffff, 1.3);
    this.sun.position.set(0.5, 0.35, 0.6).addScaledVector(frame.up, 0.6);
    this.scene.add(this.sky, this.sun);
    theme.use((colours) => {
      this.scene.background = new THREE.Color(colours.background);
      this.sky.color.set(colours.skyLight);
      this.sky.groundColor.set(colours.groundLight);
      this.invalidate();
    });

    /** Called before each frame with the seconds since the last; true: something moved. */
    this.tickers = [];
    /** Called with the part of everything that a frame should draw. @type {((part: number) => void)[]} */
    this.paced = [];
    this.pace = new Pace((part) => { for (const paced of this.paced) paced(part); });
    this.isMoving = false;
    this.framesDrawn = 0;
    this.needsFrame = true;
    this.lastTime = 0;
    /** Pixels of the window that controls cover, left and below: the scene is centred in the rest. */
    this.covered = { left: 0, bottom: 0 };
    new ResizeObserver(() => this.resize()).observe(canvas);
    this.resize();
    this.resetView();
    requestAnimationFrame((time) => this.tick(time));
  }

  invalidate() {
    this.needsFrame = true;
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.renderer.domElement;
    if (width === 0 || height === 0) return;
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.setViewOffset(width, height, -this.covered.left / 2, this.covered.bottom / 2, width, height);
    this.invalidate();
  }

  /** @param {number} left @param {number} bottom pixels */
  setCovered(left, bottom) {
    this.covered = { left, bottom };
    this.resize();
  }

  /** The whole net, from a corner above. */
  resetView() {
    const { bounds, upAxis } = this.frame;
    const centre = bounds.getCenter(new THREE.Vector3());
    const direction = upAxis === 2 ? new THREE.Vector3(-0.62, -0.9, 0.72) : new THREE.Vector3(0.62, 0.72, 0.9);
    this.camera.position.copy(centre).addScaledVector(direction.normalize(), this.distanceToFit(direction));
    this.controls.target.copy(centre);
    this.controls.update();
    this.invalidate();
  }

  /** How far the camera must be in a direction from the middle for all corners to be seen in the part left free. */
  distanceToFit(direction) {
    const { clientWidth: width, clientHeight: height } = this.renderer.domElement;
    const tangent = Math.tan(0.5 * this.camera.fov * Math.PI / 180);
    const tangentX = tangent * Math.max(0.2 * width, width - this.covered.left) / height;
    const tangentY = tangent * (height - this.covered.bottom) / height;
    const right = this.frame.up.clone().cross(direction).normalize();
    const above = direction.clone().cross(right);
    const half = this.frame.bounds.getSize(new THREE.Vector3()).multiplyScalar(0.5);
    let distance = 0;
    for (let i = 0; i < 8; ++i) {
      const corner = new THREE.Vector3(i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z);
      const [x, y, nearer] = [right, above, direction].map((axis) => corner.dot(axis));
      distance = Math.max(distance, nearer + Math.max(Math.abs(x) / tangentX, Math.abs(y) / tangentY));
    }
    return 1.03 * distance;
  }

  /** @param {number} height of the cut in the scene; Infinity: nothing is cut */
  setCut(height) {
    this.cut.constant = Math.min(height, this.extent * 10);
    this.invalidate();
  }

  tick(time) {
    requestAnimationFrame((next) => this.tick(next));
    const took_ms = time - this.lastTime;
    this.lastTime = time;
    for (const ticker of this.tickers) if (ticker(took_ms / 1000)) this.isMoving = true;
    if (this.isMoving) this.pace.moves(time, took_ms);
    else if (!this.pace.rests(time) && !this.needsFrame) return;
    this.isMoving = this.needsFrame = false;
    this.draw();
  }

  draw() {
    this.renderer.render(this.scene, this.camera);
    ++this.framesDrawn;
  }
}
