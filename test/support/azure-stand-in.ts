// A server that answers as Azure OpenAI does: deployments in the path or as the model, keys in `api-key`, filter results in
// chunks. The name of the deployment says how it behaves.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const AZURE_KEY = 'azure-key-0123456789abcdef';

export interface HeardOfAzure {
  url: string;
  headers: IncomingMessage['headers'];
  body: Record<string, unknown>;
}

export interface AzureStandIn {
  origin: string;
  heard: HeardOfAzure[];
  close(): Promise<void>;
}

export async function startAzure(): Promise<AzureStandIn> {
  const heard: HeardOfAzure[] = [];
  const server = createServer((request, response) => void answer(request, response, heard));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

const REFUSALS: Readonly<Record<string, { status: number; error: object }>> = {
  limited: {
    status: 429,
    error: { code: '429', message: 'Requests to the deployment have exceeded the call rate limit.' },
  },
  missing: { status: 404, error: { code: 'DeploymentNotFound', message: 'The API deployment does not exist.' } },
  broken: { status: 500, error: { code: 'InternalServerError', message: 'stack trace' } },
  'strict-one': {
    status: 400,
    error: { code: 'content_filter', message: 'The prompt was filtered.', param: 'prompt' },
  },
};

async function answer(request: IncomingMessage, response: ServerResponse, heard: HeardOfAzure[]): Promise<void> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  const body = JSON.parse(Buffer.concat(pieces).toString('utf8') || '{}') as Record<string, unknown>;
  const url = request.url ?? '';
  heard.push({ url, headers: request.headers, body });
  const refuse = ({ status, error }: { status: number; error: object }) =>
    response
      .writeHead(status, { 'content-type': 'application/json', 'retry-after': '11' })
      .end(JSON.stringify({ error }));
  if (request.headers['api-key'] !== AZURE_KEY || request.headers.authorization !== undefined)
    return void refuse({
      status: 401,
      error: { code: '401', message: 'Access denied due to invalid subscription key or wrong API endpoint.' },
    });
  const [, inPath] = /^\/openai\/deployments\/([^/]+)\/chat\/completions\?api-version=20/.exec(url) ?? [];
  const deployment = inPath ?? (url === '/openai/v1/chat/completions' ? String(body.model) : undefined);
  if (deployment === undefined)
    return void refuse({ status: 404, error: { code: '404', message: 'Resource not found' } });
  const refusal = REFUSALS[deployment];
  if (refusal) return void refuse(refusal);
  if (deployment === 'stalled') return;
  if (deployment === 'nonsense')
    return void response.writeHead(200, { 'content-type': 'application/json' }).end('<html>');
  if (body.stream) stream(response, body);
  else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(whole(body)));
}

const SAFE = { hate: { filtered: false, severity: 'safe' } };
const HEAD = { id: 'chatcmpl-1', created: 1, model: 'gpt-4o-2024-11-20', system_fingerprint: 'fp_1234abcd' };
const USAGE = { prompt_tokens: 14, completion_tokens: 5, total_tokens: 19 };
const CALL = { id: 'call_1', type: 'function', function: { name: 'weather', arguments: '{"city":"Paris"}' } };

function whole(body: Record<string, unknown>): object {
  const message = body.tools
    ? { role: 'assistant', content: null, tool_calls: [CALL] }
    : { role: 'assistant', content: 'Hello from a deployment' };
  const choice = { index: 0, finish_reason: body.tools ? 'tool_calls' : 'stop', message, content_filter_results: SAFE };
  const filter = [{ prompt_index: 0, content_filter_results: SAFE }];
  return { ...HEAD, object: 'chat.completion', choices: [choice], usage: USAGE, prompt_filter_results: filter };
}

function stream(response: ServerResponse, body: Record<string, unknown>): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (chunk: object) =>
    response.write(`data: ${JSON.stringify({ ...HEAD, object: 'chat.completion.chunk', ...chunk })}\n\n`);
  const say = (delta: object, end: string | null = null) =>
    send({ choices: [{ index: 0, delta, finish_reason: end, content_filter_results: end ? {} : SAFE }] });
  // The results of the filter come first, in a chunk without choices.
  send({ choices: [], prompt_filter_results: [{ prompt_index: 0, content_filter_results: SAFE }] });
  say({ role: 'assistant', content: '' });
  if (body.tools) say({ tool_calls: [{ index: 0, ...CALL }] });
  else for (const content of ['Hello', ' from', ' a', ' deployment']) say({ content });
  say({}, body.tools ? 'tool_calls' : 'stop');
  send({ choices: [], usage: USAGE });
  response.end('data: [DONE]\n\n');
}
