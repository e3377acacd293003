// Combines many text engines into one: finds the engines of a model, and retries or switches until the first token, never after it.
import { type Clock, systemClock } from '../../core/clock.ts';
import { ServiceError } from '../../core/errors.ts';
import type { Acceptor, CallSignals, OnAccepted } from '../../core/left-calls.ts';
import { mayUseModel } from '../../core/model-lists.ts';
import { bookLost, bookPart, noteServed } from '../../core/upstream-work.ts';
import { type AttemptSignals, endedByUs, tryWatched } from '../../net/attempt.ts';
import { AttemptError } from '../../net/attempt-error.ts';
import { openFirst } from '../../net/first-part.ts';
import type { Gate } from '../../net/gate.ts';
import { type Candidate, type CandidateHealth, doneBy, type Sale } from '../../net/routing.ts';
import type { Sharing } from '../../net/sharing.ts';
import { UnreadAnswer } from '../../net/unread-answer.ts';
import type {
  MeasuredText,
  NativeDialect,
  OpenedText,
  TextEngine,
  TextEvent,
  TextMessage,
  TextModel,
  TextOrder,
  TextRoutes,
  TokenUsage,
  WantedText,
} from './port.ts';
import { mostTokensOfOrders } from './request-size.ts';
import { Candidates, type ModelRule } from './router-candidates.ts';

export interface TextRouterOptions {
  /** In order of preference; a function if they change while the service runs. */
  engines: readonly TextEngine[] | (() => readonly TextEngine[]);
  rules?: readonly ModelRule[] | (() => readonly ModelRule[]);
  /** The model for calls that name none. */
  preferred?: string | undefined;
  sale?: Sale;
  sharing?: Sharing;
  gate?: Gate;
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
    const listRules = typeof rules === 'function' ? rules : () => rules;
    this.#candidates = new Candidates({
      engines: listEngines,
      rules: listRules,
      sale: options.sale,
      sharing: options.sharing,
      gate: options.gate,
      clock,
      random,
    });
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

  /** For an engine whose settings have changed: it is tried at once, whatever happened before. */
  forget(engine: string): void {
    this.#candidates.forget(engine);
  }

  defaultModel(): TextModel | undefined {
    const preferred = this.#preferred === undefined ? undefined : this.#candidates.resolve(this.#preferred);
    if (preferred && mayUseModel(preferred.id)) return preferred;
    const chat = this.models().filter(
      ({ id, capabilities }) => capabilities.includes('chat') && !id.startsWith('sandbox-'),
    );
    const allowed = chat.filter(({ id }) => mayUseModel(id));
    // If the caller may use none of them, the first is refused by name.
    return allowed.find(({ ready }) => ready) ?? allowed[0] ?? preferred ?? chat.find(({ ready }) => ready) ?? chat[0];
  }

  async *stream(order: TextOrder, signal: AbortSignal, onAccepted?: OnAccepted): AsyncGenerator<TextEvent> {
    yield* this.#streamPart(order, signal, onAccepted);
  }

  async *streamUntilLeft(order: TextOrder, signals: CallSignals): AsyncGenerator<TextEvent> {
    const opened = await this.open({ model: order.model, order: () => order }, signals);
    if (opened.kind === 'events') yield* opened.events;
  }

  /** Books what the upstream did: the callers of `stream` charge for other work, of which this is a part. */
  async *#streamPart(order: TextOrder, signal: AbortSignal, onAccepted?: OnAccepted): AsyncGenerator<TextEvent> {
    let by: Acceptor | undefined;
    let isOpen = false;
    let used: TokenUsage | undefined;
    let written = 0;
    let failure: unknown;
    const signals: CallSignals = {
      ...{ client: signal, upstream: signal },
      onAccepted: (isWorking, acceptor) => {
        by = acceptor;
        onAccepted?.(isWorking);
      },
      onLost: async () => false,
    };
    try {
      const opened = await this.open({ model: order.model, order: () => order }, signals);
      if (opened.kind !== 'events') return;
      isOpen = true;
      by = { engine: opened.engine, model: opened.model };
      for await (const event of opened.events) {
        if (event.type === 'end') used = event.usage;
        else written += event.tokens;
        yield event;
      }
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      if (failure instanceof UnreadAnswer) used ??= await failure.countUse();
      if (by && used) await bookPart(by, used);
      else if (by && (isOpen || endedByUs(failure, signals))) await this.#bookEstimate(order, by, written);
    }
  }

  /** Of an answer whose upstream never told its use. */
  async #bookEstimate({ model, messages, prompt = '' }: TextOrder, by: Acceptor, written: number): Promise<void> {
    const promptTokens = await this.countTokens(model, messages ?? prompt).catch(() => undefined);
    if (promptTokens === undefined) await bookLost({ by, error: undefined, wasAborted: false });
    else await bookPart(by, { promptTokens, completionTokens: written, isEstimated: true });
  }

  async countTokens(...[model, input, shape]: Parameters<TextEngine['countTokens']>): Promise<number> {
    const engine = this.#candidates.engineOf(model);
    if (!engine) throw unknownModel(model);
    return engine.countTokens(model, input, shape);
  }

  speaks(model: string, dialect: NativeDialect): boolean {
    return this.#candidates.plan(model).some(({ engine }) => engine.native?.dialect === dialect);
  }

  mostPromptTokens({ model, orders, relay, native }: MeasuredText): number {
    const candidates = this.#candidates.plan(model);
    if (candidates.length === 0) throw unknownModel(model);
    let most = 0;
    for (const { engine, model: served } of candidates) {
      const tokens =
        native && engine.native?.dialect === native.dialect
          ? engine.native.mostTokens({ ...native, model: served })
          : relay && engine.mostRelayedTokens
            ? engine.mostRelayedTokens({ ...relay, model: served })
            : mostTokensOfOrders(orders(), this.#candidates.resolve(served)?.pictureTokens);
      most = Math.max(most, tokens);
    }
    return most;
  }

  countsExactly(model: string): boolean {
    return this.#candidates.plan(model).every(({ engine }) => engine.isOwn === true);
  }

  /** Resolves once the first token, or the whole reply, has arrived. */
  async open(wanted: WantedText, signals: CallSignals): Promise<OpenedText> {
    const candidates = this.#candidates.plan(wanted.model, () => conversationOf(wanted.order()));
    if (candidates.length === 0) throw unknownModel(wanted.model);
    return tryWatched(candidates, signals, (candidate, own) => {
      noteServed(wanted.model, doneBy(candidate));
      return openCandidate(candidate, wanted, own);
    });
  }
}

