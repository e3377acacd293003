// The path of every API call: key → limit → scope → body → idempotency → validation → run → respond.
import type { Caller, Environment } from '../core/caller.ts';
import { isOwnFailure, type ServiceError, toServiceError } from '../core/errors.ts';
import { ClientLeft } from '../core/left-calls.ts';
import type { Log } from '../core/log.ts';
import { pageLanguage } from '../core/page-language.ts';
import type { Prices } from '../money/prices.ts';
import { refuseForeign } from './access.ts';
import { allowanceOf } from './allowance.ts';
import type { AttributionText } from './attribution.ts';
import { type Authenticator, bringsKey, RefusedKey } from './auth.ts';
import { discardRest, readBytes } from './body-bytes.ts';
import type { CallWatcher } from './call-watcher.ts';
import type { Admission, IdempotencyGate } from './idempotency.ts';
import type { InFlight } from './in-flight.ts';
import type { Incoming } from './incoming.ts';
import type { OtherNames } from './model-names.ts';
import { openExchange } from './open-exchange.ts';
import { wantsPage } from './page.ts';
import { countRequest, type Limiter } from './rate-limit.ts';
import { readBody } from './read-body.ts';
import { CLIENT_LEFT, type RequestCounter } from './request-counter.ts';
import { type Exchange, replayAnswer, respond, respondError, respondErrorPage } from './respond.ts';
import { isEventStream, type Route } from './route.ts';
import type { RouteRunner } from './run-route.ts';
import { typeForm } from './type-form.ts';
import { unpackBody } from './unpack-body.ts';
import { watchAdmission } from './watch-admission.ts';
import type { WatchedCall } from './watched-call.ts';

export interface Gates {
  authenticator: Authenticator;
  limiter: Limiter;
  idempotency: IdempotencyGate;
  prices: Prices;
  modelNames: OtherNames;
  counter: RequestCounter;
  watcher: CallWatcher;
  attribution: AttributionText;
  publicUrl: string;
  log: Log;
  /** The running calls, so that a server that must stop can abort them. */
  running: Set<AbortController>;
}

/** A request that passed the gates, with its body. */
interface Received {
  route: Route;
  incoming: Incoming;
  bytes: Buffer | undefined;
}

/** Refusals are sent at once: there is nothing to abort. */
const NEVER = new AbortController().signal;

export class Pipeline {
  readonly #gates: Gates;
  readonly #runner: RouteRunner;
  readonly #inFlight: InFlight;

  constructor(gates: Gates, runner: RouteRunner, inFlight: InFlight) {
    this.#gates = gates;
    this.#runner = runner;
    this.#inFlight = inFlight;
  }

  /** The gates run before the body is read: a client without a valid key must not make the server read 100 MB. */
  receive(route: Route, environment: Environment, incoming: Incoming): void {
    const refuse = (error: unknown) => this.refuse(route, incoming, toServiceError(error));
    const letIn = () => {
      const { caller, response } = incoming;
      if (!caller) throw new Error('a request was admitted without passing the gates');
      this.#inFlight.enter(caller.accountId, route, response);
      let hold: ((bytes: number) => void) | undefined;
      readBytes(incoming.raw, route.bodyLimitBytes, {
        refuse,
        hold: (bytes) => {
          hold ??= this.#inFlight.holdBody(caller.accountId, response);
          hold(bytes);
        },
        done: (bytes) => void this.#run({ route, incoming, bytes }).catch((error) => this.#giveUp(incoming, error)),
      });
    };
    try {
      // Cached keys and in-memory limits answer synchronously; only a new key and Redis have to be awaited.
      const waiting = this.#passGates(route, environment, incoming);
      if (waiting) waiting.then(letIn).catch(refuse);
      else letIn();
    } catch (error) {
      refuse(error);
    }
  }

