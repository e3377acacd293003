// An upstream in OpenAI's form that gives each call its number as the answer, so that an answer that is given again shows. The
// words of a call say how its answer ends.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface NumberedUpstream {
  baseUrl: string;
  /** How many calls have come. */
  calls: number;
  close(): Promise<void>;
}

const NUMBERED_MODELS = ['numbered-1', 'numbered-2', 'numbered-embedding-1'];
const USAGE = { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 };

/** `broken`: the connection breaks · `filtered`, `cut`: how it finished · `large`, `big`: 300 and 200 kB · `stalled`: never ends · `failing`: 500. */
export async function startNumberedUpstream(): Promise<NumberedUpstream> {
  const state = { calls: 0 };
  const server = createServer(async (request, response) => {
    if (request.method === 'GET')
      return json(response, 200, {
        data: NUMBERED_MODELS.map((id) => ({ id, object: 'model', context_length: 9_000 })),
      });
    const text = await textOf(request);
    state.calls += 1;
    if (text.includes('failing')) return json(response, 500, { error: { message: 'no', type: 'server_error' } });
    answer(response, { path: request.url ?? '', text, said: saidBy(text, state.calls) });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(state, {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

interface Answering {
  path: string;
  text: string;
  said: string;
}

function answer(response: ServerResponse, { path, text, said }: Answering): void {
  const body = JSON.parse(text) as { model: string; stream?: boolean; n?: number; input?: unknown[] | string };
  if (path.endsWith('/embeddings')) {
    const inputs = Array.isArray(body.input) ? body.input : [body.input];
    const number = Number(/\d+/.exec(said)?.[0]);
    const data = inputs.map((_, index) => ({ object: 'embedding', index, embedding: [number, index, 1] }));
    const usage = { prompt_tokens: 10, total_tokens: 10 };
    json(response, 200, { object: 'list', data, model: body.model, usage });
    return;
  }
  const isChat = path.endsWith('/chat/completions');
  const finish_reason = text.includes('filtered') ? 'content_filter' : text.includes('cut') ? 'length' : 'stop';
  const head = { id: `up-${said.slice(0, 20)}`, created: 1, model: body.model };
  const indexes = Array.from({ length: body.n ?? 1 }, (_, index) => index);
  if (!body.stream) {
    const choices = indexes.map((index) => ({
      ...{ index, finish_reason, logprobs: null },
      ...(isChat ? { message: { role: 'assistant', content: said } } : { text: said }),
    }));
    const object = isChat ? 'chat.completion' : 'text_completion';
    if (text.includes('broken')) {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 9_000 }).write('{"id":');
      response.destroy();
      return;
    }
    json(response, 200, { ...head, object, choices, usage: USAGE });
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const object = isChat ? 'chat.completion.chunk' : 'text_completion';
  const send = (choices: object[], more: object = {}) =>
    response.write(`data: ${JSON.stringify({ ...head, object, choices, ...more })}\n\n`);
  for (const index of indexes) {
    for (const word of said.split(/(?= )/)) {
      send([{ index, finish_reason: null, ...(isChat ? { delta: { content: word } } : { text: word }) }]);
    }
  }
  if (text.includes('stalled')) return;
  if (text.includes('broken')) {
    setImmediate(() => response.destroy());
    return;
  }
  for (const index of indexes) send([{ index, finish_reason, ...(isChat ? { delta: {} } : { text: '' }) }]);
  send([], { usage: USAGE });
  response.end('data: [DONE]\n\n');
}

function saidBy(text: string, number: number): string {
  const letters = text.includes('large') ? 300_000 : text.includes('big') ? 200_000 : 0;
  return letters > 0 ? `number ${number} ${'x'.repeat(letters)}` : `number ${number}`;
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
