// A real OpenAI-compatible server that does what the prompt of each call says, and counts what it would bill for it.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Micro-credits per token. */
export interface TokenCost {
  input: number;
  output: number;
}

/**
 * ok: answers and says what it used · slow: the same, over a quarter of a second · silent: answers, and never says what it used ·
 * refuse, busy, reject: does nothing · garbage: works, and sends something unusable · hang: works, and never answers · cut: works, and
 * breaks off before the first token.
 */
export const BEHAVIOURS = ['ok', 'slow', 'silent', 'refuse', 'busy', 'reject', 'garbage', 'hang', 'cut'] as const;
/** stall: begins to answer, and goes on for as long as it is listened to. */
export type Behaviour = (typeof BEHAVIOURS)[number] | 'stall';

/**
 * What is billed and never told. silent: an answer without its use · late: nothing came in time · garbage: unusable · unclear: a
 * connection was lost, or a stream never began.
 */
export type Untold = 'silent' | 'late' | 'garbage' | 'unclear';

export interface BillingUpstream {
  baseUrl: string;
  /** What it billed in micro-credits for calls whose use it told. */
  told: number;
  /** Attempts of each kind that it bills without ever telling their use. */
  untold: Record<Untold, number>;
  close(): Promise<void>;
}

/** A prompt names its call and how the attempts at it go, the last one also for all further attempts. */
export function promptOf(call: string, attempts: readonly Behaviour[], length: number): string {
  return `#${call}:${attempts.join(',')}# ${'word '.repeat(length)}`;
}

/** `attempts` counts the attempts at each call; share it between the upstreams of a service. */
export async function startBillingUpstream(
  models: Readonly<Record<string, TokenCost>>,
  attempts: Map<string, number>,
): Promise<BillingUpstream> {
  const state = { told: 0, untold: { silent: 0, late: 0, garbage: 0, unclear: 0 } };
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'GET')
      return send(response, { object: 'list', data: Object.keys(models).map((id) => ({ id })) });
    let text = '';
    for await (const chunk of request) text += chunk;
    const body = JSON.parse(text) as { model: string; stream?: boolean; input?: unknown };
    const [named, call = '', plan = 'ok'] = /#([\w-]+):([\w,]+)#/.exec(text) ?? [];
    const count = attempts.get(call) ?? 0;
    attempts.set(call, count + 1);
    const planned = plan.split(',') as Behaviour[];
    const behaviour = planned[Math.min(count, planned.length - 1)];
    if (behaviour === 'refuse') return send(response, { error: { message: 'broken' } }, 500);
    if (behaviour === 'busy') return send(response, { error: { message: 'busy' } }, 429);
    if (behaviour === 'reject')
      return send(response, { error: { message: 'this is longer than the context length' } }, 400);
    if (behaviour === 'stall') return stall(response, body.model);
    if (behaviour === 'garbage' || behaviour === 'hang' || behaviour === 'cut') {
      const isWholeHang = behaviour === 'hang' && !body.stream;
      state.untold[behaviour === 'garbage' ? 'garbage' : isWholeHang ? 'late' : 'unclear'] += 1;
      if (behaviour === 'garbage')
        return void response.writeHead(200, { 'content-type': 'application/json' }).end('{"no": 1');
      if (behaviour === 'hang') return;
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(': working\n\n');
      setTimeout(() => response.destroy(), 20);
      return;
    }
    const cost = models[body.model] ?? { input: 0, output: 0 };
    const use = {
      prompt_tokens: 40 + (text.length % 50),
      completion_tokens: body.input === undefined ? 1 + (text.length % 7) : 0,
    };
    const isSilent = behaviour === 'silent';
    const usage = isSilent ? undefined : { ...use, total_tokens: use.prompt_tokens + use.completion_tokens };
    if (isSilent) state.untold.silent += 1;
    // One word, with which the service asks for the length of a model's vectors when it starts, is no customer's call.
    else if (named) state.told += use.prompt_tokens * cost.input + use.completion_tokens * cost.output;
    const head = { id: 'billed', created: 1, model: body.model };
    if (body.input !== undefined && !body.stream)
      return send(response, { object: 'list', data: [{ index: 0, embedding: [1, 0] }], usage });
    const words = Array.from({ length: use.completion_tokens }, () => 'a ');
    if (!body.stream) {
      if (behaviour === 'slow') await new Promise((resolve) => setTimeout(resolve, 250));
      const message = { role: 'assistant', content: words.join('') };
      return send(response, {
        ...head,
        object: 'chat.completion',
        choices: [{ index: 0, message, finish_reason: 'stop' }],
        usage,
      });
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const chunk = (more: object) =>
      response.write(`data: ${JSON.stringify({ ...head, object: 'chat.completion.chunk', ...more })}\n\n`);
    for (const content of words) {
      if (behaviour === 'slow') await new Promise((resolve) => setTimeout(resolve, 250 / words.length));
      chunk({ choices: [{ index: 0, delta: { role: 'assistant', content }, finish_reason: null }] });
    }
    chunk({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });
    if (usage) chunk({ choices: [], usage });
    response.end('data: [DONE]\n\n');
  }
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return Object.assign(state, {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

function stall(response: ServerResponse, model: string): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const delta = { role: 'assistant', content: 'a ' };
  const chunk = { id: 'billed', created: 1, model, object: 'chat.completion.chunk', choices: [{ index: 0, delta }] };
  const timer = setInterval(() => response.write(`data: ${JSON.stringify(chunk)}\n\n`), 50);
  response.once('close', () => clearInterval(timer));
}

function send(response: ServerResponse, body: object, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
