// SPDX-License-Identifier: Apache-2.0
// Speed and acceleration of the agent that the camera follows, as curves over the time of the flight.

import { short } from './figures.js';

/** Derivatives are taken over this many seconds before and after, and at least over a step. */
const REACH_S = 0.1;
/** Number of points of a curve, at most. */
const MOST_POINTS = 600;
const [WIDTH, HEIGHT] = [240, 44];
const SVG = 'http://www.w3.org/2000/svg';

/**
 * Speed and acceleration of an agent at times evenly spread over a flight; NaN where it is absent.
 * @param {import('./flight.js').Flight} flight @param {number} agent
 * @returns {{times_s: Float64Array, speeds: Float64Array, accelerations: Float64Array}}
 */
export function motionOf(flight, agent, points = MOST_POINTS) {
  const count = Math.max(2, Math.min(points, flight.frameCount));
  const reach = Math.max(REACH_S, flight.step_s);
  const [times_s, speeds, accelerations] = [0, 1, 2].map(() => new Float64Array(count).fill(NaN));
  for (let i = 0; i < count; ++i) {
    times_s[i] = flight.duration_s * i / (count - 1);
    // Near the ends, the values there.
    const at = Math.min(Math.max(times_s[i], reach), flight.duration_s - reach);
    const [before, here, after] = [at - reach, at, at + reach].map((time) => flight.positionAt(agent, time));
    if (!before || !here || !after) continue;
    speeds[i] = Math.hypot(...after.map((v, a) => v - before[a])) / (2 * reach);
    accelerations[i] = Math.hypot(...after.map((v, a) => v - 2 * here[a] + before[a])) / (reach * reach);
  }
  return { times_s, speeds, accelerations };
}

function svg(tag, properties, ...children) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(properties)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

/** A curve as the commands of an SVG path: one part for each time span without NaN. */
export function curveOf(values, most) {
  let text = '';
  values.forEach((value, i) => {
    if (Number.isNaN(value)) return;
    const isFirst = i === 0 || Number.isNaN(values[i - 1]);
    const [x, y] = [WIDTH * i / (values.length - 1), HEIGHT * (1 - value / most)];
    text += `${isFirst ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`;
  });
  return text;
}

/** Two plots with a line at the current time; a click goes to its time. */
export class MotionPlot {
  /** @param {import('./flight_player.js').FlightPlayer} player */
  constructor(player) {
    this.player = player;
    this.node = document.createElement('div');
    this.node.className = 'plots';
    this.cursors = [];
  }

  /** Shows an agent. @param {number} agent */
  follow(agent) {
    const { flight } = this.player;
    const { speeds, accelerations } = motionOf(flight, agent);
    this.cursors = [];
    this.node.replaceChildren(...[['Speed', speeds, 'm/s'], ['Acceleration', accelerations, 'm/s²']].map(
      ([name, values, unit]) => this.plot(name, values, unit)));
    this.show();
  }

  plot(name, values, unit) {
    const most = values.reduce((largest, value) => (value > largest ? value : largest), 0);
    const cursor = svg('line', { class: 'cursor', y1: 0, y2: HEIGHT });
    this.cursors.push(cursor);
    const title = `${name}, at most ${short(most, 3)} ${unit}`;
    const chart = svg('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': title },
      svg('path', { class: 'curve', d: curveOf(values, most || 1) }), cursor);
    chart.addEventListener('click', (event) => {
      const box = chart.getBoundingClientRect();
      this.player.seek(this.player.flight.duration_s * (event.clientX - box.left) / box.width);
    });
    const figure = document.createElement('figure');
    const caption = document.createElement('figcaption');
    caption.textContent = title;
    figure.append(caption, chart);
    return figure;
  }

  /** Moves the line to the current time. */
  show() {
    const { time_s, flight: { duration_s } } = this.player;
    const x = duration_s > 0 ? (WIDTH * time_s / duration_s).toFixed(1) : 0;
    for (const cursor of this.cursors) {
      cursor.setAttribute('x1', x);
      cursor.setAttribute('x2', x);
    }
  }
}
