// A real OpenAI-compatible server that counts a token for every byte that it gets and for every word that it may say: the dearest that is
// possible without a lie. It serves chat, completions, responses, embeddings and rerank.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface GreedyCall {
  path: string;
  body: Record<string, unknown>;
  promptTokens: number;
  completionTokens: number;
  /** Resolves when the answer is written, or its reader has left. */
  ended: Promise<'whole' | 'left'>;
}

export interface GreedyUpstream {
  baseUrl: string;
  calls: GreedyCall[];
  /** Called for each call before its answer begins. */
  pace: { beforeHead?: () => Promise<void>; beforeWords?: () => Promise<void>; beforeUsage?: () => Promise<void> };
  /** Counted on top of the bytes, per call. */
  extraTokens: number;
  pictureTokens: number;
  /** How many words a stream shows; the rest of its tokens are hidden thoughts. */
  shownWords: number;
  close(): Promise<void>;
}

const GREEDY_MODELS = ['greedy-1', 'greedy-embed-1', 'greedy-rerank-1', 'greedy-moderation-1'];
const DIMENSIONS = 4;
const PICTURE = /data:image\/[a-z]+;base64,[A-Za-z0-9+/=]*/g;

export async function startGreedyUpstream(): Promise<GreedyUpstream> {
  const upstream: Omit<GreedyUpstream, 'close'> = {
    baseUrl: '',
    calls: [],
    pace: {},
    extraTokens: 0,
    pictureTokens: 50_000,
    shownWords: 3,
  };
  const server = createServer((request, response) => void answer(upstream, request, response));
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  upstream.baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return Object.assign(upstream, {
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

async function answer(upstream: Omit<GreedyUpstream, 'close'>, request: IncomingMessage, response: ServerResponse) {
  const path = (request.url ?? '').replace('/v1/', '');
  if (request.method === 'GET') {
    const data = GREEDY_MODELS.map((id) => ({ id, object: 'model', context_length: 4_000_000 }));
    return sendJson(response, { object: 'list', data });
  }
  const text = await readText(request);
  const pictures = text.match(PICTURE) ?? [];
  const shown = Buffer.byteLength(text) - pictures.reduce((sum, { length }) => sum + length, 0);
  const body = JSON.parse(text) as Record<string, unknown>;
  const limit =
    Number(body.max_tokens ?? body.max_completion_tokens ?? body.max_output_tokens ?? 0) *
    Number(body.n ?? 1) *
    promptsIn(body.prompt);
  const promptTokens = shown + pictures.length * upstream.pictureTokens + upstream.extraTokens;
  const ended = new Promise<'whole' | 'left'>((resolve) =>
    response.once('close', () => resolve(response.writableFinished ? 'whole' : 'left')),
  );
  const call = { path, body, promptTokens, completionTokens: limit, ended };
  upstream.calls.push(call);
  const { beforeHead, beforeWords, beforeUsage } = upstream.pace;
  const usage = { prompt_tokens: promptTokens, completion_tokens: limit, total_tokens: promptTokens + limit };
  try {
    await beforeHead?.();
  } catch {
    response.destroy();
    return;
  }
  if (path === 'embeddings') {
    const inputs = Array.isArray(body.input) && typeof body.input[0] !== 'number' ? body.input : [body.input];
    const data = inputs.map((_, index) => ({ index, embedding: Array.from({ length: DIMENSIONS }, () => 0.5) }));
    return sendJson(response, { data, usage });
  }
  if (path === 'rerank') {
    const results = (body.documents as unknown[]).map((_, index) => ({ index, relevance_score: 0.5 }));
    return sendJson(response, { results, usage });
  }
  if (path === 'moderations') return sendJson(response, { id: 'x', results: [] });
  if (path === 'responses') return respond(upstream, { response, body, call });
  const choices = Number(body.n ?? 1) * promptsIn(body.prompt);
  const isChat = path === 'chat/completions';
  const head = { id: 'x', created: 1, model: body.model, object: isChat ? 'chat.completion' : 'text_completion' };
  const say = (words: string, isWhole: boolean) =>
    Array.from({ length: choices }, (_, index) => ({
      index,
      ...(isChat ? { [isWhole ? 'message' : 'delta']: { role: 'assistant', content: words } } : { text: words }),
      finish_reason: isWhole ? 'stop' : null,
    }));
  const most = Math.max(1, Math.min(upstream.shownWords, Math.floor(limit / choices)));
  if (!body.stream) return sendJson(response, { ...head, choices: say(' word'.repeat(most), true), usage });
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.flushHeaders();
  const frame = (chunk: object) => response.write(`data: ${JSON.stringify({ ...head, ...chunk })}\n\n`);
  await beforeWords?.();
  for (let word = 0; word < most; word += 1) frame({ choices: say(' word', false) });
  await beforeUsage?.();
  const end = Array.from({ length: choices }, (_, index) => ({ index, delta: {}, text: '', finish_reason: 'stop' }));
  frame({ choices: end });
  frame({ choices: [], usage });
  response.end('data: [DONE]\n\n');
}

/** In the form of OpenAI's Responses API. */
async function respond(
  { shownWords, pace }: Omit<GreedyUpstream, 'close'>,
  { response, body, call }: { response: ServerResponse; body: Record<string, unknown>; call: GreedyCall },
): Promise<void> {
  const { promptTokens: input_tokens, completionTokens: output_tokens } = call;
  const text = ' word'.repeat(Math.max(1, Math.min(shownWords, output_tokens)));
  const item = { id: 'm', type: 'message', role: 'assistant', status: 'completed' };
  const output = [{ ...item, content: [{ type: 'output_text', text, annotations: [], logprobs: [] }] }];
  const usage = { input_tokens, output_tokens, total_tokens: input_tokens + output_tokens };
  const head = { id: 'x', object: 'response', created_at: 1, model: body.model, error: null };
  if (!body.stream) return sendJson(response, { ...head, status: 'completed', output, usage });
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.flushHeaders();
  const send = (type: string, members: object) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: 0, ...members })}\n\n`);
  send('response.created', { response: { ...head, status: 'in_progress', output: [] } });
  await pace.beforeWords?.();
  const place = { item_id: 'm', output_index: 0 };
  send('response.output_item.added', { output_index: 0, item: { ...item, status: 'in_progress', content: [] } });
  send('response.output_text.delta', { ...place, content_index: 0, delta: text });
  await pace.beforeUsage?.();
  send('response.completed', { response: { ...head, status: 'completed', output, usage } });
  response.end();
}

function promptsIn(prompt: unknown): number {
  return Array.isArray(prompt) && typeof prompt[0] !== 'number' ? prompt.length : 1;
}

function sendJson(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

async function readText(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString('utf8');
}
