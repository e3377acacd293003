// Previews in every framework: what is made compiles, shows itself and passes its own tests.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { FRAMEWORKS } from '../../../src/engines/blueprint/port.ts';
import { createPreviewEngine } from '../../../src/engines/preview/engine.ts';
import { makeAndSee, PROMPTS, runOwnTests } from '../../support/generated-app.ts';
import { needSandbox } from '../../support/sandbox.ts';

const signal = new AbortController().signal;

test('a choice of prompts in all five frameworks compiles, shows itself without a complaint, and passes its own tests', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'previews-'));
  await needSandbox();
  const engine = createPreviewEngine({ folder });
  // A different prompt for each framework; the whole matrix is in test/long.
  for (const [index, framework] of FRAMEWORKS.entries()) {
    const prompt = PROMPTS[[1, 4, 14, 0, 19][index] ?? 0] ?? '';
    const seen = await makeAndSee(engine, prompt, framework, signal);
    assert.deepEqual(seen.problems, [], `${framework}: ${prompt}`);
    await runOwnTests(seen.files, framework);
  }
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});
