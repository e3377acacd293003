// Decides which token whisper may choose next: timestamps come in pairs and never decrease, and some tokens are never text.
import type { WhisperSettings } from './network.ts';

export interface ChosenToken {
  token: number;
  logProbability: number;
}

/** A window's first words begin within a second. */
const LATEST_FIRST_TIME = 50;

export class TokenRules {
  readonly #settings: WhisperSettings;
  readonly #never: readonly number[];
  readonly firstTime: number;

  constructor(settings: WhisperSettings) {
    this.#settings = settings;
    this.firstTime = settings.no_timestamps_token_id + 1;
    const {
      decoder_start_token_id: start,
      no_timestamps_token_id: noTimes,
      suppress_tokens: suppressed = [],
    } = settings;
    // The special tokens between the start token and the timestamps are chosen by this service, never by the network.
    const ours = Array.from({ length: noTimes - start + 1 }, (_, index) => start + index);
    this.#never = [...suppressed, ...ours];
  }

  isTime(token: number): boolean {
    return token >= this.firstTime;
  }

  /** Changes the logits in place. */
  choose(logits: Float32Array, said: readonly number[], temperature: number): ChosenToken {
    const { firstTime } = this;
    const end = this.#settings.eos_token_id;
    const forbid = (from: number, to: number) => logits.fill(Number.NEGATIVE_INFINITY, from, to);
    for (const token of this.#never) logits[token] = Number.NEGATIVE_INFINITY;
    const wasTime = this.isTime(said.at(-1) ?? 0);
    const wasTimeBefore = said.length < 2 || this.isTime(said.at(-2) ?? 0);
    if (wasTime && wasTimeBefore) forbid(firstTime, logits.length);
    else if (wasTime) forbid(0, end);
    const lastTime = said.findLast((token) => this.isTime(token));
    if (lastTime !== undefined) forbid(firstTime, wasTime && !wasTimeBefore ? lastTime : lastTime + 1);
    if (said.length === 0) {
      for (const token of this.#settings.begin_suppress_tokens ?? []) logits[token] = Number.NEGATIVE_INFINITY;
      forbid(0, firstTime);
      forbid(firstTime + LATEST_FIRST_TIME + 1, logits.length);
    }
    const probabilities = logProbabilities(logits);
    if (isTimeLikelier(probabilities, firstTime)) probabilities.fill(Number.NEGATIVE_INFINITY, 0, firstTime);
    const token = temperature > 0 ? draw(probabilities, temperature) : largest(probabilities);
    return { token, logProbability: probabilities[token] ?? 0 };
  }
}

export function logProbabilities(logits: Float32Array): Float32Array {
  const most = logits.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  let sum = 0;
  for (const value of logits) sum += Math.exp(value - most);
  const scale = most + Math.log(sum);
  return logits.map((value) => value - scale);
}

/** If the timestamps together are likelier than every text token, the segment ends here. */
function isTimeLikelier(probabilities: Float32Array, firstTime: number): boolean {
  let times = 0;
  let text = Number.NEGATIVE_INFINITY;
  probabilities.forEach((value, token) => {
    if (token >= firstTime) times += Math.exp(value);
    else if (value > text) text = value;
  });
  return Math.log(times) > text;
}

function largest(values: Float32Array): number {
  let best = 0;
  values.forEach((value, index) => {
    if (value > (values[best] ?? 0)) best = index;
  });
  return best;
}

function draw(probabilities: Float32Array, temperature: number): number {
  const weights = logProbabilities(probabilities.map((value) => value / temperature)).map(Math.exp);
  let left = Math.random();
  let chosen = 0;
  for (const [token, weight] of weights.entries()) {
    if (weight > 0) chosen = token;
    left -= weight;
    if (left <= 0) break;
  }
  return chosen;
}
