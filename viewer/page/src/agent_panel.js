// SPDX-License-Identifier: Apache-2.0
// Sections of the panel for a flight: the agent that the camera follows, and the list of events.

import { button, element, fillRows, section } from './elements.js';
import { grouped, short } from './figures.js';
import { lastAt } from './flight.js';
import { MotionPlot } from './motion_plot.js';

/** Speeds are averaged over this many seconds before and after. */
const REACH_S = 0.25;

/** Metres per second around a time; 0 when the agent is absent. */
export function speedAt(flight, agent, time_s) {
  const reach = Math.max(REACH_S, flight.step_s);
  const ends = [Math.max(0, time_s - reach), Math.min(flight.duration_s, time_s + reach)];
  const here = flight.positionAt(agent, time_s);
  if (!here) return 0;
  // Where the agent is absent at one end, the current position takes its place.
  const [from, to] = ends.map((time) => ({ time, place: flight.positionAt(agent, time) })).map(
    ({ time, place }) => place ? { time, place } : { time: time_s, place: here });
  return to.time > from.time ? Math.hypot(...to.place.map((v, a) => v - from.place[a])) / (to.time - from.time) : 0;
}

/** Metres travelled until each step; motion while the agent is absent does not count. @returns {Float64Array} */
export function distancesGone(flight, agent) {
  const gone = new Float64Array(flight.frameCount);
  const { offsets, agents: { length: count } } = flight;
  for (let frame = 1; frame < flight.frameCount; ++frame) {
    const [from, to] = [3 * ((frame - 1) * count + agent), 3 * (frame * count + agent)];
    const step = Math.hypot(offsets[to] - offsets[from], offsets[to + 1] - offsets[from + 1], offsets[to + 2] - offsets[from + 2]);
    gone[frame] = gone[frame - 1] + (Number.isNaN(step) ? 0 : step);
  }
  return gone;
}

export function clock(seconds) {
  const minutes = Math.floor(seconds / 60);
  return `${minutes}:${(seconds - 60 * minutes).toFixed(1).padStart(4, '0')}`;
}

/** Name, kind and motion of the agent that the camera follows. */
export class AgentPanel {
  /**
   * @param {import('./flight_player.js').FlightPlayer} player
   * @param {(place: import('three').Vector3) => number} clearance metres from a point of the scene to the world's surface; NaN: unknown
   */
  constructor(player, clearance) {
    this.player = player;
    this.clearance = clearance;
    this.rows = element('dl', { class: 'figures', id: 'agent' });
    this.plot = new MotionPlot(player);
    this.node = section('Agent', true, this.rows, this.plot.node);
    this.shown = -1;
    player.listeners.push(() => this.show());
    this.show();
  }

  show() {
    const { player, player: { flight, followed, time_s, stage: { frame } } } = this;
    this.node.hidden = followed < 0;
    if (followed < 0) return;
    if (this.shown !== followed) {
      this.shown = followed;
      this.gone = distancesGone(flight, followed);
      this.plot.follow(followed);
    }
    this.plot.show();
    const { name, kind, radius_m } = flight.agents[followed];
    const place = player.positionOf(followed);
    const rows = [['Name', name || `agent ${followed}`], ['Kind', kind || '–'], ['Radius', `${short(radius_m, 3)} m`]];
    if (place) {
      const { before, behind, part } = flight.stepsAt(time_s);
      const gone = this.gone[before] + part * (this.gone[behind] - this.gone[before]);
      rows.push(['Speed', `${speedAt(flight, followed, time_s).toFixed(2)} m/s`], ['Height', `${place[frame.upAxis].toFixed(1)} m`],
        ['Travelled', `${gone.toFixed(1)} m`]);
      const room = this.clearance(frame.toScene(place));
      // The clearance of a walker is always 0: it touches the ground.
      if (Number.isFinite(room) && kind !== 'walker') rows.push(['Clearance', `${room.toFixed(2)} m`]);
    } else {
      rows.push(['Speed', 'absent']);
    }
    fillRows(this.rows, rows);
  }
}

/** The list of events with their times; a click jumps to the event. @param {import('./flight_player.js').FlightPlayer} player */
export function makeEventList(player) {
  const { events } = player.flight;
  const items = events.map(({ time_s, text }) => {
    const item = button('', () => player.seek(time_s), `Go to ${clock(time_s)}`);
    item.append(element('span', { class: 'clock' }, clock(time_s)), element('span', {}, text));
    return item;
  });
  let shown = -1;
  player.listeners.push(() => {
    const now = lastAt(events, player.time_s);
    if (now === shown) return;
    items[shown]?.classList.remove('now');
    items[now]?.classList.add('now');
    shown = now;
  });
  return section(`Events (${grouped(events.length)})`, true, element('div', { id: 'events' }, ...items));
}
