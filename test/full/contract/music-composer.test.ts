// The composer's songs as files, measured with other people's tools.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { promisify } from 'node:util';
import type { MusicOrder, Song } from '@atelier/composer';
import { unzipSync } from 'fflate';
import { nodeAvChild } from '../../../packages/composer/src/encode/transcoder.ts';
import { needProgram } from '../../../packages/kit/test/support/programs.ts';
import { ServiceError } from '../../../src/core/errors.ts';
import { createComposerEngine } from '../../../src/engines/music/composer.ts';
import type { MusicEngine } from '../../../src/engines/music/port.ts';
import { measureLoudness, probe, soundBankPath } from '../../support/sound-probe.ts';

const never = new AbortController().signal;
let root: string;
let engine: MusicEngine;
let folk: { song: Song; folder: string; stages: string[] };

before(async () => {
  root = await mkdtemp(join(tmpdir(), 'atelier-composer-'));
  const bank = await soundBankPath();
  engine = createComposerEngine({ bankPath: () => bank, serviceName: 'Atelier' });
  folk = await compose({
    prompt: 'A quiet folk song with fingerpicked guitar about a mountain lake',
    title: 'Lake',
    seed: 11,
  });
});
after(() => rm(root, { recursive: true, force: true }));

async function compose(fields: Partial<MusicOrder>): Promise<{ song: Song; folder: string; stages: string[] }> {
  const folder = await mkdtemp(join(root, 'song-'));
  const stages: string[] = [];
  const order: MusicOrder = {
    prompt: 'a song',
    durationSeconds: 30,
    seed: 1,
    instrumental: true,
    voices: [],
    mastering: { preset: 'streaming' },
    ...fields,
  };
  const song = await engine.compose(order, folder, (_, stage) => stages.push(stage), never);
  return { song, folder, stages };
}

async function digest(folder: string, file: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(join(folder, file)))
    .digest('hex');
}

test('a song comes as MP3, WAV and FLAC of the asked length, tagged', async () => {
  const expected = { mp3: 'mp3', wav: 'pcm_s24le', flac: 'flac' };
  for (const [format, codec] of Object.entries(expected)) {
    const found = await probe(join(folk.folder, folk.song.files[format as 'mp3']));
    assert.equal(found.codec, codec);
    assert.ok(Math.abs(found.seconds - 30) <= 0.5, `${format} lasts ${found.seconds}`);
    assert.deepEqual([found.sampleRate, found.channels], [44_100, 2]);
    if (format !== 'wav')
      assert.deepEqual([found.tags.title, found.tags.artist, found.tags.genre], ['Lake', 'Atelier', 'Folk']);
  }
  assert.equal(folk.song.sections.at(-1)?.end, 30);
  assert.equal(folk.song.waveform.length, 400);
});

test('it is at −14 LUFS with no true peak above −1 dBTP, by ebur128, and says so itself', async () => {
  for (const file of [folk.song.files.wav, folk.song.files.mp3]) {
    const { lufs, truePeak } = await measureLoudness(join(folk.folder, file));
    assert.ok(Math.abs(lufs + 14) <= 0.5, `${file}: ${lufs} LUFS`);
    assert.ok(truePeak <= -1, `${file}: ${truePeak} dBTP`);
  }
  assert.ok(Math.abs(folk.song.loudness.integratedLufs + 14) <= 0.2);
});

test('progress walks through the stages in order', () => {
  const seen = folk.stages.filter((stage, index) => stage !== folk.stages[index - 1]);
  assert.deepEqual(seen, ['composing', 'arranging', 'mixing', 'mastering', 'encoding']);
});

test('stems come one by one and as one zip, each as long as the song', async () => {
  const zipped = unzipSync(new Uint8Array(await readFile(join(folk.folder, folk.song.files.stemsZip ?? ''))));
  assert.deepEqual(Object.keys(zipped).sort(), Object.values(folk.song.files.stems).sort());
  assert.ok(Object.keys(folk.song.files.stems).length >= 4);
  for (const file of Object.values(folk.song.files.stems))
    assert.ok(Math.abs((await probe(join(folk.folder, file))).seconds - 30) < 0.01);
});

