// SPDX-License-Identifier: Apache-2.0
// The panel's part on what is drawn: layers, level, filters by size and height.

import { MOST_BOXES } from './box_layer.js';
import { choice, element, fillRows, section, slider, toggle } from './elements.js';
import { figuresOf, grouped, short } from './figures.js';

export class LayersPanel {
  /**
   * @param {import('./scene.js').Stage} stage
   * @param {{world: any, cells: any, volumes: any, voxels: any, graph: any, ground: any, links: any, path: any}} layers
   *   those that the page has
   * @param {[string, string, boolean, (v: boolean) => void, string][]} more layers to switch: name, label, whether it is on,
   *   what switches it, what it is
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
    if (world) add('world', 'World', true, (v) => { world.visible = v; }, 'Triangles of the world (1)');
    add('voxels', 'Blocked voxels', false, (v) => { voxels.visible = v; this.tellShown(); }, 'Where the free space of this level ends (2)');
    add('cells', 'Cells', false, (v) => { cells.visible = v; this.tellShown(); }, 'Disjoint boxes of free space: the places of the graph (3)');
    add('volumes', 'NavVolumes', false, (v) => { volumes.visible = v; this.tellShown(); }, 'The largest free box around each cell (4)');
    add('graph', 'Graph', false, (v) => { graph.visible = v; this.tellShown(); }, 'Contacts between cells (5)');
    add('corridor', 'Path corridor', true, (v) => { path.volumes.visible = v; ground?.setVisible('corridor', v); }, 'The NavVolumes or the ground that a path runs through (9)');
    if (ground) {
      add('ground', 'Ground', true, (v) => ground.setVisible('surface', v), 'Walkable surface, a colour for each layer (6)');
      add('walls', 'Ground borders', true, (v) => ground.setVisible('walls', v), 'Walls and ledges that walking agents keep away from');
      add('axis', 'Medial axis', true, (v) => ground.setVisible('axis', v), 'Middle of the walkable space (7)');
      add('spots', `Spots (${grouped(links.spotCount)})`, false, (v) => links.setVisible('spots', v), 'Where agents change between ground and air');
    }
    if (links) {
      add('links', `Links (${grouped(links.linkCount)})`, links.linkCount > 0, (v) => links.setVisible('arcs', v), 'Jumps, drops, ladders, doors, gates (8)');
      links.setVisible('arcs', links.linkCount > 0);
    }
    for (const layer of this.more) add(...layer);
    const parts = [rows];
    if (world) {
      this.opacity = slider('Opacity', 1, (v) => { world.setOpacity(0.05 + 0.95 * v); return `${Math.round(100 * v)} %`; }, 'Of the world');
      parts.push(this.opacity.row);
    }
    return section('Layers', true, ...parts);
  }

  makeFilters() {
    const { cells, volumes } = this.layers;
    const level = choice('Level', this.net.levels.map((l, i) => [String(i), l.radius_m > 0 ? `agents up to ${short(l.radius_m)} m` : 'points, radius 0']),
      (v) => this.setLevel(Number(v)), 'Free space for agents of a radius');
    this.levelSelect = level.select;
    const colour = choice('Colour by', [['size', 'size'], ['component', 'component']], (v) => {
      for (const layer of [cells, volumes]) layer.setColourBy(v);
    }, 'Cells of one component can reach each other');
    this.range = [0, 1];
    const bound = (label, end, title) => slider(label, end, (v) => {
      this.range[end] = v;
      return this.applySizes()?.[end];
    }, title);
    this.least = bound('Size from', 0, 'Edge of a cube of the same volume');
    this.most = bound('Size to', 1, 'Edge of a cube of the same volume');
    this.cut = slider('Cut at height', 1, (v) => this.applyCut(v), 'Hides what is higher, to look into storeys and hulls; cells that the cut meets stay (page up, page down)');
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

  /** Sizes go by doubling; returns both ends as text. */
  applySizes() {
    if (!this.level || !this.most) return undefined;
    const { cells, volumes } = this.layers;
    const [least, most] = [Math.min(cells.sizeLimits()[0], volumes.sizeLimits()[0]), Math.max(cells.sizeLimits()[1], volumes.sizeLimits()[1])];
    const at = (part) => least * (most / least) ** part;
    for (const layer of [cells, volumes]) layer.setSizeRange(at(this.range[0]), at(this.range[1]));
    this.tellShown();
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
    this.tellShown();
    return isOff ? 'off' : `${short(height + origin[upAxis], 3)} m`;
  }

  /** Cuts what is higher away. @param {number} height in the world, in metres; not finite: nothing is cut */
  setCutHeight(height) {
    const { bounds, upAxis, origin } = this.stage.frame;
    const [low, high] = [bounds.min.getComponent(upAxis), bounds.max.getComponent(upAxis)];
    this.cut.set(Number.isFinite(height) ? (height - origin[upAxis] - low) / (high - low) : 1);
  }

  /** Moves the cut up or down by a part of the net's height. @param {number} by */
  moveCut(by) {
    this.cut.set(Number(this.cut.input.value) + by);
  }

  /** Switches layers on by their names, and all others off. @param {string[]} names @returns {string[]} those that are none */
  showOnly(names) {
    for (const [name, { input, set }] of Object.entries(this.toggles)) if (input.checked !== names.includes(name)) set(!input.checked);
    return names.filter((name) => !this.toggles[name]);
  }

  /** How much of what is switched on can be seen, and what was too much to draw. */
  tellShown() {
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
