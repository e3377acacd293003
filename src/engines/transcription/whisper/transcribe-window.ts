// Transcribes one window of 30 seconds at most: language, tokens, segments, and the time of each word.
import { deflateSync } from 'node:zlib';
import type { Tensor } from 'onnxruntime-node';
import type { HeardSegment } from '../port.ts';
import { alignTokens, SECONDS_PER_FRAME } from './align-words.ts';
import type { WhisperNetwork } from './network.ts';
import { splitWords } from './split-words.ts';
import { logProbabilities, TokenRules } from './token-rules.ts';

export interface WindowOrder {
  task: 'transcribe' | 'translate';
  language: string;
  prompt: string | undefined;
  temperature: number;
  wantsWords: boolean;
  /** Length of the sound in this window. */
  seconds: number;
  signal: AbortSignal;
}

export interface HeardWindow {
  segments: HeardSegment[];
  /** Where the next window begins, after the last complete segment. */
  nextSeconds: number;
}

interface Attempt {
  tokens: number[];
  /** For each token, and for the end. */
  attention: Float32Array[][];
  temperature: number;
  averageLogProbability: number;
  compressionRatio: number;
  noSpeechProbability: number;
}

const MAX_TOKENS = 224;
const MAX_PROMPT_TOKENS = 223;
/** Temperatures that are tried in turn while the words repeat or are too unlikely. */
const TEMPERATURES = [0, 0.4, 0.8];
const MAX_REPETITIVE = 2.4;
const LEAST_LIKELY = -1;
const SILENCE = 0.6;

export async function detectLanguage(network: WhisperNetwork, states: Tensor): Promise<string> {
  const { lang_to_id: languages, decoder_start_token_id: start } = network.settings;
  const { logits } = await network.newDecoding(states, false).next([start]);
  const [best] = Object.entries(languages).sort(([, a], [, b]) => (logits[b] ?? 0) - (logits[a] ?? 0));
  return best?.[0].slice(2, -2) ?? 'en';
}

export async function transcribeWindow(
  network: WhisperNetwork,
  states: Tensor,
  order: WindowOrder,
): Promise<HeardWindow> {
  const temperatures = order.temperature > 0 ? [order.temperature] : TEMPERATURES;
  let attempt: Attempt | undefined;
  for (const temperature of temperatures) {
    attempt = await decode(network, states, { ...order, temperature });
    if (isSilent(attempt) || isSensible(attempt)) break;
  }
  if (!attempt || isSilent(attempt)) return { segments: [], nextSeconds: order.seconds };
  return cutIntoSegments(network, attempt, order);
}

function isSensible({ compressionRatio, averageLogProbability }: Attempt): boolean {
  return compressionRatio <= MAX_REPETITIVE && averageLogProbability >= LEAST_LIKELY;
}

function isSilent({ noSpeechProbability, averageLogProbability }: Attempt): boolean {
  return noSpeechProbability > SILENCE && averageLogProbability < LEAST_LIKELY;
}

async function decode(network: WhisperNetwork, states: Tensor, order: WindowOrder): Promise<Attempt> {
  const { settings } = network;
  const rules = new TokenRules(settings);
  const opening = openingTokens(network, order);
  const decoding = network.newDecoding(states, order.wantsWords);
  const tokens: number[] = [];
  const attention: Float32Array[][] = [];
  let sum = 0;
  let step = await decoding.next(opening.slice(0, opening.indexOf(settings.decoder_start_token_id) + 1));
  const noSpeech = Math.exp(
    logProbabilities(step.logits)[settings.no_timestamps_token_id - 1] ?? Number.NEGATIVE_INFINITY,
  );
  for (const token of opening.slice(opening.indexOf(settings.decoder_start_token_id) + 1))
    step = await decoding.next([token]);
  for (;;) {
    order.signal.throwIfAborted();
    const { token, logProbability } = rules.choose(step.logits, tokens, order.temperature);
    sum += logProbability;
    attention.push(step.heads);
    if (token === settings.eos_token_id || tokens.length >= MAX_TOKENS) break;
    tokens.push(token);
    step = await decoding.next([token]);
  }
  const text = textOf(network, tokens);
  return {
    tokens,
    attention,
    temperature: order.temperature,
    averageLogProbability: sum / (tokens.length + 1),
    compressionRatio: text === '' ? 0 : Buffer.byteLength(text) / deflateSync(text).length,
    noSpeechProbability: noSpeech,
  };
}

