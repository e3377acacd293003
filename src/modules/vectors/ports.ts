// What vector stores need of other areas.
import type { Caller } from '../../core/caller.ts';
import type { Receipt } from '../../money/receipt.ts';

export interface EmbeddingCall {
  caller: Caller;
  requestId: string;
  signal: AbortSignal;
  body: unknown;
}

export interface Texts {
  model: string;
  texts: readonly string[];
}

/** Turns texts into vectors of length 1, paid by the tokens that were read. */
export interface Embedder {
  /** "default" is the first model that the caller may use. */
  model(name: string): { id: string; dimensions: number; maxInputTokens: number };
  /** Throws, and charges nothing, if they have another length. */
  vectorsOf(
    call: EmbeddingCall,
    texts: Texts & { dimensions: number },
  ): Promise<{ vectors: Float32Array[]; receipt: Receipt }>;
  /** `undefined` if the signal aborts: what was read by then is charged. */
  vectorsForJob(call: EmbeddingCall, texts: Texts & { maxBytes: number }): Promise<Float32Array[] | undefined>;
}

/** Who adds files: their reading is charged to them, with the rights that they have then. */
export interface Maker {
  keyId: string | null;
  /** The member whose session it was; null if a key did. */
  memberId: string | null;
  customerId: string | null;
  runId: string | null;
}

export type FindMaker = (maker: Maker & { accountId: string; environment: 'live' | 'test' }) => Promise<Caller>;

export interface IndexPayload {
  storeId: string;
  maker: Maker;
}

export const MAX_STORES = 1_000;
export const MAX_FILES = 10_000;
export const MAX_FILES_AT_ONCE = 500;
export const MAX_CHUNKS = 100_000;
