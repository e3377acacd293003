// A server in OpenAI's form that says what it is told to, in pieces of any size, and records every byte that reaches it: for guards.
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LeakingUpstream {
  baseUrl: string;
  /** The body of each call, as it came. */
  heard: string[];
  /** What it answers, and in pieces of how many characters. */
  says: { text: string; tool?: string; piece: number };
  /** Categories that moderation flags, where a text contains the word; null: it fails. */
  flags: Record<string, string> | null;
  close(): Promise<void>;
}

const MODELS = ['leaky-1', 'leaky-embedding-1', 'leaky-reranker-1', 'omni-moderation-latest'];
const USAGE = { prompt_tokens: 20, completion_tokens: 20, total_tokens: 40 };

export async function startLeakingUpstream(): Promise<LeakingUpstream> {
  const state: Pick<LeakingUpstream, 'heard' | 'says' | 'flags'> = {
    heard: [],
    says: { text: 'Fine.', piece: 4 },
    flags: {},
  };
  const server = createServer(async (request, response) => {
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (request.method === 'GET') return send(200, { data: MODELS.map((id) => ({ id, object: 'model' })) });
    const text = await textOf(request);
    state.heard.push(text);
    const body = JSON.parse(text) as Record<string, unknown>;
    const path = request.url ?? '';
    if (path === '/v1/moderations') {
      moderate(state, body, send);
      return;
    }
    if (path === '/v1/rerank')
      return send(200, {
        results: (body.documents as unknown[]).map((_, index) => ({ index, relevance_score: 0.5 })),
        usage: { total_tokens: 9 },
      });
    if (path === '/v1/embeddings') {
      const inputs = Array.isArray(body.input) ? body.input : [body.input];
      const data = inputs.map((_, index) => ({ object: 'embedding', index, embedding: [0.6, 0.8] }));
      return send(200, { object: 'list', model: body.model, data, usage: { prompt_tokens: 5, total_tokens: 5 } });
    }
    const isChat = path === '/v1/chat/completions';
    if (body.stream !== true) return send(200, wholeOf(state.says, body, isChat));
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const frame of framesOf(state.says, body, isChat)) response.write(`data: ${JSON.stringify(frame)}\n\n`);
    return response.end('data: [DONE]\n\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(state, {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    close: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  });
}

function moderate(
  { flags }: Pick<LeakingUpstream, 'flags'>,
  { input, model }: Record<string, unknown>,
  send: (status: number, body: unknown) => void,
): void {
  if (!flags) {
    send(500, { error: { message: 'Out of order' } });
    return;
  }
  const results = [input].flat().map((text) => {
    const found = Object.keys(flags).filter((category) => String(text).includes(flags[category] ?? ''));
    return {
      flagged: found.length > 0,
      categories: Object.fromEntries(found.map((one) => [one, true])),
      category_scores: {},
    };
  });
  send(200, { id: 'modr-1', model, results });
}

function wholeOf({ text, tool }: LeakingUpstream['says'], { model, n }: Record<string, unknown>, isChat: boolean) {
  const calls =
    tool === undefined
      ? {}
      : { tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'note', arguments: tool } }] };
  const said = isChat ? { message: { role: 'assistant', content: text, ...calls } } : { text };
  const choices = Array.from({ length: Number(n ?? 1) }, (_, index) => ({ index, ...said, finish_reason: 'stop' }));
  return {
    id: 'leak',
    object: isChat ? 'chat.completion' : 'text_completion',
    created: 1,
    model,
    choices,
    usage: USAGE,
  };
}

function framesOf(
  { text, tool, piece }: LeakingUpstream['says'],
  { model }: Record<string, unknown>,
  isChat: boolean,
): object[] {
  const base = { id: 'leak', model, created: 1, object: isChat ? 'chat.completion.chunk' : 'text_completion' };
  const frame = (delta: object, finish: string | null = null) => ({
    ...base,
    choices: [{ index: 0, ...(isChat ? { delta } : delta), finish_reason: finish }],
  });
  const words = cut(text, piece).map((content) => frame(isChat ? { content } : { text: content }));
  const call = (index: number, given: string) => ({
    tool_calls: [
      {
        index: 0,
        ...(index === 0 ? { id: 'call_1', type: 'function' } : {}),
        function: { ...(index === 0 ? { name: 'note' } : {}), arguments: given },
      },
    ],
  });
  const calls = tool === undefined ? [] : cut(tool, piece).map((given, index) => frame(call(index, given)));
  return [
    ...words,
    ...calls,
    frame(isChat ? {} : { text: '' }, tool === undefined ? 'stop' : 'tool_calls'),
    { ...base, choices: [], usage: USAGE },
  ];
}

function cut(text: string, size: number): string[] {
  return Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
    text.slice(index * size, (index + 1) * size),
  );
}

async function textOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString('utf8');
}
