// SPDX-License-Identifier: Apache-2.0
// A flight on the page in a real browser: models, bodies, zones, plans, events, cameras, options in the address, the cut.

import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { rotationOf, writeBusyLog } from './busy_log.mjs';
import { bake, folder, navnet, openBrowser, openPage, rowsOf, worlds } from './support.mjs';

let browser, log, flightPage, cityPage;

before(async () => {
  browser = await openBrowser();
  const net = bake('city'), file = path.join(folder, 'busy.json');
  log = writeBusyLog(file, [50, 50, 30]);
  [flightPage, cityPage] = ['busy.html', 'city.html'].map((name) => path.join(folder, name));
  navnet('view', net, '--world', worlds.city.world, '--flight', file, '--out', flightPage);
  navnet('view', net, '--world', worlds.city.world, '--out', cityPage);
});
after(() => browser.close());

/** Runs `body` on the page, opened with a hash, and expects no errors or warnings from the browser. */
async function onPage(hash, body, file = flightPage) {
  const { page, faults } = await openPage(browser, file, {}, hash);
  try {
    await body(page);
    assert.deepEqual(faults, []);
  } finally {
    await page.close();
  }
}

const expectNear = (a, b, most, what) => assert.ok(Math.abs(a - b) <= most, `${what}: ${a} for ${b}`);
const seek = (page, time_s) => page.evaluate((t) => window.viewer.player.seek(t), time_s);

/** All bodies drawn: the shape's index, the rotation's matrix row by row, and the position in the world. */
const bodiesDrawn = (page) => page.evaluate(() => {
  const { player, stage } = window.viewer;
  return player.bodies.parts.flatMap(({ mesh }, shape) => Array.from({ length: mesh.count }, (_, k) => {
    const m = mesh.instanceMatrix.array.slice(16 * k, 16 * k + 16);
    return { shape, rotation: [m[0], m[4], m[8], m[1], m[5], m[9], m[2], m[6], m[10]], place: [12, 13, 14].map((i, a) => m[i] + stage.frame.origin[a]) };
  }));
});

test('bodies have the poses of the log, and are hidden while absent', () => onPage('', async (page) => {
  for (const frame of [0, 7, 20, 39, 40, 60]) {
    await seek(page, frame * log.head.step_s);
    const drawn = await bodiesDrawn(page);
    const expected = [0, 1, 2].map((body) => log.pose(frame, body)).filter(Boolean);
    assert.equal(drawn.length, expected.length, `frame ${frame}`);
    assert.deepEqual(drawn.map((b) => b.shape), expected.length === 3 ? [0, 0, 1] : [0, 0]);
    drawn.forEach(({ place, rotation }, i) => {
      place.forEach((v, a) => expectNear(v, expected[i][a], 1e-4, `frame ${frame}, body ${i}`));
      const turned = rotationOf(expected[i].slice(3));
      rotation.forEach((v, k) => expectNear(v, turned[k], 1e-5, `frame ${frame}, body ${i}, rotation`));
    });
  }
  // Between two steps: the position half way, the rotation half way, whatever the quaternions' signs.
  await seek(page, 10.5 * log.head.step_s);
  const [first, second] = await bodiesDrawn(page);
  const [before, behind] = [log.pose(10, 1), log.pose(11, 1)];
  second.place.forEach((v, a) => expectNear(v, (before[a] + behind[a]) / 2, 1e-4, 'between'));
  const half = before.slice(3).map((v, k) => v - behind[3 + k]);
  rotationOf(half.map((v) => v / Math.hypot(...half))).forEach((v, k) => expectNear(second.rotation[k], v, 1e-4, 'rotation between'));
  assert.equal(first.shape, 0);
}));

