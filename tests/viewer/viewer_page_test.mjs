// SPDX-License-Identifier: Apache-2.0
// The page of navnet view in a real browser: figures, layers, queries, picking, and playing a flight.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { bake, folder, navnet, openBrowser, openPage, rowsOf, worlds, writeLog, writeTurnedWorld } from './support.mjs';

const FLIGHT = { agents: 12, frames: 80, step_s: 0.25, centre: [50, 50, 30], radius: 30 };
let browser, log;
const nets = {}, pages = {};

before(async () => {
  browser = await openBrowser();
  log = writeLog(path.join(folder, 'flight.json'), FLIGHT);
  for (const name of ['station', 'city']) {
    nets[name] = bake(name);
    pages[name] = path.join(folder, `${name}.html`);
    navnet('view', nets[name], '--world', worlds[name].world, '--out', pages[name]);
  }
  pages.flight = path.join(folder, 'flight.html');
  navnet('view', nets.city, '--world', worlds.city.world, '--flight', path.join(folder, 'flight.json'), '--out', pages.flight);
});
after(() => browser.close());

/** Runs `body` on a page and expects no errors or warnings from the browser. */
async function onPage(name, body, options) {
  const { page, faults } = await openPage(browser, pages[name], options);
  try {
    await body(page);
    await page.waitForTimeout(200);
    await page.screenshot({ path: path.join(folder, `${name}-last.png`) });
    assert.deepEqual(faults, []);
  } finally {
    await page.close();
  }
}

const whole = (text) => Number(text.replaceAll(',', ''));

/** Types a value into a field. */
async function type(page, label, value) {
  await page.getByLabel(label, { exact: true }).fill(String(value));
  await page.keyboard.press('Enter');
}

for (const name of ['station', 'city']) {
  test(`the page of ${name} shows the figures that the command prints`, () => onPage(name, async (page) => {
    const info = JSON.parse(navnet('info', nets[name], '--json'));
    for (const [index, level] of info.levels.entries()) {
      await page.getByLabel('Level', { exact: true }).selectOption(String(index));
      const rows = await rowsOf(page, 'figures');
      assert.equal(whole(rows.Cells), level.cells);
      assert.equal(whole(rows.Contacts), level.contacts);
      assert.equal(whole(rows.Components), level.components);
      for (const layer of ['Cells', 'NavVolumes', 'Graph', 'Blocked voxels']) await page.getByLabel(layer, { exact: true }).check();
      const drawn = await page.evaluate(() => {
        const { cells, volumes, graph } = window.viewer.layers;
        return [cells.edges.geometry.instanceCount, volumes.edges.geometry.instanceCount, graph.drawn];
      });
      assert.deepEqual(drawn, [level.cells, level.cells, level.contacts]);
      assert.match(await page.textContent('#shown'), new RegExp(`^${rows.Cells} of ${rows.Cells} cells`));
    }
    await page.screenshot({ path: path.join(folder, `${name}-layers.png`) });
  }));
}

test('filters by size and height hide the right cells', () => onPage('station', async (page) => {
  await page.getByLabel('Cells', { exact: true }).check();
  await page.getByLabel('Size from').fill('0.5');
  const { shown, counted, all } = await page.evaluate(() => {
    const { cells } = window.viewer.layers;
    const least = cells.uniforms.sizeRange.value.x;
    const boxes = window.viewer.panel.level.cells;
    let count = 0;
    for (let i = 0; i < boxes.length; i += 6) {
      const volume = (boxes[i + 3] - boxes[i]) * (boxes[i + 4] - boxes[i + 1]) * (boxes[i + 5] - boxes[i + 2]);
      if (Math.cbrt(volume) >= least) ++count;
    }
    return { shown: cells.shownCount(), counted: count, all: cells.count };
  });
  assert.equal(shown, counted);
  assert.ok(shown > 0 && shown < all, `${shown} of ${all}`);
  await page.getByLabel('Size from').fill('0');
  await page.getByLabel('Cut at height').fill('0.4');
  await page.getByLabel('Only cells at the cut').check();
  const sliced = await page.evaluate(() => window.viewer.layers.cells.shownCount());
  assert.ok(sliced > 0 && sliced < all, `${sliced} of ${all}`);
  await page.screenshot({ path: path.join(folder, 'station-cut.png') });
}));

