// Combines many text engines into one: finds the engines of a model, and retries or switches until the first token, never after it.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Clock, systemClock } from '../../core/clock.ts';
import { ServiceError } from '../../core/errors.ts';
import { AttemptError, nextTryOf } from './attempt-error.ts';
import type { OpenedText, TextEngine, TextEvent, TextModel, TextOrder, TextRoutes, WantedText } from './port.ts';
import { type Candidate, type CandidateHealth, Candidates, type ModelRule } from './router-candidates.ts';

const FIRST_BACKOFF_MS = 100;

export interface TextRouterOptions {
  /** In order of preference; a function where they change while the service runs. */
  engines: readonly TextEngine[] | (() => readonly TextEngine[]);
  rules?: readonly ModelRule[];
  /** The model for calls that name none. */
  preferred?: string | undefined;
  clock?: Clock;
  random?: () => number;
}

export class TextRouter implements TextRoutes {
  readonly name = 'router';
  readonly #candidates: Candidates;
  readonly #preferred: string | undefined;

  constructor(options: TextRouterOptions) {
    const { engines, rules = [], clock = systemClock, random = Math.random } = options;
    const listEngines = typeof engines === 'function' ? engines : () => engines;
    this.#candidates = new Candidates({ engines: listEngines, rules, clock, random });
    this.#preferred = options.preferred;
  }

  models(): readonly TextModel[] {
    return this.#candidates.models();
  }

  find(name: string): TextModel | undefined {
    return name === 'default' ? this.defaultModel() : this.#candidates.resolve(name);
  }

  engineOf(model: string): string | undefined {
    return this.#candidates.engineOf(model)?.name;
  }

  /** Health of the engines that were called since the start. */
  health(): readonly CandidateHealth[] {
    return this.#candidates.health();
  }

  defaultModel(): TextModel | undefined {
    const preferred = this.#preferred === undefined ? undefined : this.#candidates.resolve(this.#preferred);
    if (preferred) return preferred;
    const chat = this.models().filter(
      ({ id, capabilities }) => capabilities.includes('chat') && !id.startsWith('sandbox-'),
    );
    return chat.find(({ ready }) => ready) ?? chat[0];
  }

  async *stream(order: TextOrder, signal: AbortSignal): AsyncGenerator<TextEvent> {
    const opened = await this.open({ model: order.model, order: () => order }, signal);
    if (opened.kind === 'events') yield* opened.events;
  }

  async countTokens(...[model, input, shape]: Parameters<TextEngine['countTokens']>): Promise<number> {
    const engine = this.#candidates.engineOf(model);
    if (!engine) throw unknownModel(model);
    return engine.countTokens(model, input, shape);
  }

  /** Resolves once the first token, or the whole reply, has arrived. */
  async open(wanted: WantedText, signal: AbortSignal): Promise<OpenedText> {
    const candidates = this.#candidates.plan(wanted.model);
    if (candidates.length === 0) throw unknownModel(wanted.model);
    let failure: unknown;
    for (const candidate of candidates) {
      const waitMs = candidate.breaker.waitMs();
      if (waitMs > 0) {
        failure ??= pausedFor(candidate, waitMs);
        continue;
      }
      const outcome = await tryCandidate(candidate, wanted, signal);
      if ('opened' in outcome) return outcome.opened;
      failure = outcome.failure;
      if (signal.aborted || nextTryOf(failure) === 'never') throw failure;
    }
    throw failure;
  }
}

async function tryCandidate(
  candidate: Candidate,
  wanted: WantedText,
  signal: AbortSignal,
): Promise<{ opened: OpenedText } | { failure: unknown }> {
  for (let attempt = 0; ; attempt += 1) {
    candidate.breaker.begin();
    const startedMs = performance.now();
    try {
      const opened = await openCandidate(candidate, wanted, signal);
      candidate.breaker.succeeded();
      candidate.health.succeeded(performance.now() - startedMs);
      return { opened };
    } catch (failure) {
      const next = nextTryOf(failure);
      if (!signal.aborted && next !== 'never')
        candidate.health.failed(performance.now() - startedMs, messageOf(failure));
      // Only upstreams trip the breaker: a local engine that is busy or still pulling its weights reports that itself on each call.
      if (!signal.aborted && next !== 'never' && failure instanceof AttemptError)
        candidate.breaker.failed(failure.retryAfterSeconds);
      else candidate.breaker.undecided();
      if (signal.aborted || next !== 'again' || attempt >= candidate.retries) return { failure };
      await sleep(FIRST_BACKOFF_MS * 2 ** attempt, undefined, { signal });
    }
  }
}

async function openCandidate(candidate: Candidate, wanted: WantedText, signal: AbortSignal): Promise<OpenedText> {
  const { engine, model } = candidate;
  if (wanted.relay && engine.relay) return { ...(await engine.relay({ ...wanted.relay, model }, signal)), model };
  const order = wanted.order();
  if (order.messages === undefined && order.prompt === undefined) {
    throw new AttemptError('invalid_parameter', `The model "${model}" accepts text, not token ids.`, 'never', {
      param: 'prompt',
    });
  }
  const events = engine.stream({ ...order, model }, signal)[Symbol.asyncIterator]();
  const first = await events.next();
  return { kind: 'events', model, events: withFirst(first, events) };
}

async function* withFirst(first: IteratorResult<TextEvent>, rest: AsyncIterator<TextEvent>): AsyncGenerator<TextEvent> {
  try {
    for (let next = first; !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

function messageOf(failure: unknown): string {
  return failure instanceof Error ? failure.message : String(failure);
}

function unknownModel(model: string): ServiceError {
  return new ServiceError('unknown_model', `There is no model "${model}". GET /models lists the available models.`, {
    param: 'model',
  });
}

function pausedFor(candidate: Candidate, waitMs: number): ServiceError {
  return new ServiceError(
    'engine_unavailable',
    `The engine "${candidate.engine.name}" failed repeatedly and is paused. Try again later.`,
    {
      retryAfterSeconds: Math.ceil(waitMs / 1000),
    },
  );
}