test('zones are drawn as boxes with a colour for each kind, and can be hidden', () => onPage('', async (page) => {
  const zones = await page.evaluate(() => {
    const { player: { zones }, stage, theme } = window.viewer;
    const places = zones.faces.geometry.getAttribute('position'), hatch = zones.faces.geometry.getAttribute('hatch');
    const boxes = zones.zones.map((_, zone) => [0, 1, 2].map((a) => {
      const values = Array.from({ length: 24 }, (_, k) => places.getComponent(24 * zone + k, a) + stage.frame.origin[a]);
      return [Math.min(...values), Math.max(...values)];
    }));
    const colours = zones.zones.map((_, zone) => [0, 1, 2].map((a) => zones.tints.getComponent(24 * zone, a)));
    return { boxes, colours, hatched: zones.zones.map((_, zone) => hatch.getX(24 * zone) > 0), edges: zones.edges.geometry.instanceCount, known: Object.keys(theme.colours.zones) };
  });
  log.head.zones.forEach(({ min_m, max_m }, i) => zones.boxes[i].forEach(([low, high], a) => {
    expectNear(low, min_m[a], 1e-4, 'zone');
    expectNear(high, max_m[a], 1e-4, 'zone');
  }));
  assert.deepEqual(zones.hatched, [true, false, false]);
  assert.equal(zones.edges, 36);
  assert.equal(new Set(zones.colours.map(String)).size, 3);
  await page.getByLabel('Zones (3)').uncheck();
  assert.equal(await page.evaluate(() => window.viewer.player.zones.faces.visible), false);
}));

test('the plan drawn is the latest one at the time', () => onPage('', async (page) => {
  const shown = async (time_s) => {
    await seek(page, time_s);
    return page.evaluate(() => {
      const { player: { plans }, stage: { frame } } = window.viewer;
      const pieces = Array.from({ length: plans.lines.geometry.instanceCount }, (_, k) => [0, 3].map((at) => [0, 1, 2].map((a) => plans.lines.ends[6 * k + at + a] + frame.origin[a])));
      return { plans: plans.plans.map((p) => [p.agent, p.time_s]), pieces };
    });
  };
  assert.deepEqual((await shown(0.5)).plans, [[0, 0]]);
  assert.deepEqual((await shown(3)).plans, [[0, 0], [1, 1]]);
  const { plans, pieces } = await shown(5);
  assert.deepEqual(plans, [[0, 4], [1, 1]]);
  const expected = [log.head.plans[2], log.head.plans[1]].flatMap(({ points_m }) => points_m.slice(1).map((p, i) => [points_m[i], p]));
  assert.equal(pieces.length, expected.length);
  pieces.forEach((piece, k) => piece.forEach((p, end) => p.forEach((v, a) => expectNear(v, expected[k][end][a], 1e-4, 'plan'))));
  assert.deepEqual((await shown(10)).plans, [[1, 1]], 'a plan without points is not drawn');
  // With the layer of all plans off, only the followed agent's plan is drawn.
  await page.getByLabel('All plans').uncheck();
  assert.deepEqual((await shown(5)).plans, []);
  await page.getByLabel('Follow').selectOption('0');
  assert.deepEqual((await shown(5)).plans, [[0, 4]]);
}));

test('events have a caption, a mark on the slider, and an entry that jumps to their time', () => onPage('', async (page) => {
  const caption = () => page.evaluate(() => {
    const node = document.getElementById('caption');
    return node.classList.contains('gone') ? '' : node.textContent;
  });
  assert.equal(await caption(), '');
  for (const [time_s, text] of [[1.9, ''], [2, 'the dart takes off'], [3.9, 'the dart takes off'], [4.1, 'the door closes <b>'], [9.5, ''], [11.5, 'the drone is there']]) {
    await seek(page, time_s);
    assert.equal(await caption(), text, `at ${time_s} s`);
  }
  const ticks = await page.evaluate(() => [...document.querySelectorAll('#ticks i')].map((tick) => parseFloat(tick.style.left)));
  log.head.events.forEach(({ time_s }, i) => expectNear(ticks[i], 100 * time_s / 12, 1e-3, 'tick'));
  await page.locator('#events button').nth(1).click();
  assert.equal(await page.evaluate(() => window.viewer.player.time_s), 4);
  assert.equal(await page.locator('#events button.now').textContent(), '0:04.0the door closes <b>');
}));

