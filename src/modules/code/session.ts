// A call for code from its hold to its end: the model, the task, what was used, and what a call pays that did not reach its end.
import type { Caller } from '../../core/caller.ts';
import { ServiceError } from '../../core/errors.ts';
import { refuseModel } from '../../core/model-lists.ts';
import { notReady } from '../../core/not-ready.ts';
import { mayThinkUnseen } from '../../core/thinking-models.ts';
import { rememberServed } from '../../core/upstream-work.ts';
import type { FinishReason, TextModel, TextRoutes, TokenUsage } from '../../engines/text/port.ts';
import type { Spent } from '../../money/billed-calls.ts';
import { billOf, type LeaveWatch, ownEndOf, unseenTokens, watchLeave } from '../../money/left-bill.ts';
import { holdTokens, type Paying, type SoFar, type TokenEnd, type TokenHold } from '../../money/token-hold.ts';
import type { CodeBody } from './schema.ts';
import type { CodeTask } from './tasks.ts';

export interface CodeCall {
  caller: Caller;
  requestId: string;
  signal: AbortSignal;
  body: CodeBody;
}

/** The task may depend on the model's capabilities. */
export type MakeTask = (model: TextModel) => CodeTask;

/** Tokens around a repair prompt: its instruction and the list of errors. */
const REPAIR_OVERHEAD_TOKENS = 1_500;

/** Of all answers of the call. */
export type CodeUsage = Pick<
  TokenUsage,
  'promptTokens' | 'completionTokens' | 'cachedTokens' | 'cacheWriteTokens' | 'isEstimated'
>;

export interface Session {
  call: CodeCall;
  model: TextModel;
  task: CodeTask;
  hold: TokenHold;
  watch: LeaveWatch;
  servedBy: ReturnType<typeof rememberServed>;
  /** The maximum number of tokens of one answer. */
  maxTokens: number;
  /** The maximum number of tokens of all answers of the call. */
  mostTokens: number;
  usage: CodeUsage;
  /** Counts for the answer in progress: what is generated, and what its client has received. */
  tokens: number;
  deliveredTokens: number;
  /** The last answer did not reach its end, so its upstream has not said what it used. */
  wasCut: boolean;
  /** Served on this machine. */
  isOwn: boolean;
  /** Counts the prompt of the answer in progress; absent between answers. */
  countPrompt?: (() => Promise<number>) | undefined;
  finishReason: FinishReason;
}

export interface SessionParts {
  text: TextRoutes;
  paying: Paying;
}

export async function openSession(
  { text, paying }: SessionParts,
  call: CodeCall,
  makeTask: MakeTask,
): Promise<Session> {
  const model = chooseModel(text, call);
  const task = makeTask(model);
  const maxTokens = Math.min(call.body.max_tokens ?? task.defaultMaxTokens, model.maxOutputTokens);
  const mostPromptTokens = text.mostPromptTokens({
    model: model.id,
    orders: () => [{ ...task.order, model: model.id }],
  });
  const input = task.order.messages ?? task.order.prompt ?? '';
  const countPrompt = () => text.countTokens(model.id, input);
  // Only local engines count exactly.
  const mayCount = text.countsExactly(model.id);
  if (mostPromptTokens + maxTokens > model.contextWindow) refuseTooLong(model, await countPrompt());
  // A repair sends the first answer back and gets a second one. The client's limit applies to both together.
  const mostTokens = task.mayRepair && call.body.max_tokens === undefined ? maxTokens * 2 : maxTokens;
  const repair = task.mayRepair ? maxTokens + REPAIR_OVERHEAD_TOKENS : 0;
  const hold = await holdTokens(
    paying,
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
    watch: watchLeave(paying, call.caller, call.signal),
    servedBy: rememberServed(),
    maxTokens,
    mostTokens,
    usage: { promptTokens: 0, completionTokens: 0 },
    tokens: 0,
    deliveredTokens: 0,
    wasCut: false,
    isOwn: mayCount,
    finishReason: 'stop',
  };
}

function chooseModel(text: TextRoutes, { body, caller }: CodeCall): TextModel {
  const model = body.model === undefined ? text.defaultModel() : text.find(body.model);
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

/** What a stream owes so far; undefined while no engine has begun. */
export async function soFar({
  watch,
  usage,
  tokens,
  countPrompt,
  model,
  servedBy,
}: Session): Promise<SoFar | undefined> {
  if (!watch.leave.wasAccepted) return undefined;
  // Both are read before the prompt is counted, because the answer may end meanwhile and be added to the usage.
  const { promptTokens } = usage;
  const completionTokens = usage.completionTokens + tokens;
  return {
    usage: { promptTokens: promptTokens + ((await countPrompt?.()) ?? 0), completionTokens, isEstimated: true },
    by: servedBy(model.id),
  };
}

export async function endPart(session: Session, failure: unknown): Promise<void> {
  const { hold, usage } = session;
  if (await endLeft(session, failure)) return;
  if (usage.completionTokens === 0) await hold.release(spentBy(session));
  else await hold.settle(usage);
}

/** What an upstream did for an answer that is free. */
export function spentBy({ servedBy, model, usage }: Session): Spent | undefined {
  const by = servedBy(model.id);
  return by && usage.promptTokens + usage.completionTokens > 0 ? { by, usage } : undefined;
}

export function endOf({ watch: { leave, policy }, usage: { promptTokens }, deliveredTokens }: Session): TokenEnd {
  return leave.hasLeft ? { left: { policy, delivered: { promptTokens, completionTokens: deliveredTokens } } } : {};
}

/** Charges a call that its client or our own time limit ended; false if it failed. */
export async function endLeft(session: Session, failure: unknown): Promise<boolean> {
  const { watch, hold, usage, deliveredTokens, model, mostTokens } = session;
  const end = ownEndOf(watch, failure);
  if (!end) return false;
  const isUnseen = session.wasCut && (usage.completionTokens === 0 || mayThinkUnseen(model.id, {}));
  const unseen = isUnseen && !session.isOwn ? unseenTokens(watch, end) : 0;
  const used = { ...usage, completionTokens: Math.min(mostTokens, usage.completionTokens + unseen) };
  const delivered = { promptTokens: usage.promptTokens, completionTokens: deliveredTokens };
  await hold.settle(used, { by: watch.leave.acceptedBy, left: billOf(end, watch.policy, delivered) });
  return true;
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
