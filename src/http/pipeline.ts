// The path every request walks: id → key → limit → idempotency → body → validation → run → respond.
import type { Prices } from '../billing/prices.ts';
import type { Caller, Environment } from '../core/caller.ts';
import { ServiceError, toServiceError } from '../core/errors.ts';
import type { Log } from '../core/log.ts';
import { allows } from '../core/scopes.ts';
import { ADMITTED, type Admitted, type Incoming, newAdmitted, type Outgoing } from './admitted.ts';
import { allowanceOf } from './allowance.ts';
import type { AttributionText } from './attribution.ts';
import type { Authenticator } from './auth.ts';
import { discardRest, readBytes } from './body-bytes.ts';
import { refuseDoubledHeaders } from './doubled-headers.ts';
import type { Admission, IdempotencyGate } from './idempotency.ts';
import { type Limiter, limitError, limitState } from './rate-limit.ts';
import { readBody } from './read-body.ts';
import type { RequestCounter } from './request-counter.ts';
import { type Exchange, respond, respondError } from './respond.ts';
import type { Call, Route } from './route.ts';
import { compileChecks, type RouteChecks, typedQuery } from './route-checks.ts';
import type { Spans } from './spans.ts';

export interface Gates {
  authenticator: Authenticator;
  limiter: Limiter;
  idempotency: IdempotencyGate;
  prices: Prices;
  counter: RequestCounter;
  spans: Spans;
  attribution: AttributionText;
  publicUrl: string;
  log: Log;
  /** What runs now, so that a server whose patience is over can break it off. */
  running: Set<AbortController>;
}

/** A request that was let in and read. */
interface Received {
  route: Route;
  request: Incoming;
  reply: Outgoing;
  admitted: Admitted;
  bytes: Buffer | undefined;
}

/** A refusal is sent at once: nothing of it can be broken off. */
const NEVER = new AbortController().signal;

export class Pipeline {
  readonly #gates: Gates;
  readonly #checks = new Map<Route, RouteChecks>();

  constructor(gates: Gates) {
    this.#gates = gates;
  }

  prepare(route: Route): void {
    this.#checks.set(route, compileChecks(route));
  }

  /** The gates come before the body is read: a stranger must not make us read 100 MB. */
  receive(route: Route, environment: Environment, request: Incoming, reply: Outgoing): void {
    reply.hijack();
    const admitted = newAdmitted();
    request[ADMITTED] = admitted;
    const giveUp = (error: unknown) => {
      this.#gates.log.error({ err: error, requestId: admitted.requestId }, 'a request could not be answered');
      reply.raw.destroy();
    };
    const refuse = (error: unknown) => void this.refuse(route, request, reply, toServiceError(error)).catch(giveUp);
    const letIn = () =>
      readBytes(request.raw, route.bodyLimitBytes, {
        refuse,
        done: (bytes) => void this.#run({ route, request, reply, admitted, bytes }).catch(giveUp),
      });
    try {
      // Memory answers at once; only a key that is new here and Redis have to be waited for.
      const waiting = this.#passGates(route, environment, request, admitted);
      if (waiting) waiting.then(letIn, refuse);
      else letIn();
    } catch (error) {
      refuse(error);
    }
  }

  #passGates(route: Route, environment: Environment, request: Incoming, admitted: Admitted): Promise<void> | undefined {
    refuseDoubledHeaders(request.raw);
    const { headers, ip } = request;
    const caller = this.#gates.authenticator.identify({ headers, ip, environment });
    if (caller instanceof Promise) return caller.then((known) => this.#letIn(route, known, admitted));
    return this.#letIn(route, caller, admitted);
  }

