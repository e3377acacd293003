// A film that came from elsewhere, looked at by ffmpeg and by the library that comes with the service.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import sharp from 'sharp';
import { ffmpegCommand, nodeAvChild } from '../../../packages/film/src/encode/encoder.ts';
import { needProgram } from '../../../packages/kit/test/support/programs.ts';
import { inspectFilm } from '../../../src/engines/video/upstream/inspect.ts';
import { makeSmallFilm } from '../../support/film-server.ts';

test('both ways to look at a film see the same', async (t) => {
  needProgram('ffmpeg');
  const root = await mkdtemp(join(tmpdir(), 'atelier-inspect-'));
  t.after(() => rm(root, { recursive: true, force: true }));
  const path = await makeSmallFilm(root);
  const { signal } = new AbortController();
  const encoders = [ffmpegCommand, nodeAvChild];
  const seen = await Promise.all(
    encoders.map((encoder) => inspectFilm(path, join(root, `${encoder.name}.jpg`), signal, encoder)),
  );
  assert.deepEqual(seen[0], seen[1]);
  for (const { name } of encoders) assert.equal((await sharp(join(root, `${name}.jpg`)).metadata()).width, 160);
});