  /** Answers a call of a path or method that does not exist: its key is checked and counted before, as that of every call. */
  refuseMissing(environment: Environment, incoming: Incoming, missing: ServiceError): void {
    const { headers, ip } = incoming;
    const count = async () => {
      incoming.caller = await this.#gates.authenticator.identify({ headers, ip, environment });
      await countRequest(this.#gates, allowanceOf(null, incoming.caller, this.#gates.prices), incoming.answerHeaders);
    };
    void count()
      .catch((error) => this.#noteLimits(incoming, error))
      // Whoever sends no key hears that the path does not exist, not that a key is missing.
      .catch((error) => this.refuse(null, incoming, bringsKey(headers) ? toServiceError(error) : missing))
      .then(() => incoming.response.headersSent || this.refuse(null, incoming, missing));
  }

  #passGates(route: Route, environment: Environment, incoming: Incoming): Promise<void> | undefined {
    try {
      const caller = this.#identify(route, environment, incoming);
      if (!(caller instanceof Promise)) return this.#letIn(route, caller, incoming);
      return caller.then(
        (known) => this.#letIn(route, known, incoming),
        (error) => this.#noteLimits(incoming, error),
      );
    } catch (error) {
      return this.#noteLimits(incoming, error);
    }
  }

  #identify(route: Route, environment: Environment, { headers, ip, query }: Incoming): Caller | Promise<Caller> {
    const keyInQuery = route.keyInQuery && typeof query.key === 'string' ? query.key : undefined;
    return this.#gates.authenticator.identify({ headers, ip, environment, keyInQuery });
  }

  /** Throws the error on. The answer to a valid key that was refused shows the limits of its account, and does not count. */
  async #noteLimits(incoming: Incoming, error: unknown): Promise<never> {
    if (error instanceof RefusedKey) {
      const allowance = allowanceOf(null, error.caller, this.#gates.prices);
      await countRequest(this.#gates, { ...allowance, onlyLooks: true }, incoming.answerHeaders);
    }
    throw error;
  }

  #letIn(route: Route, caller: Caller, incoming: Incoming): Promise<void> | undefined {
    incoming.caller = caller;
    const counted = countRequest(
      this.#gates,
      allowanceOf(route.scope, caller, this.#gates.prices),
      incoming.answerHeaders,
    );
    if (counted) return counted.then(() => refuseForeign(route, caller));
    refuseForeign(route, caller);
    return undefined;
  }

  /** Runs after the body was read. */
  async #run(received: Received): Promise<void> {
    const { route, incoming } = received;
    const { response } = incoming;
    if (!incoming.caller) throw new Error('a request reached its route without passing the gates');
    const leaving = new AbortController();
    let hasLeft = false;
    response.on('close', () => {
      if (response.writableFinished) return;
      hasLeft = !leaving.signal.aborted;
      leaving.abort(new ClientLeft());
    });
    this.#gates.running.add(leaving);
    const unwatch = isEventStream(route) ? watchAdmission(leaving, () => this.#admitAgain(received)) : undefined;
    const watch = this.#gates.watcher.begin(route, incoming, incoming.caller);
    watch?.received(received.bytes);
    const { caller } = incoming;
    const exchange = this.#exchange(incoming, leaving.signal, watch);
    let status = 500;
    try {
      status = await this.#walk(received, exchange, caller);
    } catch (thrown) {
      const error = this.#explain(thrown, received, leaving.signal);
      status = hasLeft ? CLIENT_LEFT : error.status;
      watch?.failed(error);
      if (!response.headersSent && !response.destroyed)
        await respondError(exchange, error).catch(() => response.destroy());
      else response.end();
    } finally {
      if (exchange.recording)
        await exchange.recording
          .close()
          .catch((error) => this.#gates.log.error({ err: error }, 'idempotent call could not be closed'));
      this.#gates.running.delete(leaving);
      unwatch?.();
      this.#gates.counter.count({
        route,
        caller,
        status,
        durationMs: performance.now() - incoming.startedMs,
        charged: exchange.charged,
      });
      if (watch) this.#gates.watcher.end(watch, status, hasLeft);
    }
  }

  async #admitAgain({ route, incoming }: Received): Promise<void> {
    const environment = incoming.caller?.environment ?? 'live';
    refuseForeign(route, await this.#identify(route, environment, incoming));
  }