  #letIn(route: Route, caller: Caller, admitted: Admitted): Promise<void> | undefined {
    admitted.caller = caller;
    const counted = this.#count(route, caller, admitted.headers);
    if (counted) return counted.then(() => refuseForeign(route, caller));
    refuseForeign(route, caller);
    return undefined;
  }

  /** After the body was read. */
  async #run(received: Received): Promise<void> {
    const { route, request, reply, admitted } = received;
    const { caller } = admitted;
    if (!caller) throw new Error('a request reached its route without passing the gates');
    const leaving = new AbortController();
    const { raw: response } = reply;
    response.on('close', () => {
      if (!response.writableFinished) leaving.abort(new ServiceError('engine_failed', 'The client left.'));
    });
    this.#gates.running.add(leaving);
    const exchange = this.#exchange(request, reply, admitted, leaving.signal);
    const span = this.#gates.spans.start(route, admitted.requestId, caller);
    let status = 500;
    try {
      status = await this.#walk(received, exchange, caller);
    } catch (thrown) {
      const error = this.#explain(thrown, admitted, route, leaving.signal);
      status = error.status;
      if (!response.headersSent && !response.destroyed)
        await respondError(exchange, error).catch(() => response.destroy());
      else response.end();
    } finally {
      if (exchange.recording)
        await exchange.recording
          .close()
          .catch((error) => this.#gates.log.error({ err: error }, 'an idempotent call was not closed'));
      this.#gates.running.delete(leaving);
      span.end(status);
      this.#gates.counter.count({
        route,
        caller,
        status,
        durationMs: performance.now() - admitted.startedMs,
        charged: exchange.charged,
      });
    }
  }

  /** For what fails outside of a route: unknown paths, bodies that are too large. */
  async refuse(route: Route | null, request: Incoming, reply: Outgoing, error: ServiceError): Promise<void> {
    const admitted = request[ADMITTED] ?? newAdmitted();
    reply.hijack();
    const exchange = this.#exchange(request, reply, admitted, NEVER);
    if (route && admitted.caller) {
      this.#gates.counter.count({
        route,
        caller: admitted.caller,
        status: error.status,
        durationMs: performance.now() - admitted.startedMs,
        charged: false,
      });
    }
    if (!request.raw.complete) {
      if (admitted.caller) discardRest(request.raw);
      // A stranger's body is not even dropped.
      else exchange.headers.connection = 'close';
    }
    await respondError(exchange, error);
  }

  async #walk(received: Received, exchange: Exchange, caller: Caller): Promise<number> {
    const { route, request, bytes } = received;
    const admission = this.#admitIdempotent(received, caller, exchange.requestId);
    const recorded = admission && (await admission);
    if (recorded?.kind === 'replay') return replay(exchange, recorded.answer);
    exchange.recording = recorded?.recording ?? null;
    const read = readBody(route, request.headers['content-type'], bytes);
    const { body, uploads } = read instanceof Promise ? await read : read;
    const checks = this.#checks.get(route);
    const params = request.params;
    const query = checks ? typedQuery(request.query as Record<string, unknown>, checks) : request.query;
    checks?.params?.(params);
    checks?.query?.(query);
    checks?.body?.(body);
    const call: Call = {
      caller,
      requestId: exchange.requestId,
      signal: exchange.signal,
      params,
      query,
      body,
      uploads,
      headers: request.headers,
      origin: this.#gates.publicUrl,
      log: this.#gates.log,
    };
    const outcome = await route.run(call);
    return respond(exchange, outcome);
  }

  #admitIdempotent(
    { route, request, bytes }: Received,
    caller: Caller,
    requestId: string,
  ): Promise<Admission> | undefined {
    const key = request.headers['idempotency-key'];
    if (!route.idempotent || key === undefined) return undefined;
    const call = { requestId, method: route.method, path: request.url, body: bytes };
    return this.#gates.idempotency.admit(caller, String(key), call);
  }

  #count(route: Route, caller: Caller, headers: Record<string, string>): Promise<void> | undefined {
    const allowance = allowanceOf(route.scope, caller, this.#gates.prices);
    const nowMs = Date.now();
    const counted = this.#gates.limiter.take(allowance, nowMs);
    const note = (count: Awaited<typeof counted>) => {
      const state = limitState(allowance, count, nowMs);
      headers['x-ratelimit-limit'] = String(state.limit);
      headers['x-ratelimit-remaining'] = String(state.remaining);
      headers['x-ratelimit-reset'] = String(state.resetsAt);
      if (count.refusedBy) throw limitError(allowance, count.refusedBy, nowMs);
    };
    if (counted instanceof Promise) return counted.then(note);
    note(counted);
    return undefined;
  }

  #exchange(request: Incoming, reply: Outgoing, admitted: Admitted, signal: AbortSignal): Exchange {
    const { requestId, headers, caller } = admitted;
    // What the server set before: for other origins, and where there is no such path.
    if (request.headers.origin !== undefined || !caller)
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (typeof value === 'string') headers[name] = value;
    return {
      response: reply.raw,
      requestId,
      attribution: caller?.attributionWaived ? null : this.#gates.attribution,
      headers,
      signal,
      recording: null,
      charged: false,
      onStreamError: (error) => {
        if (error.status >= 500)
          this.#gates.log.error({ err: error, requestId, url: request.routeOptions.url }, 'a stream broke');
      },
    };
  }

  #explain(thrown: unknown, admitted: Admitted, route: Route, leaving: AbortSignal): ServiceError {
    const error = toServiceError(thrown);
    if (error.code === 'internal_error' && !leaving.aborted) {
      const cause = error.cause instanceof Error ? error.cause : error;
      this.#gates.log.error({ err: cause, requestId: admitted.requestId, route: route.path }, 'a request failed');
    }
    return error;
  }
}

function refuseForeign(route: Route, caller: Caller): void {
  if (route.ownerOnly && !caller.isOwner)
    throw new ServiceError('access_denied', 'Only the owner of this service may do that.');
  if (!allows(caller.scopes, route.scope)) {
    throw new ServiceError(
      'scope_missing',
      `This key lacks the scope "${route.scope}". Add it to the key in the dashboard under API settings.`,
    );
  }
}

async function replay(
  exchange: Exchange,
  answer: { status: number; headers: Record<string, string>; body: Buffer },
): Promise<number> {
  exchange.response.writeHead(answer.status, {
    ...answer.headers,
    ...exchange.headers,
    'x-request-id': exchange.requestId,
    'idempotent-replayed': 'true',
    'content-length': String(answer.body.length),
  });
  exchange.response.end(answer.body);
  return answer.status;
}
