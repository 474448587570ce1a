// The bar below: play, time, speed, whom the camera follows.

import { button, element, toggle } from './elements.js';
import { grouped, short } from './figures.js';

const SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 16];

function clock(seconds) {
  const minutes = Math.floor(seconds / 60);
  return `${minutes}:${(seconds - 60 * minutes).toFixed(1).padStart(4, '0')}`;
}

/** @param {import('./flight_player.js').FlightPlayer} player @returns {HTMLElement} */
export function makeFlightBar(player) {
  const { flight, agents } = player;
  const play = button('▶', () => player.togglePlay(), 'Play or pause (space)');
  play.id = 'play';
  play.setAttribute('aria-label', 'Play or pause');
  const time = element('input', { type: 'range', id: 'time', min: 0, max: flight.duration_s, step: 'any', value: 0, 'aria-label': 'Time' });
  time.addEventListener('input', () => player.seek(Number(time.value)));
  const text = element('output', { class: 'clock' });
  const speed = element('select', { title: 'Speed', 'aria-label': 'Speed' },
    ...SPEEDS.map((s) => element('option', { value: s, selected: s === 1 }, `${s} ×`)));
  speed.addEventListener('change', () => { player.speed = Number(speed.value); });
  const follow = element('select', { title: 'Whom the camera follows; click an agent to choose it (f: none)', 'aria-label': 'Follow' },
    element('option', { value: -1 }, 'follow nobody'),
    ...flight.agents.map((a, i) => element('option', { value: i }, a.name || `agent ${i}`)));
  follow.addEventListener('change', () => player.follow(Number(follow.value)));
  const trails = toggle('Trails', true, (v) => { agents.setVisible('trails', v); agents.show(player.time_s); });
  player.listeners.push(() => {
    play.textContent = player.isPlaying ? '❚❚' : '▶';
    time.value = String(player.time_s);
    text.textContent = `${clock(player.time_s)} / ${clock(flight.duration_s)}`;
    follow.value = String(player.followed);
  });
  player.changed();
  const about = element('span', { class: 'hint' }, `${grouped(flight.agents.length)} agents, a step every ${short(flight.step_s, 3)} s`);
  return element('div', { id: 'flight' }, play, time, text, speed, follow, trails.row, about);
}
