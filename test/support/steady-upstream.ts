// A real OpenAI-compatible server that takes a second for each stream: long enough to be in the middle when something happens.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

export const STEADY_MODEL = 'steady-1';

const WORDS = ['The', 'lake', 'is', 'ninety', 'metres', 'deep', 'and', 'very', 'cold', 'below'];
const WORD_MS = 100;
const USAGE = { prompt_tokens: 12, completion_tokens: WORDS.length, total_tokens: 12 + WORDS.length };

export async function startSteadyUpstream(): Promise<{ baseUrl: string; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === 'GET') {
    sendJson(response, { object: 'list', data: [{ id: STEADY_MODEL, object: 'model', context_length: 32_000 }] });
    return;
  }
  let text = '';
  for await (const chunk of request) text += chunk;
  const fields = { id: 'chatcmpl-steady', created: 1_700_000_000, model: STEADY_MODEL };
  if (!JSON.parse(text).stream) {
    const message = { role: 'assistant', content: WORDS.join(' ') };
    const choices = [{ index: 0, message, finish_reason: 'stop' }];
    sendJson(response, { ...fields, object: 'chat.completion', choices, usage: USAGE });
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (choices: object[], more = {}) =>
    response.write(`data: ${JSON.stringify({ ...fields, object: 'chat.completion.chunk', choices, ...more })}\n\n`);
  for (const word of WORDS) {
    send([{ index: 0, delta: { content: `${word} ` }, finish_reason: null }]);
    await wait(WORD_MS);
  }
  send([{ index: 0, delta: {}, finish_reason: 'stop' }]);
  send([], { usage: USAGE });
  response.end('data: [DONE]\n\n');
}

function sendJson(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