test('models of agents have the kind, the radius and the heading of the agent', () => onPage('', async (page) => {
  await seek(page, 3);
  const models = await page.evaluate(() => {
    const { player: { agents }, stage: { frame } } = window.viewer;
    return agents.models.map(({ mesh, agents: who, geometry }) => {
      const m = mesh.instanceMatrix.array.slice(0, 16), corners = geometry.getAttribute('position');
      let [reach, aside] = [0, 0];
      for (let i = 0; i < corners.count; ++i) {
        const [x, y, z] = [corners.getX(i), corners.getY(i), corners.getZ(i)];
        reach = Math.max(reach, Math.hypot(x, y, z));
        aside = Math.max(aside, Math.hypot(x, y));
      }
      const column = (k) => Array.from(m.slice(4 * k, 4 * k + 3));
      const [forward, left, above] = [0, 1, 2].map(column);
      return { who, count: mesh.count, reach, aside, forward, left, above, place: [0, 1, 2].map((a) => m[12 + a] + frame.origin[a]) };
    });
  });
  const unit = (v) => v.map((x) => x / Math.hypot(...v));
  const along = (a, b) => a.reduce((sum, v, k) => sum + v * b[k], 0);
  assert.deepEqual(models.map((m) => m.who), [[0], [1], [2], [3]]);
  models.forEach((model, agent) => {
    const { radius_m } = log.head.agents[agent];
    model.place.forEach((v, a) => expectNear(v, log.position(15, agent)[a], 1e-4, `agent ${agent}`));
    expectNear(Math.hypot(...model.forward), radius_m, 1e-3, 'radius');
    // The model fills the ball almost; a walker its circle.
    const size = agent === 2 ? model.aside : model.reach;
    assert.ok(size <= 1.02 && size > 0.85, `agent ${agent} reaches ${size}`);
    expectNear(along(unit(model.forward), unit(model.left)), 0, 1e-3, 'upright');
  });
  // Headings of the first three agents, horizontal for models that stay level.
  const dart = unit([-10 * Math.sin(1.5), 10 * Math.cos(1.5), 1]);
  assert.ok(along(unit(models[1].forward), dart) > 0.995, 'the dart points along its climb');
  assert.ok(along(unit(models[0].forward), unit([3, 4 * Math.cos(1.2), 0])) > 0.995);
  assert.ok(along(unit(models[0].above), [0, 0, 1]) > 0.9999, 'a drone is level');
  assert.ok(along(unit(models[2].forward), [0, 1, 0]) > 0.999);
  await seek(page, 10);
  const standing = await page.evaluate(() => Array.from(window.viewer.player.agents.models[2].mesh.instanceMatrix.array.slice(0, 3)));
  assert.ok(along(unit(standing), [0, 1, 0]) > 0.999, 'an agent that stands keeps its heading');
}));

