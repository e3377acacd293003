// Code: asks the model, extracts the code, checks that it parses, asks once more if it does not, and charges.

import { newId } from '../../core/ids.ts';
import { microToCredits } from '../../core/money.ts';
import { warningsOf } from '../../core/weak-models.ts';
import type { SyntaxChecker, SyntaxReport } from '../../engines/syntax/port.ts';
import type { TextOrder, TokenUsage } from '../../engines/text/port.ts';
import type { Receipt } from '../../money/receipt.ts';
import { isAnswerOver } from './answer-end.ts';
import { FenceFilter } from './fence-filter.ts';
import { LANGUAGES } from './languages.ts';
import { repairMessages } from './prompts.ts';
import {
  type CodeCall,
  type CodeUsage,
  endLeft,
  endOf,
  endPart,
  type MakeTask,
  openSession,
  type Session,
  type SessionParts,
  soFar,
  spentBy,
} from './session.ts';
import type { Finished } from './tasks.ts';

const DEFAULT_TEMPERATURE = 0.2;
/** With fewer tokens left than this, a second answer would be truncated like the first. */
const LEAST_REPAIR_TOKENS = 16;

export class CodeService {
  readonly #parts: SessionParts;
  readonly #syntax: SyntaxChecker;

  constructor({ syntax, ...parts }: SessionParts & { syntax: SyntaxChecker }) {
    this.#parts = parts;
    this.#syntax = syntax;
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
    const session = await openSession(this.#parts, call, makeTask);
    try {
      let answer = '';
      for await (const piece of this.#say(session, session.task.order)) answer += piece;
      const result = await this.#conclude(session, answer);
      return { body: result, receipt: await session.hold.settle(session.usage, endOf(session)) };
    } catch (error) {
      if (!(await endLeft(session, error))) await session.hold.release(spentBy(session));
      throw error;
    } finally {
      session.watch.leave.end();
    }
  }

  /** Yields pieces of the code as they are written, in the shape of chat chunks, then the whole reply. */
  async *stream(call: CodeCall, makeTask: MakeTask): AsyncGenerator<object> {
    const session = await openSession(this.#parts, call, makeTask);
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
      if (!isPaid) await endPart(session, failure);
      session.watch.leave.end();
    }
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
    const countPrompt = () => {
      counted ??= this.#parts.text.countTokens(model.id, wanted.messages ?? wanted.prompt ?? '');
      return counted;
    };
    session.countPrompt = countPrompt;
    let ended: TokenUsage | undefined;
    try {
      for await (const event of this.#parts.text.streamUntilLeft(order, watch.leave.signals)) {
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
      session.wasCut = ended === undefined;
      if (ended ? ended.isEstimated : !session.isOwn) usage.isEstimated = true;
      if (ended) addPrompt(usage, ended);
      else if (written > 0 || watch.leave.wasAccepted) usage.promptTokens += await countPrompt();
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
      ...warningsOf(model, call.caller, task.object === 'code.explanation' ? 'advice' : 'code'),
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

function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

function addPrompt(sum: CodeUsage, { promptTokens, cachedTokens = 0, cacheWriteTokens = 0 }: TokenUsage): void {
  sum.promptTokens += promptTokens;
  if (cachedTokens > 0) sum.cachedTokens = (sum.cachedTokens ?? 0) + cachedTokens;
  if (cacheWriteTokens > 0) sum.cacheWriteTokens = (sum.cacheWriteTokens ?? 0) + cacheWriteTokens;
}
