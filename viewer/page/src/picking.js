// SPDX-License-Identifier: Apache-2.0
// Start and goal set with the mouse: by clicks on surfaces, and moved by handles.

import * as THREE from 'three';
import { TransformControls } from 'three/addons/controls/TransformControls.js';
import { firstHit } from './surface_index.js';

const CLICK_PIXELS = 4;
/** Least radius of the ends' balls per metre of distance to the camera. */
const LEAST_SIZE = 0.007;

/** The two ends of a query as balls in the scene. */
export class Picking {
  /**
   * @param {import('./scene.js').Stage} stage @param {import('./theme.js').Theme} theme
   * @param {() => THREE.Mesh[]} surfaces the meshes that can be clicked now
   * @param {(end: 'start'|'goal', place: number[]) => void} moved called with the new position in the world
   */
  constructor(stage, theme, surfaces, moved) {
    this.stage = stage;
    this.surfaces = surfaces;
    this.moved = moved;
    /** The end that the next click sets. @type {'start'|'goal'|null} */
    this.armed = null;
    this.armedListeners = [];
    this.isVisible = true;
    /** Metres between the clicked surface and the point set. */
    this.distance_m = () => 0;
    this.balls = {};
    for (const end of ['start', 'goal']) {
      const ball = new THREE.Mesh(new THREE.IcosahedronGeometry(1, 3), new THREE.MeshLambertMaterial({ transparent: true, opacity: 0.9, depthTest: false }));
      ball.visible = false;
      ball.renderOrder = 6;
      stage.scene.add(ball);
      this.balls[end] = ball;
      theme.use((colours) => ball.material.color.set(colours[end]));
    }
    this.handles = new TransformControls(stage.camera, stage.renderer.domElement);
    this.handles.setSize(0.6);
    this.handles.addEventListener('dragging-changed', ({ value }) => { stage.controls.enabled = !value; });
    this.handles.addEventListener('change', () => stage.invalidate());
    this.handles.addEventListener('objectChange', () => {
      const end = this.handles.object === this.balls.start ? 'start' : 'goal';
      this.moved(end, stage.frame.toWorld(this.balls[end].position));
    });
    stage.scene.add(this.handles.getHelper());
    stage.tickers.push(() => this.fitSize());
    this.listen(stage.renderer.domElement);
  }

  listen(canvas) {
    let down = null;
    canvas.addEventListener('pointerdown', (event) => { down = [event.clientX, event.clientY]; });
    canvas.addEventListener('pointerup', (event) => {
      const isClick = down && Math.hypot(event.clientX - down[0], event.clientY - down[1]) < CLICK_PIXELS;
      if (!isClick || event.button !== 0 || this.handles.dragging) return;
      const end = event.shiftKey ? 'start' : event.ctrlKey || event.metaKey ? 'goal' : this.armed;
      if (end) this.pickAt(end, event.offsetX, event.offsetY);
      else this.grabAt(event.offsetX, event.offsetY);
    });
  }

  ray(x, y) {
    const { clientWidth, clientHeight } = this.stage.renderer.domElement;
    const caster = new THREE.Raycaster();
    caster.setFromCamera(new THREE.Vector2(2 * x / clientWidth - 1, 1 - 2 * y / clientHeight), this.stage.camera);
    return caster;
  }

  /** Sets an end by a click: at distance_m() from the surface, or, if the ray hits none, nearest to the net's centre. */
  pickAt(end, x, y) {
    const { ray } = this.ray(x, y);
    const { cut, frame } = this.stage;
    const hit = this.hitOf(ray, cut);
    let place;
    if (hit) {
      const { point, normal } = hit;
      if (normal.dot(ray.direction) > 0) normal.negate();
      place = point.addScaledVector(normal, this.distance_m());
    } else {
      const centre = frame.bounds.getCenter(new THREE.Vector3());
      place = ray.closestPointToPoint(centre, new THREE.Vector3());
      if (!frame.bounds.containsPoint(place)) return;
    }
    this.arm(end === 'start' && this.armed ? 'goal' : null);
    this.place(end, frame.toWorld(place));
    this.grab(end);
    this.moved(end, frame.toWorld(place));
  }

  /** The first hit of a ray on all surfaces, or null. */
  hitOf(ray, cut) {
    const hits = this.surfaces().map((mesh) => firstHit(mesh, ray, cut)).filter(Boolean);
    return hits.sort((a, b) => a.distance - b.distance)[0] ?? null;
  }

  /** Shows the handles of the clicked end; a click elsewhere hides them. */
  grabAt(x, y) {
    const [hit] = this.ray(x, y).intersectObjects(Object.values(this.balls).filter((b) => b.visible), false);
    if (hit) this.grab(hit.object === this.balls.start ? 'start' : 'goal');
    else this.release();
  }

  grab(end) {
    this.handles.attach(this.balls[end]);
    this.stage.invalidate();
  }

  release() {
    this.handles.detach();
    this.stage.invalidate();
  }

  /** @param {'start'|'goal'|null} end */
  arm(end) {
    this.armed = end;
    this.stage.renderer.domElement.style.cursor = end ? 'crosshair' : '';
    for (const listener of this.armedListeners) listener(end);
  }

  /** @param {'start'|'goal'} end @param {number[]} place in the world */
  place(end, place) {
    this.balls[end].position.copy(this.stage.frame.toScene(place));
    this.balls[end].userData.isSet = true;
    this.balls[end].visible = this.isVisible;
    this.stage.invalidate();
  }

  /** Shows the ends that are set, or hides them. */
  set visible(value) {
    this.isVisible = value;
    for (const ball of Object.values(this.balls)) ball.visible = value && ball.userData.isSet === true;
    if (!value) this.release();
    this.stage.invalidate();
  }

  fitSize() {
    let changed = false;
    for (const ball of Object.values(this.balls)) {
      const size = Math.max(this.distance_m() * 0.5, LEAST_SIZE * this.stage.camera.position.distanceTo(ball.position));
      if (Math.abs(size - ball.scale.x) < 0.02 * size) continue;
      ball.scale.setScalar(size);
      changed = changed || ball.visible;
    }
    return changed;
  }
}
