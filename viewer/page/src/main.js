// SPDX-License-Identifier: Apache-2.0
// The page: reads its data, builds the layers, and connects controls, keys and mouse to them.

import * as THREE from 'three';
import { AgentPanel, makeEventList } from './agent_panel.js';
import { makeBindings } from './bindings.js';
import { splitShapes } from './bodies_layer.js';
import { BoxLayer } from './box_layer.js';
import { readBlock, readFloats, readHead, readNumbers, readRuntime } from './data.js';
import { element } from './elements.js';
import { Flight } from './flight.js';
import { flightLayers, makeBegin, makeCaption, makeFlightBar } from './flight_bar.js';
import { FlightPlayer } from './flight_player.js';
import { Frame } from './frame.js';
import { GraphLayer } from './graph_layer.js';
import { GroundLayer } from './ground_layer.js';
import { applyOptions, parseHash } from './hash_options.js';
import { bindKeys, makeHelp } from './keys.js';
import { LayersPanel } from './layers_panel.js';
import { LinkLayer } from './link_layer.js';
import { readNet } from './net_tables.js';
import { PathLayer } from './path_layer.js';
import { PathQuery } from './path_query.js';
import { Picking } from './picking.js';
import { QueryPanel } from './query_panel.js';
import { Stage, cornersOf } from './scene.js';
import { distanceTo, indexInIdleTime } from './surface_index.js';
import { Theme } from './theme.js';
import { VoxelLayer } from './voxel_layer.js';
import { WorldLayer } from './world_layer.js';

/** A page without the world's triangles starts with blocked voxels shown, for nets of up to this many cells. */
const MOST_CELLS_WITH_VOXELS = 300_000;
const AGENT_CLICK_PIXELS = 14;

/** The runtime with the net loaded, or the reason why there is none. */
async function openRuntime(image) {
  const wasm = readRuntime();
  if (!wasm) return { finder: null, why: 'This page answers no queries: it was built without Emscripten, which compiles the runtime.' };
  try {
    return { finder: await PathQuery.open(wasm, image), why: '' };
  } catch (error) {
    return { finder: null, why: `This page answers no queries: ${error.message}.` };
  }
}

function boundsLines(stage, theme) {
  const lines = new THREE.Box3Helper(new THREE.Box3(new THREE.Vector3(), new THREE.Vector3(...stage.frame.size)));
  lines.material.transparent = true;
  lines.material.opacity = 0.6;
  stage.grid.add(lines);
  theme.use((colours) => lines.material.color.set(colours.bounds));
  return lines;
}

/** The flight's player, or null if the page has no flight. */
async function openFlight(head, stage, theme) {
  if (!head.flight) return null;
  const shapes = head.flight.shapes?.length
    ? splitShapes(head.flight.shapes, await readFloats('shapes-positions'), await readNumbers('shapes-indices')) : [];
  const flight = new Flight(head.flight, await readFloats('flight-offsets'), await readFloats('flight-poses') ?? undefined);
  // The first view shows all positions of the agents, with a margin.
  const extent = flight.extent();
  if (extent) {
    const box = new THREE.Box3(...extent.map((corner) => stage.frame.toScene(corner)));
    stage.home = cornersOf(box.expandByScalar(Math.max(0.08 * box.getSize(new THREE.Vector3()).length(), 0.02 * stage.extent)));
  }
  return new FlightPlayer(stage, theme, flight, shapes);
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
  const bounds = boundsLines(stage, theme);

  const [positions, indices] = [await readFloats('world-positions'), await readNumbers('world-indices')];
  const world = positions ? new WorldLayer(stage, theme, positions, indices) : null;
  const layers = {
    world,
    voxels: new VoxelLayer(stage, theme),
    cells: new BoxLayer(stage, theme, { edges: 0.5, faces: 0.06, inset: 0.15, few: 1500 }),
    volumes: new BoxLayer(stage, theme, { edges: 0.3, faces: 0.03, inset: 0, few: 1500 }),
    graph: new GraphLayer(stage, theme),
    ground: net.ground ? new GroundLayer(stage, theme) : null,
    links: net.ground || net.gates.length > 0 ? new LinkLayer(stage, theme) : null,
    path: new PathLayer(stage, theme),
  };
  const player = await openFlight(head, stage, theme);
  const show = (object) => (v) => { object.visible = v; stage.invalidate(); };
  const panel = new LayersPanel(stage, layers, [
    ['path', 'Path', true, (v) => { layers.path.visible = v; if (picking) picking.visible = v; }, 'The path, its start and its goal'],
    ...(player ? flightLayers(player) : []),
    ['bounds', 'Bounds', true, show(bounds), 'The bounds of the net'],
  ]);
  const query = new QueryPanel(stage, finder, why, layers.path, layers.ground, head.title);
  const picking = finder ? makePicking(stage, theme, layers, query) : null;
  const page = { stage, net, layers, panel, query, picking, player, theme, makeRoom: () => makeRoom(stage) };
  const notes = element('div', { id: 'notes' });
  const showNotes = (more) => notes.replaceChildren(...[...head.notes, ...more].map((note) => element('p', { class: 'hint' }, note)));
  document.getElementById('controls').append(notes, query.node, ...panel.nodes);
  // Beside the scene where there is room, else below the other controls.
  const beside = document.getElementById(innerWidth > 1100 ? 'beside' : 'controls');
  if (player) addFlight(page, beside);
  beside.append(panel.figuresNode);
  if (!world && net.levels[0].cellCount <= MOST_CELLS_WITH_VOXELS) panel.toggles.voxels.set(true);
  if (!player) query.example();
  bind(page);
  document.body.classList.remove('loading');
  makeRoom(stage);
  stage.resetView();
  const applyAddress = () => {
    const opening = parseHash(head.view ?? '').options;
    const { options: asked, notes: unread } = parseHash(location.hash.slice(1));
    const options = { ...opening, ...asked };
    showNotes([...unread, ...applyOptions(options, page)]);
  };
  applyAddress();
  addEventListener('hashchange', applyAddress);
  if (world) indexInIdleTime(world.mesh.geometry);
  return page;
}

