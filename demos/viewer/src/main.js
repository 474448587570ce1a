// The page: reads its data, builds the layers, and ties controls, keys and mouse to them.

import * as THREE from 'three';
import { BoxLayer } from './box_layer.js';
import { readBlock, readFloats, readHead, readNumbers, readRuntime } from './data.js';
import { element } from './elements.js';
import { Flight } from './flight.js';
import { makeFlightBar } from './flight_bar.js';
import { FlightPlayer } from './flight_player.js';
import { Frame } from './frame.js';
import { GraphLayer } from './graph_layer.js';
import { GroundLayer } from './ground_layer.js';
import { bindKeys, makeHelp } from './keys.js';
import { LayersPanel } from './layers_panel.js';
import { LinkLayer } from './link_layer.js';
import { readNet } from './net_tables.js';
import { PathLayer } from './path_layer.js';
import { PathQuery } from './path_query.js';
import { Picking } from './picking.js';
import { QueryPanel } from './query_panel.js';
import { Stage } from './scene.js';
import { Theme } from './theme.js';
import { VoxelLayer } from './voxel_layer.js';
import { WorldLayer } from './world_layer.js';

/** Without a world's triangles the blocked voxels are shown from the start, unless that takes long. */
const MOST_CELLS_WITH_VOXELS = 300_000;
const AGENT_CLICK_PIXELS = 14;

/** The runtime with the net in it, or why there is none. */
async function openRuntime(image) {
  const wasm = readRuntime();
  if (!wasm) return { finder: null, why: 'This page was built without the runtime (emscripten was missing), so it answers no queries.' };
  try {
    return { finder: await PathQuery.open(wasm, image), why: '' };
  } catch (error) {
    return { finder: null, why: `No queries in this page: ${error.message}.` };
  }
}

function boundsLines(stage, theme) {
  const lines = new THREE.Box3Helper(new THREE.Box3(new THREE.Vector3(), new THREE.Vector3(...stage.frame.size)));
  lines.material.transparent = true;
  lines.material.opacity = 0.6;
  stage.grid.add(lines);
  theme.use((colours) => lines.material.color.set(colours.bounds));
}

async function start() {
  const head = readHead();
  document.title = `${head.title} – NavNet`;
  document.getElementById('title').textContent = head.title;
  const image = await readBlock('image');
  const net = readNet(image);
  const { finder, why } = await openRuntime(image);
  const theme = new Theme();
  const stage = new Stage(document.getElementById('scene'), new Frame(net, head.origin_m), theme);
  boundsLines(stage, theme);

  const [positions, indices] = [await readFloats('world-positions'), await readNumbers('world-indices')];
  const world = positions ? new WorldLayer(stage, theme, positions, indices) : null;
  const layers = {
    world,
    voxels: new VoxelLayer(stage, theme),
    cells: new BoxLayer(stage, theme, { edges: 0.5, faces: 0.06, inset: 0.15, few: 1500 }),
    volumes: new BoxLayer(stage, theme, { edges: 0.3, faces: 0.03, inset: 0, few: 1500 }),
    graph: new GraphLayer(stage, theme),
    ground: net.ground ? new GroundLayer(stage, theme) : null,
    links: net.ground ? new LinkLayer(stage, theme) : null,
    path: new PathLayer(stage, theme),
  };
  const panel = new LayersPanel(stage, layers);
  const query = new QueryPanel(stage, finder, why, layers.path, layers.ground, head.title);
  const notes = element('div', { id: 'notes' }, ...head.notes.map((note) => element('p', { class: 'hint' }, note)));
  document.getElementById('controls').append(notes, query.node, ...panel.nodes);
  // Beside the scene where there is room, else below the other controls.
  document.getElementById(innerWidth > 1100 ? 'beside' : 'controls').append(panel.figuresNode);
  if (!world && net.levels[0].cellCount <= MOST_CELLS_WITH_VOXELS) {
    panel.toggles.voxels.input.checked = true;
    layers.voxels.visible = true;
  }

  let picking = null;
  if (finder) {
    const surfaces = () => [world?.group.visible && world.mesh, layers.voxels.visible && layers.voxels.mesh].filter(Boolean);
    picking = new Picking(stage, theme, surfaces, (end, place) => query.setEnd(end, place));
    query.use(picking);
  }
  let player = null;
  if (head.flight) {
    player = new FlightPlayer(stage, new Flight(head.flight, await readFloats('flight-offsets')));
    document.body.append(makeFlightBar(player));
    document.body.classList.add('has-flight');
    followClicks(stage, player, picking);
  } else {
    query.example();
  }
  bind({ stage, theme, panel, query, picking, player });
  document.body.classList.remove('loading');
  makeRoom(stage);
  stage.resetView();
  return { stage, net, layers, panel, query, picking, player, theme };
}

