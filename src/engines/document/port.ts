// The interface of document engines, which read documents as text.
export interface DocumentReader {
  /** Rejects with the document's problem, or if the signal aborts. Owners, which are accounts, take turns. */
  readText(content: Uint8Array, owner: string, signal: AbortSignal): Promise<string>;
}

export interface CutOrder {
  text: string;
  /** Of HTML only what a reader sees is kept. */
  isHtml: boolean;
  maxTokens: number;
  /** How much of a chunk the next one begins with. */
  overlapTokens: number;
}

export interface CutText {
  /** Undefined if there would be more than the most that a document may have. */
  chunks: readonly string[] | undefined;
  /** Of all chunks together, in UTF-8. */
  bytes: number;
}

/** Cuts texts into chunks at the ends of lines, sentences and words. */
export interface TextCutter {
  cut(order: CutOrder, signal: AbortSignal): Promise<CutText>;
}
