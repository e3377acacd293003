// One real call to an upstream of each kind, as small as the kind allows, for an operator who tries it.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServiceError } from '../core/errors.ts';
import { unpaidAcceptance } from '../core/left-calls.ts';
import type { ImageEngine } from '../engines/image/port.ts';
import type { MusicEngine } from '../engines/music/port.ts';
import type { ReadingEngine } from '../engines/speech/port.ts';
import type { TextEngine } from '../engines/text/port.ts';
import type { SoundIntake, TranscriptionEngine } from '../engines/transcription/port.ts';
import type { OrderMemory, VideoEngine } from '../engines/video/port.ts';
import type { TriedCall } from '../modules/operators/upstream-service.ts';
import { makeTone, TONE_SECONDS } from './tone.ts';

/** The result of the call; a sender fills it in. */
export type Got = Pick<TriedCall, 'answer' | 'firstTokenMs' | 'usage' | 'images' | 'characters' | 'milliseconds'>;

export interface TryOrder {
  model: string;
  prompt: string;
  got: Got;
  sinceStart(): number;
  /** Of a text; default 256. */
  maxTokens?: number;
}

export function emptyGot(): Got {
  const usage = { promptTokens: 0, completionTokens: 0 };
  return { answer: '', firstTokenMs: null, usage, images: 0, characters: 0, milliseconds: 0 };
}

const TRY_TOKENS = 256;
const TRY_SONG_SECONDS = 2;
const TRY_VIDEO_SECONDS = 5;

export async function tryText(
  engine: TextEngine,
  { model, prompt, got, sinceStart, maxTokens = TRY_TOKENS }: TryOrder,
  signal: AbortSignal,
) {
  const messages = [{ role: 'user' as const, content: prompt }];
  for await (const event of engine.stream({ model, messages, maxTokens }, signal, unpaidAcceptance)) {
    got.firstTokenMs ??= sinceStart();
    if (event.type === 'text') got.answer += event.text;
    if (event.type === 'end') got.usage = event.usage;
  }
}

export async function tryImage(engine: ImageEngine, { model, prompt, got }: TryOrder, signal: AbortSignal) {
  const order = { model, prompt, width: 512, height: 512, count: 1, seed: 1, format: 'png' as const };
  const made = await engine.generate(order, () => undefined, signal);
  got.images = made.length;
  got.answer = made.map(({ width, height, bytes }) => `An image of ${width}×${height}, ${bytes.length} bytes`).join();
}

export async function tryMusic(engine: MusicEngine, { prompt, got }: TryOrder, signal: AbortSignal) {
  const order = {
    prompt,
    durationSeconds: TRY_SONG_SECONDS,
    seed: 1,
    instrumental: true,
    voices: [],
    mastering: { preset: 'off' as const },
  };
  const song = await inFolder((folder) => engine.compose(order, folder, () => undefined, signal));
  got.milliseconds = Math.round(song.durationSeconds * 1000);
  got.answer = `A piece of ${seconds(got.milliseconds)}`;
}

export async function trySpeech(
  engine: ReadingEngine,
  { model, prompt, got, sinceStart }: TryOrder,
  signal: AbortSignal,
) {
  const order = { model, text: prompt, speed: 1, format: 'mp3' as const };
  let size = 0;
  for await (const { bytes } of engine.read(order, signal)) {
    got.firstTokenMs ??= sinceStart();
    size += bytes.length;
  }
  got.characters = prompt.length;
  got.answer = `“${prompt}”, spoken in ${size} bytes of MP3`;
}

export async function tryTranscription(
  { engine, intake }: { engine: TranscriptionEngine; intake: SoundIntake },
  { model, got, sinceStart }: TryOrder,
  signal: AbortSignal,
) {
  const recording = await intake.open(makeTone(), 'tone.wav', signal);
  try {
    const order = { model, task: 'transcribe' as const, temperature: 0, wantsWords: false };
    let words = '';
    for await (const { segments } of engine.transcribe(recording, order, signal)) {
      got.firstTokenMs ??= sinceStart();
      words += segments.map(({ text }) => text).join('');
    }
    got.milliseconds = Math.round(recording.seconds * 1000);
    const heard = words.trim() ? `“${words.trim()}”` : 'no words';
    got.answer = `Heard ${heard} in ${TONE_SECONDS} s of a generated tone`;
  } finally {
    await recording.remove();
  }
}

/** Whole videos are expensive, so the order is cancelled as soon as the upstream accepts it. */
export async function tryVideo(engine: VideoEngine, { prompt, got }: TryOrder, signal: AbortSignal) {
  if (!engine.makes('text-to-video'))
    throw new ServiceError('invalid_parameter', 'This model makes videos from images only; a trial has no image.', {
      param: 'model',
    });
  const accepted = new AbortController();
  const order = {
    type: 'text-to-video' as const,
    prompt,
    durationSeconds: TRY_VIDEO_SECONDS,
    resolution: '720p' as const,
    aspectRatio: '16:9' as const,
    fps: 24 as const,
    format: 'mp4' as const,
    seed: 1,
    audio: false,
  };
  const memory: OrderMemory = {
    read: async () => undefined,
    async write(kept) {
      // Waits a moment, because an answer that is no order is an error first.
      if ('answer' in kept) setImmediate(() => accepted.abort());
    },
    isWanted: async () => false,
  };
  const both = AbortSignal.any([signal, accepted.signal]);
  await inFolder((folder) => engine.make(order, folder, () => undefined, both, memory)).catch((error: unknown) => {
    if (!accepted.signal.aborted || error !== accepted.signal.reason) throw error;
  });
  got.milliseconds = TRY_VIDEO_SECONDS * 1000;
  got.answer = `The upstream accepted the order of a video of ${seconds(got.milliseconds)}. It was asked at once to cancel it. The price and the cost are those of the whole video.`;
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-try-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
