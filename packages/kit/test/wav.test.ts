// The header of a WAV file, as another program reads it.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { wavHeader } from '../src/index.ts';
import { needProgram } from './support/programs.ts';

const RATE = 48_000;

const folder = mkdtempSync(join(tmpdir(), 'wav-'));
after(() => rmSync(folder, { recursive: true }));

/** From a file: of a pipe ffprobe tells no length. */
function probe(content: Buffer): Record<string, unknown> {
  const path = join(folder, 'sound.wav');
  writeFileSync(path, content);
  const asked = [
    '-v',
    'error',
    '-show_entries',
    'stream=codec_name,sample_rate,channels,duration',
    '-of',
    'json',
    path,
  ];
  return JSON.parse(execFileSync(needProgram('ffprobe'), asked).toString()).streams[0];
}

test('a WAV file has the rate, the channels, the sample size and the length that its header was made for', () => {
  for (const { channels, sampleBytes } of [
    { channels: 1, sampleBytes: 2 },
    { channels: 2, sampleBytes: 2 },
    { channels: 2, sampleBytes: 3 },
  ]) {
    const samples = Buffer.alloc(RATE * channels * sampleBytes);
    const header = wavHeader({ sampleRate: RATE, channels, sampleBytes, bytes: samples.length });
    const seen = probe(Buffer.concat([header, samples]));
    const codec_name = sampleBytes === 2 ? 'pcm_s16le' : 'pcm_s24le';
    assert.deepEqual(seen, { codec_name, sample_rate: '48000', channels, duration: '1.000000' });
  }
});

test('a stream whose length is not known yet is read to its end', () => {
  const header = wavHeader({ sampleRate: RATE, channels: 1, sampleBytes: 2 });
  const counted = ['-v', 'error', '-i', 'pipe:0', '-f', 's16le', 'pipe:1'];
  const file = Buffer.concat([header, Buffer.alloc(RATE)]);
  assert.equal(execFileSync(needProgram('ffmpeg'), counted, { input: file }).length, RATE);
});
