// The interface of document engines, which read documents as text.
export interface DocumentReader {
  /** Rejects with the document's problem, or if the signal aborts. Owners, which are accounts, take turns. */
  readText(content: Uint8Array, owner: string, signal: AbortSignal): Promise<string>;
}
