// The interface of what reads documents as text.
export interface DocumentReader {
  /** Rejects with what is wrong with the document, or if the signal aborts. */
  readText(content: Uint8Array, signal: AbortSignal): Promise<string>;
}
