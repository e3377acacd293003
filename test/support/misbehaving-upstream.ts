// A real HTTP server that speaks the OpenAI API well or badly on purpose: the model's name says how.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chunksFor, embeddingsFor, replyFor, type UpstreamRequest, WORDS } from './upstream-answers.ts';

interface SeenCall {
  path: string;
  body: UpstreamRequest;
  headers: IncomingMessage['headers'];
  /** Resolves when the client side of this call went away before the answer was whole. */
  aborted: Promise<void>;
}

export interface MisbehavingUpstream {
  baseUrl: string;
  calls: SeenCall[];
  models: string[];
  /** Resolves with the call after the first so many. */
  nextCall(after: number): Promise<SeenCall>;
  close(): Promise<void>;
}

const BEHAVIOURS = [
  'mock-good-1',
  'mock-slow-1',
  'mock-cut-1',
  'mock-limit-1',
  'mock-wrong-type-1',
  'mock-no-usage-1',
  'mock-huge-1',
  'mock-split-1',
  'mock-crlf-1',
  'mock-comments-1',
  'mock-error-1',
  'mock-not-json-1',
  'mock-no-stream-1',
  'mock-500-1',
  'mock-flaky-1',
  'mock-hang-1',
  'mock-stepwise-1',
  'mock-long-1',
  'mock-context-1',
  'mock-whitespace-1',
  'mock-thinking-1',
  'mock-code-1',
  'mock-code-stubborn-1',
  'mock-code-talk-1',
  'mock-small-window-1',
  'mock-embedding-1',
] as const;

export async function startMisbehavingUpstream(): Promise<MisbehavingUpstream> {
  const calls: SeenCall[] = [];
  const models: string[] = [...BEHAVIOURS];
  const failures = new Map<string, number>();
  const server = createServer((request, response) => {
    void answer({ request, response, calls, models, failures });
  });
  // A connection that is closed while a slow machine sends the next call on it counts as a failure of the upstream.
  server.keepAliveTimeout = 600_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    calls,
    models,
    nextCall: (after) => waitForCall(server, calls, after),
    close: () => closeServer(server),
  };
}

const CALL_PATIENCE_MS = 10_000;

async function waitForCall(server: Server, calls: SeenCall[], after: number): Promise<SeenCall> {
  for (const giveUpAt = Date.now() + CALL_PATIENCE_MS; Date.now() < giveUpAt; ) {
    const call = calls[after];
    if (call) return call;
    await Promise.race([once(server, 'request'), pause(20)]);
  }
  throw new Error('the upstream was not called');
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  calls: SeenCall[];
  models: string[];
  failures: Map<string, number>;
}

async function answer({ request, response, calls, models, failures }: Exchange): Promise<void> {
  if (request.url === '/v1/models') {
    const data = models.map((id) => ({
      id,
      object: 'model',
      created: 1,
      owned_by: 'mock',
      context_length: windowOf(id),
      // What exceeds a model's own limit is cut: the huge answer must be allowed.
      ...(id === 'mock-huge-1' ? { max_output_tokens: 100_000 } : {}),
    }));
    sendJson(response, 200, { object: 'list', data });
    return;
  }
  const body = JSON.parse(await readBody(request)) as UpstreamRequest;
  const aborted = new Promise<void>((resolve) => {
    response.on('close', () => {
      if (!response.writableFinished) resolve();
    });
  });
  calls.push({ path: request.url ?? '', body, headers: request.headers, aborted });
  if (request.url === '/v1/embeddings') {
    sendJson(response, 200, embeddingsFor(body));
    return;
  }
  const isChat = request.url === '/v1/chat/completions';
  if (refuses(response, body, failures)) return;
  if (!body.stream || body.model === 'mock-no-stream-1') {
    await sendWhole(response, body, isChat);
    return;
  }
  await sendStream(response, body, isChat);
}

function windowOf(model: string): number {
  if (model === 'mock-huge-1') return 200_000;
  return model === 'mock-small-window-1' ? 600 : 8192;
}

