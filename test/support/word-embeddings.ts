// An upstream whose vectors are near where texts share words: it counts what it reads, refuses long texts, waits and fails when told.
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { sendJson } from './obedient-upstream.ts';

export const WORD_MODEL = 'words-embed-1';
/** A token is a word, and a text has at most so many. */
export const MAX_WORDS = 200;
const DIMENSIONS = 128;

export interface WordUpstream {
  baseUrl: string;
  /** Every text that was read. */
  read: string[];
  delayMs: number;
  /** The status of every answer, if set. */
  failure: number | undefined;
  /** How many numbers too many each vector has. */
  excess: number;
  close(): Promise<void>;
}

export async function startWordUpstream(): Promise<WordUpstream> {
  const upstream = { read: [] as string[], delayMs: 0, failure: undefined as number | undefined, excess: 0 };
  const server = createServer(async (request, response) => {
    if (request.method === 'GET') return sendJson(response, 200, { object: 'list', data: [{ id: WORD_MODEL }] });
    const { input } = JSON.parse(await readText(request)) as { input: string[] };
    if (upstream.delayMs > 0) await wait(upstream.delayMs);
    if (upstream.failure) return sendJson(response, upstream.failure, { error: { message: 'Told to fail.' } });
    const words = input.map(wordsOf);
    if (words.some(({ length }) => length > MAX_WORDS))
      return sendJson(response, 400, { error: { message: 'The input is too long.' } });
    upstream.read.push(...input);
    const data = words.map((some, index) => ({
      object: 'embedding',
      index,
      embedding: [...vectorOf(some), ...new Array<number>(upstream.excess).fill(0)],
    }));
    const tokens = words.reduce((sum, { length }) => sum + Math.max(1, length), 0);
    sendJson(response, 200, { object: 'list', data, model: WORD_MODEL, usage: { prompt_tokens: tokens } });
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return Object.assign(upstream, {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
}

/** Each word has a direction of its own, drawn from its letters. */
function vectorOf(words: readonly string[]): number[] {
  const sum = new Array<number>(DIMENSIONS).fill(0);
  for (const word of words) {
    let state = 2_166_136_261;
    for (const letter of word) state = Math.imul(state ^ letter.charCodeAt(0), 16_777_619);
    for (let index = 0; index < DIMENSIONS; index += 1) {
      state = Math.imul(state ^ (state >>> 15), 2_246_822_519) + index;
      sum[index] = (sum[index] ?? 0) + ((state >>> 8) & 0xffff) / 0x8000 - 1;
    }
  }
  const length = Math.hypot(...sum) || 1;
  return sum.map((value) => value / length);
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}
