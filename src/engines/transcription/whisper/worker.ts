// The process that owns the networks: takes one recording after another, window by window.
import { open } from 'node:fs/promises';
import { EngineError, serveTasks } from '@atelier/kit';
import type { Heard, TranscriptionOrder } from '../port.ts';
import { type WhisperFiles, WhisperNetwork } from './network.ts';
import { detectLanguage, transcribeWindow } from './transcribe-window.ts';

export interface WhisperSetup {
  files: WhisperFiles;
  threads: number;
}

export interface WhisperTask {
  samplesPath: string;
  seconds: number;
  order: Omit<TranscriptionOrder, 'model'>;
}

const RATE = 16_000;
const FRAME_BYTES = 8;
const WINDOW_SECONDS = 30;
/** A shorter rest after the last word is skipped. */
const SHORTEST_SECONDS = 0.1;

const setup = JSON.parse(process.argv[2] ?? '{}') as WhisperSetup;
const opened = WhisperNetwork.open(setup.files, setup.threads);

// The network uses all allowed threads, so two recordings at once would only compete.
serveTasks<WhisperTask, null, Heard>((task, { report, signal }) => transcribe(task, report, signal), {
  oneAtATime: true,
});

async function transcribe(
  { samplesPath, seconds, order }: WhisperTask,
  report: (heard: Heard) => void,
  signal: AbortSignal,
): Promise<null> {
  const network = await opened;
  if (order.wantsWords && !network.timesWords)
    throw new EngineError(
      'invalid_parameter',
      'This model gives no times of words. Ask for segments, or use whisper-base-1.',
      {
        param: 'timestamp_granularities',
      },
    );
  let language = order.language && knownLanguage(network, order.language);
  for (let at = 0; seconds - at >= SHORTEST_SECONDS; ) {
    signal.throwIfAborted();
    const samples = await readWindow(samplesPath, at);
    const states = await network.hear(samples);
    language ??= await detectLanguage(network, states);
    const { task, prompt, temperature, wantsWords } = order;
    const length = samples.length / RATE;
    const window = { task, language, prompt, temperature, wantsWords, seconds: length, signal };
    const { segments, nextSeconds } = await transcribeWindow(network, states, window);
    report({
      language,
      segments: segments.map((segment) => ({
        ...segment,
        start: segment.start + at,
        end: segment.end + at,
        ...(segment.words && {
          words: segment.words.map(({ word, start, end }) => ({ word, start: start + at, end: end + at })),
        }),
      })),
    });
    at += nextSeconds;
  }
  return null;
}

function knownLanguage(network: WhisperNetwork, language: string): string {
  const code = language.toLowerCase();
  if (Object.hasOwn(network.settings.lang_to_id, `<|${code}|>`)) return code;
  const known = Object.keys(network.settings.lang_to_id).map((name) => name.slice(2, -2));
  throw new EngineError(
    'invalid_parameter',
    `There is no language "${language}". Use one of: ${known.sort().join(', ')}.`,
    {
      param: 'language',
    },
  );
}

/** Mixes both channels into one. */
async function readWindow(path: string, at: number): Promise<Float32Array> {
  const file = await open(path);
  try {
    const bytes = Buffer.alloc(WINDOW_SECONDS * RATE * FRAME_BYTES);
    const { bytesRead } = await file.read(bytes, 0, bytes.length, Math.round(at * RATE) * FRAME_BYTES);
    const mono = new Float32Array(Math.floor(bytesRead / FRAME_BYTES));
    for (let frame = 0; frame < mono.length; frame += 1)
      mono[frame] = (bytes.readFloatLE(frame * FRAME_BYTES) + bytes.readFloatLE(frame * FRAME_BYTES + 4)) / 2;
    return mono;
  } finally {
    await file.close();
  }
}