/** Tells the stage what the panel and the bar cover. */
function makeRoom(stage) {
  const panel = document.getElementById('panel').getBoundingClientRect();
  const bar = document.getElementById('flight')?.getBoundingClientRect();
  stage.setCovered(panel.width < innerWidth / 2 ? panel.right : 0, bar ? innerHeight - bar.top : 0);
}

function followClicks(stage, player, picking) {
  stage.renderer.domElement.addEventListener('click', (event) => {
    if (picking?.armed || event.shiftKey || event.ctrlKey || event.metaKey) return;
    const agent = player.agents.agentAt(event.offsetX, event.offsetY, AGENT_CLICK_PIXELS);
    if (agent >= 0) player.follow(agent);
  });
}

function bind({ stage, theme, panel, query, picking, player }) {
  const flip = (name) => () => panel.toggles[name]?.set(!panel.toggles[name].input.checked);
  const steps = (event) => event.shiftKey ? Math.round(1 / player.flight.step_s) : 1;
  const togglePanel = () => {
    document.body.classList.toggle('panel-hidden');
    makeRoom(stage);
  };
  const bindings = [
    { keys: ['?', 'h'], help: 'this help', run: () => help.open ? help.close() : help.showModal() },
    { keys: ['r'], help: 'the whole net again', run: () => { player?.follow(-1); stage.resetView(); } },
    { keys: ['t'], help: 'light or dark', run: () => theme.toggle() },
    { keys: ['p'], help: 'show or hide the panel', run: togglePanel },
    { keys: ['1'], help: panel.toggles.world && 'world', run: flip('world') },
    { keys: ['2'], help: 'blocked voxels', run: flip('voxels') },
    { keys: ['3'], help: 'cells', run: flip('cells') },
    { keys: ['4'], help: 'NavVolumes', run: flip('volumes') },
    { keys: ['5'], help: 'graph', run: flip('graph') },
    { keys: ['9'], help: 'corridor of the path', run: flip('corridor') },
    ...(panel.toggles.surface ? [
      { keys: ['6'], help: 'ground', run: flip('surface') },
      { keys: ['7'], help: 'medial axis', run: flip('axis') },
      { keys: ['8'], help: 'links', run: flip('arcs') },
    ] : []),
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
      { keys: ['f'], help: 'follow nobody', run: () => player.follow(-1) },
    ] : []),
  ];
  const help = makeHelp(bindings);
  document.body.append(help);
  document.getElementById('show-help').addEventListener('click', () => help.showModal());
  document.getElementById('show-theme').addEventListener('click', () => theme.toggle());
  document.getElementById('show-all').addEventListener('click', () => { player?.follow(-1); stage.resetView(); });
  document.getElementById('show-panel').addEventListener('click', togglePanel);
  bindKeys(bindings);
}

/** For tests and the curious: what the page is made of, once it is there. */
window.navnetViewer = start();
window.navnetViewer.catch((error) => {
  console.error(error);
  document.getElementById('loading').textContent = `The page cannot be shown: ${error.message}`;
});
