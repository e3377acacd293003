// A request as it comes in, whichever way, and what is known of it before its body is read.
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Caller } from '../core/caller.ts';
import { newId } from '../core/ids.ts';
import { SECURITY_HEADERS } from './common-headers.ts';

/** What the first gates learned, before the body is read. */
export interface Admitted {
  requestId: string;
  caller?: Caller;
  headers: Record<string, string>;
  startedMs: number;
}

export const ADMITTED = Symbol('admitted');

/** A request as Fastify makes it, or as it comes the short way. */
export interface Incoming {
  readonly raw: IncomingMessage;
  readonly headers: IncomingHttpHeaders;
  readonly ip: string;
  readonly url: string;
  readonly params: unknown;
  readonly query: unknown;
  readonly routeOptions: { readonly url?: string | undefined };
  [ADMITTED]?: Admitted;
}

export interface Outgoing {
  readonly raw: ServerResponse;
  /** From now on the answer is ours to write. */
  hijack(): unknown;
  /** What was set before the pipeline began. */
  getHeaders(): Record<string, unknown>;
}

export function newAdmitted(): Admitted {
  return { requestId: newId('req'), headers: { ...SECURITY_HEADERS }, startedMs: performance.now() };
}
