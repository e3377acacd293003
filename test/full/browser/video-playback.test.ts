// Films as a browser sees them: Chromium plays a rendered MP4 and a WebM from first to last frame, with sound and subtitles.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { readLook } from '../../../packages/film/src/avatar/look.ts';
import { planPerformance } from '../../../packages/film/src/avatar/performance.ts';
import { renderInChild } from '../../../packages/film/src/avatar/render-child.ts';
import { writeVoice } from '../../../packages/film/src/avatar/voice-track.ts';
import { openBrowser, type SharedBrowser } from '../../support/browser.ts';

const FORMATS = ['mp4', 'webm'] as const;
const SECONDS = 2;
const FPS = 24;
const TYPES: Record<string, string> = { mp4: 'video/mp4', webm: 'video/webm', vtt: 'text/vtt' };

let folder: string;
let server: Server;
let origin: string;
let browser: SharedBrowser;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-playback-'));
  for (const format of FORMATS) await render(format);
  const words = 'WEBVTT\n\n1\n00:00:00.200 --> 00:00:01.800\nHello <00:00:01.000>there\n';
  await writeFile(join(folder, 'film.vtt'), words);
  server = createServer(async (request, response) => {
    const name = (request.url ?? '').slice(1);
    const extension = name.split('.')[1] ?? '';
    if (!TYPES[extension]) return response.writeHead(200, { 'content-type': 'text/html' }).end(page(name));
    const bytes = await readFile(join(folder, name));
    return response.writeHead(200, { 'content-type': TYPES[extension], 'content-length': bytes.length }).end(bytes);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await openBrowser();
});
after(async () => {
  await browser?.close();
  server?.close();
  if (folder) await rm(folder, { recursive: true, force: true });
});

/** A drawn head that hums: everything of a real film but the speech network. */
async function render(format: (typeof FORMATS)[number]): Promise<void> {
  const sampleRate = 24_000;
  const samples = Float32Array.from({ length: SECONDS * sampleRate }, (_, at) => 0.2 * Math.sin(at / 20));
  const phonemes = [{ symbol: 'ɑ', startSeconds: 0.4, endSeconds: 1.6 }];
  const voiced = { samples, sampleRate, phonemes };
  const soundPath = join(folder, 'voice.wav');
  await writeVoice(soundPath, voiced);
  await renderInChild(
    {
      ...{ width: 640, height: 360, fps: FPS, format, seed: 5, look: readLook('a woman', 'female', 5) },
      poses: planPerformance(voiced, { seconds: SECONDS, fps: FPS, seed: 5 }),
      soundPath,
      burnedCues: [],
      filmPath: join(folder, `film.${format}`),
      posterPath: join(folder, `poster-${format}.jpg`),
    },
    () => undefined,
    new AbortController().signal,
  );
}

function page(format: string): string {
  return `<!doctype html><video id="film" src="/film.${format}" width="320"><track default kind="subtitles" src="/film.vtt"></video>`;
}

for (const format of FORMATS)
  test(`Chromium plays a rendered ${format} to its end`, async () => {
    const tab = await browser.newPage();
    await tab.goto(`${origin}/${format}`);
    const seen = await tab.evaluate(PLAY);
    await tab.close();
    assert.equal(seen.error, null);
    assert.equal(seen.ended, true);
    assert.deepEqual([seen.width, seen.height], [640, 360]);
    assert.ok(Math.abs(seen.duration - SECONDS) <= 1.5 / FPS, `it lasts ${seen.duration} s`);
    assert.ok(seen.at >= SECONDS - 2 / FPS, `it stopped at ${seen.at} s`);
    assert.ok(seen.frames >= SECONDS * FPS * 0.9, `${seen.frames} frames were decoded`);
    assert.ok(seen.soundBytes > 1000, `${seen.soundBytes} bytes of sound were decoded`);
    assert.equal(seen.subtitles, 1);
  });

interface Seen {
  error: string | null;
  ended: boolean;
  duration: number;
  at: number;
  width: number;
  height: number;
  frames: number;
  soundBytes: number;
  subtitles: number;
}

/** Runs in the page, and knows nothing of this file. */
const PLAY = `(async () => {
  const film = document.getElementById('film');
  const end = new Promise((resolve) => {
    film.onended = () => resolve(null);
    film.onerror = () => resolve(film.error ? film.error.message : 'unknown');
    setTimeout(() => resolve('it did not end'), 60000);
  });
  await film.play().catch(() => undefined);
  const error = await end;
  // With those that a busy machine had no time to show.
  const { totalVideoFrames } = film.getVideoPlaybackQuality();
  return {
    error,
    ended: film.ended,
    duration: film.duration,
    at: film.currentTime,
    width: film.videoWidth,
    height: film.videoHeight,
    frames: totalVideoFrames,
    soundBytes: film.webkitAudioDecodedByteCount,
    subtitles: film.textTracks[0].cues ? film.textTracks[0].cues.length : 0,
  };
})()` as unknown as () => Promise<Seen>;
