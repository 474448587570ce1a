// The stage: renderer, camera, light, and frames that are drawn only when something changed.

import * as THREE from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';

export class Stage {
  /** @param {HTMLCanvasElement} canvas @param {import('./frame.js').Frame} frame @param {import('./theme.js').Theme} theme */
  constructor(canvas, frame, theme) {
    this.frame = frame;
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: true, powerPreference: 'high-performance' });
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
    this.controls.addEventListener('change', () => this.invalidate());

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

    /** Called before each frame with the seconds since the last; true asks for another frame. */
    this.tickers = [];
    this.framesDrawn = 0;
    this.needsFrame = true;
    this.lastTime = 0;
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
    this.camera.updateProjectionMatrix();
    this.invalidate();
  }

  /** The whole net, from a corner above. */
  resetView() {
    const { bounds, upAxis } = this.frame;
    const centre = bounds.getCenter(new THREE.Vector3());
    const direction = upAxis === 2 ? new THREE.Vector3(-0.62, -0.9, 0.72) : new THREE.Vector3(0.62, 0.72, 0.9);
    const distance = 0.5 * this.extent / Math.tan(0.5 * this.camera.fov * Math.PI / 180) * 0.92;
    this.camera.position.copy(centre).addScaledVector(direction.normalize(), distance);
    this.controls.target.copy(centre);
    this.controls.update();
    this.invalidate();
  }

  /** @param {number} height of the cut in the scene; Infinity: nothing is cut */
  setCut(height) {
    this.cut.constant = Math.min(height, this.extent * 10);
    this.invalidate();
  }

  tick(time) {
    requestAnimationFrame((next) => this.tick(next));
    const seconds = Math.min(0.1, (time - this.lastTime) / 1000);
    this.lastTime = time;
    for (const ticker of this.tickers) if (ticker(seconds)) this.needsFrame = true;
    if (!this.needsFrame) return;
    this.needsFrame = false;
    this.draw();
  }

  draw() {
    this.renderer.render(this.scene, this.camera);
    ++this.framesDrawn;
  }
}
