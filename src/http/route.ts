// A route declares its input, its access rule and its output. The pipeline does the rest.
import type { IncomingHttpHeaders } from 'node:http';
import type { ParsedUrlQuery } from 'node:querystring';
import Type, { type Static, type TObject, type TSchema } from 'typebox';
import type { Caller } from '../core/caller.ts';
import type { ErrorCode, ServiceError } from '../core/errors.ts';
import type { Log } from '../core/log.ts';
import type { Scope } from '../core/scopes.ts';
import type { Outcome } from './outcome.ts';

export interface Upload {
  field: string;
  fileName: string;
  contentType: string;
  bytes: Uint8Array;
}

export interface Call<Params = unknown, Query = unknown, Body = unknown> {
  caller: Caller;
  requestId: string;
  /** Aborted when the client disconnects or the server must stop. */
  signal: AbortSignal;
  params: Params;
  query: Query;
  body: Body;
  /** Files of a multipart request; empty for JSON. */
  uploads: readonly Upload[];
  headers: IncomingHttpHeaders;
  /** The public origin, for absolute URLs in responses. */
  origin: string;
  log: Log;
}

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** An error in the format that another API's clients expect; `status` only if that API uses another one. */
export type ErrorShape = (error: ServiceError, requestId: string) => { body: object; status?: number };

/**
 * `/v1` is this service's own API; the others belong to APIs whose clients expect them. The sandbox serves them below
 * /sandbox.
 */
export type Prefix = '/v1' | '/v2' | '/v1beta' | '/api' | '/mcp';

/** The id of a file, for examples. */
export const EXAMPLE_FILE_ID = '0123456789abcdefghjkmnpqrs';

/** An example call, for the documentation; test/full/api/openapi-examples.test.ts sends it to a real service. */
export interface Example<Query = unknown, Body = unknown> {
  query?: Query;
  body?: Body;
  /** The file of a multipart call, in this field. */
  upload?: { field: string; fileName: string };
}

export interface Route {
  method: Method;
  prefix: Prefix;
  /** Below the prefix, e.g. /music/:id. `::` stands for a colon, e.g. /models/:model::countTokens. */
  path: string;
  summary: string;
  /** What a new caller must know: what the route does, what it costs, what the answer contains. Markdown. */
  description: string;
  /** Empty if the call needs neither query nor body. */
  example: Example;
  /** The module: groups the documentation and the usage statistics. */
  tag: string;
  scope: Scope;
  params?: TObject;
  query?: TObject;
  body?: TSchema;
  /** The response's shape, for the documentation. */
  reply: TSchema;
  /** The statuses of its successful responses. */
  statuses: readonly number[];
  /** The successful statuses without a body. */
  emptyStatuses?: readonly number[];
  /** Errors that it can return besides those implied by its method, path and body (`http/openapi/statuses.ts`). */
  errors: readonly ErrorCode[];
  /** Its responses state their cost: X-Credits-Charged and X-Credits-Remaining. */
  billed: boolean;
  /** Its answers hold, or name, what a model made: X-AI-Generated. */
  generates: boolean;
  /** Its answers may come from the answer cache of a key: X-Cache. */
  caches: boolean;
  /** A POST honours Idempotency-Key unless this is false. */
  idempotent: boolean;
  /** Responds with server-sent events, always or on request. */
  streams: boolean;
  /** The media type of its stream, for the documentation; server-sent events if absent. */
  streamType?: string;
  /** Text media types that it can return instead of JSON, for the documentation. */
  textTypes?: readonly string[];
  /** Accepts multipart/form-data besides JSON. */
  multipart: boolean;
  bodyLimitBytes: number;
  /** Its body holds a secret: the request log never keeps bodies of it. */
  hasSecrets?: boolean;
  /** Only the operator may call it. */
  ownerOnly: boolean;
  /** Only a signed-in user may call it, no key. */
  sessionOnly: boolean;
  /** Any key may call it, whatever its scopes, but no signed-in user: the routes that it calls check the scopes. */
  anyKey: boolean;
  /** The error format; absent: this service's own. */
  errorShape?: ErrorShape;
  /** Also accepts the key as `?key=`, for clients that cannot send it otherwise. */
  keyInQuery: boolean;
  /** Renames members of a body before it is validated, for an API that accepts several spellings. */
  rename?: (body: unknown) => unknown;
  run(call: Call): Promise<Outcome>;
}

