// Reranks by an upstream's /rerank route, as vLLM, llama.cpp, Jina and Cohere offer it.
import { CONNECTED } from '../../core/connected-models.ts';
import { mostTokensToCompare } from '../../core/token-bounds.ts';
import { asRecords } from '../../core/unknown-json.ts';
import { failedAt } from '../../core/upstream-failure.ts';
import { callProvider, type Provider } from '../../net/provider-call.ts';
import type { UpstreamIds } from '../../net/upstream-ids.ts';
import type { RerankEngine, RerankModel, RerankOrder, RerankResult } from './port.ts';

interface UpstreamReply {
  results?: unknown;
  usage?: { total_tokens?: unknown };
  meta?: { tokens?: { input_tokens?: unknown } };
}

const RERANKS = /rerank/i;
const BYTES_PER_TOKEN = 4;
const MAX_REPLY_BYTES = 8 * 1024 * 1024;

export class UpstreamRerankEngine implements RerankEngine {
  readonly name: string;
  readonly #provider: Provider;
  readonly #ids: UpstreamIds;

  constructor(provider: Provider, ids: UpstreamIds) {
    this.name = provider.name;
    this.#provider = provider;
    this.#ids = ids;
  }

  models(): readonly RerankModel[] {
    return this.#ids.matching(RERANKS).map((id) => ({ id, ownedBy: CONNECTED, ready: true }));
  }

  async rank(order: RerankOrder, signal: AbortSignal): Promise<RerankResult> {
    const { model, query, documents } = order;
    const body = { model, query, documents, top_n: documents.length, return_documents: false };
    const reply = await callProvider<UpstreamReply>(
      this.#provider,
      { path: 'rerank', body, field: 'documents', maxBytes: MAX_REPLY_BYTES },
      signal,
    );
    return { scores: scoresOf(reply, documents.length, this.name), tokens: tokensOf(reply, order) };
  }
}

function scoresOf({ results }: UpstreamReply, count: number, name: string): number[] {
  const scores = new Map<unknown, number>();
  for (const { index, relevance_score: score } of asRecords(results))
    if (typeof score === 'number' && Number.isFinite(score)) scores.set(index, score);
  return Array.from({ length: count }, (_, index) => {
    const score = scores.get(index);
    if (score !== undefined) return score;
    throw failedAt(name, 'The model did not return a score for each document.');
  });
}

/** As reported, unless that is impossible: a tokenizer makes at most as many tokens as there are bytes. */
function tokensOf({ usage, meta }: UpstreamReply, { query, documents }: RerankOrder): number {
  const queryBytes = Buffer.byteLength(query);
  const bytes = documents.reduce((sum, document) => sum + queryBytes + Buffer.byteLength(document), 0);
  const reported = usage?.total_tokens ?? meta?.tokens?.input_tokens;
  const isCount = typeof reported === 'number' && Number.isInteger(reported) && reported > 0;
  if (isCount && reported <= mostTokensToCompare(query, documents)) return reported;
  return Math.ceil(bytes / BYTES_PER_TOKEN);
}
