// SPDX-License-Identifier: Apache-2.0
// Colours of the scene, light and dark. Colours of the controls are in style.css.

export const THEMES = {
  light: {
    background: 0xf6f7f9, backgroundTop: 0xc9d8ea, world: 0xe4e6ea, worldEdge: 0x55606f, skyLight: 0xdce9ff, groundLight: 0xb9b2a6,
    sunLight: 0xfff1dd, skyPower: 1.6, sunPower: 2.6, edgeOpacity: 0.4,
    voxel: 0xaeb7c6, graph: 0x2a6fdb, bounds: 0x9aa5b5, path: 0xe8590c, bend: 0x7c2d12, start: 0x15803d, goal: 0xc026d3,
    corridor: 0xf59f00, wall: 0x334155, axis: 0xbe185d, link: 0x7c3aed, spot: 0x0d9488, trail: 0x2563eb,
    lightness: 0.42, layerLightness: 0.6,
    zones: { 'no-fly': 0xe03131, start: 0x2b8a3e, goal: 0x7048e8, other: 0x1971c2 },
  },
  dark: {
    background: 0x161c26, backgroundTop: 0x080b11, world: 0x8791a3, worldEdge: 0xb8c6dc, skyLight: 0xb9cbf2, groundLight: 0x4d525e,
    sunLight: 0xffe2bd, skyPower: 1.15, sunPower: 3.0, edgeOpacity: 0.16,
    voxel: 0x556176, graph: 0x6ea8fe, bounds: 0x4b5667, path: 0xff922b, bend: 0xffe8cc, start: 0x4ade80, goal: 0xf0abfc,
    corridor: 0xffd43b, wall: 0xcbd5e1, axis: 0xf472b6, link: 0xc4b5fd, spot: 0x5eead4, trail: 0x93c5fd,
    lightness: 0.62, layerLightness: 0.5,
    zones: { 'no-fly': 0xff6b6b, start: 0x69db7c, goal: 0xb197fc, other: 0x74c0fc },
  },
};

/** Colours of the kinds of agents, in the order of a log; they contrast with both backgrounds. */
export const AGENT_COLOURS = [0x2f9e44, 0xe03131, 0x1c7ed6, 0xf08c00, 0x9c36b5, 0x0c8599];

/** Colours of kinds of bodies; other kinds get colours of agents. */
export const BODY_COLOURS = { rock: 0x9a8c7d, asteroid: 0x9a8c7d, door: 0xd9822b };

/** The page's theme: the system's preference until the user chooses. */
export class Theme {
  constructor() {
    this.listeners = [];
    const query = matchMedia('(prefers-color-scheme: dark)');
    this.name = query.matches ? 'dark' : 'light';
    query.addEventListener('change', (event) => this.set(event.matches ? 'dark' : 'light'));
    document.documentElement.dataset.theme = this.name;
  }

  get colours() {
    return THEMES[this.name];
  }

  /** @param {(colours: typeof THEMES.light) => void} listener called now and at each change */
  use(listener) {
    this.listeners.push(listener);
    listener(this.colours);
  }

  /** @param {'light'|'dark'} name */
  set(name) {
    this.name = name;
    document.documentElement.dataset.theme = name;
    for (const listener of this.listeners) listener(this.colours);
  }

  toggle() {
    this.set(this.name === 'dark' ? 'light' : 'dark');
  }
}
