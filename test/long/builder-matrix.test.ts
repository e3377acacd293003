// Twenty prompts in five frameworks: every one compiles, shows itself without a complaint, and passes its own tests.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { FRAMEWORKS } from '@atelier/blueprint';
import sharp from 'sharp';
import { createPreviewEngine } from '../../src/engines/preview/engine.ts';
import { makeAndSee, PROMPTS, runOwnTests } from '../support/generated-app.ts';

const WIDTH = 400;
const HEIGHT = 250;

test('20 prompts × 5 frameworks', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'matrix-'));
  const engine = createPreviewEngine({ folder });
  const trouble = await engine.sandboxTrouble();
  assert.equal(trouble, null, 'the matrix needs a sandbox: install bubblewrap');
  const tiles: { input: Buffer; left: number; top: number }[] = [];
  const times: number[] = [];
  const failures: string[] = [];
  for (const [row, prompt] of PROMPTS.entries())
    for (const [column, framework] of FRAMEWORKS.entries()) {
      const seen = await makeAndSee(engine, prompt, framework, new AbortController().signal);
      times.push(seen.milliseconds);
      if (seen.problems.length > 0) failures.push(`${framework}: ${prompt}: ${JSON.stringify(seen.problems)}`);
      await runOwnTests(seen.files, framework).catch((error: Error) =>
        failures.push(`${framework}: ${prompt}: own tests: ${error.message.slice(0, 500)}`),
      );
      assert.ok(seen.screenshot, 'the matrix needs Chromium');
      tiles.push({
        input: await sharp(seen.screenshot).resize(WIDTH, HEIGHT).png().toBuffer(),
        left: column * WIDTH,
        top: row * HEIGHT,
      });
    }
  const sheet = join(tmpdir(), 'builder-contact-sheet.png');
  const size = {
    width: FRAMEWORKS.length * WIDTH,
    height: PROMPTS.length * HEIGHT,
    channels: 3 as const,
    background: '#888',
  };
  await writeFile(sheet, await sharp({ create: size }).composite(tiles).png().toBuffer());
  const sorted = times.sort((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  t.diagnostic(
    `${times.length} apps, median ${Math.round(median)} ms, slowest ${Math.round(sorted.at(-1) ?? 0)} ms; contact sheet: ${sheet}`,
  );
  assert.deepEqual(failures, []);
  assert.ok(median < 10_000, `the median took ${median} ms`);
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});