function refuses(response: ServerResponse, body: UpstreamRequest, failures: Map<string, number>): boolean {
  switch (body.model) {
    case 'mock-limit-1':
      response.setHeader('retry-after', '7');
      sendJson(response, 429, { error: { message: 'slow down', type: 'rate_limit', code: null, param: null } });
      return true;
    case 'mock-500-1':
      sendJson(response, 500, { error: { message: 'boom' } });
      return true;
    case 'mock-context-1':
      sendJson(response, 400, {
        error: { message: "This model's maximum context length is 8192 tokens.", code: 'context_length_exceeded' },
      });
      return true;
    case 'mock-flaky-1': {
      const before = failures.get('flaky') ?? 0;
      failures.set('flaky', before + 1);
      if (before % 2 === 1) return false;
      sendJson(response, 500, { error: { message: 'the first try always fails' } });
      return true;
    }
    case 'mock-wrong-type-1':
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end('<html><body>A proxy error page</body></html>');
      return true;
    case 'mock-hang-1':
      return true;
    default:
      return false;
  }
}

async function sendWhole(response: ServerResponse, body: UpstreamRequest, isChat: boolean): Promise<void> {
  if (body.model === 'mock-cut-1') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' });
    response.write('{"id":"x","choices":[');
    setImmediate(() => response.destroy());
    return;
  }
  if (body.model === 'mock-not-json-1') {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end('{"id": oops');
    return;
  }
  if (body.model === 'mock-error-1') {
    sendJson(response, 200, { error: { message: 'the model fell over', code: 500 } });
    return;
  }
  if (body.model === 'mock-slow-1') await pause(50);
  const reply = replyFor(body, isChat);
  if (body.model === 'mock-no-usage-1') delete reply.usage;
  sendJson(response, 200, reply);
}

async function sendStream(response: ServerResponse, body: UpstreamRequest, isChat: boolean): Promise<void> {
  const { model } = body;
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const chunks = chunksFor(body, isChat);
  const lineEnd = model === 'mock-crlf-1' ? '\r\n' : '\n';
  const spacing = model === 'mock-whitespace-1' ? 1 : undefined;
  let sent = 0;
  for (const chunk of chunks) {
    if (response.destroyed) return;
    if (model === 'mock-no-usage-1' && 'usage' in chunk) continue;
    if (model === 'mock-comments-1')
      response.write(`: keep-alive${lineEnd}${lineEnd}: again${lineEnd}event: message${lineEnd}id: 4${lineEnd}`);
    const json = spacing ? JSON.stringify(chunk, null, 1).replaceAll('\n', ' ') : JSON.stringify(chunk);
    const frame = Buffer.from(`data: ${json}${lineEnd}${lineEnd}`);
    if (model === 'mock-split-1') await writeSplit(response, frame);
    else response.write(frame);
    sent += 1;
    if (model === 'mock-slow-1') await pause(10);
    if (model === 'mock-cut-1' && sent === 4) {
      setImmediate(() => response.destroy());
      return;
    }
    if (model === 'mock-error-1' && sent === 4) {
      response.write('data: {"error": {"message": "the model fell over", "code": 500}}\n\n');
      response.end();
      return;
    }
    if (model === 'mock-not-json-1' && sent === 2) {
      response.end('data: {"choices": [ oops\n\n');
      return;
    }
    // Sends the role and five words, then stays silent: whoever leaves now has had exactly five tokens.
    if (model === 'mock-stepwise-1' && sent === 6) return;
  }
  response.end(`data: [DONE]${lineEnd}${lineEnd}`);
}

/** Every byte on its own for a stretch, so that characters and line ends are torn apart. */
async function writeSplit(response: ServerResponse, frame: Buffer): Promise<void> {
  const middle = Math.max(0, frame.length - 60);
  response.write(frame.subarray(0, middle));
  for (let at = middle; at < frame.length; at += 1) {
    response.write(frame.subarray(at, at + 1));
    if (at % 7 === 0) await pause(0);
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

async function readBody(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString('utf8');
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}

export { WORDS };