for (const [name, mode, from, to] of [
  ['station', 'fly', [1, 20, 20], [39, 22, 25]],
  ['city', 'fly', [5, 5, 25], [95, 90, 6]],
  ['city', 'walk', [5, 5, 1], [95, 95, 1]],
  ['city', 'any', [5, 5, 1], [95, 95, 20]],
]) {
  test(`a ${mode} query typed into the page of ${name} has the answer of the command`, () => onPage(name, async (page) => {
    const radius = name === 'city' ? 0.5 : 0.3;
    await page.getByLabel('Agent', { exact: true }).selectOption(mode);
    await type(page, 'Radius m', radius);
    await type(page, 'Snap m', 3);
    for (const [a, axis] of ['x', 'y', 'z'].entries()) {
      await type(page, `start ${axis}`, from[a]);
      await type(page, `goal ${axis}`, to[a]);
    }
    const expected = JSON.parse(navnet('query', nets[name], '--from', from.join(), '--to', to.join(), '--mode', mode,
      '--radius', String(radius), '--snap', '3', '--json'));
    assert.equal(expected.status, 'complete');
    const answer = await page.evaluate(() => ({ ...window.viewer.query.answer, volumes: window.viewer.query.answer.volumes.length }));
    assert.equal(answer.status, 'complete');
    assert.ok(Math.abs(answer.length_m - expected.length_m) < 1e-9, `${answer.length_m} for ${expected.length_m}`);
    assert.equal(answer.points.length, expected.waypoints.length);
    answer.points.forEach((p, i) => p.forEach((v, a) => assert.ok(Math.abs(v - expected.waypoints[i][a]) < 1e-9)));
    if (mode === 'fly') assert.equal(answer.volumes, expected.volumes);
    const rows = await rowsOf(page, 'answer');
    assert.equal(parseFloat(rows.Length.replaceAll(',', '')), Number(expected.length_m.toPrecision(6)));
    await page.screenshot({ path: path.join(folder, `${name}-${mode}.png`) });
  }));
}

for (const up of ['y', 'z']) {
  test(`a turned net with ${up} up has the same place in the scene as in the world`, async () => {
    const name = `turned_${up}`;
    const world = path.join(folder, `${name}.obj`), net = path.join(folder, `${name}.navnet`);
    writeTurnedWorld(world, up);
    navnet('bake', world, '--up', up, '--align', 'auto', '--voxel', '0.25', '--radius', '0.3', '--walk', '-o', net);
    assert.ok(Math.abs(JSON.parse(navnet('info', net, '--json')).turn_deg) > 5, 'the grid is turned');
    pages[name] = path.join(folder, `${name}.html`);
    navnet('view', net, '--world', world, '--up', up, '--out', pages[name]);
    await onPage(name, async (page) => {
      const { up: cameraUp, outside, points, blocked } = await page.evaluate(() => {
        const { stage, query, layers } = window.viewer;
        const { frame } = stage;
        const toGrid = frame.gridToScene.clone().invert();
        const boxes = Array.from({ length: layers.path.volumes.drawn }, (_, k) => [0, 1, 2].map(
          (a) => [layers.path.volumes.lo[3 * k + a], layers.path.volumes.hi[3 * k + a]]));
        const isIn = (p) => boxes.some((box) => box.every(([lo, hi], a) => p[a] > lo - 1e-3 && p[a] < hi + 1e-3));
        const inGrid = (p) => frame.toScene(p).applyMatrix4(toGrid).toArray();
        // No corner of the world lies inside a NavVolume.
        const corners = layers.world.mesh.geometry.getAttribute('position');
        let hit = 0;
        for (let i = 0; i < corners.count; ++i) {
          const p = stage.scene.position.clone().fromBufferAttribute(corners, i).applyMatrix4(toGrid).toArray();
          if (boxes.some((box) => box.every(([lo, hi], a) => p[a] > lo && p[a] < hi))) ++hit;
        }
        const { points } = query.answer;
        return { up: stage.camera.up.toArray(), points: points.length, outside: points.filter((p) => !isIn(inGrid(p))).length, blocked: hit };
      });
      assert.deepEqual(cameraUp, up === 'y' ? [0, 1, 0] : [0, 0, 1]);
      assert.ok(points >= 2);
      assert.equal(outside, 0);
      assert.equal(blocked, 0);
      await page.getByLabel('Blocked voxels').check();
      await page.screenshot({ path: path.join(folder, `${name}.png`) });
    });
  });
}

