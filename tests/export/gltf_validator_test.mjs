// SPDX-License-Identifier: Apache-2.0
// What the command writes as glTF, before Khronos' own validator: no errors, no warnings.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { before, test } from 'node:test';
import { writeBusyLog } from '../viewer/busy_log.mjs';

const { validateBytes } = createRequire(path.join(process.env.NAVNET_PACKAGES, 'package.json'))('gltf-validator');
const folder = process.env.NAVNET_OUT;
const at = (name) => path.join(folder, name);

function navnet(...args) {
  const run = spawnSync(process.env.NAVNET_COMMAND, args, { encoding: 'utf8', maxBuffer: 1 << 28 });
  assert.equal(run.status, 0, `navnet ${args.join(' ')}: ${run.stderr}`);
}

const validate = (bytes) => validateBytes(new Uint8Array(bytes), { maxIssues: 20 });

/** @returns the validator's figures of a file that it finds nothing wrong with */
async function check(name) {
  const report = await validate(fs.readFileSync(at(name)));
  const { numErrors, numWarnings, messages } = report.issues;
  assert.equal(numErrors + numWarnings, 0, `${name}: ${JSON.stringify(messages, null, 1)}`);
  assert.equal(report.mimeType, name.endsWith('.glb') ? 'model/gltf-binary' : 'model/gltf+json');
  return report.info;
}

before(() => {
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  navnet('bake', 'builtin:building', '--voxel', '0.5', '--radius', '0.3', '--walk', '-o', at('building.navnet'));
});

for (const extension of ['gltf', 'glb']) {
  test(`a path as .${extension}, with times and without`, async () => {
    for (const [speed, animations] of [['0', 0], ['4', 1]]) {
      navnet('query', at('building.navnet'), '--from', '-0.5,-0.5,5', '--to', '30.5,30.5,9', '--radius', '0.3', '--speed', speed,
        '--no-fly', '3,3,3,5,5,5', '--out', at(`path.${extension}`));
      const info = await check(`path.${extension}`);
      assert.equal(info.animationCount, animations);
      assert.ok(info.drawCallCount > 1, 'a curve and its boxes');
    }
  });

  test(`a net as .${extension}, its cells and its volumes`, async () => {
    for (const boxes of ['cells', 'volumes']) {
      navnet('export', at('building.navnet'), '--boxes', boxes, '--out', at(`net.${extension}`));
      assert.equal((await check(`net.${extension}`)).totalTriangleCount, 12, 'all boxes share one mesh');
    }
  });

  test(`a log with bodies as .${extension}, near the origin and far from it, z up and y up`, async () => {
    for (const centre of [[10, 10, 5], [470000, 5250000, 300]]) {
      writeBusyLog(at('log.json'), centre);
      for (const up of ['z', 'y']) {
        navnet('export', at('log.json'), '--up', up, '--out', at(`log.${extension}`));
        const info = await check(`log.${extension}`);
        assert.equal(info.animationCount, 1);
        assert.ok(info.totalTriangleCount > 0);
      }
    }
  });
}

test('the validator sees what is wrong', async () => {
  navnet('export', at('building.navnet'), '--out', at('wrong.gltf'));
  const scene = JSON.parse(fs.readFileSync(at('wrong.gltf'), 'utf8'));
  scene.accessors[0].max[0] += 1;
  assert.ok((await validate(Buffer.from(JSON.stringify(scene)))).issues.numErrors > 0);
});
