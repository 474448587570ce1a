// Colours, light and dark. The page's own are in style.css; these are the scene's.

export const THEMES = {
  light: {
    background: 0xf3f5f8, world: 0xc3cad4, worldEdge: 0x5c6675, skyLight: 0xffffff, groundLight: 0x9aa3b2,
    voxel: 0xaeb7c6, graph: 0x2a6fdb, bounds: 0x9aa5b5, path: 0xe8590c, bend: 0x7c2d12, start: 0x15803d, goal: 0xc026d3,
    corridor: 0xf59f00, wall: 0x334155, axis: 0xbe185d, link: 0x7c3aed, spot: 0x0d9488, trail: 0x2563eb,
    lightness: 0.42, layerLightness: 0.6,
  },
  dark: {
    background: 0x12161d, world: 0x657184, worldEdge: 0xaab6c8, skyLight: 0xdfe8ff, groundLight: 0x39414f,
    voxel: 0x556176, graph: 0x6ea8fe, bounds: 0x4b5667, path: 0xff922b, bend: 0xffe8cc, start: 0x4ade80, goal: 0xf0abfc,
    corridor: 0xffd43b, wall: 0xcbd5e1, axis: 0xf472b6, link: 0xc4b5fd, spot: 0x5eead4, trail: 0x93c5fd,
    lightness: 0.62, layerLightness: 0.5,
  },
};

/** Colours of kinds of agents, by their order in a log; readable on both backgrounds. */
export const AGENT_COLOURS = [0x2f9e44, 0xe03131, 0x1c7ed6, 0xf08c00, 0x9c36b5, 0x0c8599];

/** Keeps the page's theme: what the system prefers, until the reader chooses. */
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
