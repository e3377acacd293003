// Answers with an error: JSON in the client's format, or a page for a person with a browser.
import type { ServiceError } from '../core/errors.ts';
import { HTML_POLICY } from '../core/html-page.ts';
import { type ErrorPageLook, errorPage } from './error-page.ts';
import { type Exchange, shapeError, writeHead } from './exchange.ts';
import { respond } from './respond.ts';

/** Statuses whose response must say when to retry. */
const WAITING_HELPS: readonly number[] = [429, 503];
const DEFAULT_RETRY_SECONDS = 5;

export function respondError(exchange: Exchange, error: ServiceError): Promise<number> {
  exchange.watch?.failed(error);
  const { body, status = error.status } = shapeError(exchange, error);
  return respond(exchange, { kind: 'json', status, body, headers: headersOf(error) });
}

/** For a person with a browser. */
export function respondErrorPage(exchange: Exchange, error: ServiceError, look: ErrorPageLook): void {
  const html = errorPage(error, exchange.requestId, look);
  const own = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': HTML_POLICY,
    'cache-control': 'no-store',
    vary: 'Accept-Language, Cookie',
    'content-length': String(Buffer.byteLength(html)),
  };
  writeHead(exchange, error.status, { ...exchange.headers, ...headersOf(error), ...own });
  exchange.response.end(html);
}

function headersOf(error: ServiceError): Record<string, string> {
  const headers: Record<string, string> = {};
  const retryAfter =
    error.retryAfterSeconds ?? (WAITING_HELPS.includes(error.status) ? DEFAULT_RETRY_SECONDS : undefined);
  if (retryAfter !== undefined) headers['retry-after'] = String(Math.ceil(retryAfter));
  if (error.status === 401) headers['www-authenticate'] = 'Bearer realm="api"';
  // OpenAI's and Anthropic's clients retry on 5xx; this would fail again.
  if (error.code === 'not_implemented') headers['x-should-retry'] = 'false';
  return headers;
}
