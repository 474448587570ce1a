// SPDX-License-Identifier: Apache-2.0
// Takes screenshots of pages written by navnet view: node pictures.mjs LIST.json [PACKAGES [CHROMIUM]]
//
// LIST.json is a list of pictures: [{"page": "city.html", "hash": "t=12&follow=drone 1&chase=1", "width": 1200,
// "height": 675, "out": "city.jpg"}, …]; paths are relative to the list. src/hash_options.js and the page's help (?)
// list the keys of a hash. Pictures show soft light, no panel and no bar, unless the hash says otherwise. "out" ends in
// .jpg or .png; a .jpg has the best quality that fits into "most_kb" (default 150).
// PACKAGES is the folder that the build installed npm's packages into (default: build/release/viewer/page/npm),
// CHROMIUM the browser (default: the first found). Needs no graphics card. Prints one line for each picture.
// Exit status: 1 if a page reports an error or a warning, 2 if the arguments are wrong.

import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const QUALITIES = [90, 84, 78, 70, 62, 54, 45];
const ALWAYS = { fine: 'on', panel: 'off', bar: 'off' };

function findBrowser() {
  const names = ['chromium', 'chromium-browser', 'google-chrome'];
  const files = (process.env.PATH ?? '').split(path.delimiter).flatMap((folder) => names.map((name) => path.join(folder, name)));
  return files.find((file) => fs.existsSync(file));
}

function fail(why) {
  console.error(`pictures.mjs: ${why}`);
  process.exit(2);
}

/** The picture's hash, with the values of ALWAYS for keys that it does not set. */
function hashOf({ hash = '' }) {
  const given = new Set(hash.split('&').map((part) => part.split('=')[0]));
  return [hash, ...Object.entries(ALWAYS).filter(([key]) => !given.has(key)).map(([key, value]) => `${key}=${value}`)].filter(Boolean).join('&');
}

/** A screenshot with the best quality that fits into `most_kb`, or else with the lowest. */
async function shoot(page, out, most_kb) {
  if (out.endsWith('.png')) return page.screenshot({ type: 'png' });
  let bytes;
  for (const quality of QUALITIES) {
    bytes = await page.screenshot({ type: 'jpeg', quality });
    if (bytes.length <= 1024 * most_kb) break;
  }
  return bytes;
}

const folder = path.dirname(fileURLToPath(import.meta.url));
const [list, packages = path.join(folder, '../../build/release/viewer/page/npm'), executablePath = findBrowser()] = process.argv.slice(2);
if (!list) fail('no list given; usage: node pictures.mjs LIST.json [PACKAGES [CHROMIUM]]');
if (!executablePath) fail('Chromium was not found; give its path as the third argument');
let pictures;
try {
  pictures = JSON.parse(fs.readFileSync(list, 'utf8'));
} catch (error) {
  fail(`${list}: ${error.message}`);
}
const base = path.dirname(path.resolve(list));
const { chromium } = createRequire(path.resolve(packages, 'package.json'))('playwright-core');
const browser = await chromium.launch({
  executablePath, args: ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--hide-scrollbars'],
});
let complaints = 0;
for (const picture of pictures) {
  const { page: file, out, width = 1200, height = 675, most_kb = 150 } = picture;
  const page = await browser.newPage({ viewport: { width, height } });
  page.setDefaultTimeout(300_000);
  const complain = (text) => { ++complaints; console.error(`${out}: ${text}`); };
  page.on('console', (message) => { if (['error', 'warning'].includes(message.type())) complain(message.text()); });
  page.on('pageerror', (error) => complain(error.message));
  const begin = performance.now();
  await page.goto(`file://${path.resolve(base, file)}#${hashOf(picture)}`);
  await page.evaluate(() => window.navnetReady);
  for (const note of await page.locator('#notes p').allTextContents()) if (/address/.test(note)) complain(note);
  const bytes = await shoot(page, out, most_kb);
  fs.writeFileSync(path.resolve(base, out), bytes);
  console.log(`${out}: ${Math.round(bytes.length / 1024)} KB, ${((performance.now() - begin) / 1000).toFixed(1)} s`);
  await page.close();
}
await browser.close();
process.exitCode = complaints ? 1 : 0;