test('the chase camera keeps its distance behind the agent, and keys select other agents', () => onPage('', async (page) => {
  const state = () => page.evaluate(() => {
    const { player, stage: { camera, controls, frame } } = window.viewer;
    const place = player.camera.placeAt(player.time_s);
    return { followed: player.followed, mode: player.camera.mode, back: camera.position.clone().sub(place).toArray(), off: controls.target.distanceTo(place), heading: player.agents.headings.at(player.followed, player.time_s), up: frame.up.toArray() };
  });
  await page.keyboard.press('c');
  const first = await state();
  assert.deepEqual([first.followed, first.mode], [0, 'chase']);
  const distance = Math.hypot(...first.back);
  for (const time_s of [0, 2, 5.3, 8, 12]) {
    await seek(page, time_s);
    const { back, off, heading } = await state();
    expectNear(Math.hypot(...back), distance, 1e-3 * distance, 'distance');
    expectNear(off, 0, 1e-4, 'looks at the agent');
    assert.ok(back.reduce((sum, v, a) => sum + v * heading[a], 0) < -0.5 * distance, 'behind');
    assert.ok(back[2] > 0, 'above');
  }
  await page.keyboard.press(']');
  assert.equal((await state()).followed, 1);
  await page.keyboard.press('n');
  await page.keyboard.press('[');
  await page.keyboard.press('[');
  await page.keyboard.press('[');
  assert.equal((await state()).followed, 3);
  await page.keyboard.press('c');
  assert.equal((await state()).mode, 'orbit');
  await page.getByLabel('Follow').selectOption('1');
  await seek(page, 6);
  const rows = await rowsOf(page, 'agent');
  assert.equal(rows.Name, 'dart');
  assert.equal(rows.Kind, 'fighter');
  expectNear(parseFloat(rows.Speed), Math.hypot(10, 1), 0.1, 'speed');
  expectNear(parseFloat(rows.Height), 36, 0.06, 'height');
  expectNear(parseFloat(rows.Travelled), 6 * Math.hypot(10, 1), 0.3, 'travelled');
  await page.waitForFunction(() => { window.viewer.player.changed(); return /Clearance/.test(document.getElementById('agent').textContent); });
}));

test('a page with a flight starts with the world, the flight and a large play button', () => onPage('', async (page) => {
  const on = await page.evaluate(() => Object.entries(window.viewer.panel.toggles).filter(([, t]) => t.input.checked).map(([name]) => name));
  for (const name of ['world', 'bodies', 'zones', 'trails']) assert.ok(on.includes(name), name);
  for (const name of ['cells', 'volumes', 'graph', 'voxels', 'ground', 'axis']) assert.ok(!on.includes(name), name);
  // The first view contains every agent at any time.
  const outside = await page.evaluate(() => {
    const { player: { flight }, stage: { camera, frame } } = window.viewer;
    camera.updateMatrixWorld();
    let count = 0;
    for (let i = 0; i < flight.agents.length; ++i) {
      for (let t = 0; t <= flight.duration_s; t += 1) {
        const p = frame.toScene(flight.positionAt(i, t)).project(camera);
        if (Math.abs(p.x) > 1 || Math.abs(p.y) > 1) ++count;
      }
    }
    return count;
  });
  assert.equal(outside, 0);
  assert.equal(await page.evaluate(() => window.viewer.player.isPlaying), false);
  await page.locator('#begin').click();
  await page.waitForFunction(() => window.viewer.player.time_s > 0.2);
  assert.equal(await page.locator('#begin').count(), 0);
}));

