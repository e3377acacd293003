// The interface of what reads documents as text.
export interface DocumentReader {
  /** Rejects with what is wrong with the document, or if the signal aborts. Owners, which are accounts, take turns. */
  readText(content: Uint8Array, owner: string, signal: AbortSignal): Promise<string>;
}
