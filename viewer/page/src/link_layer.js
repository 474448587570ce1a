// SPDX-License-Identifier: Apache-2.0
// Links on the ground and gates in the air as arcs, and spots (places to take off and land) as dots. Closed gates are not
// drawn.

import * as THREE from 'three';

const ARC_STEPS = 16;

export class LinkLayer {
  /** @param {import('./scene.js').Stage} stage @param {import('./theme.js').Theme} theme */
  constructor(stage, theme) {
    const { frame } = stage;
    this.stage = stage;
    const links = frame.net.ground?.links ?? [];
    const gates = frame.net.gates.filter((g) => !g.closed);
    const spots = links.filter((l) => l.kind === 'spot');
    this.spots = new THREE.Points(new THREE.BufferGeometry().setFromPoints(spots.map((l) => frame.toScene(l.from))),
      new THREE.PointsMaterial({ size: 4, sizeAttenuation: false, clippingPlanes: [stage.cut] }));
    const points = [];
    for (const link of [...links.filter((l) => l.kind !== 'spot'), ...gates]) {
      const [from, to] = [frame.toScene(link.from), frame.toScene(link.to)];
      const middle = from.clone().lerp(to, 0.5).addScaledVector(frame.up, 0.35 * from.distanceTo(to));
      const curve = new THREE.QuadraticBezierCurve3(from, middle, to).getPoints(ARC_STEPS);
      for (let i = 0; i < ARC_STEPS; ++i) points.push(curve[i], curve[i + 1]);
      if (link.oneWay) this.addArrow(points, curve[ARC_STEPS - 2], to);
    }
    this.arcs = new THREE.LineSegments(new THREE.BufferGeometry().setFromPoints(points), new THREE.LineBasicMaterial({ clippingPlanes: [stage.cut] }));
    this.spots.visible = this.arcs.visible = false;
    stage.scene.add(this.spots, this.arcs);
    this.spotCount = spots.length;
    this.linkCount = links.length - spots.length + gates.length;
    theme.use((colours) => {
      this.spots.material.color.set(colours.spot);
      this.arcs.material.color.set(colours.link);
    });
  }

  addArrow(points, before, tip) {
    const back = before.clone().sub(tip);
    const aside = back.clone().cross(this.stage.frame.up).setLength(0.5 * back.length());
    points.push(tip, tip.clone().add(back).add(aside), tip, tip.clone().add(back).sub(aside));
  }

  setVisible(part, value) {
    this[part].visible = value;
    this.stage.invalidate();
  }
}