/** Its calls begin alike: an upstream that has read the beginning may have it in its cache. */
function conversationOf({ messages, prompt = '' }: TextOrder): string {
  if (!messages) return prompt.slice(0, MAX_OPENING);
  const opening = messages.slice(0, 1 + messages.findIndex(({ role }) => role === 'user'));
  return opening.map(({ content }) => textIn(content).slice(0, MAX_OPENING)).join('\n');
}

function textIn(content: TextMessage['content']): string {
  if (typeof content === 'string') return content;
  return content?.find((part) => part.type === 'text')?.text ?? '';
}

const MAX_OPENING = 4_000;

async function openCandidate(
  { engine, model }: Candidate<TextEngine>,
  wanted: WantedText,
  { client, upstream, onAccepted }: AttemptSignals,
): Promise<OpenedText> {
  if (wanted.native && engine.native?.dialect === wanted.native.dialect)
    return {
      ...(await engine.native.open({ ...wanted.native, model }, upstream, onAccepted)),
      engine: engine.name,
      model,
    };
  if (wanted.relay && engine.relay)
    return { ...(await engine.relay({ ...wanted.relay, model }, upstream, onAccepted)), engine: engine.name, model };
  const order = wanted.order();
  if (order.messages === undefined && order.prompt === undefined) {
    throw new AttemptError('invalid_parameter', `The model "${model}" accepts text, not token ids.`, 'never', {
      param: 'prompt',
    });
  }
  return {
    kind: 'events',
    isOwn: engine.isOwn ?? false,
    engine: engine.name,
    model,
    events: await openFirst(engine.stream({ ...order, model }, engine.isOwn ? client : upstream, onAccepted)),
  };
}

function unknownModel(model: string): ServiceError {
  return new ServiceError('unknown_model', `There is no model "${model}". GET /models lists the available models.`, {
    param: 'model',
  });
}
