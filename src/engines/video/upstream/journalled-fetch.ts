// The fetch that a provider's SDK gets: the order is sent once and recorded, and polling slows down with time.

import { BackOff, type Pace } from '@atelier/kit';
import { parseAnswer } from '../../../core/bounded-json.ts';
import { ServiceError } from '../../../core/errors.ts';
import { asRecord } from '../../../core/unknown-json.ts';
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
    if (answer.status >= 200 && answer.status < 300) return { ...answer, text: keptOf(answer.text) };
    refusal = answer;
    throw explainRefusal('', { status: answer.status, text: '' });
  };
  return journal.once.place(send).catch((error: unknown) => {
    if (refusal) return refusal;
    throw error;
  });
}

/** What the packages and a cancellation read of the answer to an order: a provider may repeat the whole order in it. */
const KEPT = ['id', 'status', 'output', 'error', 'urls', 'request_id', 'response_url', 'status_url', 'cancel_url'];

function keptOf(text: string): string {
  try {
    const answer = asRecord(parseAnswer(text));
    if (answer) return JSON.stringify(Object.fromEntries(KEPT.map((name) => [name, answer[name]])));
  } catch {
    // The package says what is wrong with it.
  }
  return text;
}

async function ask({ fetch }: Pick<Journal, 'fetch'>, url: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(url, init);
  return { status: response.status, text: await response.text() };
}

function respond({ status, text }: Answer): Response {
  return new Response(text, { status, headers: { 'content-type': 'application/json' } });
}
