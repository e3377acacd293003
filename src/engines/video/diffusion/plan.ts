// Plans a diffusion video: its size, its frames, and the approximate time on this machine. Pure functions.
import { chooseSize, type Size } from '../../diffusion/size.ts';
import { frameSize, type VideoOrder } from '../port.ts';
import type { VideoModelSettings } from './settings.ts';

export interface VideoPlan extends Size {
  frames: number;
  fps: number;
  steps: number;
  /** Undefined on a GPU, whose speed is not known. */
  expectedMs: number | undefined;
  /** The longest of the parts between two reports. */
  expectedStepMs: number | undefined;
}

/** The model works at an eighth of the size, in patches of two by two. */
const PIXELS_PER_TOKEN = 16;
const TEXT_TOKENS = 512;
/** For loading the weights. */
const LOAD_MS = 60_000;
/** Processor seconds of one core, for 16-bit weights on x64. */
const OPERATIONS_PER_MS = 10e6;
/** For the autoencoder, per pixel of each frame, from the same measurement. */
const OPERATIONS_PER_PIXEL = 9.4e6;
/** The text encoder's parameters that every token passes. */
const TEXT_PARAMETERS = 4.7e9;
/** Of the network that encodes a start image, and its patches. */
const VISION_PARAMETERS = 0.63e9;
const VISION_TOKENS = 257;

export function planVideo(order: VideoOrder, settings: VideoModelSettings): VideoPlan {
  const { side, fps, steps } = settings;
  const size = chooseSize(frameSize(order), { side, minSide: side, multiple: PIXELS_PER_TOKEN });
  const frames = countFrames(order.durationSeconds * fps, settings.maxFrames);
  return { ...size, frames, fps, steps, ...expect(settings, { ...size, frames }) };
}

/** The model generates one frame and then groups of four, and the runtime refuses less than one group. */
export function countFrames(wished: number, most: number): number {
  const groups = (count: number, round: (value: number) => number) => Math.max(1, round((count - 1) / 4));
  return 1 + 4 * Math.min(groups(wished, Math.round), groups(most, Math.floor));
}

function expect(settings: VideoModelSettings, { width, height, frames }: Size & { frames: number }) {
  if (settings.device === 'gpu') return { expectedMs: undefined, expectedStepMs: undefined };
  const speed = OPERATIONS_PER_MS * settings.threads;
  const { layers, width: wide, feedWidth } = settings.shape;
  const tokens = (1 + (frames - 1) / 4) * (width / PIXELS_PER_TOKEN) * (height / PIXELS_PER_TOKEN);
  const byToken = 2 * layers * (6 * wide ** 2 + 2 * wide * feedWidth);
  const byText = 2 * layers * 2 * wide ** 2;
  const attention = 4 * layers * wide * tokens * (tokens + TEXT_TOKENS);
  // With guidance every step runs twice: with the prompt and with the negative one.
  const passes = settings.guidance > 1 ? 2 : 1;
  const stepMs = (passes * (byToken * tokens + byText * TEXT_TOKENS + attention)) / speed;
  const textMs = LOAD_MS + (passes * 2 * TEXT_PARAMETERS * TEXT_TOKENS) / speed;
  const decodeMs = (OPERATIONS_PER_PIXEL * width * height * frames) / speed;
  // The start image is encoded as the first of as many frames as the video has.
  const lookMs = settings.startsFromImage ? decodeMs + (2 * VISION_PARAMETERS * VISION_TOKENS) / speed : 0;
  const beforeMs = textMs + lookMs;
  return {
    expectedMs: beforeMs + settings.steps * stepMs + decodeMs,
    expectedStepMs: Math.max(beforeMs, stepMs, decodeMs),
  };
}

/** "about 12 minutes" */
export function inWords(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / 60_000));
  if (minutes < 100) return `about ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
  return `about ${Math.round(minutes / 60)} hours`;
}
