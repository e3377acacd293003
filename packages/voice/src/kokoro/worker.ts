// The process that runs the network, one request at a time.
import { readFileSync } from 'node:fs';
import { serveTasks } from '@atelier/kit';
import type { Performance, Speech, StudiedLine } from '../speech.ts';
import { KokoroNetwork, LABEL_LAG_SECONDS, type LineReading, SAMPLE_RATE, SECONDS_PER_FRAME } from './network.ts';
import { type LaidOutLine, layOutSungWords, layOutText, numbersOf, timePhonemes } from './spoken-line.ts';
import { dialectOf, SINGS_WITH } from './voices.ts';

export interface WorkerSetup {
  modelFile: string;
  voiceFiles: Record<string, string>;
  threads: number;
}

export type WorkerOrder =
  | { kind: 'speak'; text: string; voice: string; speed: number }
  | { kind: 'study'; words: readonly string[]; voice: string }
  | { kind: 'perform'; performance: Performance };

const PAUSE_BETWEEN_LINES_SECONDS = 0.08;
const KEPT_READINGS = 64;

const setup = JSON.parse(process.argv[2] ?? '{}') as WorkerSetup;
const network = KokoroNetwork.open(setup.modelFile, setup.threads).then((opened) => {
  // The file and its parts, 400 MB, are garbage now; without a collection they would stay until the heap grows, which
  // it hardly does.
  globalThis.gc?.();
  return opened;
});
const voiceTables = new Map<string, Float32Array>();
const readings = new Map<string, LineReading>();

// The network uses all allowed threads, so two requests at once would only compete.
serveTasks<WorkerOrder, unknown>((order, { signal }) => carryOut(order, signal), { oneAtATime: true });

function carryOut(order: WorkerOrder, signal: AbortSignal): Promise<unknown> {
  if (order.kind === 'speak') return speak(order, signal);
  if (order.kind === 'study') return study(order.words, order.voice);
  return perform(order.performance);
}

async function speak(
  { text, voice, speed }: Extract<WorkerOrder, { kind: 'speak' }>,
  signal: AbortSignal,
): Promise<Speech> {
  const spoken: Float32Array[] = [];
  const phonemes: Speech['phonemes'] = [];
  let seconds = 0;
  for (const line of layOutText(text, dialectOf(voice))) {
    signal.throwIfAborted();
    const ready = await network;
    const reading = await ready.read(numbersOf(line), tableOf(voice), speed);
    const samples = await ready.sound(reading, await ready.shape(reading, reading.frames));
    phonemes.push(
      ...timePhonemes(line, reading.frames, {
        secondsPerFrame: SECONDS_PER_FRAME,
        offset: seconds - LABEL_LAG_SECONDS,
      }),
    );
    spoken.push(samples, new Float32Array(Math.round(PAUSE_BETWEEN_LINES_SECONDS * SAMPLE_RATE)));
    seconds += samples.length / SAMPLE_RATE + PAUSE_BETWEEN_LINES_SECONDS;
  }
  const samples = new Float32Array(spoken.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of spoken) {
    samples.set(part, at);
    at += part.length;
  }
  return { samples, sampleRate: SAMPLE_RATE, phonemes };
}

async function study(words: readonly string[], voice: string): Promise<StudiedLine> {
  const line = layOutSungWords(words, dialectOf(voice));
  const reading = await readSung(line.symbols, numbersOf(line), voice);
  const { pitchHz, energy } = await (await network).shape(reading, reading.frames);
  return {
    voice,
    symbols: describe(line, reading),
    secondsPerFrame: SECONDS_PER_FRAME,
    labelLagSeconds: LABEL_LAG_SECONDS,
    sampleRate: SAMPLE_RATE,
    pitchHz,
    energy,
  };
}

async function perform({ line, frames, pitchHz, energy }: Performance): Promise<Float32Array> {
  const symbols = line.symbols.map((one) => one.symbol);
  const reading = await readSung(symbols, numbersOf({ symbols, words: [] }), line.voice);
  const ready = await network;
  const { aligned } = await ready.shape(reading, frames);
  return ready.sound(reading, { aligned, pitchHz, energy });
}

/** A line is often performed soon after it was studied, so the last readings are cached and the oldest is dropped. */
async function readSung(symbols: readonly string[], numbers: readonly number[], voice: string): Promise<LineReading> {
  const key = `${voice} ${symbols.join('')}`;
  const known = readings.get(key);
  if (known) return known;
  const reading = await (await network).read(numbers, sungTableOf(voice), 1);
  const oldest = readings.keys().next();
  if (readings.size >= KEPT_READINGS && !oldest.done) readings.delete(oldest.value);
  readings.set(key, reading);
  return reading;
}

function describe(line: LaidOutLine, reading: LineReading): StudiedLine['symbols'] {
  return line.symbols.map((symbol, index) => ({
    symbol,
    word: line.words[index] ?? -1,
    frames: reading.frames[index] ?? 1,
  }));
}

function sungTableOf(voice: string): Float32Array {
  const own = tableOf(voice);
  const lender = SINGS_WITH[voice];
  if (!lender) return own;
  const lent = tableOf(lender.voice);
  return own.map((value, index) => value + lender.share * ((lent[index] ?? value) - value));
}

function tableOf(voice: string): Float32Array {
  const known = voiceTables.get(voice);
  if (known) return known;
  const file = setup.voiceFiles[voice];
  if (!file) throw new Error(`There is no voice "${voice}".`);
  const bytes = readFileSync(file);
  const table = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  voiceTables.set(voice, table);
  return table;
}