/** Stays open for hours, until its client disconnects: progress of jobs and events of an account. */
export function isEventStream({ method, streams, query }: Route, sent: ParsedUrlQuery): boolean {
  // Where a parameter asks for the stream, a call without it is an ordinary one.
  const isAsked = !query || !('stream' in (query.properties ?? {})) || sent.stream === 'true';
  return method === 'GET' && streams && isAsked;
}

/** A path's template as documents write it: /music/{id}. */
export function templateOf(path: string): string {
  return path.replace(/::|:(\w+)/g, (_, name?: string) => (name === undefined ? ':' : `{${name}}`));
}

/** For routes that respond with a file: the documentation names its media type instead of a JSON shape. */
export function fileReply(contentType: string): TSchema {
  return Type.String({ format: 'binary', contentMediaType: contentType });
}

type StaticOf<T extends TSchema | undefined> = T extends TSchema ? Static<T> : Record<string, never>;

interface Declaration<P extends TObject | undefined, Q extends TObject | undefined, B extends TSchema | undefined> {
  method: Method;
  prefix?: Prefix;
  path: string;
  summary: string;
  description?: string;
  example?: Example<StaticOf<Q>, StaticOf<B>>;
  tag: string;
  scope: Scope;
  params?: P;
  query?: Q;
  body?: B;
  reply: TSchema;
  /** 200 if absent. */
  statuses?: readonly number[];
  emptyStatuses?: readonly number[];
  errors?: readonly ErrorCode[];
  billed?: boolean;
  generates?: boolean;
  caches?: boolean;
  idempotent?: boolean;
  streams?: boolean;
  streamType?: string;
  textTypes?: readonly string[];
  multipart?: boolean;
  bodyLimitBytes?: number;
  hasSecrets?: boolean;
  ownerOnly?: boolean;
  sessionOnly?: boolean;
  anyKey?: boolean;
  errorShape?: ErrorShape;
  keyInQuery?: boolean;
  rename?: (body: unknown) => unknown;
  run(call: Call<StaticOf<P>, StaticOf<Q>, StaticOf<B>>): Promise<Outcome>;
}

/** Enough for the longest fields of most routes, even written as escapes. Routes with code, images or sounds declare more. */
const DEFAULT_BODY_LIMIT_BYTES = 256 * 1024;
/** For chats, whose messages may contain images as data. */
export const CHAT_BODY_LIMIT_BYTES = 32 * 1024 * 1024;
/** For routes that take long prompts or code. */
export const LONG_TEXT_BODY_LIMIT_BYTES = 4 * 1024 * 1024;

export function route<
  P extends TObject | undefined = undefined,
  Q extends TObject | undefined = undefined,
  B extends TSchema | undefined = undefined,
>(declaration: Declaration<P, Q, B>): Route {
  const { params, query, body, run, ...rest } = declaration;
  return {
    ...rest,
    prefix: declaration.prefix ?? '/v1',
    ...(params ? { params } : {}),
    ...(query ? { query } : {}),
    ...(body ? { body } : {}),
    description: declaration.description ?? '',
    example: declaration.example ?? {},
    statuses: declaration.statuses ?? [200],
    errors: declaration.errors ?? [],
    billed: declaration.billed ?? false,
    generates: declaration.generates ?? false,
    caches: declaration.caches ?? false,
    idempotent: declaration.idempotent ?? declaration.method === 'POST',
    streams: declaration.streams ?? false,
    multipart: declaration.multipart ?? false,
    bodyLimitBytes: declaration.bodyLimitBytes ?? DEFAULT_BODY_LIMIT_BYTES,
    ownerOnly: declaration.ownerOnly ?? false,
    sessionOnly: declaration.sessionOnly ?? false,
    anyKey: declaration.anyKey ?? false,
    keyInQuery: declaration.keyInQuery ?? false,
    // The pipeline validates against the same schemas before it calls `run`, so the cast is safe here.
    run: run as (call: Call) => Promise<Outcome>,
  };
}
