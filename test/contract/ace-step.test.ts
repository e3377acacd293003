// ACE-Step without weights: what is asked of it, what it refuses in words, and where its programs come from.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import {
  ACE_STEP_RUNTIME,
  aceStepRuntimeEntries,
  aceStepRuntimeEntry,
} from '../../src/engines/music/ace-step/runtime.ts';
import { ACE_STEP_MODEL, createAceStepSource } from '../../src/engines/music/ace-step/source.ts';
import { warningsOf, writeSongTask } from '../../src/engines/music/ace-step/task.ts';
import { cutToLength, wrapInWav } from '../../src/engines/music/ace-step/wav.ts';
import type { MusicEngine, MusicOrder, SongModel } from '../../src/engines/music/port.ts';
import { createMusicRouter } from '../../src/engines/music/router.ts';
import { checkEntry } from '../../src/models/catalogue.ts';
import { createModelStore } from '../../src/models/store.ts';
import { Routing } from '../../src/net/routing.ts';

const ORDER: MusicOrder = {
  prompt: 'rain on a tin roof',
  durationSeconds: 30,
  seed: 4,
  instrumental: false,
  voices: [],
  mastering: { preset: 'streaming' },
};
const signal = new AbortController().signal;
let modelsDir: string;

before(async () => {
  modelsDir = await mkdtemp(join(tmpdir(), 'atelier-no-weights-'));
});
after(() => rm(modelsDir, { recursive: true, force: true }));

test('genre, mood and the way of singing become words of the description; tempo, key, words and seed are handed on', () => {
  const sung = { ...ORDER, lyrics: '[Verse]\nrain', genre: 'folk', mood: 'calm', tempo: 91.6, key: 'A minor' };
  assert.deepEqual(writeSongTask({ ...sung, vocals: { gender: 'female', style: 'whispered' } }), {
    prompt: 'rain on a tin roof, folk, calm, female vocals, whispered',
    lyrics: '[Verse]\nrain',
    duration: 30,
    seed: 4,
    bpm: 92,
    keyscale: 'A minor',
  });
  assert.equal(writeSongTask({ ...ORDER, instrumental: true }).lyrics, '[Instrumental]');
});

test('what it does not do is said: stems and MIDI always, and singing without words', () => {
  assert.equal(warningsOf({ ...ORDER, lyrics: 'rain' }).length, 1);
  assert.match(warningsOf({ ...ORDER, lyrics: 'rain' })[0] ?? '', /no stems and no MIDI/);
  assert.match(warningsOf(ORDER)[1] ?? '', /only the words in `lyrics`/);
  assert.equal(warningsOf({ ...ORDER, instrumental: true }).length, 1);
});

test('the samples become a WAV file of their length', () => {
  const wav = Buffer.from(wrapInWav(new Uint8Array(192_000)));
  assert.equal(wav.length, 192_044);
  assert.equal(wav.readUInt32LE(24), 48_000);
  assert.equal(wav.readUInt32LE(40), 192_000);
});

test('a song that is longer than ordered is cut there and fades, a shorter one stays', () => {
  const loud = Buffer.alloc(4 * 48_000 * 4);
  for (let at = 0; at < loud.length; at += 2) loud.writeInt16LE(10_000, at);
  const cut = Buffer.from(cutToLength(loud, 3));
  assert.equal(cut.length, 3 * 192_000);
  assert.equal(cut.readInt16LE(2 * 192_000), 10_000);
  assert.ok(Math.abs(cut.readInt16LE(cut.length - 2)) < 10);
  assert.equal(cutToLength(loud, 5), loud);
});

test('every platform has its programs, with checksums, and only its own', () => {
  for (const machine of ['linux-x64', 'linux-arm64', 'darwin-arm64', 'darwin-x64', 'win32-x64']) {
    const entry = aceStepRuntimeEntry(machine);
    assert.ok(entry, machine);
    checkEntry(entry);
    const sources = Object.values(entry.files).flatMap(({ sources: all }) => all.map(String));
    assert.ok(
      sources.every((source) => source.includes(`/${machine}/`)),
      machine,
    );
    assert.equal(
      Object.keys(entry.files).some((name) => name.endsWith('.so')),
      machine.startsWith('linux'),
    );
  }
  assert.equal(aceStepRuntimeEntry('aix-ppc64'), undefined);
});

test('without weights it is not listed, and an order is refused with the command that brings them', async () => {
  const store = createModelStore({ modelsDir, extraModels: aceStepRuntimeEntries() });
  const source = createAceStepSource({ store, mayPull: false });
  assert.equal(source.status(), undefined);
  await assert.rejects(
    source.fetchSong(ORDER, () => undefined, signal),
    /npm run models -- pull ace-step-1.5-1/,
  );
});

test('too little memory is said with both numbers and the setting', () => {
  const store = createModelStore({ modelsDir, extraModels: aceStepRuntimeEntries() });
  const objection = createAceStepSource({ store, mayPull: false, memoryBytes: 4e9 }).objection();
  assert.match(objection ?? '', /needs 9.0 GB of memory, and models may use 4.0 GB \(MODELS_MEMORY\)/);
  assert.equal(createAceStepSource({ store, mayPull: false, memoryBytes: 9e9 }).objection(), undefined);
  assert.notEqual(ACE_STEP_RUNTIME, ACE_STEP_MODEL);
});

test('it makes the songs that name no model once it is ready, unless an upstream is connected', async () => {
  const made: string[] = [];
  const engine = (name: string) => {
    const compose = async () => {
      made.push(name);
      return { warnings: [] };
    };
    return { name, isReady: () => true, compose } as unknown as MusicEngine;
  };
  const listed: SongModel = { id: ACE_STEP_MODEL, ownedBy: 'ace-step', engine: 'ace-step', ready: false };
  const connected: MusicEngine[] = [];
  const router = createMusicRouter({
    upstreams: () => connected,
    composer: engine('composer'),
    model: 'composer-1',
    routing: new Routing(),
    withWeights: { engine: engine('ace-step'), listed: () => listed },
  });
  const ids = () => router.models().map(({ id }) => id);
  assert.deepEqual(ids(), ['composer-1', ACE_STEP_MODEL]);
  listed.ready = true;
  assert.deepEqual(ids(), [ACE_STEP_MODEL, 'composer-1']);
  connected.push(engine('server'));
  assert.deepEqual(ids(), ['composer-1', ACE_STEP_MODEL]);
  for (const model of [ACE_STEP_MODEL, 'composer-1', undefined]) {
    const song = await router.compose({ ...ORDER, ...(model ? { model } : {}) }, '', () => undefined, signal);
    assert.equal(song.by?.model, model ?? 'composer-1');
  }
  assert.deepEqual(made, ['ace-step', 'server', 'server']);
  await assert.rejects(
    router.compose({ ...ORDER, model: 'gone-1' }, '', () => undefined, signal),
    /no longer here/,
  );
});
