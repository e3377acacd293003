// A real OpenAI-compatible server that lists given models, tells its usage, and adds up what it would bill.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface BilledUse {
  prompt_tokens: number;
  completion_tokens: number;
  prompt_tokens_details?: { cached_tokens: number };
}

export interface PricedUpstream {
  baseUrl: string;
  /** What it says of the next calls. */
  use: BilledUse;
  /** The models that were asked for, in order. */
  asked: string[];
  /** Answers the next calls with this status. */
  failWith: number | null;
  close(): Promise<void>;
}

export async function startPricedUpstream(models: readonly string[]): Promise<PricedUpstream> {
  const state: Pick<PricedUpstream, 'use' | 'asked' | 'failWith'> = {
    use: { prompt_tokens: 1_000, completion_tokens: 500 },
    asked: [],
    failWith: null,
  };
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'GET')
      return send(response, 200, {
        object: 'list',
        data: models.map((id) => ({ id, object: 'model', context_length: 400_000 })),
      });
    let text = '';
    for await (const chunk of request) text += chunk;
    const body = JSON.parse(text) as { model: string; stream?: boolean; input?: unknown };
    state.asked.push(body.model);
    if (state.failWith !== null) return send(response, state.failWith, { error: { message: 'no' } });
    const { use } = state;
    const usage = { ...use, total_tokens: use.prompt_tokens + use.completion_tokens };
    const head = { id: 'priced', created: 1, model: body.model };
    if (body.input !== undefined)
      return send(response, 200, { object: 'list', data: [{ index: 0, embedding: [1, 0] }], usage });
    if (body.stream) {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const chunk = (more: object) => response.write(`data: ${JSON.stringify({ ...head, ...more })}\n\n`);
      chunk({ choices: [{ index: 0, delta: { content: 'Hello' }, finish_reason: 'stop' }] });
      chunk({ choices: [], usage });
      response.end('data: [DONE]\n\n');
      return;
    }
    const message = { role: 'assistant', content: 'Hello' };
    send(response, 200, {
      ...head,
      object: 'chat.completion',
      choices: [{ index: 0, message, finish_reason: 'stop' }],
      usage,
    });
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

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
