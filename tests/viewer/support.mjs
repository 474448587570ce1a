// SPDX-License-Identifier: Apache-2.0
// Helpers of the viewer's tests: the command, nets, logs, a browser. Paths come from the environment (CMakeLists.txt).

import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

export const folder = process.env.NAVNET_VIEWER_OUT;
fs.mkdirSync(folder, { recursive: true });

/** Runs the command and returns its output; throws unless the exit status is 0 or 1 (the answer is "no"). */
export function navnet(...args) {
  const run = spawnSync(process.env.NAVNET_COMMAND, args, { encoding: 'utf8', maxBuffer: 1 << 28 });
  if (run.status !== 0 && run.status !== 1) throw new Error(`navnet ${args.join(' ')}: ${run.stderr}`);
  return run.stdout;
}

export const worlds = {
  station: { world: 'builtin:station,size=40', options: ['--voxel', '0.3', '--radius', '0.3,0.6'] },
  city: { world: 'builtin:city,size=100', options: ['--voxel', '0.5', '--radius', '0.5', '--walk'] },
  building: { world: 'builtin:building', options: ['--voxel', '0.5', '--radius', '0.25', '--walk'] },
};

/** Writes a world of upright boxes, turned by 30 degrees about an axis. @param {'y'|'z'} up */
export function writeTurnedWorld(file, up) {
  const lines = [];
  let count = 0;
  const [cos, sin] = [Math.cos(Math.PI / 6), Math.sin(Math.PI / 6)];
  for (const [x0, y0, x1, y1, height] of [[0, 0, 20, 20, 0.4], [4, 4, 8, 16, 6], [12, 0, 15, 14, 5], [17, 8, 19, 20, 7]]) {
    for (let i = 0; i < 8; ++i) {
      const [x, y, h] = [i & 1 ? x1 : x0, i & 2 ? y1 : y0, i & 4 ? height : 0];
      const [px, py] = [100 + cos * x - sin * y, sin * x + cos * y - 50];
      lines.push(up === 'z' ? `v ${px} ${py} ${h}` : `v ${py} ${h} ${px}`);
    }
    for (const face of ['1 2 4 3', '5 6 8 7', '1 2 6 5', '3 4 8 7', '1 3 7 5', '2 4 8 6']) {
      lines.push(`f ${face.split(' ').map((v) => Number(v) + 8 * count).join(' ')}`);
    }
    ++count;
  }
  fs.writeFileSync(file, `${lines.join('\n')}\n`);
}

/** Bakes a net of `worlds`. @returns {string} its file */
export function bake(name) {
  const file = path.join(folder, `${name}.navnet`);
  const { world, options } = worlds[name];
  navnet('bake', world, '-o', file, '--threads', '1', ...options);
  return file;
}

/** Writes a log in the format of flight_log.h: agents on circles; agent 1 is absent during the first half. */
export function writeLog(file, { agents, frames, step_s, centre, radius }) {
  const origin = centre.map((v) => v - 5);
  const offsets = new Float32Array(3 * agents * frames);
  const position = (frame, agent) => {
    const angle = 2 * Math.PI * (agent / agents + frame / frames);
    return [centre[0] + radius * Math.cos(angle), centre[1] + radius * Math.sin(angle), centre[2] + 0.5 * (agent % 7)];
  };
  const isThere = (frame, agent) => agent !== 1 || frame >= frames / 2;
  for (let frame = 0; frame < frames; ++frame) {
    for (let agent = 0; agent < agents; ++agent) {
      position(frame, agent).forEach((v, a) => {
        offsets[3 * (frame * agents + agent) + a] = isThere(frame, agent) ? v - origin[a] : NaN;
      });
    }
  }
  fs.writeFileSync(file, JSON.stringify({
    format: 'navnet flight', version: 1, step_s, origin_m: origin, frames,
    agents: Array.from({ length: agents }, (_, i) => ({ name: `a${i}`, kind: i % 2 ? 'walker' : 'drone', radius_m: 0.4 })),
    positions: Buffer.from(offsets.buffer).toString('base64'),
  }));
  return { position, isThere };
}

/** A browser without a graphics card. */
export async function openBrowser() {
  const { chromium } = createRequire(path.join(process.env.NAVNET_VIEWER_PACKAGES, 'package.json'))('playwright-core');
  return chromium.launch({
    executablePath: process.env.NAVNET_CHROMIUM,
    args: ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
  });
}

/** Opens a page from the disk; `faults` collects its errors, warnings and network requests. */
export async function openPage(browser, file, options = {}, hash = '') {
  const page = await browser.newPage({ viewport: { width: 1366, height: 768 }, ...options });
  const faults = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('request', (request) => {
    if (!/^(file|data|blob):/.test(request.url())) faults.push(`network request: ${request.url()}`);
  });
  await page.goto(`file://${file}${hash && '#'}${hash}`);
  await page.evaluate(async () => { window.viewer = await window.navnetViewer; });
  return { page, faults };
}

/** The rows of a list in the page, as an object of names and values. */
export function rowsOf(page, id) {
  return page.evaluate((list) => Object.fromEntries([...document.querySelectorAll(`#${list} dt`)].map(
    (dt) => [dt.textContent, dt.nextElementSibling.textContent])), id);
}
