// SPDX-License-Identifier: Apache-2.0
// What keys do.

/** Part of the net's height by which a key moves the cut. */
const CUT_STEP = 1 / 40;

/** @param {any} page as main.js makes it @returns {{keys: string[], help: string, run: (event: KeyboardEvent) => void}[]} */
export function makeBindings({ stage, theme, panel, query, picking, player, togglePanel, help }) {
  const flip = (name) => () => panel.toggles[name]?.set(!panel.toggles[name].input.checked);
  const steps = (event) => event.shiftKey ? Math.round(1 / player.flight.step_s) : 1;
  return [
    { keys: ['?', 'h'], help: 'this help', run: help },
    { keys: ['r'], help: player ? 'the whole flight again' : 'the whole net again', run: () => { player?.follow(-1); stage.resetView(); } },
    { keys: ['t'], help: 'light or dark', run: () => theme.toggle() },
    { keys: ['p'], help: 'show or hide the panel', run: togglePanel },
    { keys: ['1'], help: panel.toggles.world && 'world', run: flip('world') },
    { keys: ['2'], help: 'blocked voxels', run: flip('voxels') },
    { keys: ['3'], help: 'cells', run: flip('cells') },
    { keys: ['4'], help: 'NavVolumes', run: flip('volumes') },
    { keys: ['5'], help: 'graph', run: flip('graph') },
    { keys: ['9'], help: 'corridor of the path', run: flip('corridor') },
    ...(panel.toggles.ground ? [
      { keys: ['6'], help: 'ground', run: flip('ground') },
      { keys: ['7'], help: 'medial axis', run: flip('axis') },
    ] : []),
    ...(panel.toggles.links ? [{ keys: ['8'], help: 'links', run: flip('links') }] : []),
    { keys: ['PageDown', 'PageUp'], help: 'cut away what is above, lower or higher',
      run: (event) => panel.moveCut(event.key === 'PageDown' ? -CUT_STEP : CUT_STEP) },
    ...(picking ? [
      { keys: ['s'], help: 'pick the start', run: () => picking.arm('start') },
      { keys: ['g'], help: 'pick the goal', run: () => picking.arm('goal') },
      { keys: ['x'], help: 'an example path', run: () => query.example() },
    ] : []),
    { keys: ['Escape'], help: 'let go', run: () => { picking?.arm(null); picking?.release(); } },
    ...(player ? [
      { keys: [' '], help: 'play, pause', run: () => player.togglePlay() },
      { keys: ['ArrowLeft', 'ArrowRight'], help: 'a step back or on; with Shift a second',
        run: (event) => player.seek(player.time_s + (event.key === 'ArrowLeft' ? -1 : 1) * steps(event) * player.flight.step_s) },
      { keys: ['[', ']', 'n'], help: 'follow the agent before or the next', run: (event) => player.step(event.key === '[' ? -1 : 1) },
      { keys: ['c'], help: 'keep behind the agent, or turn round it', run: () => player.toggleChase() },
      { keys: ['f'], help: 'follow nobody', run: () => player.follow(-1) },
    ] : []),
  ];
}
