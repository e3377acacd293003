// ACE-Step's real runtime with random weights: the right length, the same bytes by seed, cancelling, crashes, broken weights.
import assert from 'node:assert/strict';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { ACE_STEP_MODEL, type AceStepSource, createAceStepSource } from '../../../src/engines/music/ace-step/source.ts';
import type { MusicOrder } from '../../../src/engines/music/port.ts';
import { createModelStore } from '../../../src/models/store.ts';
import { type AceStepFolder, prepareAceStep } from '../../support/ace-step.ts';
import { until } from '../../support/until.ts';

/** Shorter than the API takes: a second of sound costs a processor some ten seconds. */
const ORDER: MusicOrder = {
  prompt: 'calm piano',
  durationSeconds: 2,
  seed: 5,
  instrumental: true,
  voices: [],
  tempo: 100,
  key: 'C major',
  mastering: { preset: 'off' },
};
const never = new AbortController().signal;
let folder: AceStepFolder;
let source: AceStepSource;

before(async () => {
  folder = await prepareAceStep({ threads: 1 });
  source = openSource();
});
after(async () => {
  await source?.close();
  await folder?.remove();
});

function openSource(): AceStepSource {
  const store = createModelStore({ modelsDir: folder.modelsDir, extraModels: folder.entries });
  return createAceStepSource({ store, mayPull: false });
}

function follow() {
  const stages: string[] = [];
  let last = 0;
  return {
    stages,
    last: () => last,
    report(fraction: number, stage: string) {
      assert.ok(fraction >= 0 && fraction <= 1);
      last = fraction;
      stages.push(stage);
    },
  };
}

test('a song has the ordered length and is no silence; its seed repeats it, also after its process was killed', async () => {
  const first = follow();
  const song = Buffer.from(await source.fetchSong(ORDER, first.report, never));
  assert.equal((song.length - 44) / 192_000, 2);
  assert.ok(song.subarray(44).some((byte) => byte !== 0));
  assert.ok(first.stages.includes('loading') && first.stages.includes('composing'));

  const second = follow();
  const killedPid = source.pid();
  const again = source.fetchSong(ORDER, second.report, never);
  await until(() => second.last() > 0.05, { saying: 'the song has begun', withinMs: 120_000 });
  process.kill(killedPid ?? 0, 'SIGKILL');
  assert.ok(Buffer.from(await again).equals(song));
  assert.notEqual(source.pid(), killedPid);
});

test('a cancelled song ends within two seconds, and the next order finds the process free', async () => {
  const cancel = new AbortController();
  const heard = follow();
  const song = source.fetchSong({ ...ORDER, seed: 6 }, heard.report, cancel.signal);
  await until(() => heard.last() > 0.05, { saying: 'the song has begun', withinMs: 120_000 });
  const startMs = performance.now();
  cancel.abort(new Error('enough'));
  await assert.rejects(song, /enough/);
  assert.ok(performance.now() - startMs < 2_000);
  const next = new AbortController();
  const other = follow();
  const nextSong = source.fetchSong({ ...ORDER, seed: 7 }, other.report, next.signal);
  await until(() => other.last() > 0.05, { saying: 'the next song has begun', withinMs: 120_000 });
  next.abort(new Error('enough'));
  await assert.rejects(nextSong, /enough/);
});

test('weights that cannot be read are reported in the words of the runtime', async () => {
  await source.close();
  const path = join(folder.modelsDir, ACE_STEP_MODEL, 'lm.gguf');
  const file = await open(path, 'r+');
  await file.write(Buffer.from('none'), 0, 4, 0);
  await file.close();
  const reader = openSource();
  try {
    await assert.rejects(
      reader.fetchSong(ORDER, () => undefined, never),
      /LM tokenizer load failed/,
    );
  } finally {
    await reader.close();
  }
});