test('two clicks in the scene give the path that the command shown prints', () => onPage('city', async (page) => {
  const scene = page.locator('#scene');
  await scene.click({ position: { x: 640, y: 520 }, modifiers: ['Shift'] });
  await scene.click({ position: { x: 960, y: 440 }, modifiers: ['Control'] });
  const { query, answer } = await page.evaluate(() => window.viewer.query);
  assert.equal(answer.status, 'complete');
  const [program, ...args] = (await page.textContent('.command')).split(' ');
  assert.equal(program, 'navnet');
  args[1] = nets.city;
  const expected = JSON.parse(navnet(...args, '--json'));
  assert.deepEqual(answer.points, expected.waypoints);
  assert.equal(answer.length_m, expected.length_m);
  // The same with the key s and two clicks.
  await page.keyboard.press('Escape');
  await page.keyboard.press('s');
  await scene.click({ position: { x: 700, y: 480 } });
  await scene.click({ position: { x: 900, y: 500 } });
  const second = await page.evaluate(() => window.viewer.query.query);
  assert.notDeepEqual(second.start, query.start);
  assert.notDeepEqual(second.goal, query.goal);
  await page.screenshot({ path: path.join(folder, 'city-picked.png') });
}));

test('dragging the handle of an end updates the path', () => onPage('city', async (page) => {
  await page.locator('#scene').click({ position: { x: 960, y: 440 }, modifiers: ['Control'] });
  const before = await page.evaluate(() => structuredClone(window.viewer.query.query));
  await page.waitForTimeout(500);
  // The handle's arrow along the world's x, from the end to its tip, with the size that three.js draws.
  const [from, to] = await page.evaluate(() => {
    const { stage, picking } = window.viewer;
    const { domElement } = stage.renderer;
    const seen = (p) => [(p.project(stage.camera).x + 1) / 2 * domElement.clientWidth, (1 - p.y) / 2 * domElement.clientHeight];
    const ball = picking.balls.goal.position.clone();
    const tip = ball.clone();
    tip.x += ball.distanceTo(stage.camera.position) * 1.9 * Math.tan(Math.PI * stage.camera.fov / 360) * picking.handles.size / 8;
    return [seen(ball), seen(tip)];
  });
  await page.mouse.move(to[0], to[1]);
  await page.waitForTimeout(200);
  await page.mouse.down();
  await page.mouse.move(to[0] + 2 * (to[0] - from[0]), to[1] + 2 * (to[1] - from[1]), { steps: 4 });
  await page.mouse.up();
  const { query, answer } = await page.evaluate(() => window.viewer.query);
  assert.ok(Math.abs(query.goal[0] - before.goal[0]) > 0.5, `${query.goal} from ${before.goal}`);
  assert.ok(Math.abs(query.goal[1] - before.goal[1]) < 1e-3 && Math.abs(query.goal[2] - before.goal[2]) < 1e-3);
  const expected = JSON.parse(navnet('query', nets.city, '--from', query.start.join(), '--to', query.goal.join(), '--radius',
    String(query.radius_m), '--snap', String(query.snap_m), '--json'));
  assert.equal(answer.status, expected.status);
  assert.equal(answer.length_m, expected.length_m);
}));

test('a blocked end gives a message', () => onPage('city', async (page) => {
  await type(page, 'Snap m', 0);
  for (const [a, axis] of ['x', 'y', 'z'].entries()) await type(page, `start ${axis}`, [50, 50, 0][a]);
  assert.match((await rowsOf(page, 'answer')).Status, /start blocked/);
  assert.match(await page.textContent('#reason'), /no room for the agent/);
}));

