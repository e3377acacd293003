// All text engines behind the guard of the running call: prompts are guarded on their way to a model, answers on their way back.
// Every text of every module and dialect passes here, also what a conversation, a file or a search has added.
import { answerGuards, currentPolicy, guardPrompt, guardsAnswers } from '../../core/guards/current-guard.ts';
import type { CallSignals, OnAccepted } from '../../core/left-calls.ts';
import { guardEvents } from './guarded-events.ts';
import type {
  MeasuredText,
  NativeDialect,
  OpenedText,
  TextEngine,
  TextEvent,
  TextModel,
  TextOrder,
  TextRoutes,
  WantedText,
} from './port.ts';

export class GuardedText implements TextRoutes {
  readonly name = 'guarded';
  readonly #text: TextRoutes;

  constructor(text: TextRoutes) {
    this.#text = text;
  }

  models(): readonly TextModel[] {
    return this.#text.models();
  }

  find(name: string): TextModel | undefined {
    return this.#text.find(name);
  }

  engineOf(model: string): string | undefined {
    return this.#text.engineOf(model);
  }

  defaultModel(): TextModel | undefined {
    return this.#text.defaultModel();
  }

  countTokens(...asked: Parameters<TextEngine['countTokens']>): Promise<number> {
    return this.#text.countTokens(...asked);
  }

  countsExactly(model: string): boolean {
    return this.#text.countsExactly(model);
  }

  /** Guarded answers are translated: only words whose place is known can be masked. */
  speaks(model: string, dialect: NativeDialect): boolean {
    return !guardsAnswers() && this.#text.speaks(model, dialect);
  }

  mostPromptTokens(call: MeasuredText): number {
    return this.#text.mostPromptTokens(guardsAnswers() ? { model: call.model, orders: call.orders } : call);
  }

  async open(wanted: WantedText, signals: CallSignals): Promise<OpenedText> {
    if (!currentPolicy()) return this.#text.open(wanted, signals);
    const guards = answerGuards();
    const opened = await this.#text.open(await guardWanted(wanted, guards !== undefined), signals);
    if (!guards || opened.kind !== 'events') return opened;
    return { ...opened, events: guardEvents(opened.events, guards) };
  }

  async *stream(order: TextOrder, signal: AbortSignal, onAccepted?: OnAccepted): AsyncGenerator<TextEvent> {
    const guards = answerGuards();
    const events = this.#text.stream(await guardPrompt(order), signal, onAccepted);
    yield* guards ? guardEvents(events, guards) : events;
  }

  async *streamUntilLeft(order: TextOrder, signals: CallSignals): AsyncGenerator<TextEvent> {
    const guards = answerGuards();
    const events = this.#text.streamUntilLeft(await guardPrompt(order), signals);
    yield* guards ? guardEvents(events, guards) : events;
  }
}

async function guardWanted({ model, order, relay, native }: WantedText, isTranslated: boolean): Promise<WantedText> {
  const guarded = await guardPrompt(order());
  const wanted: WantedText = { model, order: () => guarded };
  if (isTranslated) return wanted;
  if (relay) wanted.relay = { ...relay, body: await guardPrompt(relay.body) };
  if (native) wanted.native = { ...native, body: await guardPrompt(native.body) };
  return wanted;
}
