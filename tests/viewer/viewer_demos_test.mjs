// SPDX-License-Identifier: Apache-2.0
// The pages of all demo flights in a real browser: they open without errors, show the figures of net and log, play, and
// find the paths that the command finds.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { folder, navnet, openBrowser, openPage, rowsOf, writeTurnedWorld } from './support.mjs';

let browser;
before(async () => { browser = await openBrowser(); });
after(() => browser.close());

const own = path.join(folder, 'own.obj');
writeTurnedWorld(own, 'y');
const DEMOS = { city: ['city', '--agents', '6'], asteroids: ['asteroids', '--agents', '4'], station: ['station', '--agents', '13'],
  own: ['world', own, '--agents', '9'] };
const whole = (text) => Number(text.replaceAll(',', ''));

for (const [name, args] of Object.entries(DEMOS)) {
  test(`the page of the demo ${name} shows its flight`, async () => {
    const report = JSON.parse(navnet('demo', ...args, '--out', folder, '--json'));
    assert.equal(report.arrived, report.agents);
    const log = JSON.parse(fs.readFileSync(report.log));
    const info = JSON.parse(navnet('info', report.net, '--json'));
    const { page, faults } = await openPage(browser, path.resolve(report.page));
    try {
      const rows = await rowsOf(page, 'figures');
      assert.equal(whole(rows.Cells), info.cells);
      assert.equal(whole(rows.Contacts), info.contacts);
      const shown = await page.evaluate(() => {
        const { flight } = window.viewer.player;
        return { agents: flight.agents.length, bodies: flight.bodies?.length ?? 0, seconds: flight.duration_s };
      });
      assert.equal(shown.agents, report.agents);
      assert.equal(shown.bodies, log.bodies?.length ?? 0);
      assert.ok(Math.abs(shown.seconds - (log.frames - 1) * log.step_s) < 1e-9);

      if (name === 'station') assert.ok(await page.evaluate(() => window.viewer.stage.cut.constant < 2 * window.viewer.stage.extent), 'the roof is cut away');

      // While it plays, time advances; agents have the positions of the log.
      await page.keyboard.press('Space');
      await page.waitForFunction(() => window.viewer.player.time_s > 0.2, null, { timeout: 60000 });
      await page.evaluate(() => { window.viewer.player.isPlaying = false; });
      const frame = Math.floor(log.frames / 2);
      const bytes = Buffer.from(log.positions, 'base64');
      const numbers = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
      const places = await page.evaluate((time_s) => {
        const { player } = window.viewer;
        player.seek(time_s);
        return player.flight.agents.map((_, agent) => player.positionOf(agent));
      }, frame * log.step_s);
      places.forEach((place, agent) => {
        const at = 3 * (frame * log.agents.length + agent);
        if (Number.isNaN(numbers[at])) return assert.equal(place, null);
        for (let a = 0; a < 3; ++a) assert.ok(Math.abs(place[a] - log.origin_m[a] - numbers[at + a]) < 1e-3);
      });

      // For the first agent's start and goal, the page finds a path as long as the command's.
      const { points_m: plan } = log.plans[0];
      // Fields round to millimetres.
      const [start, goal] = [plan[0], plan.at(-1)].map((point) => point.map((v) => Number(v.toFixed(3))));
      const mode = log.agents[log.plans[0].agent].kind === 'walker' ? 'walk' : 'fly';
      const radius = info.levels[0].radius_m;
      const expected = JSON.parse(navnet('query', report.net, '--from', start.join(), '--to', goal.join(), '--mode', mode,
        '--radius', String(radius), '--snap', '3', '--json'));
      assert.equal(expected.status, 'complete');
      await page.getByText('Path', { exact: true }).first().click();
      await page.getByLabel('Agent', { exact: true }).selectOption(mode);
      for (const [label, value] of [['Radius m', radius], ['Snap m', 3],
        ...['x', 'y', 'z'].flatMap((axis, a) => [[`start ${axis}`, start[a]], [`goal ${axis}`, goal[a]]])]) {
        await page.getByLabel(label, { exact: true }).fill(String(value));
        await page.keyboard.press('Enter');
      }
      const answer = await page.evaluate(() => window.viewer.query.answer.length_m);
      assert.ok(Math.abs(answer - expected.length_m) < 1e-9 * expected.length_m, `${answer} and ${expected.length_m}`);
      await page.screenshot({ path: path.join(folder, `${name}.png`) });
      assert.deepEqual(faults, []);
    } finally {
      await page.close();
    }
  });
}
