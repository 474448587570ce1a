// Nets, the command, and pages in a browser, for the viewer's tests. Paths come from the environment (CMakeLists.txt).

import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

export const folder = process.env.NAVNET_VIEWER_OUT;
fs.mkdirSync(folder, { recursive: true });

/** Runs the command; exit status 1 (the answer is "no") is fine, 2 is not. */
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

/** Bakes a net once. @returns {string} its file */
export function bake(name) {
  const file = path.join(folder, `${name}.navnet`);
  const { world, options } = worlds[name];
  navnet('bake', world, '-o', file, '--threads', '1', ...options);
  return file;
}

/** A flight in the format of flight_log.h, written by hand: agents on circles, one of them there only later. */
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

/** Opens a page from the disk; `faults` fills with whatever it complains about or asks the network for. */
export async function openPage(browser, file, options = {}) {
  const page = await browser.newPage({ viewport: { width: 1366, height: 768 }, ...options });
  const faults = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('request', (request) => {
    if (!/^(file|data|blob):/.test(request.url())) faults.push(`asked for ${request.url()}`);
  });
  await page.goto(`file://${file}`);
  await page.evaluate(async () => { window.viewer = await window.navnetViewer; });
  return { page, faults };
}

/** The names and values that a list of the page shows. */
export function rowsOf(page, id) {
  return page.evaluate((list) => Object.fromEntries([...document.querySelectorAll(`#${list} dt`)].map(
    (dt) => [dt.textContent, dt.nextElementSibling.textContent])), id);
}