test('the same seed gives the same bytes', async () => {
  const fields = { prompt: 'A quiet folk song with fingerpicked guitar about a mountain lake', title: 'Lake' };
  const again = await compose({ ...fields, seed: 11 });
  for (const file of ['song.mp3', 'song.wav', 'song.flac', 'song.mid', 'stems.zip']) {
    assert.equal(await digest(again.folder, file), await digest(folk.folder, file), file);
  }
});

test('a song that is cancelled in the middle is gone within a second', async () => {
  const folder = await mkdtemp(join(root, 'cancelled-'));
  const stop = new AbortController();
  let stoppedAt = 0;
  const order: MusicOrder = {
    prompt: 'rock',
    durationSeconds: 120,
    seed: 1,
    instrumental: true,
    voices: [],
    mastering: { preset: 'streaming' },
  };
  const making = engine.compose(
    order,
    folder,
    (_, stage) => {
      if (stage !== 'arranging' || stoppedAt) return;
      stoppedAt = performance.now();
      stop.abort(new Error('cancelled'));
    },
    stop.signal,
  );
  await assert.rejects(making, /cancelled/);
  assert.ok(performance.now() - stoppedAt < 1000);
  assert.equal((await readdir(folder)).includes('song.wav'), false);
});

test('without singers a song is still made, with a warning; a voice that was asked for is an error', async () => {
  const { song } = await compose({ prompt: 'a pop song', genre: 'folk', instrumental: false });
  assert.match(song.warnings.join(), /lead instrument/);
  assert.equal(song.lyrics, null);
  const asked = compose({ voices: ['af_heart'], instrumental: false });
  await assert.rejects(asked, (error) => error instanceof ServiceError && error.code === 'engine_unavailable');
});

test('a quiet upload is mastered to the target of its preset, whatever its format', async () => {
  const folder = await mkdtemp(join(root, 'master-'));
  const input = join(folder, 'quiet.ogg');
  await promisify(execFile)(needProgram('ffmpeg'), [
    '-v',
    'error',
    '-i',
    join(folk.folder, 'song.wav'),
    '-af',
    'volume=-17dB',
    '-ar',
    '48000',
    input,
  ]);
  const cases: [MusicOrder['mastering'], number][] = [
    [{ preset: 'streaming' }, -14],
    [{ preset: 'loud' }, -9.5],
    [{ preset: 'warm', targetLufs: -16 }, -16],
  ];
  for (const [mastering, target] of cases) {
    const made = await engine.master(input, mastering, folder, () => undefined, never, { title: 'Mine', artist: 'Me' });
    const { lufs, truePeak } = await measureLoudness(join(folder, made.files.wav));
    assert.ok(Math.abs(lufs - target) <= 0.5, `${mastering.preset}: ${lufs}`);
    assert.ok(truePeak <= -1, `${mastering.preset}: ${truePeak}`);
    assert.ok(Math.abs(made.durationSeconds - 30) < 0.5);
  }
});

test('what is no sound is refused as the customer’s mistake', async () => {
  const folder = await mkdtemp(join(root, 'bad-'));
  await writeFile(join(folder, 'text.mp3'), 'this is not music');
  const mastering = engine.master(join(folder, 'text.mp3'), { preset: 'streaming' }, folder, () => undefined, never);
  await assert.rejects(mastering, (error) => error instanceof ServiceError && error.code === 'invalid_parameter');
});

test('the encoder from npm makes the same formats where the machine has no ffmpeg', async () => {
  for (const codec of ['mp3', 'flac'] as const) {
    const output = join(root, `by-library.${codec}`);
    await nodeAvChild.transcode(
      {
        input: join(folk.folder, 'song.wav'),
        output,
        codec,
        sampleRate: 44_100,
        tags: { title: 'Lake', artist: 'Atelier', lyrics: 'la la' },
      },
      never,
    );
    const found = await probe(output);
    assert.equal(found.codec, codec);
    assert.ok(Math.abs(found.seconds - 30) <= 0.5);
    assert.deepEqual([found.tags.title, found.tags.lyrics], ['Lake', 'la la']);
  }
});
