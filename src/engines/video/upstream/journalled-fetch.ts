// The fetch that a provider's SDK gets: the order is sent once and recorded, and polling slows down with time.

import { BackOff, type Pace } from '@atelier/kit';
import { ServiceError } from '../../../core/errors.ts';
import { explainRefusal } from '../../../net/provider-error.ts';
import type { OrderOnce } from './order-once.ts';

export interface Journal {
  once: OrderOnce;
  pace: Pace;
  report: (fraction: number) => void;
  signal: AbortSignal;
  fetch: typeof globalThis.fetch;
  /** The real URL of a call. */
  place(url: string): string;
}

interface Answer {
  status: number;
  text: string;
}

const ORDER_MS = 60_000;
const QUESTION_MS = 60_000;
const MAX_BYTES = 4 * 1024 * 1024;
const PATIENCE = 8;

export function journalledFetch(journal: Journal): typeof globalThis.fetch {
  const backOff = new BackOff(journal.pace);
  let questions = 0;
  return async (input, init) => {
    const url = journal.place(input instanceof Request ? input.url : String(input));
    if (init?.method === 'POST') {
      return respond(await placeOrder(journal, url, init));
    }
    questions += 1;
    journal.report(1 - 1 / (1 + questions / 12));
    for (let failures = 0; ; failures += 1) {
      await backOff.pause(journal.signal);
      const answer = await ask(journal, url, {
        ...init,
        signal: AbortSignal.any([journal.signal, AbortSignal.timeout(QUESTION_MS)]),
      }).catch(() => undefined);
      journal.signal.throwIfAborted();
      if (answer && answer.status !== 429 && answer.status < 500) return respond(answer);
      if (failures >= PATIENCE)
        throw new ServiceError(
          'engine_unavailable',
          'The server that makes the video cannot be reached right now. Try again later.',
        );
    }
  };
}

/** The SDK explains a refusal; it is not stored as the answer to an order. */
async function placeOrder(journal: Journal, url: string, init: RequestInit): Promise<Answer> {
  let refusal: Answer | undefined;
  const send = async (): Promise<Answer> => {
    // Without the job's signal, because an order whose response was not received could not be resumed.
    const answer = await ask(journal, url, { ...init, signal: AbortSignal.timeout(ORDER_MS) });
    if (answer.status >= 200 && answer.status < 300) return answer;
    refusal = answer;
    throw explainRefusal('', { status: answer.status, text: '' });
  };
  return journal.once.place(send).catch((error: unknown) => {
    if (refusal) return refusal;
    throw error;
  });
}

async function ask({ fetch }: Pick<Journal, 'fetch'>, url: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(url, init);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new ServiceError('engine_failed', 'The server sent a response that is too large.');
    chunks.push(chunk);
  }
  return { status: response.status, text: Buffer.concat(chunks).toString('utf8') };
}

function respond({ status, text }: Answer): Response {
  return new Response(text, { status, headers: { 'content-type': 'application/json' } });
}
