// SPDX-License-Identifier: Apache-2.0
// Builds the page without its data: node bundle.mjs PACKAGES OUT [RUNTIME.wasm]
// PACKAGES is the folder npm installed into. OUT is one HTML file with scripts, style and runtime.

import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const [packages, out, runtime] = process.argv.slice(2);
const folder = path.dirname(fileURLToPath(import.meta.url));
const { build } = createRequire(path.join(packages, 'package.json'))('esbuild');

async function bundled(entry) {
  const result = await build({
    entryPoints: [path.join(folder, entry)],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: ['chrome109', 'firefox115', 'safari16.4'],
    nodePaths: [path.join(packages, 'node_modules')],
    legalComments: 'inline',
    logLevel: 'warning',
  });
  return result.outputFiles[0].text;
}

const parts = {
  style: await bundled('style.css'),
  script: await bundled('src/main.js'),
  runtime: runtime ? fs.readFileSync(runtime).toString('base64') : '',
};
const page = fs.readFileSync(path.join(folder, 'page.html'), 'utf8');
fs.writeFileSync(out, page.replace(/<!--navnet (style|script|runtime)-->/g, (_, name) => parts[name]));
