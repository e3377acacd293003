// Facts recorded about a call while it runs, for the request log and for traces. Absent if both are off.
import type { GuardTallies } from './guards/tallies.ts';
import type { MicroCredits } from './money.ts';

export interface CallTrace {
  /** The requested model, and the one that answered. */
  model: string | null;
  servedModel: string | null;
  upstream: string | null;
  promptTokens: number | null;
  completionTokens: number | null;
  cachedTokens: number | null;
  /** The tokens that the client got before it left; null if it stayed. */
  deliveredTokens: number | null;
  charged: MicroCredits | null;
  /** What upstreams bill the operator for what was charged; null: unknown. */
  upstreamCost: MicroCredits | null;
  /** The job that the call created. */
  jobId: string | null;
  /** What guards did; null: nothing. */
  guards: GuardTallies | null;
}

export function newTrace(): CallTrace {
  return {
    model: null,
    servedModel: null,
    upstream: null,
    promptTokens: null,
    completionTokens: null,
    cachedTokens: null,
    deliveredTokens: null,
    charged: null,
    upstreamCost: null,
    jobId: null,
    guards: null,
  };
}

export interface NotedCharge {
  model: string;
  servedModel: string | undefined;
  upstream: string | undefined;
  usage: { promptTokens?: number; completionTokens?: number; cachedTokens?: number };
  charged: MicroCredits;
  /** null or absent: unknown. */
  upstreamCost?: MicroCredits | null;
  deliveredTokens?: number | undefined;
}

/** A call may be charged in several parts, for example a chat whose memory was condensed. */
export function noteCharge(trace: CallTrace, charge: NotedCharge): void {
  const { usage } = charge;
  trace.model ??= charge.model;
  trace.servedModel = charge.servedModel ?? charge.model;
  trace.upstream = charge.upstream ?? trace.upstream;
  trace.promptTokens = sum(trace.promptTokens, usage.promptTokens);
  trace.completionTokens = sum(trace.completionTokens, usage.completionTokens);
  trace.cachedTokens = sum(trace.cachedTokens, usage.cachedTokens);
  trace.deliveredTokens = sum(trace.deliveredTokens, charge.deliveredTokens);
  trace.charged = (trace.charged ?? 0) + charge.charged;
  trace.upstreamCost = sum(trace.upstreamCost, charge.upstreamCost ?? undefined);
}

function sum(known: number | null, more: number | undefined): number | null {
  return more === undefined ? known : (known ?? 0) + more;
}
