// SPDX-License-Identifier: Apache-2.0
// Sections of the panel for layers, the level, filters by size and height, and figures.

import { MOST_BOXES } from './box_layer.js';
import { choice, element, fillRows, section, slider, toggle } from './elements.js';
import { figuresOf, grouped, short } from './figures.js';

export class LayersPanel {
  /**
   * @param {import('./scene.js').Stage} stage
   * @param {{world: any, cells: any, volumes: any, voxels: any, graph: any, ground: any, links: any, path: any}} layers
   *   the page's layers; null: absent
   * @param {[string, string, boolean, (v: boolean) => void, string][]} more further layers: name, label, whether it is on,
   *   the function that shows or hides it, its tooltip
   */
  constructor(stage, layers, more) {
    this.stage = stage;
    this.more = more;
    this.layers = layers;
    this.net = stage.frame.net;
    this.figures = element('dl', { class: 'figures', id: 'figures' });
    this.shown = element('p', { class: 'hint', id: 'shown' });
    this.nodes = [this.makeLayers(), this.makeFilters()];
    this.figuresNode = section('Figures', true, this.figures);
    this.setLevel(0);
  }

  makeLayers() {
    const { world, cells, volumes, voxels, graph, ground, links, path } = this.layers;
    const rows = element('div', { class: 'toggles' });
    this.toggles = {};
    const add = (name, label, checked, changed, title) => {
      this.toggles[name] = toggle(label, checked, changed, title);
      rows.append(this.toggles[name].row);
    };
    if (world) add('world', 'World', true, (v) => { world.visible = v; }, 'The triangles of the world (1)');
    add('voxels', 'Blocked voxels', false, (v) => { voxels.visible = v; this.updateShown(); }, 'The border of the free space of this level (2)');
    add('cells', 'Cells', false, (v) => { cells.visible = v; this.updateShown(); }, 'Disjoint boxes of free space: the nodes of the graph (3)');
    add('volumes', 'NavVolumes', false, (v) => { volumes.visible = v; this.updateShown(); }, 'A maximal free box around each cell (4)');
    add('graph', 'Graph', false, (v) => { graph.visible = v; this.updateShown(); }, 'Contacts: pairs of cells that share a face (5)');
    add('corridor', 'Path corridor', true, (v) => { path.volumes.visible = v; ground?.setVisible('corridor', v); }, 'The NavVolumes or the ground along the path (9)');
    if (ground) {
      add('ground', 'Ground', true, (v) => ground.setVisible('surface', v), 'Walkable surface, one colour for each layer (6)');
      add('walls', 'Ground borders', true, (v) => ground.setVisible('walls', v), 'Walls and ledges: the boundary of the walkable surface');
      add('axis', 'Medial axis', true, (v) => ground.setVisible('axis', v), 'Points of the ground with more than one nearest wall (7)');
      add('spots', `Spots (${grouped(links.spotCount)})`, false, (v) => links.setVisible('spots', v), 'Places to take off and land');
    }
    if (links) {
      add('links', `Links (${grouped(links.linkCount)})`, links.linkCount > 0, (v) => links.setVisible('arcs', v), 'Jumps, drops, ladders, doors, gates (8)');
      links.setVisible('arcs', links.linkCount > 0);
    }
    for (const layer of this.more) add(...layer);
    const parts = [rows];
    if (world) {
      this.opacity = slider('Opacity', 1, (v) => { world.setOpacity(0.05 + 0.95 * v); return `${Math.round(100 * v)} %`; }, 'Opacity of the world');
      parts.push(this.opacity.row);
    }
    return section('Layers', true, ...parts);
  }

  makeFilters() {
    const { cells, volumes } = this.layers;
    const level = choice('Level', this.net.levels.map((l, i) => [String(i), l.radius_m > 0 ? `agents up to ${short(l.radius_m)} m` : 'points, radius 0']),
      (v) => this.setLevel(Number(v)), 'Clearance level: the free space for agents up to a radius');
    this.levelSelect = level.select;
    const colour = choice('Colour by', [['size', 'size'], ['component', 'component']], (v) => {
      for (const layer of [cells, volumes]) layer.setColourBy(v);
    }, 'Cells of one component are connected by contacts');
    this.range = [0, 1];
    const bound = (label, end, title) => slider(label, end, (v) => {
      this.range[end] = v;
      return this.applySizes()?.[end];
    }, title);
    this.least = bound('Size from', 0, 'Size: edge of a cube of the same volume');
    this.most = bound('Size to', 1, 'Size: edge of a cube of the same volume');
    this.cut = slider('Cut at height', 1, (v) => this.applyCut(v), 'Hides everything above, to look into buildings and hulls; boxes that the cut meets stay (page up, page down)');
    this.slice = toggle('Only cells at the cut', false, () => this.applyCut(Number(this.cut.input.value)));
    const fill = toggle('Filled boxes', false, (v) => { for (const layer of [cells, volumes]) layer.filled = v; }, 'Shows faces, not only edges');
    fill.set(false);
    return section('Filters', true, level.row, colour.row, this.least.row, this.most.row, this.cut.row,
      element('div', { class: 'toggles' }, this.slice.row, fill.row), this.shown);
  }

