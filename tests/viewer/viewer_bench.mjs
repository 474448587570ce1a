// SPDX-License-Identifier: Apache-2.0
// Measures a page: node viewer_bench.mjs PAGE.html, with the environment of the tests (CMakeLists.txt). Prints one JSON
// object. Without a graphics card, frame_ms is the time of the CPU renderer; script_ms is that of the page's scripts.

import fs from 'node:fs';
import path from 'node:path';
import { openBrowser, openPage } from './support.mjs';

const file = path.resolve(process.argv[2]);
const browser = await openBrowser();
const begin = performance.now();
const { page, faults } = await openPage(browser, file);
const ready_s = (performance.now() - begin) / 1000;
page.setDefaultTimeout(300_000);

const figures = await page.evaluate(() => {
  const { stage, player, panel, query, layers, picking } = window.viewer;
  const gl = stage.renderer.getContext();
  const timed = (run) => {
    const start = performance.now();
    run();
    return performance.now() - start;
  };
  /** Milliseconds until a frame is complete. */
  const drawn = () => {
    const pixel = new Uint8Array(4);
    const once = () => timed(() => {
      stage.draw();
      gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
    });
    once();
    return Math.min(once(), once(), once());
  };
  const least = (run) => Math.min(...[0, 1, 2, 3, 4].map((i) => timed(() => run(i))));
  const frame_ms = { first: drawn() };
  panel.toggles.cells.set(true);
  frame_ms.with_cells = drawn();
  const script_ms = { draw: least(() => stage.draw()), size_filter: least(() => panel.applySizes()) };
  if (player) script_ms.seek = least((i) => player.seek(player.flight.duration_s / 2 + i * player.flight.step_s));
  script_ms.graph = timed(() => panel.toggles.graph.set(true));
  script_ms.voxels = timed(() => panel.toggles.voxels.set(true));
  if (picking) {
    const pick = (x, y) => timed(() => picking.hitOf(picking.ray(x, y).ray, stage.cut));
    panel.toggles.voxels.set(false);
    // The first pick builds the index, unless idle time was enough for it.
    script_ms.first_pick = pick(700, 400);
    script_ms.pick = Math.max(...Array.from({ length: 50 }, (_, i) => pick((i * 619) % 1366, (i * 337) % 768)));
    query.example();
    script_ms.query = query.finder.timed(query.query) / 1000;
  }
  return { cells: layers.cells.count, agents: player?.flight.agents.length ?? 0, triangles: layers.world?.triangleCount ?? 0, frame_ms, script_ms };
});
console.log(JSON.stringify({ page_bytes: fs.statSync(file).size, ready_s, ...figures, faults }, null, 2));
await browser.close();
