// SPDX-License-Identifier: Apache-2.0
// The panel's section for paths: start, goal, the agent, and the answer.

import { button, choice, element, fillRows, number, section } from './elements.js';
import { grouped, short } from './figures.js';
import { REASONS } from './path_query.js';

const AXES = ['x', 'y', 'z'];
const EXAMPLE_TRIES = 24;

export class QueryPanel {
  /**
   * @param {import('./scene.js').Stage} stage
   * @param {import('./path_query.js').PathQuery|null} finder
   * @param {string} why the reason if there is no finder
   * @param {import('./path_layer.js').PathLayer} path
   * @param {import('./ground_layer.js').GroundLayer|null} ground
   * @param {string} netName for the command shown, which gives the same answer
   */
  constructor(stage, finder, why, path, ground, netName) {
    this.stage = stage;
    this.finder = finder;
    this.path = path;
    this.ground = ground;
    this.netName = netName;
    const { net } = stage.frame;
    this.query = { mode: 'fly', start: null, goal: null, radius_m: net.levels[0].radius_m, snap_m: Number((4 * net.voxel_m).toPrecision(3)), effort: 'balanced' };
    this.answer = null;
    this.seed = 1;
    this.result = element('dl', { class: 'figures', id: 'answer' });
    this.reason = element('p', { class: 'hint', id: 'reason' });
    this.command = element('code', { class: 'command', title: 'The same query in a terminal; click to copy' });
    this.command.addEventListener('click', () => navigator.clipboard?.writeText(this.command.textContent));
    this.node = finder ? this.makeControls() : section('Path', true, element('p', { class: 'hint' }, why));
  }

  makeControls() {
    const { net } = this.stage.frame;
    const modes = [['fly', 'fly'], ...(net.ground ? [['walk', 'walk'], ['any', 'both']] : [])];
    this.mode = choice('Agent', modes, (v) => { this.query.mode = v; this.ask(); }, 'both: the fastest journey over ground and air');
    this.radius = number('Radius m', this.query.radius_m, (v) => { this.query.radius_m = Math.max(0, v || 0); this.ask(); },
      'Radius of the agent; the query uses the smallest clearance level of at least this radius');
    this.snap = number('Snap m', this.query.snap_m, (v) => { this.query.snap_m = Math.max(0, v || 0); this.ask(); },
      'A blocked start or goal is moved to the nearest free point within this distance');
    const effort = choice('Effort', [['balanced', 'balanced'], ['fast', 'fast'], ['best', 'best']], (v) => { this.query.effort = v; this.ask(); },
      'More effort: a shorter path, a slower query');
    this.inputs = {};
    const ends = ['start', 'goal'].map((end) => {
      this.inputs[end] = AXES.map((axis) => {
        const input = element('input', { type: 'number', step: 'any', 'aria-label': `${end} ${axis}`, title: `${axis} in metres` });
        input.addEventListener('change', () => this.typed(end));
        return input;
      });
      const pick = button(end === 'start' ? 'Start' : 'Goal', () => this.picking?.arm(end), `Set the ${end} with the next click on a surface (${end[0]})`);
      pick.dataset.end = end;
      return element('div', { class: `end ${end}` }, pick, ...this.inputs[end]);
    });
    const actions = element('div', { class: 'actions' },
      button('Swap', () => this.swap(), 'Swap start and goal'),
      button('Example', () => this.example(), 'A path between two random points (x)'));
    return section('Path', true, ...ends, actions, element('div', { class: 'fields' }, this.mode.row, this.radius.row, this.snap.row, effort.row),
      this.reason, this.result, this.command);
  }

  /** @param {import('./picking.js').Picking} picking */
  use(picking) {
    this.picking = picking;
    // Walks start on the surface; flights need room for the agent.
    picking.distance_m = () => this.query.mode === 'walk' ? 0 : this.query.radius_m + this.stage.frame.net.voxel_m;
    picking.armedListeners.push((armed) => {
      for (const node of this.node.querySelectorAll('[data-end]')) node.classList.toggle('armed', node.dataset.end === armed);
    });
  }

