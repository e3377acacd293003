// The most tokens that texts can be: no tokenizer makes more tokens than there are bytes in what is sent.

/** Templates wrap a text in a few tokens; a request also names its fields and its model. */
const AROUND_TEXT_TOKENS = 16;
const AROUND_REQUEST_TOKENS = 512;

/** For texts, or lists of token ids, that are read one by one. */
export function mostTokensToRead(inputs: readonly (string | readonly number[])[]): number {
  return AROUND_REQUEST_TOKENS + inputs.length * AROUND_TEXT_TOKENS + Buffer.byteLength(JSON.stringify(inputs));
}

/** A cross-encoder reads the query again with each document. */
export function mostTokensToCompare(query: string, documents: readonly string[]): number {
  return mostTokensToRead(documents) + (documents.length + 1) * Buffer.byteLength(JSON.stringify(query));
}
