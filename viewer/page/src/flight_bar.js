// SPDX-License-Identifier: Apache-2.0
// The bar of a flight: play, time slider with marks for events, speed, the agent that the camera follows; the caption
// with the last event; and the large button that starts the flight.

import { clock } from './agent_panel.js';
import { button, element } from './elements.js';
import { grouped, short } from './figures.js';
import { lastAt } from './flight.js';
import { FEW_AGENTS } from './plans_layer.js';

const SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 16];
/** Seconds of real time for which a caption is shown; of flight time at speeds below 1. */
const CAPTION_S = 4;
/** With more events than this, their marks are thin. */
const MANY_EVENTS = 60;

/** Marks of the events above the slider. */
function makeTicks({ flight, seek }) {
  const ticks = flight.events.map(({ time_s, text }) => {
    const tick = element('i', { title: `${clock(time_s)} ${text}` });
    tick.style.left = `${100 * Math.min(1, time_s / Math.max(1e-9, flight.duration_s))}%`;
    tick.addEventListener('click', () => seek(time_s));
    return tick;
  });
  return element('div', { id: 'ticks', class: ticks.length > MANY_EVENTS ? 'many' : '' }, ...ticks);
}

/** @param {import('./flight_player.js').FlightPlayer} player @returns {HTMLElement} */
export function makeFlightBar(player) {
  const { flight } = player;
  const play = button('▶', () => player.togglePlay(), 'Play or pause (space)');
  play.id = 'play';
  play.setAttribute('aria-label', 'Play or pause');
  const time = element('input', { type: 'range', id: 'time', min: 0, max: flight.duration_s, step: 'any', value: 0, 'aria-label': 'Time' });
  time.addEventListener('input', () => player.seek(Number(time.value)));
  const line = element('div', { id: 'line' }, makeTicks({ flight, seek: (t) => player.seek(t) }), time);
  const text = element('output', { class: 'clock' });
  const speed = element('select', { title: 'Speed', id: 'speed', 'aria-label': 'Speed' },
    ...SPEEDS.map((s) => element('option', { value: s, selected: s === 1 }, `${s} ×`)));
  speed.addEventListener('change', () => { player.speed = Number(speed.value); });
  const follow = element('select', { title: 'The agent that the camera follows; click an agent to choose it (n: next, f: none)', 'aria-label': 'Follow' },
    element('option', { value: -1 }, 'follow no agent'),
    ...flight.agents.map((a, i) => element('option', { value: i }, a.name || `agent ${i}`)));
  follow.addEventListener('change', () => player.follow(Number(follow.value)));
  const chase = button('behind', () => player.toggleChase(), 'Keep the camera behind the agent (c)');
  chase.id = 'chase';
  player.listeners.push(() => {
    play.textContent = player.isPlaying ? '❚❚' : '▶';
    time.value = String(player.time_s);
    text.textContent = `${clock(player.time_s)} / ${clock(flight.duration_s)}`;
    follow.value = String(player.followed);
    speed.value = String(player.speed);
    chase.classList.toggle('armed', player.camera.mode === 'chase');
  });
  player.changed();
  const about = element('span', { class: 'hint' }, `${grouped(flight.agents.length)} agents, a step every ${short(flight.step_s, 3)} s`);
  return element('div', { id: 'flight' }, play, line, text, speed, follow, chase, about);
}

/** The caption: the last event, for CAPTION_S seconds. @param {import('./flight_player.js').FlightPlayer} player */
export function makeCaption(player) {
  const node = element('p', { id: 'caption', role: 'status' });
  const { events } = player.flight;
  player.listeners.push(() => {
    const event = events[lastAt(events, player.time_s)];
    const age_s = event ? (player.time_s - event.time_s) / Math.max(1, player.speed) : Infinity;
    const shown = age_s < CAPTION_S ? event.text : '';
    if (shown) node.textContent = shown;
    node.classList.toggle('gone', !shown);
  });
  player.changed();
  return node;
}

/** Entries of the layers panel for the parts of a flight. @param {import('./flight_player.js').FlightPlayer} player */
export function flightLayers(player) {
  const { agents, bodies, zones, plans, flight } = player;
  const layers = [];
  if (bodies) layers.push(['bodies', `Bodies (${grouped(flight.bodies.length)})`, true, (v) => { bodies.visible = v; }, 'Moving objects that are not agents, such as rocks and doors']);
  if (zones) layers.push(['zones', `Zones (${grouped(flight.zones.length)})`, true, (v) => { zones.visible = v; }, 'Boxes with a meaning, such as no-fly zones']);
  if (plans) {
    layers.push(['plans', 'All plans', flight.agents.length <= FEW_AGENTS, (v) => player.setPlans(v),
      'Planned paths of all agents; the plan of the followed agent is always shown']);
  }
  layers.push(['trails', 'Trails', true, (v) => { agents.setVisible('trails', v); agents.show(player.time_s); }, 'Paths of the agents in the last seconds']);
  layers.push(['dots', 'Dots', true, (v) => agents.setVisible('dots', v), 'Marks agents that are too far away to be visible']);
  return layers;
}

/** A large button over the scene that starts the flight and disappears. @param {import('./flight_player.js').FlightPlayer} player */
export function makeBegin(player) {
  const node = button('▶', () => player.togglePlay(), 'Play (space)');
  node.id = 'begin';
  node.setAttribute('aria-label', 'Play the flight');
  const end = () => {
    if (!player.isPlaying && player.time_s === 0) return;
    node.remove();
    player.listeners.splice(player.listeners.indexOf(end), 1);
  };
  player.listeners.push(end);
  return node;
}
