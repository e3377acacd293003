// The route at /mcp: the Model Context Protocol over Streamable HTTP, stateless, for keys of this service.
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import Type, { type Static } from 'typebox';
import { ServiceError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { bytes, type Outcome } from '../../http/outcome.ts';
import { type Call, type Route, route } from '../../http/route.ts';
import { createMcpServer, type McpParts } from './mcp-server.ts';

export interface McpRouteParts extends McpParts {
  /** Origins whose pages may use this from a browser. */
  allowedOrigins: readonly string[];
}

const MAX_ID_CHARACTERS = 128;
/** Larger files are uploaded with POST /files. */
const BODY_LIMIT_BYTES = 4 * 1024 * 1024;
const SESSION = /^mcp_[0-9a-z]{26}$/;
/** A comment, which clients skip. It is sent at once, so that the client sees the headers before the tool has ended. */
const OPENING = Buffer.from(': open\n\n');

const MessageId = Type.Union([Type.String({ maxLength: MAX_ID_CHARACTERS }), Type.Number(), Type.Null()], {
  description: 'The id of the call; its answer has the same. Absent in a notification',
});
const Version = Type.Literal('2.0', { description: 'The version of JSON-RPC' });
const Message = Type.Object(
  {
    jsonrpc: Version,
    id: Type.Optional(MessageId),
    method: Type.Optional(Type.String({ maxLength: 200, description: 'Absent in an answer of the client' })),
    params: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'What the method takes; for a tool its name and arguments',
      }),
    ),
  },
  { description: 'One JSON-RPC message' },
);
type Message = Static<typeof Message>;
const Reply = Type.Object(
  {
    jsonrpc: Version,
    id: MessageId,
    result: Type.Optional(Type.Object({}, { description: 'What the method answers; for a tool its content' })),
  },
  { description: 'One JSON-RPC message; with events, one in each' },
);

export function mcpRoutes(parts: McpRouteParts): Route[] {
  return [
    route({
      method: 'POST',
      prefix: '/mcp',
      path: '',
      summary: 'Call tools by the Model Context Protocol',
      description:
        'The Streamable HTTP transport, without state: one JSON-RPC message in, its answer out, as JSON or, for clients that accept them, as events. The tools are routes of this API and cost the same. `GET /mcp` is not offered.',
      example: {
        body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_balance', arguments: {} } },
      },
      tag: 'mcp',
      scope: 'account:read',
      body: Message,
      reply: Reply,
      statuses: [200, 202],
      emptyStatuses: [202],
      streams: true,
      idempotent: false,
      anyKey: true,
      bodyLimitBytes: BODY_LIMIT_BYTES,
      run: (call) => receive(parts, call),
    }),
  ];
}

async function receive(parts: McpRouteParts, call: Call<unknown, unknown, Message>): Promise<Outcome> {
  const { body: message, caller, headers, signal: left, origin } = call;
  refuseOtherOrigin(headers.origin, parts.allowedOrigins);
  const session = sessionOf(call);
  const nameOf = (id: string | number) =>
    session && `${caller.accountId} ${session} ${encodeURIComponent(JSON.stringify(id))}`;
  if (message.method === 'notifications/cancelled') {
    const id = message.params?.requestId;
    const name = isShortId(id) ? nameOf(id) : undefined;
    if (name) parts.running.cancel(name);
    return bytes(new Uint8Array(), { status: 202, contentType: undefined });
  }
  const takesEvents = /\btext\/event-stream\b/.test(headers.accept ?? '');
  // Without an id generator the transport has no sessions, so any node can answer the next request.
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: !takesEvents });
  const server = createMcpServer(parts, { caller, callId: call.requestId, nameOf, left });
  await server.connect(transport);
  left.addEventListener('abort', () => void server.close(), { once: true });
  const response = await transport.handleRequest(requestOf(call, origin), { parsedBody: message });
  if (response.status === 400) throw await refusalOf(response);
  const { 'content-type': contentType = 'application/json', ...own } = Object.fromEntries(response.headers);
  // Identifies the client's calls for cancellation; nothing is stored under it.
  if (message.method === 'initialize') own['mcp-session-id'] = newId('mcp');
  // A tool is counted by its own route.
  const terms = { status: response.status, contentType, headers: own, charged: message.method === 'tools/call' };
  if (!response.body) return bytes(new Uint8Array(), { ...terms, contentType: undefined });
  if (!contentType.startsWith('text/event-stream')) return bytes(new Uint8Array(await response.arrayBuffer()), terms);
  return bytes(withOpening(response.body as AsyncIterable<Uint8Array> & ReadableStream), terms);
}

/** Requests that the protocol rejects get this API's usual error. */
async function refusalOf(response: Response): Promise<ServiceError> {
  const { error } = (await response.json()) as { error: { message: string } };
  return new ServiceError(
    'invalid_parameter',
    `This is not a message of the Model Context Protocol: ${error.message}.`,
  );
}

function isShortId(id: unknown): id is string | number {
  return typeof id === 'number' || (typeof id === 'string' && id.length <= MAX_ID_CHARACTERS);
}

async function* withOpening(events: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield OPENING;
  yield* events;
}

/** A page of another site must not reach this route through a host name that it points here (DNS rebinding). */
function refuseOtherOrigin(origin: string | undefined, allowed: readonly string[]): void {
  if (origin === undefined || allowed.includes(origin)) return;
  throw new ServiceError(
    'access_denied',
    `Pages of ${origin.slice(0, 200)} may not use this. The operator can allow an origin with CORS_ORIGINS.`,
  );
}

function sessionOf({ headers }: Pick<Call, 'headers'>): string | undefined {
  const session = headers['mcp-session-id'];
  return typeof session === 'string' && SESSION.test(session) ? session : undefined;
}

function requestOf({ headers }: Pick<Call, 'headers'>, origin: string): Request {
  const version = headers['mcp-protocol-version'];
  return new Request(new URL('/mcp', origin), {
    method: 'POST',
    headers: {
      // The transport rejects clients that do not accept both; the response format is chosen above.
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...(typeof version === 'string' ? { 'mcp-protocol-version': version } : {}),
    },
    body: '{}',
  });
}
