// The path of every API call: gates → body → idempotency → route → answer, and at its end the counts and the request log.
import type { Caller, Environment } from '../core/caller.ts';
import { isOwnFailure, type ServiceError, toServiceError } from '../core/errors.ts';
import { ClientLeft } from '../core/left-calls.ts';
import { logUpstreamFailure } from '../core/upstream-failure.ts';
import { keepingNothing } from '../core/zero-retention.ts';
import { readBytes } from './body-bytes.ts';
import { type Exchange, openExchange } from './exchange.ts';
import { admitAgain, type Gates, passGates } from './gates.ts';
import { guardPolicyFor } from './guards.ts';
import type { Admission } from './idempotency.ts';
import type { InFlight } from './in-flight.ts';
import type { Incoming } from './incoming.ts';
import { readBody } from './read-body.ts';
import type { Refusals } from './refusals.ts';
import { CLIENT_LEFT } from './request-counter.ts';
import { replayAnswer, respond } from './respond.ts';
import { respondError } from './respond-error.ts';
import { isEventStream, type Route } from './route.ts';
import type { RouteRunner } from './run-route.ts';
import { typeForm } from './type-form.ts';
import { unpackBody } from './unpack-body.ts';
import { watchAdmission } from './watch-admission.ts';

/** A request that passed the gates, with its body. */
interface Received {
  route: Route;
  incoming: Incoming;
  bytes: Buffer | undefined;
}

export interface PipelineParts {
  runner: RouteRunner;
  refusals: Refusals;
  inFlight: InFlight;
}

export class Pipeline {
  readonly #gates: Gates;
  readonly #runner: RouteRunner;
  readonly #refusals: Refusals;
  readonly #inFlight: InFlight;

  constructor(gates: Gates, { runner, refusals, inFlight }: PipelineParts) {
    this.#gates = gates;
    this.#runner = runner;
    this.#refusals = refusals;
    this.#inFlight = inFlight;
  }

  /** The gates run before the body is read: a client without a valid key must not make the server read 100 MB. */
  receive(route: Route, environment: Environment, incoming: Incoming): void {
    const refuse = (error: unknown) => this.#refusals.refuse(route, incoming, toServiceError(error));
    const readOn = () => this.#readBody(route, incoming, refuse);
    try {
      const waiting = passGates(this.#gates, { route, environment, incoming });
      if (waiting) waiting.then(readOn).catch(refuse);
      else readOn();
    } catch (error) {
      refuse(error);
    }
  }

  #readBody(route: Route, incoming: Incoming, refuse: (error: unknown) => void): void {
    const { caller, response } = incoming;
    if (!caller) throw new Error('a request was admitted without passing the gates');
    this.#inFlight.enter(caller.accountId, { isStream: isEventStream(route, incoming.query), response });
    let hold: ((bytes: number) => void) | undefined;
    readBytes(incoming.raw, route.bodyLimitBytes, {
      refuse,
      hold: (bytes) => {
        hold ??= this.#inFlight.holdBody(caller.accountId, response);
        hold(bytes);
      },
      done: (bytes) =>
        void keepingNothing(caller.zeroRetention, () => this.#run({ route, incoming, bytes }, caller)).catch((error) =>
          this.#refusals.giveUp(incoming, error),
        ),
    });
  }

  /** Runs after the body was read. */
  async #run(received: Received, caller: Caller): Promise<void> {
    const { attribution, counter, log, running, watcher } = this.#gates;
    const { route, incoming } = received;
    const { response } = incoming;
    const leaving = new AbortController();
    let hasLeft = false;
    response.on('close', () => {
      if (response.writableFinished) return;
      hasLeft = !leaving.signal.aborted;
      leaving.abort(new ClientLeft());
    });
    running.add(leaving);
    const unwatch = isEventStream(route, incoming.query)
      ? watchAdmission(leaving, () => admitAgain(this.#gates, route, incoming))
      : undefined;
    const watch = watcher.begin(route, incoming, caller);
    watch?.received(received.bytes);
    const exchange = openExchange(incoming, { attribution, log, signal: leaving.signal, watch });
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
          .catch((error) => log.error({ err: error }, 'idempotent call could not be closed'));
      running.delete(leaving);
      unwatch?.();
      const durationMs = performance.now() - incoming.startedMs;
      counter.count({ route, caller, status, durationMs, charged: exchange.charged });
      if (watch) watcher.end(watch, status, hasLeft);
    }
  }

  async #walk(received: Received, exchange: Exchange, caller: Caller): Promise<number> {
    const { route, incoming, bytes } = received;
    const admission = this.#admitIdempotent(received, caller, exchange.requestId);
    const recorded = admission && (await admission);
    if (recorded?.kind === 'replay') return replayAnswer(exchange, recorded.answer);
    exchange.recording = recorded?.recording ?? null;
    const encoding = incoming.headers['content-encoding'];
    const plain = bytes && encoding ? await this.#unpack(bytes, encoding, { route, incoming, caller }) : bytes;
    // Guarded words are kept as they go on, by the runner.
    if (!guardPolicyFor(route, caller, this.#gates.prices)) exchange.watch?.reads(plain);
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
    return this.#runner.run(route, input, (outcome) => {
      if (route.generates) exchange.headers['x-ai-generated'] = 'true';
      return respond(exchange, outcome);
    });
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
    const isBilled = route.billed || route.errors.includes('insufficient_credits');
    const call = { requestId, method: route.method, path: incoming.url, body: bytes, isBilled };
    return this.#gates.idempotency.admit(caller, String(key), call);
  }

  #explain(thrown: unknown, { incoming, route }: Received, leaving: AbortSignal): ServiceError {
    const error = toServiceError(thrown);
    if (isOwnFailure(error) && !leaving.aborted) {
      const cause = error.cause instanceof Error ? error.cause : error;
      this.#gates.log.error({ err: cause, requestId: incoming.requestId, route: route.path }, 'a request failed');
    }
    if (!leaving.aborted)
      logUpstreamFailure(this.#gates.log, error, { requestId: incoming.requestId, route: route.path });
    return error;
  }
}
