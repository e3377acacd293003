// How long a build takes on the local path, step by step and by framework: npm run bench -- builder
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBlueprintEngine, FRAMEWORKS } from '@atelier/blueprint';
import { createPreviewEngine } from '../src/engines/preview/engine.ts';
import { makeAndSee, PROMPTS } from '../test/support/generated-app.ts';

const folder = await mkdtemp(join(tmpdir(), 'bench-builder-'));
const engine = createPreviewEngine({ folder });
const blueprints = createBlueprintEngine();
const signal = new AbortController().signal;
const trouble = await engine.sandboxTrouble();
if (trouble) console.log(`Server apps are left out: ${trouble}`);

const rows = [];
for (const framework of FRAMEWORKS) {
  if (trouble && (framework === 'nodejs' || framework === 'python')) continue;
  const write: number[] = [];
  const check: number[] = [];
  const whole: number[] = [];
  for (const prompt of PROMPTS.slice(0, 10)) {
    const startMs = performance.now();
    const files = await blueprints.write(await blueprints.read(prompt, signal), framework, signal);
    const writtenMs = performance.now();
    await engine.check({ files, framework }, signal);
    const checkedMs = performance.now();
    whole.push((await makeAndSee(engine, prompt, framework, signal)).milliseconds);
    write.push(writtenMs - startMs);
    check.push(checkedMs - writtenMs);
  }
  rows.push({
    framework,
    'read + write (ms)': median(write),
    'check + bundle (ms)': median(check),
    'whole build with look (ms)': median(whole),
  });
}
console.log('Medians of ten prompts:');
console.table(rows);
await engine.close();
await rm(folder, { recursive: true, force: true });

function median(values: number[]): number {
  return Math.round(values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0);
}