function openingTokens({ settings, tokenizer }: WhisperNetwork, { prompt, language, task }: WindowOrder): number[] {
  const {
    decoder_start_token_id: start,
    lang_to_id: languages,
    task_to_id: tasks,
    no_timestamps_token_id: noTimes,
  } = settings;
  const before = prompt ? tokenizer.encode(` ${prompt.trim()}`, { add_special_tokens: false }).ids : [];
  const previous = before.length > 0 ? [noTimes - 2, ...before.slice(-MAX_PROMPT_TOKENS)] : [];
  return [...previous, start, languages[`<|${language}|>`] ?? 0, tasks[task]];
}

function cutIntoSegments(network: WhisperNetwork, attempt: Attempt, order: WindowOrder): HeardWindow {
  const { firstTime } = new TokenRules(network.settings);
  const { tokens } = attempt;
  const isTime = (index: number) => (tokens[index] ?? 0) >= firstTime;
  const secondsOf = (index: number) =>
    Math.min(order.seconds, ((tokens[index] ?? firstTime) - firstTime) * SECONDS_PER_FRAME);
  const cuts = tokens.flatMap((_, index) => (index > 0 && isTime(index) && isTime(index - 1) ? [index] : []));
  const last = tokens.length - 1;
  // A single timestamp at the end: nothing was said after it.
  const isComplete = isTime(last) && !isTime(last - 1);
  const ends = cuts.length === 0 || isComplete ? [...cuts, tokens.length] : cuts;
  const starts = [0, ...cuts];
  const ranges = ends.map((to, index) => ({ from: starts[index] ?? 0, to }));
  const times = order.wantsWords ? timesOf(attempt, order.seconds) : undefined;
  const segments = ranges.flatMap(({ from, to }) => {
    const said = tokens.slice(from, to);
    const text = textOf(network, said);
    if (text.trim() === '') return [];
    const end = isTime(to - 1) && to - 1 > from ? secondsOf(to - 1) : order.seconds;
    const { temperature, averageLogProbability, compressionRatio, noSpeechProbability } = attempt;
    const words = times ? { words: wordsOf(network, attempt, { from, to, times, language: order.language }) } : {};
    return [
      {
        start: secondsOf(from),
        end,
        text,
        tokens: said,
        temperature,
        averageLogProbability,
        compressionRatio,
        noSpeechProbability,
        ...words,
      },
    ];
  });
  const nextSeconds = cuts.length > 0 && !isComplete ? secondsOf((cuts.at(-1) ?? 1) - 1) : order.seconds;
  // A window that does not advance would be transcribed forever.
  return { segments, nextSeconds: nextSeconds > 0 ? nextSeconds : order.seconds };
}

/** The start of each token, and of the end. */
function timesOf({ attention }: Attempt, seconds: number): number[] {
  const frames = Math.max(1, Math.min(1500, Math.round(seconds / SECONDS_PER_FRAME)));
  return alignTokens(attention, frames).map((frame) => frame * SECONDS_PER_FRAME);
}

function wordsOf(
  network: WhisperNetwork,
  { tokens }: Attempt,
  { from, to, times, language }: { from: number; to: number; times: readonly number[]; language: string },
) {
  const firstTime = network.settings.no_timestamps_token_id + 1;
  const places = tokens.slice(from, to).flatMap((token, index) => (token < firstTime ? [from + index] : []));
  const text = places.map((place) => tokens[place] ?? 0);
  return splitWords(text, (ids) => network.tokenizer.decode(ids, { skip_special_tokens: false }), language)
    .filter((word) => word.text.trim() !== '')
    .map((word) => {
      const start = times[places[word.from] ?? 0] ?? 0;
      const end = times[(places[word.to - 1] ?? 0) + 1] ?? start;
      return { word: word.text.trim(), start, end: Math.max(start, end) };
    });
}

function textOf({ tokenizer, settings }: WhisperNetwork, tokens: readonly number[]): string {
  const text = tokens.filter((token) => token < settings.eos_token_id);
  return text.length === 0 ? '' : tokenizer.decode(text, { skip_special_tokens: true });
}
