// SPDX-License-Identifier: Apache-2.0
// The page's keys and their actions.

/** Distance by which a key moves the cut, as a part of the net's height. */
const CUT_STEP = 1 / 40;

/** @param {any} page as main.js makes it @returns {{keys: string[], help: string, run: (event: KeyboardEvent) => void}[]} */
export function makeBindings({ stage, theme, panel, query, picking, player, togglePanel, help }) {
  const flip = (name) => () => panel.toggles[name]?.set(!panel.toggles[name].input.checked);
  const steps = (event) => event.shiftKey ? Math.round(1 / player.flight.step_s) : 1;
  return [
    { keys: ['?', 'h'], help: 'this help', run: help },
    { keys: ['r'], help: 'reset the view', run: () => { player?.follow(-1); stage.resetView(); } },
    { keys: ['t'], help: 'switch between light and dark', run: () => theme.toggle() },
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
    { keys: ['PageDown', 'PageUp'], help: 'move the cut down or up; hides everything above it',
      run: (event) => panel.moveCut(event.key === 'PageDown' ? -CUT_STEP : CUT_STEP) },
    ...(picking ? [
      { keys: ['s'], help: 'set the start with the next click', run: () => picking.arm('start') },
      { keys: ['g'], help: 'set the goal with the next click', run: () => picking.arm('goal') },
      { keys: ['x'], help: 'show an example path', run: () => query.example() },
    ] : []),
    { keys: ['Escape'], help: 'deselect', run: () => { picking?.arm(null); picking?.release(); } },
    ...(player ? [
      { keys: [' '], help: 'play or pause', run: () => player.togglePlay() },
      { keys: ['ArrowLeft', 'ArrowRight'], help: 'one step back or forward; with Shift, one second',
        run: (event) => player.seek(player.time_s + (event.key === 'ArrowLeft' ? -1 : 1) * steps(event) * player.flight.step_s) },
      { keys: ['[', ']', 'n'], help: 'follow the previous or the next agent', run: (event) => player.step(event.key === '[' ? -1 : 1) },
      { keys: ['c'], help: 'camera behind the agent, or orbiting it', run: () => player.toggleChase() },
      { keys: ['f'], help: 'follow no agent', run: () => player.follow(-1) },
    ] : []),
  ];
}
