// The room that the storage of the plan has left for answers of a batch, and the lines that end because there is none.
import { type LineError, refusalText } from './batch-line.ts';

/** Read anew after this time: other batches and uploads of the account fill the storage, too. */
const LIFE_MS = 1_000;
/** What one line may answer. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

export class AnswerRoom {
  readonly #readBytes: () => Promise<number>;
  #bytes = 0;
  #untilMs = 0;

  constructor(readBytes: () => Promise<number>) {
    this.#readBytes = readBytes;
  }

  /** Called before a line is ordered. Returns the line of the error file if the line must not run. */
  async refusal(customId: string): Promise<string | undefined> {
    if (Date.now() >= this.#untilMs) {
      this.#bytes = await this.#readBytes();
      this.#untilMs = Date.now() + LIFE_MS;
    }
    return this.#bytes > 0 ? undefined : refusalText(customId, STORAGE_FULL);
  }

  /** Returns the line of the error file for an answer that is too large to keep; counts the room of any other. */
  take(customId: string, answer: string): string | undefined {
    const bytes = Buffer.byteLength(answer);
    if (bytes > MAX_ANSWER_BYTES) return refusalText(customId, TOO_LARGE);
    this.#bytes -= bytes;
    return undefined;
  }
}

const STORAGE_FULL: LineError = {
  code: 'payload_too_large',
  message:
    'The storage of your plan was full, so this request did not run. Nothing was charged. Delete files with DELETE /files/{id}, then send it in a new batch.',
};
const TOO_LARGE: LineError = {
  code: 'answer_too_large',
  message: `The answer was larger than a batch keeps for one line: ${MAX_ANSWER_BYTES / 1024 / 1024} MB. The request ran, so it is charged. Ask for less in one line.`,
};