  typed(end) {
    const place = this.inputs[end].map((input) => input.value === '' ? NaN : Number(input.value));
    if (place.every(Number.isFinite)) this.setEnd(end, place);
  }

  /** @param {'start'|'goal'} end @param {number[]} place in the world */
  setEnd(end, place) {
    this.query[end] = place;
    this.inputs[end].forEach((input, a) => { input.value = String(Number(place[a].toFixed(3))); });
    // The query uses the rounded numbers that the fields show.
    this.query[end] = this.inputs[end].map((input) => Number(input.value));
    this.picking?.place(end, this.query[end]);
    this.ask();
  }

  /** Applies the query of an address. @param {{mode?: 'fly'|'walk'|'any', from?: number[], to?: number[]}} what */
  askFor({ mode, from, to }) {
    if (mode && [...this.mode.select.options].some((option) => option.value === mode)) this.mode.select.value = this.query.mode = mode;
    if (from) this.setEnd('start', from);
    if (to) this.setEnd('goal', to);
    if (!from && !to) this.ask();
  }

  swap() {
    const { start, goal } = this.query;
    if (!start || !goal) return;
    this.query.start = null;
    this.setEnd('goal', start);
    this.setEnd('start', goal);
  }

  /** Sets start and goal to two random points that a long path connects. */
  example() {
    if (!this.finder) return;
    const { mode, radius_m } = this.query;
    let best = null;
    for (let i = 0; i < EXAMPLE_TRIES; ++i) {
      const [start, goal] = [this.seed++, this.seed++].map((seed) => this.finder.randomPlace(mode, seed, radius_m));
      if (!start || !goal) break;
      const { status, points, length_m } = this.finder.find({ ...this.query, start, goal });
      // Prefer paths with several bends to long straight ones.
      const worth = status === 'complete' ? length_m * Math.min(points.length, 8) : 0;
      if (worth > (best?.worth ?? 0)) best = { start, goal, worth };
    }
    if (!best) return;
    this.query.start = null;
    this.setEnd('goal', best.goal);
    this.setEnd('start', best.start);
  }

  /** Runs the query if both ends are set, and shows the answer. */
  ask() {
    const { query } = this;
    if (!query.start || !query.goal) return;
    this.answer = this.finder.find(query);
    const us = this.finder.timed(query);
    const { status, length_m, seconds, points, volumes, segments } = this.answer;
    const straight = Math.hypot(...query.goal.map((v, a) => v - query.start[a]));
    this.path.show(points.length ? this.answer : null, query.radius_m);
    this.ground?.showCorridor(this.answer.corridor);
    const rows = [['Status', status.replaceAll('_', ' ')]];
    if (points.length) {
      rows.push(['Length', `${short(length_m, 6)} m`]);
      if (straight > 0) rows.push(['Length / distance', short(length_m / straight, 4)]);
      if (query.mode === 'any') rows.push(['Travel time', `${short(seconds, 4)} s: ${segments.map((s) => s.mode.replaceAll('_', ' ')).join(', ')}`]);
      rows.push(['Way points', grouped(points.length)]);
      if (volumes.length) rows.push(['NavVolumes', grouped(volumes.length)]);
    }
    rows.push(['Query time', `${short(us, 3)} µs`]);
    fillRows(this.result, rows);
    this.reason.textContent = points.length ? '' : REASONS[status] ?? '';
    this.result.classList.toggle('failed', points.length === 0);
    this.command.textContent = `navnet query ${this.netName} --from ${query.start.join()} --to ${query.goal.join()}` +
      ` --mode ${query.mode} --radius ${query.radius_m} --snap ${query.snap_m}` + (query.effort === 'balanced' ? '' : ` --effort ${query.effort}`);
  }
}