  /** @param {number} index */
  setLevel(index) {
    const level = this.net.levels[index];
    const { cells, volumes, voxels, graph } = this.layers;
    this.level = level;
    cells.setBoxes(level.cells, level.components);
    volumes.setBoxes(level.volumes, level.components);
    voxels.setLevel(level);
    graph.setLevel(level);
    fillRows(this.figures, figuresOf(this.net, level));
    this.least.update();
    this.most.update();
    this.levelSelect.value = String(index);
  }

  /** Applies the size filter, whose sliders are logarithmic; returns both ends as text. */
  applySizes() {
    if (!this.level || !this.most) return undefined;
    const { cells, volumes } = this.layers;
    const [least, most] = [Math.min(cells.sizeLimits()[0], volumes.sizeLimits()[0]), Math.max(cells.sizeLimits()[1], volumes.sizeLimits()[1])];
    const at = (part) => least * (most / least) ** part;
    for (const layer of [cells, volumes]) layer.setSizeRange(at(this.range[0]), at(this.range[1]));
    this.updateShown();
    return this.range.map((part) => `${short(at(part) * this.net.voxel_m, 3)} m`);
  }

  applyCut(part) {
    const { bounds, upAxis, size, origin } = this.stage.frame;
    const { cells, volumes, voxels } = this.layers;
    const [low, high] = [bounds.min.getComponent(upAxis), bounds.max.getComponent(upAxis)];
    const isOff = part >= 1;
    const height = isOff ? Infinity : low + part * (high - low);
    this.stage.setCut(height);
    const voxel = isOff ? 1e9 : part * size[upAxis];
    voxels.setCut(voxel);
    for (const layer of [cells, volumes]) layer.setSlab(this.slice?.input.checked && !isOff ? voxel - 0.5 : -1e9, voxel);
    this.updateShown();
    return isOff ? 'off' : `${short(height + origin[upAxis], 3)} m`;
  }

  /** Hides everything above a height. @param {number} height in the world, in metres; not finite: nothing is hidden */
  setCutHeight(height) {
    const { bounds, upAxis, origin } = this.stage.frame;
    const [low, high] = [bounds.min.getComponent(upAxis), bounds.max.getComponent(upAxis)];
    this.cut.set(Number.isFinite(height) ? (height - origin[upAxis] - low) / (high - low) : 1);
  }

  /** Moves the cut by a part of the net's height. @param {number} by */
  moveCut(by) {
    this.cut.set(Number(this.cut.input.value) + by);
  }

  /** Shows the named layers and hides all others. @param {string[]} names @returns {string[]} names that are no layers */
  showOnly(names) {
    for (const [name, { input, set }] of Object.entries(this.toggles)) if (input.checked !== names.includes(name)) set(!input.checked);
    return names.filter((name) => !this.toggles[name]);
  }

  /** Writes how many items pass the filters, and what is not drawn because of its number. */
  updateShown() {
    if (!this.level) return;
    const { cells, volumes, voxels, graph } = this.layers;
    const lines = [];
    for (const [layer, name] of [[cells, 'cells'], [volumes, 'NavVolumes']]) {
      if (!layer.visible) continue;
      const rest = layer.drawn < layer.count ? `; only the ${grouped(MOST_BOXES)} largest are drawn` : '';
      lines.push(`${grouped(layer.shownCount())} of ${grouped(layer.count)} ${name}${rest}.`);
    }
    if (graph.visible && graph.drawn < this.level.contactCount) lines.push(`${grouped(graph.drawn)} of ${grouped(this.level.contactCount)} contacts are drawn.`);
    if (voxels.visible && !voxels.isWhole) lines.push('Not all blocked voxels are drawn: there are too many.');
    this.shown.textContent = lines.join(' ');
  }
}