test('options in the address set what the page shows', async () => {
  const hash = 't=2.5&layers=world,cells&camera=10,-40,80,50,50,10&theme=dark&panel=off&cut=12.5&speed=2';
  await onPage(hash, async (page) => {
    const state = await page.evaluate(() => {
      const { player, panel, stage: { camera, controls, frame, cut } } = window.viewer;
      return {
        time_s: player.time_s, speed: player.speed, on: Object.entries(panel.toggles).filter(([, t]) => t.input.checked).map(([name]) => name),
        camera: frame.toWorld(camera.position), target: frame.toWorld(controls.target), theme: document.documentElement.dataset.theme,
        cut: cut.constant + frame.origin[2], playing: player.isPlaying, begin: document.querySelectorAll('#begin').length,
      };
    });
    assert.equal(state.time_s, 2.5);
    assert.equal(state.speed, 2);
    assert.deepEqual(state.on, ['world', 'cells']);
    [10, -40, 80].forEach((v, a) => expectNear(state.camera[a], v, 1e-6, 'camera'));
    [50, 50, 10].forEach((v, a) => expectNear(state.target[a], v, 1e-6, 'target'));
    assert.equal(state.theme, 'dark');
    expectNear(state.cut, 12.5, 1e-6, 'cut');
    assert.deepEqual([state.playing, state.begin], [false, 0]);
    assert.equal(await page.locator('#panel').isVisible(), false);
    // A change of the hash within the page.
    await page.evaluate(() => { location.hash = 'follow=dart&chase=1&play=1'; });
    await page.waitForFunction(() => window.viewer.player.followed === 1 && window.viewer.player.isPlaying);
    assert.equal(await page.evaluate(() => window.viewer.player.camera.mode), 'chase');
  });
  await onPage('colour=red&t=soon&follow=nobody&layers=world,moon', async (page) => {
    const notes = await page.locator('#notes').textContent();
    for (const part of ['colour', 't=soon', 'nobody', 'moon']) assert.ok(notes.includes(part), `${part} in ${notes}`);
  });
  await onPage('from=5,5,25&to=95,90,6&layers=world,path,corridor&fine=off', async (page) => {
    const answer = await page.evaluate(() => window.viewer.query.answer);
    const expected = JSON.parse(navnet('query', path.join(folder, 'city.navnet'), '--from', '5,5,25', '--to', '95,90,6', '--radius', '0.5', '--snap', '2', '--json'));
    assert.deepEqual(answer.points, expected.waypoints);
    await page.evaluate(() => window.navnetReady);
  }, cityPage);
});

test('a pick finds the hit that a linear search finds', () => onPage('layers=world,voxels&fine=off', async (page) => {
  const { hits, wrong } = await page.evaluate(() => {
    const { picking, stage } = window.viewer;
    let [found, off] = [0, 0];
    for (const height of [1e6, 3]) {
      stage.setCut(height);
      for (let k = 0; k < 60; ++k) {
        const caster = picking.ray((k * 619) % 1366, (k * 337) % 768);
        const expected = caster.intersectObjects(picking.surfaces(), false).find((h) => stage.cut.distanceToPoint(h.point) >= 0);
        const hit = picking.hitOf(caster.ray, stage.cut);
        if (hit) ++found;
        if (!hit !== !expected || (hit && Math.abs(hit.distance - expected.distance) > 1e-3 * expected.distance)) ++off;
      }
    }
    return { hits: found, wrong: off };
  });
  assert.ok(hits > 30, `${hits} hits`);
  assert.equal(wrong, 0);
}, cityPage));

test('a cut hides everything above it from view and from picking', () => onPage('layers=world&cut=4&panel=off&bar=off&camera=50,50,150,50,50.01,0', async (page) => {
  const { hit, free } = await page.evaluate(() => {
    const { picking, stage } = window.viewer;
    const uncut = stage.cut.clone();
    uncut.constant = 1e6;
    const heights = [], freely = [];
    for (let x = 400; x < 960; x += 20) {
      for (let y = 150; y < 620; y += 20) {
        const at = picking.ray(x, y).ray;
        const [below, any] = [picking.hitOf(at, stage.cut), picking.hitOf(at, uncut)];
        if (below) heights.push(stage.frame.toWorld(below.point)[2]);
        if (any) freely.push(stage.frame.toWorld(any.point)[2]);
      }
    }
    return { hit: heights, free: freely };
  });
  assert.ok(hit.length > 100 && hit.every((height) => height <= 4 + 1e-3), `${Math.max(...hit)}`);
  assert.ok(free.some((height) => height > 8), 'there is something to cut');
  const picture = () => page.locator('#scene').screenshot();
  await page.evaluate(() => window.navnetReady);
  const cut = await picture();
  await page.keyboard.press('PageDown');
  await page.waitForTimeout(300);
  assert.notDeepEqual(await picture(), cut);
  await page.evaluate(() => window.viewer.panel.setCutHeight(NaN));
  assert.ok(await page.evaluate(() => window.viewer.stage.cut.constant) > 1000);
}));
