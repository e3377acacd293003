// Code: asks the model, extracts the code, checks that it parses, asks once more if it does not, and charges.

import type { Caller } from '../../core/caller.ts';
import { ServiceError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { refuseModel } from '../../core/model-lists.ts';
import { microToCredits } from '../../core/money.ts';
import { notReady } from '../../core/not-ready.ts';
import { warningsOf } from '../../core/weak-models.ts';
import type { SyntaxChecker, SyntaxReport } from '../../engines/syntax/port.ts';
import type { FinishReason, TextModel, TextOrder, TextRoutes } from '../../engines/text/port.ts';
import { isOwnEnd, type LeaveWatch, watchLeave } from '../../money/left-bill.ts';
import type { Receipt } from '../../money/receipt.ts';
import { holdTokens, type Paying, type SoFar, type TokenEnd, type TokenHold } from '../../money/token-hold.ts';
import { isAnswerOver } from './answer-end.ts';
import { FenceFilter } from './fence-filter.ts';
import { LANGUAGES } from './languages.ts';
import { repairMessages } from './prompts.ts';
import type { CodeBody } from './schema.ts';
import type { CodeTask, Finished } from './tasks.ts';

export interface CodeCall {
  caller: Caller;
  requestId: string;
  signal: AbortSignal;
  body: CodeBody;
}

/** The task may depend on the model's capabilities. */
export type MakeTask = (model: TextModel) => CodeTask;

const DEFAULT_TEMPERATURE = 0.2;
/** Tokens around a repair prompt: its instruction and the list of errors. */
const REPAIR_OVERHEAD_TOKENS = 1_500;
/** With fewer tokens left than this, a second answer would be truncated like the first. */
const LEAST_REPAIR_TOKENS = 16;

interface Session {
  call: CodeCall;
  model: TextModel;
  task: CodeTask;
  hold: TokenHold;
  watch: LeaveWatch;
  /** The maximum number of tokens of one answer. */
  maxTokens: number;
  /** The maximum number of tokens of all answers of the call. */
  mostTokens: number;
  usage: { promptTokens: number; completionTokens: number };
  /** Counts for the answer in progress: what is generated, and what its client has received. */
  tokens: number;
  deliveredTokens: number;
  /** Counts the prompt of the answer in progress; absent between answers. */
  countPrompt?: (() => Promise<number>) | undefined;
  finishReason: FinishReason;
}

export class CodeService {
  readonly #text: TextRoutes;
  readonly #syntax: SyntaxChecker;
  readonly #paying: Paying;

  constructor(parts: { text: TextRoutes; syntax: SyntaxChecker; paying: Paying }) {
    this.#text = parts.text;
    this.#syntax = parts.syntax;
    this.#paying = parts.paying;
  }

  languages(): object {
    const data = LANGUAGES.map((language) => ({
      ...language,
      object: 'language',
      checked: this.#syntax.checks(language.id),
    }));
    return { object: 'list', data };
  }

  async whole(call: CodeCall, makeTask: MakeTask): Promise<{ body: object; receipt: Receipt }> {
    const session = await this.#open(call, makeTask);
    try {
      let answer = '';
      for await (const piece of this.#say(session, session.task.order)) answer += piece;
      const result = await this.#conclude(session, answer);
      return { body: result, receipt: await session.hold.settle(session.usage, endOf(session)) };
    } catch (error) {
      if (isLeftBy(session, error)) await session.hold.settle(session.usage, endOf(session));
      else await session.hold.release();
      throw error;
    } finally {
      session.watch.leave.end();
    }
  }

  /** Yields pieces of the code as they are written, in the shape of chat chunks, then the whole reply. */
  async *stream(call: CodeCall, makeTask: MakeTask): AsyncGenerator<object> {
    const session = await this.#open(call, makeTask);
    const { task, model, hold } = session;
    hold.noteFrom(() => soFar(session), session.watch.policy);
    const head = { id: newId('code'), object: `${task.object}.chunk`, created: nowSeconds(), model: model.id };
    const chunk = (content: string) => ({ ...head, choices: [{ index: 0, delta: { content }, finish_reason: null }] });
    let isPaid = false;
    let failure: unknown;
    try {
      const filter = task.givesCode ? new FenceFilter() : undefined;
      let answer = '';
      for await (const piece of this.#say(session, task.order)) {
        answer += piece;
        if (call.signal.aborted) continue;
        session.deliveredTokens = session.tokens;
        const shown = filter ? filter.push(piece) : piece;
        if (shown) yield chunk(shown);
      }
      const rest = filter?.end();
      if (rest) yield chunk(rest);
      const result = await this.#conclude(session, answer);
      isPaid = true;
      const { charged } = await hold.settle(session.usage, endOf(session));
      const usage = { ...result.usage, credits: microToCredits(charged) };
      const choices = [{ index: 0, delta: {}, finish_reason: session.finishReason }];
      yield { ...result, id: head.id, usage, choices };
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      if (!isPaid) await payForPart(session, failure);
      session.watch.leave.end();
    }
  }

  async #open(call: CodeCall, makeTask: MakeTask): Promise<Session> {
    const model = this.#choose(call);
    const task = makeTask(model);
    const maxTokens = Math.min(call.body.max_tokens ?? task.defaultMaxTokens, model.maxOutputTokens);
    const mostPromptTokens = this.#text.mostPromptTokens({
      model: model.id,
      orders: () => [{ ...task.order, model: model.id }],
    });
    const input = task.order.messages ?? task.order.prompt ?? '';
    const countPrompt = () => this.#text.countTokens(model.id, input);
    // Only local engines count exactly.
    const mayCount = this.#text.countsExactly(model.id);
    if (mostPromptTokens + maxTokens > model.contextWindow) refuseTooLong(model, await countPrompt());
    // A repair sends the first answer back and gets a second one. The client's limit applies to both together.
    const mostTokens = task.mayRepair && call.body.max_tokens === undefined ? maxTokens * 2 : maxTokens;
    const repair = task.mayRepair ? maxTokens + REPAIR_OVERHEAD_TOKENS : 0;
    const hold = await holdTokens(
      this.#paying,
      { ...call.caller, requestId: call.requestId },
      {
        module: 'code',
        model: model.id,
        description: `${task.object} with ${model.id}`,
        mostPromptTokens: mostPromptTokens + repair,
        countPrompt: async () => (mayCount ? await countPrompt() : mostPromptTokens) + repair,
        maxTokens: mostTokens,
        mayStopEarly: false,
        mayLease: false,
      },
    );
    return {
      call,
      model,
      task,
      hold,
      watch: watchLeave(this.#paying, call.caller, call.signal),
      maxTokens,
      mostTokens,
      usage: { promptTokens: 0, completionTokens: 0 },
      tokens: 0,
      deliveredTokens: 0,
      finishReason: 'stop',
    };
  }

  #choose({ body, caller }: CodeCall): TextModel {
    const model = body.model === undefined ? this.#text.defaultModel() : this.#text.find(body.model);
    if (!model || (caller.environment === 'live' && model.id.startsWith('sandbox-'))) {
      throw new ServiceError(
        'unknown_model',
        `There is no model "${body.model ?? 'default'}". GET /models lists the available models.`,
        { param: 'model' },
      );
    }
    refuseModel(model.id);
    if (model.ready) return model;
    throw notReady(model);
  }

  async *#say(session: Session, wanted: Omit<TextOrder, 'model'>): AsyncGenerator<string> {
    const { call, model, usage, hold, watch } = session;
    const maxTokens = Math.min(session.maxTokens, session.mostTokens - usage.completionTokens);
    const { temperature = DEFAULT_TEMPERATURE, seed } = call.body;
    const order: TextOrder = {
      ...wanted,
      model: model.id,
      maxTokens,
      temperature,
      ...(seed === undefined ? {} : { seed }),
    };
    const mayEndEarly = session.task.mayRepair && (model.weakAt ?? []).includes('code');
    let answer = '';
    session.tokens = 0;
    let counted: Promise<number> | undefined;
    session.countPrompt = () => {
      counted ??= this.#text.countTokens(model.id, wanted.messages ?? wanted.prompt ?? '');
      return counted;
    };
    const { countPrompt } = session;
    let ended: typeof usage | undefined;
    try {
      for await (const event of this.#text.streamUntilLeft(order, watch.leave.signals)) {
        if (event.type === 'end') {
          ended = { ...event.usage, completionTokens: Math.min(event.usage.completionTokens, maxTokens) };
          session.finishReason = event.finishReason;
        } else if (session.tokens + event.tokens > maxTokens) {
          session.finishReason = 'length';
          break;
        } else session.tokens += event.tokens;
        hold.keepAlive();
        if (event.type !== 'text') continue;
        yield event.text;
        answer += event.text;
        if (mayEndEarly && event.text.includes('\n') && isAnswerOver(answer, session.task.language)) break;
      }
    } finally {
      const written = session.tokens;
      usage.completionTokens += ended?.completionTokens ?? written;
      session.tokens = 0;
      session.countPrompt = undefined;
      if (ended) usage.promptTokens += ended.promptTokens;
      else if (written > 0 || (watch.leave.hasLeft && watch.leave.wasAccepted))
        usage.promptTokens += await countPrompt();
    }
  }

  async #conclude(session: Session, answer: string) {
    const { call, model, task, usage } = session;
    let finished = await task.finish(answer);
    let syntax = await this.#check(finished, call.signal);
    let repaired = false;
    const hasTokensLeft = !call.signal.aborted && session.mostTokens - usage.completionTokens >= LEAST_REPAIR_TOKENS;
    if (task.mayRepair && hasTokensLeft && syntax.checked && !syntax.ok) {
      const second = await this.#repair(session, finished, syntax);
      repaired = second !== undefined;
      if (second) ({ finished, syntax } = second);
    }
    const warnings = [
      ...unparsed(syntax),
      ...(finished.code === '' && task.mayRepair ? ['The model wrote no code, only words: see `explanation`.'] : []),
      ...warningsOf(model, task.object === 'code.explanation' ? 'advice' : 'code'),
    ];
    return {
      id: newId('code'),
      object: task.object,
      created: nowSeconds(),
      language: finished.language.id,
      code: finished.code,
      ...finished.extra,
      ...(repaired ? { repaired } : {}),
      syntax,
      ...(warnings.length > 0 ? { warnings } : {}),
      finish_reason: session.finishReason,
      model: model.id,
      usage: {
        prompt_tokens: usage.promptTokens,
        completion_tokens: usage.completionTokens,
        total_tokens: usage.promptTokens + usage.completionTokens,
      },
    };
  }

  /** Without code, nothing was checked. */
  async #check({ language, code }: Finished, signal: AbortSignal): Promise<SyntaxReport> {
    if (code.trim() === '') return { checked: false, ok: false, errors: [] };
    return this.#syntax.check(language.id, code, signal);
  }

  /** The repaired answer is used only if it is better than the first. */
  async #repair(
    session: Session,
    first: Finished,
    report: SyntaxReport,
  ): Promise<{ finished: Finished; syntax: SyntaxReport } | undefined> {
    const { call, task } = session;
    let answer = '';
    const firstFinish = session.finishReason;
    for await (const piece of this.#say(session, {
      messages: repairMessages(first.code, first.language, report.errors),
    }))
      answer += piece;
    const finished = await task.finish(answer);
    const syntax = await this.#check({ ...finished, language: first.language }, call.signal);
    const isBetter = finished.code !== '' && (syntax.ok || syntax.errors.length < report.errors.length);
    if (!isBetter) session.finishReason = firstFinish;
    return isBetter ? { finished: { ...finished, language: first.language }, syntax } : undefined;
  }
}

