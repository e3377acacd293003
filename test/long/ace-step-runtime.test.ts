// ACE-Step's real runtime with random weights: sound, the same bytes by seed, cancelling, crashes, broken weights.
import assert from 'node:assert/strict';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { ACE_STEP_MODEL, type AceStepSource, createAceStepSource } from '../../src/engines/music/ace-step/source.ts';
import type { MusicOrder } from '../../src/engines/music/port.ts';
import { createModelStore } from '../../src/models/store.ts';
import { type AceStepFolder, prepareAceStep } from '../support/ace-step.ts';
import { until } from '../support/until.ts';

/** The random weights end this song after 0.4 seconds of sound. */
const ORDER: MusicOrder = {
  prompt: 'gentle guitar',
  durationSeconds: 2,
  seed: 6,
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

function loudest(samples: Buffer): number {
  let most = 0;
  for (let at = 0; at < samples.length; at += 2) most = Math.max(most, Math.abs(samples.readInt16LE(at)));
  return most;
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

test('a song is sound of at most the ordered length; its seed repeats it, also after its process was killed', async () => {
  const first = follow();
  const song = Buffer.from(await source.fetchSong(ORDER, first.report, never));
  const seconds = (song.length - 44) / 192_000;
  assert.ok(seconds > 0.1 && seconds <= 2, `${seconds} s`);
  assert.ok(loudest(song.subarray(44)) > 1_000);
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
  const song = source.fetchSong({ ...ORDER, seed: 8 }, heard.report, cancel.signal);
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

test('weights that cannot be read fail the song, and the cause is in the words of the runtime', async () => {
  await source.close();
  const path = join(folder.modelsDir, ACE_STEP_MODEL, 'lm.gguf');
  const file = await open(path, 'r+');
  await file.write(Buffer.from('none'), 0, 4, 0);
  await file.close();
  const reader = openSource();
  try {
    await assert.rejects(
      reader.fetchSong(ORDER, () => undefined, never),
      (error: Error) => {
        assert.match(error.message, /ACE-Step failed/);
        assert.match((error.cause as Error).message, /LM tokenizer load failed/);
        return true;
      },
    );
  } finally {
    await reader.close();
  }
});