function makePicking(stage, theme, { world, voxels }, query) {
  const surfaces = () => [world?.group.visible && world.mesh, voxels.visible && voxels.mesh].filter(Boolean);
  const picking = new Picking(stage, theme, surfaces, (end, place) => query.setEnd(end, place));
  query.use(picking);
  return picking;
}

/** Adds the bar, the caption and the flight's sections of the panel; hides layers that would cover the flight. */
function addFlight({ stage, layers, panel, picking, player, query }, beside) {
  const clearance = (place) => layers.world ? distanceTo(layers.world.mesh, place) : NaN;
  beside.append(new AgentPanel(player, clearance).node);
  if (player.flight.events.length) beside.append(makeEventList(player));
  document.body.append(makeFlightBar(player), makeCaption(player), makeBegin(player));
  document.body.classList.add('has-flight');
  for (const name of ['ground', 'walls', 'axis', 'links', 'bounds']) panel.toggles[name]?.set(false);
  panel.figuresNode.open = query.node.open = false;
  followClicks(stage, player, picking);
}

/** Passes the area that the panel and the bar cover to the stage. */
function makeRoom(stage) {
  const panel = document.getElementById('panel').getBoundingClientRect();
  const bar = document.getElementById('flight')?.getBoundingClientRect();
  stage.setCovered(panel.width < innerWidth / 2 ? panel.right : 0, bar?.height ? innerHeight - bar.top : 0);
}

function followClicks(stage, player, picking) {
  stage.renderer.domElement.addEventListener('click', (event) => {
    if (picking?.armed || event.shiftKey || event.ctrlKey || event.metaKey) return;
    const agent = player.agents.agentAt(event.offsetX, event.offsetY, AGENT_CLICK_PIXELS);
    if (agent >= 0) player.follow(agent);
  });
}

function bind(page) {
  const { stage, theme, player } = page;
  const togglePanel = () => {
    document.body.classList.toggle('panel-hidden');
    makeRoom(stage);
  };
  const bindings = makeBindings({ ...page, togglePanel, help: () => help.open ? help.close() : help.showModal() });
  const help = makeHelp(bindings);
  document.body.append(help);
  document.getElementById('show-help').addEventListener('click', () => help.showModal());
  document.getElementById('show-theme').addEventListener('click', () => theme.toggle());
  document.getElementById('show-all').addEventListener('click', () => { player?.follow(-1); stage.resetView(); });
  document.getElementById('show-panel').addEventListener('click', togglePanel);
  bindKeys(bindings);
}

/** For tests and the console: resolves to the page's objects. */
window.navnetViewer = start();
/** For scripts that take screenshots: resolves when everything has been drawn. */
window.navnetReady = window.navnetViewer.then(({ stage }) => stage.settled());
window.navnetViewer.catch((error) => {
  console.error(error);
  document.getElementById('loading').textContent = `The page cannot be shown: ${error.message}`;
});
