// What embeddings and rerank share: finding a model's engine, and charging for the tokens it reads.
import { ANSWER_CACHE } from '../../core/answer-cache.ts';
import { ServiceError } from '../../core/errors.ts';
import { mayUseModel, refuseModel } from '../../core/model-lists.ts';
import { notReady } from '../../core/not-ready.ts';
import { bookLost, bookPart, noteServed } from '../../core/upstream-work.ts';
import type { OnRead } from '../../engines/embedding/port.ts';
import { watchLeave } from '../../money/left-bill.ts';
import type { Receipt } from '../../money/receipt.ts';
import { FROM_CACHE, type Paying } from '../../money/token-hold.ts';
import { mayBeBilled } from '../../net/provider-error.ts';
import { faultOf } from '../../net/upstream-error.ts';
import type { TextCall } from './chat-service.ts';
import { addRead, isRefusal, refusedInPart } from './refused-in-part.ts';

type Offered = Parameters<typeof notReady>[0] & { ready: boolean };

/** The model's engine, or the first model for "default". `unknown` is the advice in the error for an unknown name. */
export function chooseReader<Model extends Offered, Engine extends { models(): readonly Model[] }>(
  engines: readonly Engine[],
  name: string,
  unknown: string,
): { engine: Engine; model: ReturnType<Engine['models']>[number] } {
  for (const engine of engines) {
    const models = engine.models();
    const model = name === 'default' ? models.find(({ id }) => mayUseModel(id)) : models.find(({ id }) => id === name);
    if (!model) continue;
    refuseModel(model.id);
    if (model.ready) return { engine, model };
    throw notReady(model);
  }
  // Models exist, but the caller may use none of them.
  const [first] = name === 'default' ? engines.flatMap((engine) => engine.models()) : [];
  if (first) refuseModel(first.id);
  throw new ServiceError('unknown_model', unknown, { param: 'model' });
}

export interface ReadingTerms {
  model: string;
  /** The engine's name. */
  engine: string;
  description: string;
  /** The maximum count: the balance must cover it before anything is read. */
  mostTokens: number;
}

/** For a call whose client disconnected, or that our own time limit ended, before its upstream reported its usage. */
const BYTES_PER_TOKEN = 4;

/** Readings that are kept; absent: none is. */
export interface ReadingCache<Result> {
  find(): Promise<Result | undefined>;
  keep(result: Result): Promise<void>;
}

/** Charged by the tokens that were read, also if a later text is refused. */
export async function payForReading<Result extends { tokens: number; isEstimated?: boolean }>(
  paying: Paying,
  {
    call: { caller, requestId, signal },
    terms,
    cache,
  }: { call: TextCall<unknown>; terms: ReadingTerms; cache?: ReadingCache<Result> | undefined },
  read: (signal: AbortSignal, onRead: OnRead) => Promise<Result>,
): Promise<{ value: Result; receipt: Receipt }> {
  const { model, engine, description, mostTokens } = terms;
  const by = { engine, model };
  const what = { module: 'embeddings', model, description };
  const { money } = paying;
  const prices = paying.prices.now();
  const quote = prices.quote(caller, what, { promptTokens: mostTokens });
  const { leave, policy } = watchLeave(paying, caller, signal);
  const soFar = { promptTokens: 0, isEstimated: false };
  let failure: unknown;
  let refusal: ServiceError | undefined;
  let isKept = false;
  try {
    const { value, receipt } = await money.charge({ ...caller, requestId }, quote, async () => {
      signal.throwIfAborted();
      const kept = cache && (await cache.find());
      if (kept) {
        isKept = true;
        const used = { promptTokens: kept.tokens, isEstimated: kept.isEstimated };
        const usage = { ...used, by: { engine: ANSWER_CACHE, model }, note: FROM_CACHE };
        return { value: kept, cost: prices.cachedCost(caller, prices.cost(caller, what, used)), usage };
      }
      noteServed(model, by);
      const value = await read(leave.signals.upstream, (part) => addRead(soFar, part)).catch(async (error: unknown) => {
        const isOwnEnd = (leave.hasLeft && leave.wasEndedByUs) || faultOf(error) === 'timeout';
        if (!isOwnEnd && soFar.promptTokens > 0 && isRefusal(error)) {
          refusal = error;
          return undefined;
        }
        if (!isOwnEnd || policy !== 'accepted') {
          if (soFar.promptTokens > 0) await bookPart(by, soFar);
          if (mayBeBilled(error)) await bookLost({ by, error, wasAborted: leave.wasEndedByUs });
          throw error;
        }
        failure = error;
        return undefined;
      });
      const unknown = { promptTokens: Math.ceil(mostTokens / BYTES_PER_TOKEN), isEstimated: true };
      const unfinished = refusal ? soFar : unknown;
      const usage = value ? { promptTokens: value.tokens, isEstimated: value.isEstimated } : unfinished;
      // A reading cannot be delivered in part: a client that disconnected gets nothing.
      const isFree = leave.hasLeft && policy !== 'accepted';
      return { value, cost: isFree ? 0 : prices.cost(caller, what, usage), usage };
    });
    if (cache && value && !isKept && !leave.hasLeft) await cache.keep(value);
    if (value) return { value, receipt };
    if (leave.hasLeft) throw leave.signals.client.reason;
    throw refusal ? refusedInPart(refusal, soFar, receipt.charged) : failure;
  } finally {
    leave.end();
  }
}