/** Code that was repaired once and still does not parse. */
function unparsed({ checked, ok }: SyntaxReport): string[] {
  return checked && !ok ? ['This code does not parse; `syntax.errors` says where.'] : [];
}

/** What a stream owes so far; undefined while no engine has begun. */
async function soFar({ watch, usage, tokens, countPrompt }: Session): Promise<SoFar | undefined> {
  if (!watch.leave.wasAccepted) return undefined;
  // Both are read before the prompt is counted, because the answer may end meanwhile and be added to the usage.
  const { promptTokens } = usage;
  const completionTokens = usage.completionTokens + tokens;
  return {
    usage: { promptTokens: promptTokens + ((await countPrompt?.()) ?? 0), completionTokens },
    by: undefined,
  };
}

async function payForPart(session: Session, failure: unknown): Promise<void> {
  const { hold, usage } = session;
  if (isLeftBy(session, failure)) await hold.settle(usage, endOf(session));
  else if (usage.completionTokens === 0) await hold.release();
  else await hold.settle(usage);
}

function endOf({ watch: { leave, policy }, usage: { promptTokens }, deliveredTokens }: Session): TokenEnd {
  return leave.hasLeft ? { left: { policy, delivered: { promptTokens, completionTokens: deliveredTokens } } } : {};
}

/** Whether the call ended because the client disconnected, not because it failed. */
function isLeftBy({ watch: { leave } }: Session, failure: unknown): boolean {
  return leave.hasLeft && leave.wasAccepted && (failure === undefined || isOwnEnd(failure, leave.signals));
}

function refuseTooLong(model: TextModel, tokens: number): void {
  if (tokens < model.contextWindow) return;
  throw new ServiceError(
    'context_length_exceeded',
    `The code has ${tokens} tokens with its instructions, but the model "${model.id}" accepts ${model.contextWindow}. Send less code.`,
    {
      param: 'code',
    },
  );
}

function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}
