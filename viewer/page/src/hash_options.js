// SPDX-License-Identifier: Apache-2.0
// Options in the part of a page's address behind the #, for links and for screenshots made by scripts:
//
//   page.html#t=12.5&layers=world,cells,path&camera=1,2,3,4,5,6&theme=dark&panel=off&follow=drone 1&play=1
//
// All keys are in OPTIONS. The page shows a note for each part that it cannot read.

const numbers = (count) => (text) => {
  const values = text.split(',').map((part) => part.trim() === '' ? NaN : Number(part));
  return values.length === count && values.every(Number.isFinite) ? values : undefined;
};
const number = (text) => numbers(1)(text)?.[0];
const oneOf = (...names) => (text) => names.includes(text) ? text : undefined;
const isOn = (text) => ({ 1: true, on: true, 0: false, off: false })[text];
const names = (text) => text.split(',').map((name) => name.trim()).filter(Boolean);

/** For each key: a parser (undefined: the text is invalid), the form of its values, its help text. */
export const OPTIONS = {
  t: { read: number, form: 'SECONDS', help: 'jump to this time of the flight' },
  play: { read: isOn, form: '1', help: 'start playing' },
  speed: { read: number, form: 'FACTOR', help: 'playing speed' },
  follow: { read: (text) => text || undefined, form: 'NAME', help: 'follow this agent, given by name or number' },
  chase: { read: isOn, form: '1', help: 'keep the camera behind that agent' },
  camera: { read: numbers(6), form: 'X,Y,Z,X,Y,Z', help: 'position of the camera and the point it looks at, in metres' },
  layers: { read: names, form: 'NAME,…', help: 'show these layers and no others' },
  cut: { read: number, form: 'METRES', help: 'hide everything above this height' },
  opacity: { read: number, form: '0…1', help: 'opacity of the world' },
  from: { read: numbers(3), form: 'X,Y,Z', help: 'start of a path' },
  to: { read: numbers(3), form: 'X,Y,Z', help: 'goal of that path' },
  mode: { read: oneOf('fly', 'walk', 'any'), form: 'fly|walk|any', help: 'how the agent moves along that path' },
  theme: { read: oneOf('light', 'dark'), form: 'light|dark', help: 'colour scheme' },
  panel: { read: isOn, form: 'off', help: 'hide the panel' },
  bar: { read: isOn, form: 'off', help: 'hide the bar of the flight, the caption and the buttons' },
  fine: { read: isOn, form: 'on|off', help: 'soft light while nothing moves' },
};

/** @param {string} text behind the # @returns {{options: Record<string, any>, notes: string[]}} */
export function parseHash(text) {
  const options = {}, notes = [];
  for (const part of text.split('&').filter(Boolean)) {
    let key, value;
    try {
      const at = part.indexOf('=');
      [key, value] = [part.slice(0, at < 0 ? part.length : at), at < 0 ? '' : part.slice(at + 1)].map(decodeURIComponent);
    } catch {
      notes.push(`The address has “${part}”, which is not valid percent-encoding.`);
      continue;
    }
    if (!Object.hasOwn(OPTIONS, key)) {
      notes.push(`The address has the unknown option “${key}”; press ? for the list of options.`);
      continue;
    }
    const read = OPTIONS[key].read(value);
    if (read === undefined) notes.push(`The address has ${key}=${value}; expected ${key}=${OPTIONS[key].form}.`);
    else options[key] = read;
  }
  return { options, notes };
}

/**
 * Applies options to the page. @param {Record<string, any>} options @param {any} page as main.js makes it
 * @returns {string[]} notes on options that could not be applied
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
  // The size of the scene has changed.
  if (options.panel !== undefined || options.bar !== undefined) stage.resetView();
  if (options.mode || options.from || options.to) {
    if (query.finder) query.askFor(options);
    else notes.push('The path in the address is not shown, because this page answers no queries.');
  }
  if (options.layers) {
    if (options.layers.includes('path') && !query.query.start) query.example();
    const unknown = panel.showOnly(options.layers);
    if (unknown.length) notes.push(`The address has unknown layers: ${unknown.join(', ')}. This page has ${Object.keys(panel.toggles).join(', ')}.`);
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
    else notes.push(`The address has follow=${options.follow}, but this flight has no such agent.`);
  }
  if (options.play !== undefined && options.play !== player.isPlaying) player.togglePlay();
  player.changed();
  return notes;
}
