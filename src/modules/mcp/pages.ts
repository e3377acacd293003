// The page at /mcp: Streamable HTTP of the Model Context Protocol, without state, for keys of this service.
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { Caller, Environment } from '../../core/caller.ts';
import { ServiceError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { type Page, type PageAnswer, page, type Visit } from '../../http/page.ts';
import { createMcpServer, type McpParts } from './mcp-server.ts';

export interface McpPageParts extends McpParts {
  identify(visitor: { authorization: string | undefined; ip: string; environment: Environment }): Promise<Caller>;
  /** Counts a message that is not a tool call; tool calls are counted by their route. */
  count(caller: Caller): Promise<void>;
  /** Origins of pages that may use this from a browser. */
  allowedOrigins: readonly string[];
  /** The header that names the service, for callers who have not waived it. */
  attribution: string;
  /** Lets a stopping server end an answer that is still in progress. */
  track(answer: AbortController, closed: AbortSignal): void;
}

interface Message {
  id?: string | number;
  method?: string;
  params?: { requestId?: string | number };
}

/** Larger files are uploaded with POST /files. */
const BODY_LIMIT_BYTES = 4 * 1024 * 1024;
const SESSION = /^mcp_[0-9a-z]{26}$/;

export function mcpPages(parts: McpPageParts): Page[] {
  const at = (path: string, environment: Environment) =>
    page('POST', path, { run: (visit) => receive(parts, visit, environment), bodyLimitBytes: BODY_LIMIT_BYTES });
  return [at('/mcp', 'live'), at('/sandbox/mcp', 'test')];
}

async function receive(parts: McpPageParts, visit: Visit, environment: Environment): Promise<PageAnswer> {
  refuseForeignOrigin(visit, parts.allowedOrigins);
  const { authorization } = visit.headers;
  const caller = await parts.identify({ authorization, ip: visit.ip, environment });
  const message = parse(visit.body);
  if (message.method !== 'tools/call') await parts.count(caller);
  const session = sessionOf(visit);
  const nameOf = (id: string | number) =>
    session && `${caller.accountId} ${session} ${encodeURIComponent(JSON.stringify(id))}`;
  if (message.method === 'notifications/cancelled') {
    const name = message.params?.requestId === undefined ? undefined : nameOf(message.params.requestId);
    if (name) parts.running.cancel(name);
    return { status: 202, headers: {} };
  }
  // Without an id generator the transport has no sessions, so any node can answer the next request.
  const transport = new WebStandardStreamableHTTPServerTransport({});
  const stopping = new AbortController();
  parts.track(stopping, visit.signal);
  const left = AbortSignal.any([visit.signal, stopping.signal]);
  const server = createMcpServer(parts, { caller, nameOf, left });
  await server.connect(transport);
  left.addEventListener('abort', () => void server.close(), { once: true });
  const response = await transport.handleRequest(requestOf(visit), { parsedBody: message });
  const headers: Record<string, string> = Object.fromEntries(response.headers);
  if (!caller.attributionWaived) headers['x-attribution'] = parts.attribution;
  // Identifies the client's calls for cancellation; nothing is stored under it.
  if (message.method === 'initialize') headers['mcp-session-id'] = newId('mcp');
  if (!response.body) return { status: response.status, headers };
  return { status: response.status, headers, body: Readable.fromWeb(response.body as ReadableStream) };
}

/** A page of another site must not reach this through a host name that it points here (DNS rebinding). */
function refuseForeignOrigin({ headers: { origin } }: Visit, allowed: readonly string[]): void {
  if (origin === undefined || allowed.includes(origin)) return;
  throw new ServiceError(
    'access_denied',
    `Pages of ${origin.slice(0, 200)} may not use this. The operator can allow an origin with CORS_ORIGINS.`,
  );
}

function parse(body: Buffer | undefined): Message {
  try {
    const message: unknown = JSON.parse(body?.toString('utf8') ?? '');
    if (typeof message === 'object' && message !== null && !Array.isArray(message)) return message as Message;
  } catch {
    // Answered below like any other body that is not a message.
  }
  throw new ServiceError('invalid_json', 'The body must be one JSON-RPC message.');
}

function sessionOf({ headers }: Visit): string | undefined {
  const session = headers['mcp-session-id'];
  return typeof session === 'string' && SESSION.test(session) ? session : undefined;
}

function requestOf({ url, headers, method }: Visit): Request {
  const { accept = '', 'content-type': type = '' } = headers;
  const version = headers['mcp-protocol-version'];
  return new Request(new URL(url, 'http://localhost'), {
    method,
    headers: {
      accept,
      'content-type': type,
      ...(typeof version === 'string' ? { 'mcp-protocol-version': version } : {}),
    },
    body: '{}',
  });
}
