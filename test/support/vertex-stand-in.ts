// A server that answers as Google's token endpoint and as Vertex AI do: it checks the signed statement, gives out tokens, and
// serves Gemini to callers who have one. The name of the model says how it behaves.
import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type JWTPayload, jwtVerify } from 'jose';

export interface VertexStandIn {
  origin: string;
  /** The JSON of the key of its service account. */
  credentials: string;
  statements: JWTPayload[];
  heard: { path: string; headers: IncomingMessage['headers']; body: Record<string, unknown> }[];
  /** How the next requests for a token are answered, one after the other; then with a token. */
  tokenMoods: ('refuse' | 'busy' | 'nonsense' | 'redirect' | 'stall')[];
  /** Tokens given out before this moment are refused. */
  revokeAll(): void;
  tokenSeconds: number;
  close(): Promise<void>;
}

export const EMAIL = 'atelier@project-one.iam.gserviceaccount.com';
const PLACE = '/v1beta1/projects/project-one/locations/europe-west1/publishers/google/models/';

export async function startVertex(): Promise<VertexStandIn> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const good = new Set<string>();
  let given = 0;

  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const text = Buffer.concat(pieces).toString('utf8');
    if (request.url === '/token') return giveToken(text, response);
    const body = JSON.parse(text) as Record<string, unknown>;
    const path = request.url ?? '';
    vertex.heard.push({ path, headers: request.headers, body });
    if (!good.has(request.headers.authorization ?? ''))
      return refuse(response, 401, 'Request had invalid authentication credentials.');
    return serve(path, body, response);
  });

  async function giveToken(text: string, response: ServerResponse): Promise<void> {
    const mood = vertex.tokenMoods.shift();
    const send = (status: number, body: object, headers: object = {}) =>
      void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
    if (mood === 'stall') return;
    if (mood === 'refuse') return send(400, { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' });
    if (mood === 'busy') return send(503, { error: 'backend_error' }, { 'retry-after': '4' });
    if (mood === 'nonsense') return send(200, { access_token: ['no', 'token'], expires_in: 'soon' });
    if (mood === 'redirect') return send(307, {}, { location: `${vertex.origin}/elsewhere` });
    const form = new URLSearchParams(text);
    const { payload } = await jwtVerify(form.get('assertion') ?? '', publicKey, { audience: `${vertex.origin}/token` });
    vertex.statements.push(payload);
    given += 1;
    const token = `ya29.token-${given}-0123456789`;
    good.add(`Bearer ${token}`);
    send(200, { access_token: token, expires_in: vertex.tokenSeconds, token_type: 'Bearer' });
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const vertex: VertexStandIn = {
    origin,
    credentials: JSON.stringify({
      type: 'service_account',
      project_id: 'project-one',
      private_key_id: 'key-1',
      private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
      client_email: EMAIL,
      token_uri: `${origin}/token`,
    }),
    statements: [],
    heard: [],
    tokenMoods: [],
    tokenSeconds: 3_599,
    revokeAll: () => good.clear(),
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return vertex;
}

const REFUSALS: Readonly<Record<string, [number, string]>> = {
  limited: [429, 'Resource exhausted.'],
  missing: [404, 'Publisher Model was not found or your project does not have access to it.'],
  refused: [400, 'projects/project-one/locations/europe-west1 takes no such temperature.'],
  broken: [500, 'Internal error encountered.'],
  forbidden: [403, 'Permission aiplatform.endpoints.predict denied.'],
};

function serve(path: string, body: Record<string, unknown>, response: ServerResponse): void {
  const [, model = ''] = path.startsWith(PLACE)
    ? (/^([^:/]+):streamGenerateContent\?alt=sse$/.exec(path.slice(PLACE.length)) ?? [])
    : [];
  const refusal: [number, string] | undefined = model === '' ? [404, 'Not found.'] : REFUSALS[model];
  if (refusal) {
    refuse(response, ...refusal);
    return;
  }
  if (model === 'stalled') return;
  if (model === 'nonsense')
    return void response.writeHead(200, { 'content-type': 'text/event-stream' }).end('data: <html>\n\n');
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (parts: object[], more: object = {}) =>
    response.write(`data: ${JSON.stringify({ candidates: [{ content: { role: 'model', parts }, ...more }] })}\n\n`);
  if (body.tools) send([{ functionCall: { name: 'weather', args: { city: 'Paris' } } }]);
  else for (const text of ['Guten', ' Tag']) send([{ text }]);
  const usageMetadata = { promptTokenCount: 8, candidatesTokenCount: 3, totalTokenCount: 11 };
  const last = { candidates: [{ content: { role: 'model', parts: [] }, finishReason: 'STOP' }], usageMetadata };
  response.end(`data: ${JSON.stringify(last)}\n\n`);
}

function refuse(response: ServerResponse, status: number, message: string): void {
  const headers = { 'content-type': 'application/json', ...(status === 429 ? { 'retry-after': '6' } : {}) };
  response.writeHead(status, headers).end(JSON.stringify({ error: { code: status, message, status: 'ERROR' } }));
}
