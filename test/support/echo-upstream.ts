// A server in OpenAI's form whose answers quote what it was asked, also its errors: words travel through it in every direction.
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface EchoUpstream {
  baseUrl: string;
  close(): Promise<void>;
}

/** `echo-broken-1` fails and `echo-refusing-1` refuses, both with the words of the call; the others answer with them. */
const MODELS = [
  'echo-1',
  'echo-broken-1',
  'echo-refusing-1',
  'echo-embedding-1',
  'echo-reranker-1',
  'omni-moderation-latest',
];

export async function startEchoUpstream(): Promise<EchoUpstream> {
  const server = createServer(async (request, response) => {
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (request.url === '/v1/models') return send(200, { data: MODELS.map((id) => ({ id, object: 'model' })) });
    const text = await textOf(request);
    if (request.url === '/v1/audio/speech') return response.end(text);
    if (request.url === '/v1/audio/transcriptions')
      return send(200, { text: /name="prompt"\r\n\r\n([^\r]*)/.exec(text)?.[1] ?? '', language: 'english' });
    const body = JSON.parse(text) as Record<string, unknown>;
    const message = `I cannot read this: ${JSON.stringify(body.messages ?? body.prompt ?? body.input)}`;
    if (body.model === 'echo-broken-1') return send(500, { error: { message, type: 'server_error' } });
    if (body.model === 'echo-refusing-1') return send(400, { error: { message, type: 'invalid_request_error' } });
    const answer = answerTo(request.url ?? '', body);
    if (body.stream !== true) return send(200, answer);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const frame of framesOf(answer as Completion)) response.write(`data: ${JSON.stringify(frame)}\n\n`);
    return response.end('data: [DONE]\n\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Completion {
  id: string;
  model: unknown;
  choices: { message?: { content: string }; text?: string }[];
  usage: object;
}

const USAGE = { prompt_tokens: 20, completion_tokens: 20, total_tokens: 40 };

function answerTo(path: string, body: Record<string, unknown>): unknown {
  if (path === '/v1/rerank')
    return {
      results: (body.documents as string[]).map((_, index) => ({ index, relevance_score: 0.5 })),
      usage: { total_tokens: 9 },
    };
  if (path === '/v1/moderations')
    return { id: 'modr-1', model: body.model, results: [{ flagged: false, categories: {}, category_scores: {} }] };
  if (path === '/v1/embeddings') {
    const inputs = Array.isArray(body.input) ? body.input : [body.input];
    const data = inputs.map((_, index) => ({ object: 'embedding', index, embedding: [0.6, 0.8] }));
    return { object: 'list', model: body.model, data, usage: { prompt_tokens: 5, total_tokens: 5 } };
  }
  const words = textsIn(body.messages ?? body.prompt).join(' ');
  const common = { id: 'echo-call', created: 1, model: body.model, usage: USAGE };
  if (path === '/v1/completions')
    return { ...common, object: 'text_completion', choices: [{ index: 0, text: words, finish_reason: 'stop' }] };
  const message = { role: 'assistant', content: words };
  return { ...common, object: 'chat.completion', choices: [{ index: 0, message, finish_reason: 'stop' }] };
}

function framesOf({ id, model, choices, usage }: Completion): object[] {
  const [first] = choices;
  const base = { id, model, created: 1, object: first?.message ? 'chat.completion.chunk' : 'text_completion' };
  const piece = first?.message
    ? { delta: { role: 'assistant', content: first.message.content } }
    : { text: first?.text };
  return [
    { ...base, choices: [{ index: 0, ...piece, finish_reason: null }] },
    { ...base, choices: [{ index: 0, ...(first?.message ? { delta: {} } : { text: '' }), finish_reason: 'stop' }] },
    { ...base, choices: [], usage },
  ];
}

/** Every text in a value. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

async function textOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString('utf8');
}
