// A real OpenAI-compatible server that obeys whatever field asks for more, so that a test sees what reaches an upstream.
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ObedientUpstream {
  baseUrl: string;
  origin: string;
  bodies: Record<string, unknown>[];
  /** Of the same requests. */
  headers: IncomingHttpHeaders[];
  /** Replaces the next answer. */
  answerWith(answer: (body: Record<string, unknown>, response: ServerResponse) => void | Promise<void>): void;
  /** Paths of GET requests other than /models: what a server was made to fetch. */
  fetched: string[];
  close(): Promise<void>;
}

const LENGTHS = ['max_tokens', 'max_completion_tokens', 'n_predict', 'max_new_tokens', 'min_tokens', 'num_predict'];
const DEFAULT_WORDS = 10;

export async function startObedientUpstream(models = ['obedient-1']): Promise<ObedientUpstream> {
  const bodies: Record<string, unknown>[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const fetched: string[] = [];
  let special: Parameters<ObedientUpstream['answerWith']>[0] | undefined;
  const server = createServer(async (request, response) => {
    if (request.method === 'GET' && request.url !== '/v1/models') fetched.push(request.url ?? '');
    if (request.method === 'GET') {
      const data = models.map((id) => ({ id, object: 'model', context_length: 200_000 }));
      return sendJson(response, request.url === '/v1/models' ? 200 : 404, { object: 'list', data });
    }
    const body = JSON.parse(await readBody(request)) as Record<string, unknown>;
    bodies.push(body);
    headers.push(request.headers);
    const answer = special ?? obey;
    special = undefined;
    await answer(body, response);
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    baseUrl: `${origin}/v1`,
    bodies,
    headers,
    fetched,
    answerWith: (answer) => {
      special = answer;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function obey(body: Record<string, unknown>, response: ServerResponse): void {
  const asked = LENGTHS.map((field) => body[field]).filter((value) => typeof value === 'number');
  sayWords(body, response, asked.length > 0 ? Math.max(...asked) : DEFAULT_WORDS);
}

/** So many words for each choice, whatever was asked for. */
export function sayWords(body: Record<string, unknown>, response: ServerResponse, words: number): void {
  const choices = Math.max(Number(body.n ?? 1), Number(body.best_of ?? 1));
  const usage = { prompt_tokens: 10, completion_tokens: words * choices, total_tokens: 10 + words * choices };
  const isChat = body.messages !== undefined;
  const head = { id: 'x', created: 1, model: body.model };
  if (!body.stream) {
    const text = ' word'.repeat(words);
    const said = isChat ? { message: { role: 'assistant', content: text } } : { text };
    const list = Array.from({ length: choices }, (_, index) => ({ index, ...said, finish_reason: 'stop' }));
    sendJson(response, 200, {
      ...head,
      object: isChat ? 'chat.completion' : 'text_completion',
      choices: list,
      usage,
    });
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (let word = 0; word < words; word += 1)
    for (let index = 0; index < choices; index += 1) {
      const said = isChat ? { delta: { content: ' word' } } : { text: ' word' };
      response.write(`data: ${JSON.stringify({ ...head, choices: [{ index, ...said, finish_reason: null }] })}\n\n`);
    }
  const end = Array.from({ length: choices }, (_, index) => ({ index, delta: {}, text: '', finish_reason: 'stop' }));
  response.write(`data: ${JSON.stringify({ ...head, choices: end })}\n\n`);
  response.write(`data: ${JSON.stringify({ ...head, choices: [], usage })}\n\n`);
  response.end('data: [DONE]\n\n');
}

export function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
