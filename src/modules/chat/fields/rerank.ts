// How the fields of rerank are treated, in the format of Cohere and Jina.
import { type FieldTable, honoured, ignored, refused } from './rule.ts';

export const RERANK_FIELDS: FieldTable = {
  'model, query, documents, top_n, return_documents': honoured('Documents are texts or `{"text"}`.'),
  max_tokens_per_doc: honoured('The rest of a longer document is not read.'),
  priority: ignored('Calls are answered in their order.'),
  rank_fields: refused('Send each document as one text.'),
  max_chunks_per_doc: refused('A document is read as a whole. Split it, or set max_tokens_per_doc.'),
};
