// Upper bounds on the number of tokens in texts: no tokenizer makes more tokens than the input has bytes.

/** Chat templates add a few tokens per text; a request also names its fields and its model. */
const AROUND_TEXT_TOKENS = 16;
const AROUND_REQUEST_TOKENS = 512;

/** For texts, or lists of token ids, that are processed one by one. */
export function mostTokensToRead(inputs: readonly (string | readonly number[])[]): number {
  return AROUND_REQUEST_TOKENS + inputs.length * AROUND_TEXT_TOKENS + Buffer.byteLength(JSON.stringify(inputs));
}

/** A cross-encoder processes the query again with each document. */
export function mostTokensToCompare(query: string, documents: readonly string[]): number {
  return mostTokensToRead(documents) + (documents.length + 1) * Buffer.byteLength(JSON.stringify(query));
}
