// SPDX-License-Identifier: Apache-2.0
// The panel's part on a flight: the agent that is followed, and what happens when.

import { button, element, fillRows, section } from './elements.js';
import { grouped, short } from './figures.js';
import { lastAt } from './flight.js';

/** Speeds are taken over so many seconds to both sides. */
const REACH_S = 0.25;

/** Metres per second around a time; 0 when the agent is not there. */
export function speedAt(flight, agent, time_s) {
  const reach = Math.max(REACH_S, flight.step_s);
  const ends = [Math.max(0, time_s - reach), Math.min(flight.duration_s, time_s + reach)];
  const here = flight.positionAt(agent, time_s);
  if (!here) return 0;
  // Where it was not there yet, or is no more, it is measured from here.
  const [from, to] = ends.map((time) => ({ time, place: flight.positionAt(agent, time) })).map(
    ({ time, place }) => place ? { time, place } : { time: time_s, place: here });
  return to.time > from.time ? Math.hypot(...to.place.map((v, a) => v - from.place[a])) / (to.time - from.time) : 0;
}

/** Metres that an agent has gone at each step; what it does while it is not there does not count. @returns {Float64Array} */
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

/** Whom the camera follows: who it is and how it moves. */
export class AgentPanel {
  /**
   * @param {import('./flight_player.js').FlightPlayer} player
   * @param {(place: import('three').Vector3) => number} clearance metres from a point of the scene to the world; NaN: unknown
   */
  constructor(player, clearance) {
    this.player = player;
    this.clearance = clearance;
    this.rows = element('dl', { class: 'figures', id: 'agent' });
    this.node = section('Agent', true, this.rows);
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
    }
    const { name, kind, radius_m } = flight.agents[followed];
    const place = player.positionOf(followed);
    const rows = [['Name', name || `agent ${followed}`], ['Kind', kind || '–'], ['Radius', `${short(radius_m, 3)} m`]];
    if (place) {
      const { before, behind, part } = flight.stepsAt(time_s);
      const gone = this.gone[before] + part * (this.gone[behind] - this.gone[before]);
      rows.push(['Speed', `${speedAt(flight, followed, time_s).toFixed(2)} m/s`], ['Height', `${place[frame.upAxis].toFixed(1)} m`],
        ['Gone', `${gone.toFixed(1)} m`]);
      const room = this.clearance(frame.toScene(place));
      // Walkers touch the ground they stand on.
      if (Number.isFinite(room) && kind !== 'walker') rows.push(['To the world', `${room.toFixed(2)} m`]);
    } else {
      rows.push(['Speed', 'not there now']);
    }
    fillRows(this.rows, rows);
  }
}

/** A list of what happens, each with its time; a click goes there. @param {import('./flight_player.js').FlightPlayer} player */
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
