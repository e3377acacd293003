// A page declares a path outside the versioned API: health, files, previews, sign-in, checkout, the dashboard.
import type { IncomingHttpHeaders } from 'node:http';
import type { ParsedUrlQuery } from 'node:querystring';
import type { Readable } from 'node:stream';
import { ServiceError } from '../core/errors.ts';

export type PageMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';

export interface Visit {
  method: string;
  /** The URL as it arrived, with its query. */
  url: string;
  params: Readonly<Record<string, string | undefined>>;
  query: ParsedUrlQuery;
  headers: IncomingHttpHeaders;
  ip: string;
  body: Buffer | undefined;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
}

export interface PageAnswer {
  status: number;
  /** null removes a header that every response carries. */
  headers: Record<string, string | string[] | null>;
  body?: string | Uint8Array | Readable;
}

export interface Page {
  methods: readonly PageMethod[];
  path: string;
  bodyLimitBytes: number;
  run(visit: Visit): PageAnswer | Promise<PageAnswer>;
}

const DEFAULT_BODY_LIMIT_BYTES = 64 * 1024;

export function page(
  methods: PageMethod | readonly PageMethod[],
  path: string,
  { run, ...options }: { run: Page['run'] } & { bodyLimitBytes?: number },
): Page {
  return {
    methods: typeof methods === 'string' ? [methods] : methods,
    path,
    bodyLimitBytes: options.bodyLimitBytes ?? DEFAULT_BODY_LIMIT_BYTES,
    run,
  };
}

/** A browser asks for HTML by name; programs ask for JSON or for anything. */
export function wantsPage({ method, headers }: Pick<Visit, 'method' | 'headers'>): boolean {
  return (method === 'GET' || method === 'HEAD') && (headers.accept ?? '').includes('text/html');
}

type Headers = PageAnswer['headers'];

export function answerJson(
  body: unknown,
  { status = 200, headers = {} }: { status?: number; headers?: Headers } = {},
): PageAnswer {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  };
}

export function answerHtml(
  body: string,
  { status = 200, headers = {} }: { status?: number; headers?: Headers } = {},
): PageAnswer {
  return { status, headers: { 'content-type': 'text/html; charset=utf-8', ...headers }, body };
}

export function redirect(location: string, status = 302): PageAnswer {
  return { status, headers: { location } };
}

/**
 * The same pages, but not on `origin`: the origin that shows customers' previews must have no dashboard and no sign-in.
 */
export function notAt(origin: string | null, pages: readonly Page[]): Page[] {
  if (origin === null) return [...pages];
  const { host } = new URL(origin);
  return pages.map((one) => ({
    ...one,
    run(visit) {
      if (visit.headers.host === host) throw new ServiceError('not_found', 'This host serves previews only.');
      return one.run(visit);
    },
  }));
}
