// The same seed gives the same speaking head, another one another.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { findFaceFiles } from '../../src/app/video.ts';
import { createKokoroSpeech, KOKORO_MODEL } from '../../src/engines/speech/kokoro.ts';
import { createAvatarEngine } from '../../src/engines/video/avatar.ts';
import { bringWeights, testModels } from '../support/weights.ts';

test('the same seed gives the same film, another one another', async (t) => {
  await bringWeights(KOKORO_MODEL);
  const speech = createKokoroSpeech(testModels);
  const root = await mkdtemp(join(tmpdir(), 'atelier-avatar-'));
  t.after(async () => {
    await speech.close();
    await rm(root, { recursive: true, force: true });
  });
  const engine = createAvatarEngine({
    speech,
    countSounds: async (words) => words.map((word) => word.length),
    faceFiles: (signal) => findFaceFiles(testModels, signal),
  });
  const make = async (seed: number): Promise<Buffer> => {
    const folder = await mkdtemp(join(root, 'film-'));
    const film = await engine.make(
      {
        type: 'avatar',
        prompt: 'a woman with fair skin and brown hair',
        script: 'Good day.',
        voice: 'af_heart',
        durationSeconds: 2,
        resolution: '720p',
        aspectRatio: '1:1',
        fps: 24,
        format: 'mp4',
        seed,
        audio: true,
      },
      folder,
      () => undefined,
      t.signal,
    );
    return readFile(join(folder, film.files.video));
  };
  const first = await make(3);
  assert.deepEqual(await make(3), first);
  assert.notDeepEqual(await make(4), first);
});
