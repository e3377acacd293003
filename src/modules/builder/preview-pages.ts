// Serves previews at /preview/{id}/…: in a sandbox of the browser's own, or at an origin of their own.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError } from '../../core/errors.ts';
import type { PreviewAnswer } from '../../engines/preview/port.ts';
import type { ProjectRow } from '../../store/projects.ts';
import type { Addresses } from './present.ts';
import type { PreviewHost } from './preview-host.ts';
import { addToPage, previewScript } from './preview-script.ts';

const PREVIEW_ID = /^[0-9a-z]{26}$/;
const STORAGE_LIMIT = 512 * 1024;
const PAGE_LIMIT = 8 * 1024 * 1024;
/** What a visitor's browser sends that the app must not see: nobody's key or session belongs to it. */
const WITHHELD = new Set([
  'authorization',
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'upgrade',
  'accept-encoding',
  'x-forwarded-for',
  'x-forwarded-host',
]);
const DROPPED = new Set([
  'connection',
  'transfer-encoding',
  'keep-alive',
  'content-security-policy',
  'x-frame-options',
  'content-length',
]);

export function previewPages(host: PreviewHost, addresses: Addresses): (app: FastifyInstance) => void {
  return (app) => {
    const handler = (request: FastifyRequest, reply: FastifyReply) => servePreview(host, addresses, request, reply);
    const method: ('GET' | 'POST')[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as (
      | 'GET'
      | 'POST'
    )[];
    app.route({ method, url: '/preview/:id', handler, bodyLimit: 1024 * 1024 });
    app.route({ method, url: '/preview/:id/*', handler, bodyLimit: 1024 * 1024 });
  };
}

async function servePreview(
  host: PreviewHost,
  addresses: Addresses,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { id } = request.params as { id: string };
  if (!PREVIEW_ID.test(id)) throw new ServiceError('not_found', 'There is no such preview.');
  const base = `/preview/${id}/`;
  const isOwnOrigin =
    addresses.previewOrigin !== null && new URL(addresses.previewOrigin).host === request.headers.host;
  // With an origin of its own, a preview is never shown on the service's.
  if (addresses.previewOrigin && !isOwnOrigin) return reply.redirect(`${addresses.previewOrigin}${request.url}`, 302);
  if (!request.url.startsWith(base)) return reply.redirect(base, 302);
  setHeaders(reply, addresses, isOwnOrigin);
  if (request.method === 'OPTIONS') return reply.code(204).send();
  const project = await host.project(id);
  const path = request.url.slice(base.length - 1);
  if (path === '/__preview/version') return reply.type('text/plain').send(String(project.version));
  if (path === '/__preview/storage') return keepStorage(host, project, request, reply);
  const left = new AbortController();
  reply.raw.once('close', () => left.abort());
  const body = request.body instanceof Buffer ? request.body : undefined;
  const answer = await host.request(
    project,
    base,
    { method: request.method, path, headers: headersFor(request, base, isOwnOrigin), ...(body ? { body } : {}) },
    left.signal,
  );
  return sendAnswer({ host, project, base, isOwnOrigin }, answer, reply);
}

/** Without an origin of its own the page gets none at all: no cookies, no storage, nobody's session. */
function setHeaders(reply: FastifyReply, addresses: Addresses, isOwnOrigin: boolean): void {
  const origin = addresses.previewOrigin ?? addresses.publicUrl;
  const policy = [
    `default-src 'self' ${origin} data: blob: 'unsafe-inline' 'unsafe-eval'`,
    `frame-ancestors 'self' ${addresses.publicUrl}`,
    "base-uri 'self'",
    ...(isOwnOrigin ? [] : ['sandbox allow-scripts allow-forms allow-modals allow-popups allow-downloads']),
  ];
  reply.removeHeader('x-frame-options');
  reply.headers({
    'content-security-policy': policy.join('; '),
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
    'access-control-allow-headers': 'Content-Type',
    'cross-origin-resource-policy': 'cross-origin',
    'x-robots-tag': 'noindex',
  });
}

async function keepStorage(
  host: PreviewHost,
  project: ProjectRow,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const body = request.body instanceof Buffer ? request.body : Buffer.alloc(0);
  if (request.method !== 'POST' || body.length > STORAGE_LIMIT || !isStorage(body))
    throw new ServiceError('invalid_parameter', 'This is no storage of a preview.');
  await host.keepStorage(project, body);
  return reply.code(204).send();
}

function isStorage(body: Buffer): boolean {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return (
      typeof value === 'object' && value !== null && Object.values(value).every((each) => typeof each === 'string')
    );
  } catch {
    return false;
  }
}

function headersFor(request: FastifyRequest, base: string, isOwnOrigin: boolean): Record<string, string> {
  const headers: Record<string, string> = { 'x-forwarded-prefix': base.slice(0, -1) };
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value !== 'string' || WITHHELD.has(name) || (name === 'cookie' && !isOwnOrigin)) continue;
    headers[name] = value;
  }
  return headers;
}

interface Place {
  host: PreviewHost;
  project: ProjectRow;
  base: string;
  isOwnOrigin: boolean;
}

async function sendAnswer(
  { host, project, base, isOwnOrigin }: Place,
  answer: PreviewAnswer,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.code(answer.status);
  for (const [name, value] of Object.entries(answer.headers)) {
    if (DROPPED.has(name) || (name === 'set-cookie' && !isOwnOrigin)) continue;
    const isMoved = name === 'location' && value.startsWith('/');
    reply.header(name, isMoved ? `${base}${value.slice(1)}` : value);
  }
  if (!(answer.headers['content-type'] ?? '').startsWith('text/html'))
    return reply.send(answer.body instanceof Uint8Array ? Buffer.from(answer.body) : answer.body);
  const storage = isOwnOrigin ? null : ((await host.readStorage(project))?.toString('utf8') ?? null);
  const html = await readWhole(answer.body);
  return reply.send(addToPage(html, previewScript(project.version, storage), base));
}

async function readWhole(body: PreviewAnswer['body']): Promise<string> {
  if (body instanceof Uint8Array) return Buffer.from(body).toString('utf8');
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += (chunk as Uint8Array).length;
    if (bytes > PAGE_LIMIT) throw new ServiceError('engine_failed', 'The page of this preview is too large.');
    chunks.push(chunk as Uint8Array);
  }
  return Buffer.concat(chunks).toString('utf8');
}
