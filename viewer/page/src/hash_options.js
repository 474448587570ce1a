// SPDX-License-Identifier: Apache-2.0
// What the address of a page may ask for behind its #, for links and for pictures made by scripts:
//
//   page.html#t=12.5&layers=world,cells,path&camera=1,2,3,4,5,6&theme=dark&panel=off&follow=drone 1&play=1
//
// All keys are in OPTIONS. What is not understood is told in the page.

const numbers = (count) => (text) => {
  const values = text.split(',').map((part) => part.trim() === '' ? NaN : Number(part));
  return values.length === count && values.every(Number.isFinite) ? values : undefined;
};
const number = (text) => numbers(1)(text)?.[0];
const oneOf = (...names) => (text) => names.includes(text) ? text : undefined;
const isOn = (text) => ({ 1: true, on: true, 0: false, off: false })[text];
const names = (text) => text.split(',').map((name) => name.trim()).filter(Boolean);

/** By key: how its text is read (undefined: it cannot be), what it looks like, what it does. */
export const OPTIONS = {
  t: { read: number, form: 'SECONDS', help: 'time of the flight' },
  play: { read: isOn, form: '1', help: 'plays from there' },
  speed: { read: number, form: 'FACTOR', help: 'of the flight' },
  follow: { read: (text) => text || undefined, form: 'NAME', help: 'agent that the camera follows, by name or number' },
  chase: { read: isOn, form: '1', help: 'the camera keeps behind it' },
  camera: { read: numbers(6), form: 'X,Y,Z,X,Y,Z', help: 'where the camera is and what it looks at, in metres' },
  layers: { read: names, form: 'NAME,…', help: 'what is shown' },
  cut: { read: number, form: 'METRES', help: 'hides what is above that height of the world' },
  opacity: { read: number, form: '0…1', help: 'of the world' },
  from: { read: numbers(3), form: 'X,Y,Z', help: 'start of a path' },
  to: { read: numbers(3), form: 'X,Y,Z', help: 'its goal' },
  mode: { read: oneOf('fly', 'walk', 'any'), form: 'fly|walk|any', help: 'how it is gone' },
  theme: { read: oneOf('light', 'dark'), form: 'light|dark', help: 'colours' },
  panel: { read: isOn, form: 'off', help: 'hides the panel' },
  bar: { read: isOn, form: 'off', help: 'hides the bar of the flight, the caption and the buttons' },
  fine: { read: isOn, form: 'on|off', help: 'soft light when nothing moves' },
};

/** @param {string} text what stands behind the # @returns {{options: Record<string, any>, notes: string[]}} */
export function parseHash(text) {
  const options = {}, notes = [];
  for (const part of text.split('&').filter(Boolean)) {
    let key, value;
    try {
      const at = part.indexOf('=');
      [key, value] = [part.slice(0, at < 0 ? part.length : at), at < 0 ? '' : part.slice(at + 1)].map(decodeURIComponent);
    } catch {
      notes.push(`The address asks for “${part}”, which is not well written.`);
      continue;
    }
    if (!Object.hasOwn(OPTIONS, key)) {
      notes.push(`The address asks for “${key}”, which this page does not know (? lists what it knows).`);
      continue;
    }
    const read = OPTIONS[key].read(value);
    if (read === undefined) notes.push(`The address says ${key}=${value}; it should be ${key}=${OPTIONS[key].form}.`);
    else options[key] = read;
  }
  return { options, notes };
}

/**
 * Does what the options say. @param {Record<string, any>} options @param {any} page as main.js makes it
 * @returns {string[]} what could not be done
 */
export function applyOptions(options, page) {
  const { stage, theme, panel, query, player } = page;
  const notes = [];
  const setClass = (name, isSet) => { if (isSet !== undefined) document.body.classList.toggle(name, isSet); };
  if (options.theme) theme.set(options.theme);
  setClass('panel-hidden', options.panel === undefined ? undefined : !options.panel);
  setClass('bar-hidden', options.bar === undefined ? undefined : !options.bar);
  if (options.fine !== undefined) stage.isFine = options.fine;
  page.makeRoom();
  // More or less room for the scene: it is looked at anew.
  if (options.panel !== undefined || options.bar !== undefined) stage.resetView();
  if (options.mode || options.from || options.to) {
    if (query.finder) query.askFor(options);
    else notes.push('This page answers no queries, so the path of the address is not shown.');
  }
  if (options.layers) {
    if (options.layers.includes('path') && !query.query.start) query.example();
    const unknown = panel.showOnly(options.layers);
    if (unknown.length) notes.push(`The address asks for layers that are not here: ${unknown.join(', ')}. There are ${Object.keys(panel.toggles).join(', ')}.`);
  }
  if (options.opacity !== undefined) panel.opacity?.set(options.opacity);
  if (options.cut !== undefined) panel.setCutHeight(options.cut);
  if (player) notes.push(...applyToFlight(options, player));
  if (options.camera) stage.lookFrom(options.camera.slice(0, 3), options.camera.slice(3));
  return notes;
}

function applyToFlight(options, player) {
  const notes = [];
  if (options.speed > 0) player.speed = options.speed;
  if (options.t !== undefined) player.seek(options.t);
  if (options.chase !== undefined) player.camera.setMode(options.chase ? 'chase' : 'orbit', player.time_s);
  if (options.follow !== undefined) {
    const { agents } = player.flight;
    const named = agents.findIndex((a) => a.name === options.follow);
    const agent = named >= 0 ? named : Number(options.follow);
    if (agents[agent]) player.follow(agent);
    else notes.push(`The address asks to follow “${options.follow}”, who is not in this flight.`);
  }
  if (options.play !== undefined && options.play !== player.isPlaying) player.togglePlay();
  player.changed();
  return notes;
}
