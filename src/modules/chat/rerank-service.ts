// Rerank: finds the model's engine, charges for the tokens as for embeddings, and sorts the documents by relevance.

import { newId } from '../../core/ids.ts';
import { mostTokensToCompare } from '../../core/token-bounds.ts';
import type { RerankEngine } from '../../engines/rerank/port.ts';
import type { Receipt } from '../../money/receipt.ts';
import type { Paying } from '../../money/token-hold.ts';
import type { TextCall } from './chat-service.ts';
import { RERANK_FIELDS } from './fields/rerank.ts';
import { refuseByTable } from './fields/rule.ts';
import { chooseReader, payForReading, type ReadingTerms } from './paid-reading.ts';
import type { RerankBody } from './rerank-schema.ts';

/** The beginning of a text, limited to this many tokens. */
export type CutText = (text: string, maxTokens: number) => Promise<string>;

export class RerankService {
  readonly #engines: readonly RerankEngine[];
  readonly #paying: Paying;
  readonly #cut: CutText;

  constructor(engines: readonly RerankEngine[], paying: Paying, cut: CutText) {
    this.#engines = engines;
    this.#paying = paying;
    this.#cut = cut;
  }

  async rank(call: TextCall<RerankBody>): Promise<{ body: object; receipt: Receipt }> {
    const { body } = call;
    refuseByTable(body, RERANK_FIELDS);
    const { model: name = 'default', query } = body;
    const unknown = `There is no model "${name}" for rerank. Rerankers and embedding models of GET /models can be used.`;
    const { engine, model } = chooseReader(this.#engines, name, unknown);
    const whole = body.documents.map((document) => (typeof document === 'string' ? document : document.text));
    const texts = await this.#shorten(whole, body.max_tokens_per_doc);
    const terms: ReadingTerms = {
      model: model.id,
      engine: engine.name,
      description: `rerank with ${model.id}`,
      mostTokens: mostTokensToCompare(query, texts),
    };
    const { value, receipt } = await payForReading(this.#paying, { call, terms }, (signal, onRead) =>
      engine.rank({ model: model.id, query, documents: texts, onRead }, signal),
    );
    const { scores, tokens } = value;
    const results = bestFirst(scores, body.top_n ?? texts.length).map((index) => ({
      index,
      relevance_score: asScore(scores[index]),
      ...(body.return_documents ? { document: { text: whole[index] ?? '' } } : {}),
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

  async #shorten(texts: readonly string[], maxTokens: number | undefined): Promise<readonly string[]> {
    if (maxTokens === undefined) return texts;
    const short: string[] = [];
    // No text has more tokens than bytes.
    for (const text of texts)
      short.push(Buffer.byteLength(text) <= maxTokens ? text : (await this.#cut(text, maxTokens)) || text.slice(0, 1));
    return short;
  }
}

function bestFirst(scores: readonly number[], count: number): number[] {
  return [...scores.keys()].sort((left, right) => (scores[right] ?? 0) - (scores[left] ?? 0)).slice(0, count);
}

/** A negative cosine means "not relevant", as 0 does. */
function asScore(score: number | undefined): number {
  return Math.min(1, Math.max(0, score ?? 0));
}
