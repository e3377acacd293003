// The transcription engine with the shape of whisper-large-v3-turbo, at tiny width with random weights: loaded, chosen, timed.
import assert from 'node:assert/strict';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Heard, TranscriptionOrder } from '../../../src/engines/transcription/port.ts';
import { createWhisperEngine } from '../../../src/engines/transcription/whisper/engine.ts';
import type { CatalogueEntry } from '../../../src/models/catalogue.ts';
import { sha256OfFile } from '../../../src/models/checksum.ts';
import { createModelStore } from '../../../src/models/store.ts';
import { writeTinyWhisper } from '../../support/tiny-whisper/write-whisper.ts';

const never = new AbortController().signal;
const SECONDS = 2;
const LARGE = 'whisper-large-v3-turbo-1';
let folder: string;
let entries: CatalogueEntry[];

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-whisper-'));
  entries = [await makeEntry(LARGE, true), await makeEntry('whisper-without-words-1', false)];
  const samples = new Float32Array(SECONDS * 16_000 * 2).map((_, index) => 0.2 * Math.sin(index / 15));
  await writeFile(join(folder, 'samples'), Buffer.from(samples.buffer));
});
after(() => rm(folder, { recursive: true, force: true }));

async function makeEntry(id: string, hasAttention: boolean): Promise<CatalogueEntry> {
  const source = join(folder, `source-${id}`);
  const files: CatalogueEntry['files'] = {};
  for (const name of await writeTinyWhisper(source, { hasAttention })) {
    const path = join(source, name);
    const sha256 = await sha256OfFile(path);
    Object.assign(files, { [name]: { bytes: (await stat(path)).size, sha256, sources: [pathToFileURL(path).href] } });
  }
  const settings = { words: hasAttention, translates: hasAttention };
  return { id, kind: 'transcription', title: id, ownedBy: 'nobody', licence: 'CC0-1.0', settings, files };
}

function openStore() {
  return createModelStore({ modelsDir: join(folder, 'models'), hubUrl: 'http://127.0.0.1:9', extraModels: entries });
}

const ORDER: TranscriptionOrder = { model: LARGE, task: 'transcribe', temperature: 0.2, wantsWords: true };

async function listen(engine: ReturnType<typeof createWhisperEngine>, order: Partial<TranscriptionOrder>) {
  const recording = {
    seconds: SECONDS,
    path: '',
    fileName: 'tone.wav',
    samplesPath: join(folder, 'samples'),
    remove: async () => undefined,
  };
  const heard: Heard[] = [];
  for await (const part of engine.transcribe(recording, { ...ORDER, ...order }, never)) heard.push(part);
  return heard;
}

test('the larger shape is loaded with its 128 mel bands, and times segments and words within the sound', async () => {
  const store = openStore();
  const engine = createWhisperEngine(store);
  try {
    await store.ensure(LARGE);
    const [heard] = await listen(engine, {});
    assert.ok(['en', 'zh', 'de', 'es', 'yue'].includes(heard?.language ?? ''), heard?.language);
    for (const { start, end, words = [] } of heard?.segments ?? []) {
      assert.ok(start >= 0 && end <= SECONDS + 0.01 && words.length > 0, `${start} to ${end}`);
      for (const word of words) assert.ok(word.start >= 0 && word.end <= SECONDS + 0.05 && word.start <= word.end);
    }
    const [chosen] = await listen(engine, { language: 'yue', wantsWords: false });
    assert.equal(chosen?.language, 'yue');
    await assert.rejects(listen(engine, { language: 'xx' }), { code: 'invalid_parameter' });
  } finally {
    await engine.close();
  }
});

test('the best model that is here answers the alias, the operator’s choice comes first, and what is missing is said', async () => {
  const store = openStore();
  const engine = createWhisperEngine(store);
  try {
    await store.ensure(LARGE);
    await store.ensure('whisper-without-words-1');
    assert.deepEqual(
      engine.models().map(({ id, ready }) => `${id} ${ready}`),
      ['atelier-ear-1 true', 'whisper-base-1 false', `${LARGE} true`, 'whisper-without-words-1 true'],
    );
    engine.check();
    assert.equal((await listen(engine, { model: 'atelier-ear-1', wantsWords: false })).length, 1);
    await store.choose('transcription', 'whisper-without-words-1');
    const abilities = engine.models().map(({ id, capabilities }) => `${id} ${capabilities.length}`);
    assert.deepEqual([abilities[0], abilities[3]], ['atelier-ear-1 4', 'whisper-without-words-1 2']);
    // The chosen one gives no times of words: whoever asks the alias for them gets the next model that does.
    assert.equal((await listen(engine, { model: 'atelier-ear-1' })).length, 1);
    await assert.rejects(listen(engine, { model: 'whisper-without-words-1' }), /gives no times of words/);
    await assert.rejects(listen(engine, { model: 'whisper-base-1' }), { code: 'engine_unavailable' });
  } finally {
    await engine.close();
  }
});
