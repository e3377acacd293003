// One request: what arrived, what the gates learned about it, and the response that answers it.
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { ParsedUrlQuery } from 'node:querystring';
import type { Caller } from '../core/caller.ts';
import { newId } from '../core/ids.ts';
import type { ErrorShape } from './route.ts';

/** Every response carries them. */
const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
} as const;

export class Incoming {
  readonly raw: IncomingMessage;
  readonly response: ServerResponse;
  readonly ip: string;
  readonly requestId = newId('req');
  readonly startedMs = performance.now();
  /** Response headers that are known before the route runs. */
  readonly answerHeaders: Record<string, string> = { ...SECURITY_HEADERS };
  /** Set by the router; empty for an unknown path. */
  pattern = '';
  params: Readonly<Record<string, string | undefined>> = {};
  query: ParsedUrlQuery = {};
  /** Set by the router for a route whose clients expect errors of another form. */
  errorShape: ErrorShape | undefined;
  /** Set by the gate that checks the key. */
  caller: Caller | undefined;

  constructor(raw: IncomingMessage, response: ServerResponse, ip: string) {
    this.raw = raw;
    this.response = response;
    this.ip = ip;
  }

  get headers(): IncomingHttpHeaders {
    return this.raw.headers;
  }

  get method(): string {
    return this.raw.method ?? '';
  }

  /** The URL as it arrived, with its query. */
  get url(): string {
    return this.raw.url ?? '';
  }

  get path(): string {
    const [path = ''] = this.url.split('?', 1);
    return path;
  }
}
