// Rerank: finds the model's engine, charges for the tokens as for embeddings, and sorts the documents by relevance.

import { newId } from '../../core/ids.ts';
import { mostTokensToCompare } from '../../core/token-bounds.ts';
import type { RerankEngine } from '../../engines/rerank/port.ts';
import type { Receipt } from '../../money/receipt.ts';
import type { Paying } from '../../money/token-hold.ts';
import type { TextCall } from './chat-service.ts';
import { refuseOthers } from './dialects/refuse-others.ts';
import { chooseReader, payForReading, type ReadingTerms } from './paid-reading.ts';
import type { RerankBody } from './rerank-schema.ts';

const MEMBERS = ['model', 'query', 'documents', 'top_n', 'return_documents', 'priority'];
const WHY_NOT = {
  rank_fields: 'Send each document as one text.',
  max_chunks_per_doc: 'A document that is too long for the model is refused; split it.',
  max_tokens_per_doc: 'A document that is too long for the model is refused; split it.',
};

export class RerankService {
  readonly #engines: readonly RerankEngine[];
  readonly #paying: Paying;

  constructor(engines: readonly RerankEngine[], paying: Paying) {
    this.#engines = engines;
    this.#paying = paying;
  }

  async rank(call: TextCall<RerankBody>): Promise<{ body: object; receipt: Receipt }> {
    const { body, signal } = call;
    refuseOthers(body, MEMBERS, '', WHY_NOT);
    const { model: name = 'default', query } = body;
    const unknown = `There is no model "${name}" for rerank. Rerankers and embedding models of GET /models can be used.`;
    const { engine, model } = chooseReader(this.#engines, name, unknown);
    const texts = body.documents.map((document) => (typeof document === 'string' ? document : document.text));
    const terms: ReadingTerms = {
      model: model.id,
      description: `rerank with ${model.id}`,
      mostTokens: mostTokensToCompare(query, texts),
    };
    const { value, receipt } = await payForReading(this.#paying, { call, terms }, () =>
      engine.rank({ model: model.id, query, documents: texts }, signal),
    );
    const { scores, tokens } = value;
    const results = bestFirst(scores, body.top_n ?? texts.length).map((index) => ({
      index,
      relevance_score: asScore(scores[index]),
      ...(body.return_documents ? { document: { text: texts[index] ?? '' } } : {}),
    }));
    return {
      body: {
        id: newId('rerank'),
        object: 'rerank',
        model: model.id,
        results,
        usage: { prompt_tokens: tokens, total_tokens: tokens },
        meta: { tokens: { input_tokens: tokens } },
      },
      receipt,
    };
  }
}

function bestFirst(scores: readonly number[], count: number): number[] {
  return [...scores.keys()].sort((left, right) => (scores[right] ?? 0) - (scores[left] ?? 0)).slice(0, count);
}

/** A negative cosine means "not relevant", as 0 does. */
function asScore(score: number | undefined): number {
  return Math.min(1, Math.max(0, score ?? 0));
}
