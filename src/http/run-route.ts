// Runs a route for a known caller: access, validation, the models that the caller may use, then the route itself. HTTP requests,
// lines of a batch and tools of MCP all run their routes here.
import type { IncomingHttpHeaders } from 'node:http';
import { readCacheUse } from '../core/answer-cache.ts';
import type { Caller } from '../core/caller.ts';
import { guardBody, withinGuard } from '../core/guards/current-guard.ts';
import type { GuardPolicy } from '../core/guards/policy.ts';
import type { GuardTallies } from '../core/guards/tallies.ts';
import type { Log } from '../core/log.ts';
import { withinModels } from '../core/model-lists.ts';
import { withinBook } from '../core/upstream-work.ts';
import { type BookParts, bookOfCall } from '../money/book-of-call.ts';
import type { Prices } from '../money/prices.ts';
import { assertMayCall } from './access.ts';
import { type Moderate, moderateAnswer, moderatePrompt } from './guard-moderation.ts';
import { guardPolicyFor, withGuardHeader } from './guards.ts';
import { advised, type OtherNames, refuseLongName, withModelHeader, withOwnNames } from './model-names.ts';
import { withNames } from './named-callers.ts';
import type { Outcome } from './outcome.ts';
import { refuseBrokenTexts } from './parse-json.ts';
import type { Route, Upload } from './route.ts';
import { compileChecks, type RouteChecks, typedQuery } from './route-checks.ts';
import { nameAsSent } from './sent-names.ts';
import type { WatchedCall } from './watched-call.ts';
import { withoutStorage } from './zero-retention.ts';

/** What a caller sends to a route. */
export interface RouteInput {
  caller: Caller;
  requestId: string;
  signal: AbortSignal;
  /** As sent: the route may rename its fields. `readBody` or `readJson` has parsed it within limits. */
  body: unknown;
  params?: Readonly<Record<string, string | undefined>>;
  query?: Readonly<Record<string, unknown>>;
  uploads?: readonly Upload[];
  headers?: IncomingHttpHeaders;
  watch?: WatchedCall | undefined;
}

export interface RunnerParts {
  modelNames: OtherNames;
  prices: Pick<Prices, 'modelBoundsOf' | 'plan'>;
  money: BookParts['money'];
  publicUrl: string;
  log: Log;
  /** Absent: no model for moderation is connected. */
  moderate?: Moderate | undefined;
}

export class RouteRunner {
  readonly #parts: RunnerParts;
  readonly #checks = new Map<Route, RouteChecks>();

  constructor(parts: RunnerParts) {
    this.#parts = parts;
  }

  /** Compiles the checks of a route before its first call. */
  prepare(route: Route): RouteChecks {
    const checks = compileChecks(route);
    this.#checks.set(route, checks);
    return checks;
  }

  /**
   * `take` receives the outcome while the caller's model lists still apply, because a stream works while it is read. A
   * forbidden or invalid call throws a ServiceError that names the fields as they were sent.
   */
  async run<T>(route: Route, input: RouteInput, take: (outcome: Outcome) => T | Promise<T>): Promise<T> {
    if (!route.rename) return this.#run(route, input, take);
    try {
      return await this.#run(route, { ...input, body: route.rename(input.body) }, take);
    } catch (error) {
      throw nameAsSent(error, input.body);
    }
  }

  async #run<T>(route: Route, input: RouteInput, take: (outcome: Outcome) => T | Promise<T>): Promise<T> {
    const known = input.watch?.caller ?? input.caller;
    assertMayCall(route, known);
    const policy = guardPolicyFor(route, known, this.#parts.prices);
    if (!policy) return this.#runChecked(route, input, take);
    const tallies: GuardTallies = {};
    if (known.trace) known.trace.guards = tallies;
    return withinGuard(policy, tallies, () => this.#runGuarded(route, { input, policy, tallies, known }, take));
  }

  /** Before anything is checked, stored or logged: from here on nothing sees the words as they were sent. */
  async #runGuarded<T>(
    route: Route,
    { input, policy, tallies, known }: { input: RouteInput; policy: GuardPolicy; tallies: GuardTallies; known: Caller },
    take: (outcome: Outcome) => T | Promise<T>,
  ): Promise<T> {
    const { signal, watch } = input;
    const body = await guardBody(input.body);
    watch?.readsGuarded(body);
    const { moderate } = this.#parts;
    const call = { policy, tallies, caller: known, signal };
    await moderatePrompt(moderate, body, call);
    return this.#runChecked(route, { ...input, body }, async (outcome) => {
      if (route.generates && outcome.kind === 'json') await moderateAnswer(moderate, outcome.body, call);
      return take(withGuardHeader(outcome, tallies));
    });
  }

  async #runChecked<T>(route: Route, input: RouteInput, take: (outcome: Outcome) => T | Promise<T>): Promise<T> {
    const { requestId, signal, params = {}, uploads = [], headers = {}, watch } = input;
    const known = watch?.caller ?? input.caller;
    const body = known.zeroRetention ? withoutStorage(route, input.body) : input.body;
    refuseLongName({ params, body });
    watch?.asked(body, params);
    const checks = this.#checks.get(route) ?? this.prepare(route);
    refuseBrokenTexts(params);
    const query = typedQuery(input.query ?? {}, checks);
    checks.params?.(params);
    checks.query?.(query);
    checks.body?.(body);
    const named = withNames(route, known, { headers, body });
    const { answerCacheSeconds } = named;
    const isCached = route.caches && answerCacheSeconds !== undefined;
    const caller = isCached
      ? withCacheUse(named, answerCacheSeconds, { route, headers, sent: [params, query, body] })
      : named;
    const { prices, publicUrl: origin, log, modelNames } = this.#parts;
    const work = async () => {
      const sent = { params, body };
      const meant = withOwnNames(sent, modelNames);
      const call = { caller, requestId, signal, query, uploads, headers, origin, log, ...meant };
      const outcome = await route
        .run(call)
        .catch((error) => Promise.reject(advised(error, sent, { modelNames, caller })));
      const answered = meant.standIn === undefined ? outcome : withModelHeader(outcome, meant.standIn);
      return take(caller.cacheUse?.result ? withCacheHeader(answered, caller.cacheUse.result) : answered);
    };
    const book = bookOfCall(this.#parts, caller, route.tag);
    return withinBook(book, () => withinModels(prices.modelBoundsOf(caller), work));
  }
}

function withCacheUse(
  caller: Caller,
  seconds: number,
  { route, headers, sent }: { route: Route; headers: IncomingHttpHeaders; sent: unknown[] },
): Caller {
  const { method, prefix, path } = route;
  return { ...caller, cacheUse: readCacheUse([method, prefix, path, ...sent], seconds, headers['cache-control']) };
}

function withCacheHeader(outcome: Outcome, result: string): Outcome {
  return { ...outcome, headers: { ...outcome.headers, 'x-cache': result } };
}
