// Turns a request into an order for an engine, and checks rules that a schema cannot express.
import { randomInt } from 'node:crypto';
import { ServiceError } from '../../core/errors.ts';
import type { Voice } from '../../engines/speech/port.ts';
import type { FrameSize, VideoOrder, VideoType } from '../../engines/video/port.ts';
import type { GenerateBody } from './schema.ts';

/** The payload in the queue; the input image, if any, is stored as a file. */
export interface VideoPayload {
  order: VideoOrder;
  model: string;
  /** The quoted length: a shorter video costs its share. */
  quotedMicro: number;
  imageFile?: string;
}

const DEFAULT_SECONDS = 5;
const LONGEST_SECONDS = 60;
const MAX_SEED = 2 ** 31 - 1;

/** A request of any route: OpenAI's also names an exact size. */
export type VideoRequest = GenerateBody & { frame?: FrameSize };

export function typeOf(body: GenerateBody, hasImage: boolean): VideoType {
  if (body.type) return body.type;
  if (body.script !== undefined || body.voice !== undefined) return 'avatar';
  return hasImage ? 'image-to-video' : 'text-to-video';
}

/** Fields that belong to another type are refused rather than ignored. */
export function checkFields(body: GenerateBody, type: VideoType, hasImage: boolean): void {
  if (body.prompt.trim() === '') throw bad('prompt', 'The prompt is empty. Describe what the video shows.');
  if (type === 'image-to-video' && !hasImage)
    throw new ServiceError('missing_parameter', 'The type image-to-video needs an image. Send "image".', {
      param: 'image',
    });
  if (type === 'text-to-video' && hasImage)
    throw bad('image', 'The type text-to-video uses no image. Choose image-to-video or avatar, or leave "image" out.');
  if (type === 'avatar') return;
  for (const field of ['script', 'voice', 'burn_subtitles'] as const)
    if (body[field] !== undefined) throw bad(field, `"${field}" works with the type avatar only.`);
}

export function readOrder(
  body: VideoRequest,
  type: VideoType,
  speaking: { voices: readonly Voice[]; secondsToSay: ((words: string) => number) | undefined },
): VideoOrder {
  const script = body.script ?? body.prompt;
  const spoken =
    type === 'avatar'
      ? { script, voice: readVoice(body.voice, speaking.voices), burnSubtitles: body.burn_subtitles ?? false }
      : {};
  return {
    type,
    prompt: body.prompt,
    ...(body.negative_prompt ? { negativePrompt: body.negative_prompt } : {}),
    durationSeconds: body.duration ?? (type === 'avatar' ? fitting(script, speaking.secondsToSay) : DEFAULT_SECONDS),
    resolution: body.resolution ?? '720p',
    aspectRatio: body.aspect_ratio ?? '16:9',
    ...(body.frame ? { frame: body.frame } : {}),
    fps: body.fps ?? 24,
    format: body.format ?? 'mp4',
    seed: body.seed ?? randomInt(MAX_SEED),
    audio: body.audio ?? true,
    ...(body.style ? { style: body.style } : {}),
    ...spoken,
  };
}

const DEFAULT_VOICE = 'af_heart';

/** Finds a voice by id or by its display name. */
function readVoice(asked: string | undefined, known: readonly Voice[]): string {
  const wanted = (asked ?? DEFAULT_VOICE).trim().toLowerCase();
  const voice = known.find(({ id, name }) => id.toLowerCase() === wanted || name.toLowerCase() === wanted);
  if (voice) return voice.id;
  const list = known.map(({ id }) => id).join(', ');
  throw bad('voice', `There is no voice "${asked}". Choose one of ${list}; GET /music/voices describes them.`);
}

function fitting(script: string, secondsToSay: ((words: string) => number) | undefined): number {
  const seconds = Math.ceil(secondsToSay?.(script) ?? DEFAULT_SECONDS);
  return Math.min(LONGEST_SECONDS, Math.max(DEFAULT_SECONDS, seconds));
}

export function bad(param: string, message: string): ServiceError {
  return new ServiceError('invalid_parameter', message, { param });
}
