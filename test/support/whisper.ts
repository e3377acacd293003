// Turns speech or song into words for tests: whisper-base on onnxruntime, fed by the model store's files.
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { type AutomaticSpeechRecognitionPipeline, env, pipeline } from '@huggingface/transformers';

const MODEL = 'whisper-base';
const WHISPER_RATE = 16_000;
const WINDOW_SECONDS = 28;
const LOOP_RATIO = 2.4;

export class Recogniser {
  readonly #pipe: AutomaticSpeechRecognitionPipeline;

  private constructor(pipe: AutomaticSpeechRecognitionPipeline) {
    this.#pipe = pipe;
  }

  /** `files` are the model store's; transformers.js wants the networks in a folder of their own. */
  static async open(files: Readonly<Record<string, string>>): Promise<Recogniser> {
    const parent = await mkdtemp(join(tmpdir(), 'whisper-'));
    await mkdir(join(parent, MODEL, 'onnx'), { recursive: true });
    for (const [name, path] of Object.entries(files)) {
      await symlink(path, join(parent, MODEL, name.endsWith('.onnx') ? 'onnx' : '', name));
    }
    env.allowRemoteModels = false;
    env.localModelPath = parent;
    const pipe = await pipeline('automatic-speech-recognition', MODEL, { dtype: 'q8', device: 'cpu' });
    await rm(parent, { recursive: true });
    return new Recogniser(pipe as AutomaticSpeechRecognitionPipeline);
  }

  async transcribe(samples: Float32Array, sampleRate: number): Promise<string> {
    const audio = resample(samples, sampleRate, WHISPER_RATE);
    const texts: string[] = [];
    for (let start = 0; start < audio.length; start += WINDOW_SECONDS * WHISPER_RATE) {
      const window = audio.slice(start, start + WINDOW_SECONDS * WHISPER_RATE);
      const text = await this.#hear(window);
      texts.push(isLoop(text) ? await this.#hear(window, { no_repeat_ngram_size: 4 }) : text);
    }
    return texts.join(' ').trim();
  }

  async #hear(window: Float32Array, options: { no_repeat_ngram_size?: number } = {}): Promise<string> {
    const result = await this.#pipe(window, {
      language: 'en',
      task: 'transcribe',
      max_new_tokens: 200,
      ...options,
    });
    return Array.isArray(result) ? result.map((one) => one.text).join(' ') : result.text;
  }

  async close(): Promise<void> {
    await this.#pipe.dispose();
  }
}

/** Whisper's own sign that it fell into a loop ("no, no, no…"), which it then leaves by decoding otherwise. */
function isLoop(text: string): boolean {
  const bytes = Buffer.from(text);
  return bytes.length / deflateSync(bytes).length > LOOP_RATIO;
}

/** The share of the expected words that were heard, in order: the longest common subsequence over the expected count. */
export function shareOfWordsHeard(expected: string, heard: string): number {
  const want = wordsOf(expected);
  const got = wordsOf(heard);
  let previous = new Array<number>(got.length + 1).fill(0);
  for (const word of want) {
    const row = new Array<number>(got.length + 1).fill(0);
    got.forEach((candidate, index) => {
      const matched = candidate === word ? (previous[index] ?? 0) + 1 : 0;
      row[index + 1] = Math.max(matched, previous[index + 1] ?? 0, row[index] ?? 0);
    });
    previous = row;
  }
  return want.length === 0 ? 1 : (previous[got.length] ?? 0) / want.length;
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .replace(/[’']/g, '')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

/** Windowed-sinc resampling: whisper's ears must not be given aliases. */
function resample(samples: Float32Array, from: number, to: number): Float32Array {
  if (from === to) return samples;
  const ratio = from / to;
  const reach = 16 * Math.max(1, ratio);
  const cutoff = Math.min(1, 1 / ratio);
  const out = new Float32Array(Math.floor(samples.length / ratio));
  for (let index = 0; index < out.length; index += 1) {
    const centre = index * ratio;
    let sum = 0;
    for (let at = Math.ceil(centre - reach); at <= centre + reach; at += 1) {
      const x = at - centre;
      const angle = Math.PI * x * cutoff;
      const sinc = x === 0 ? 1 : Math.sin(angle) / angle;
      sum += (samples[at] ?? 0) * sinc * cutoff * (0.5 + 0.5 * Math.cos((Math.PI * x) / reach));
    }
    out[index] = sum;
  }
  return out;
}