  /** Sends an error for everything that fails before a route runs: refusals, unknown paths and failing pages. */
  refuse(route: Route | null, incoming: Incoming, error: ServiceError): void {
    const { raw, caller, response } = incoming;
    if (isOwnFailure(error))
      this.#gates.log.error(
        { err: error.cause ?? error, path: incoming.pattern },
        'request failed before its route ran',
      );
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const watch = route && caller ? this.#gates.watcher.begin(route, incoming, caller) : undefined;
    watch?.received(undefined);
    const exchange = this.#exchange(incoming, NEVER, watch);
    if (route && caller) {
      this.#gates.counter.count({
        route,
        caller,
        status: error.status,
        durationMs: performance.now() - incoming.startedMs,
        charged: false,
      });
    }
    if (!raw.complete) discardRest(raw, { isKnown: caller !== undefined });
    if (route === null && wantsPage(incoming)) {
      const { service: serviceName } = this.#gates.attribution.value;
      respondErrorPage(exchange, error, { serviceName, language: pageLanguage(incoming.headers) });
      return;
    }
    void respondError(exchange, error)
      .catch((failure) => this.#giveUp(incoming, failure))
      .finally(() => watch && this.#gates.watcher.end(watch, error.status, false));
  }

  #giveUp(incoming: Incoming, error: unknown): void {
    this.#gates.log.error({ err: error, requestId: incoming.requestId }, 'request could not be answered');
    incoming.response.destroy();
  }

  async #walk(received: Received, exchange: Exchange, caller: Caller): Promise<number> {
    const { route, incoming, bytes } = received;
    const admission = this.#admitIdempotent(received, caller, exchange.requestId);
    const recorded = admission && (await admission);
    if (recorded?.kind === 'replay') return replayAnswer(exchange, recorded.answer);
    exchange.recording = recorded?.recording ?? null;
    const encoding = incoming.headers['content-encoding'];
    const plain = bytes && encoding ? await this.#unpack(bytes, encoding, { route, incoming, caller }) : bytes;
    exchange.watch?.reads(plain);
    const read = readBody(route, incoming.headers['content-type'], plain);
    const { body: given, uploads, isForm } = read instanceof Promise ? await read : read;
    const input = {
      caller,
      requestId: exchange.requestId,
      signal: exchange.signal,
      params: incoming.params,
      query: incoming.query,
      body: isForm ? typeForm(route.body, given) : given,
      uploads,
      headers: incoming.headers,
      watch: exchange.watch,
    };
    return this.#runner.run(route, input, (outcome) => respond(exchange, outcome));
  }

  #unpack(
    bytes: Buffer,
    encoding: string,
    call: { route: Route; incoming: Incoming; caller: Caller },
  ): Promise<Buffer> {
    const { route, incoming, caller } = call;
    const hold = this.#inFlight.holdBody(caller.accountId, incoming.response);
    return unpackBody(bytes, encoding, { limitBytes: route.bodyLimitBytes, hold });
  }

  #admitIdempotent(
    { route, incoming, bytes }: Received,
    caller: Caller,
    requestId: string,
  ): Promise<Admission> | undefined {
    const key = incoming.headers['idempotency-key'];
    if (!route.idempotent || key === undefined) return undefined;
    const call = { requestId, method: route.method, path: incoming.url, body: bytes };
    return this.#gates.idempotency.admit(caller, String(key), call);
  }

  #exchange(incoming: Incoming, signal: AbortSignal, watch: WatchedCall | undefined): Exchange {
    const { attribution, log } = this.#gates;
    return openExchange(incoming, { attribution, log, signal, watch });
  }

  #explain(thrown: unknown, { incoming, route }: Received, leaving: AbortSignal): ServiceError {
    const error = toServiceError(thrown);
    if (isOwnFailure(error) && !leaving.aborted) {
      const cause = error.cause instanceof Error ? error.cause : error;
      this.#gates.log.error({ err: cause, requestId: incoming.requestId, route: route.path }, 'a request failed');
    }
    return error;
  }
}