test('a flight plays, with agents at the positions of the log', () => onPage('flight', async (page) => {
  const { agents, frames, step_s } = FLIGHT;
  for (const frame of [0, 17, 40, frames - 1]) {
    const places = await page.evaluate((time) => {
      const { player } = window.viewer;
      player.seek(time);
      return player.flight.agents.map((_, i) => player.positionOf(i));
    }, frame * step_s);
    for (let agent = 0; agent < agents; ++agent) {
      if (!log.isThere(frame, agent)) {
        assert.equal(places[agent], null);
        continue;
      }
      log.position(frame, agent).forEach((v, a) => assert.ok(Math.abs(places[agent][a] - v) < 1e-4));
    }
  }
  // Between two steps, positions are interpolated linearly.
  const between = await page.evaluate((time) => {
    window.viewer.player.seek(time);
    return window.viewer.player.positionOf(0);
  }, 10.5 * step_s);
  const [before, behind] = [log.position(10, 0), log.position(11, 0)];
  between.forEach((v, a) => assert.ok(Math.abs(v - (before[a] + behind[a]) / 2) < 1e-4));

  await page.evaluate(() => window.viewer.player.seek(0));
  await page.keyboard.press('Space');
  await page.waitForFunction(() => window.viewer.player.time_s > 0.3);
  await page.keyboard.press('Space');
  const stopped = await page.evaluate(() => [window.viewer.player.isPlaying, window.viewer.player.time_s]);
  assert.equal(stopped[0], false);
  await page.keyboard.press('ArrowRight');
  assert.ok(Math.abs(await page.evaluate(() => window.viewer.player.time_s) - stopped[1] - step_s) < 1e-9);
  await page.locator('#time').fill('10');
  assert.equal(await page.evaluate(() => window.viewer.player.time_s), 10);
  await page.screenshot({ path: path.join(folder, 'flight-all.png') });

  await page.getByLabel('Follow').selectOption('3');
  const camera = () => page.evaluate(() => window.viewer.stage.controls.target.toArray());
  const first = await camera();
  await page.evaluate(() => window.viewer.player.seek(14));
  const second = await camera();
  assert.ok(Math.hypot(...second.map((v, a) => v - first[a])) > 5, 'the camera follows the agent');
  await page.screenshot({ path: path.join(folder, 'flight-follow.png') });
}));

test('keys open the help, change the theme, and hide and show the panel', () => onPage('station', async (page) => {
  await page.keyboard.press('?');
  await page.waitForSelector('#help[open]');
  await page.screenshot({ path: path.join(folder, 'help.png') });
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('#help').isVisible(), false);
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark');
  await page.keyboard.press('t');
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'light');
  await page.keyboard.press('p');
  assert.equal(await page.locator('#panel').isVisible(), false);
  await page.locator('#show-panel').click();
  assert.equal(await page.locator('#panel').isVisible(), true);
}, { colorScheme: 'dark' }));

test('the scene is drawn, and hiding a layer changes it', () => onPage('city', async (page) => {
  const picture = () => page.locator('#scene').screenshot();
  const first = await picture();
  await page.keyboard.press('1');
  await page.waitForTimeout(300);
  const second = await picture();
  assert.ok(first.length > 20000, 'a picture of one colour would compress better');
  assert.notDeepEqual(first, second);
}));

test('a page without a world shows the blocked voxels instead', async () => {
  pages.alone = path.join(folder, 'alone.html');
  navnet('view', nets.station, '--out', pages.alone);
  await onPage('alone', async (page) => {
    assert.equal(await page.getByLabel('World', { exact: true }).count(), 0);
    assert.equal(await page.getByLabel('Blocked voxels').isChecked(), true);
    assert.ok(await page.evaluate(() => window.viewer.layers.voxels.rectangles) > 0);
  });
});

test('a damaged page shows an error', async () => {
  const text = fs.readFileSync(pages.station, 'utf8');
  const at = text.indexOf('id="navnet-image"') + 400;
  pages.damaged = path.join(folder, 'damaged.html');
  fs.writeFileSync(pages.damaged, text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1));
  const page = await browser.newPage();
  await page.goto(`file://${pages.damaged}`);
  await page.waitForFunction(() => /cannot be shown|answers no queries/.test(document.body.innerText));
  await page.close();
});
