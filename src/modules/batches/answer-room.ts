// The room that the storage of the plan has left for answers of a batch, and the lines that end because there is none.
import { refusalText } from './batch-line.ts';

/** Read anew after this time: other batches and uploads of the account fill the storage, too. */
const LIFE_MS = 1_000;
/** What one line may answer. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;
/** Too large answers cost the customer nothing, and the operator what they cost: after these, a run orders no more lines. */
const MAX_UNPAID_ANSWERS = 8;

export class AnswerRoom {
  readonly #readBytes: () => Promise<number>;
  readonly #maxAnswerBytes: number;
  #bytes = 0;
  #untilMs = 0;
  #tooLarge = 0;

  constructor(readBytes: () => Promise<number>, maxAnswerBytes = MAX_ANSWER_BYTES) {
    this.#readBytes = readBytes;
    this.#maxAnswerBytes = maxAnswerBytes;
  }

  /** Called before a line is ordered. Returns the line of the error file if the line must not run. */
  async refusal(customId: string): Promise<string | undefined> {
    if (this.#tooLarge >= MAX_UNPAID_ANSWERS) return refusalText(customId, TOO_MANY_TOO_LARGE);
    if (Date.now() >= this.#untilMs) {
      this.#bytes = await this.#readBytes();
      this.#untilMs = Date.now() + LIFE_MS;
    }
    return this.#bytes > 0 ? undefined : refusalText(customId, STORAGE_FULL);
  }

  /** Returns the line of the error file for an answer that is too large to keep; counts the room of any other. */
  take(customId: string, answer: string): string | undefined {
    const bytes = Buffer.byteLength(answer);
    if (bytes <= this.#maxAnswerBytes) {
      this.#bytes -= bytes;
      return undefined;
    }
    this.#tooLarge += 1;
    return refusalText(customId, TOO_LARGE);
  }
}

const STORAGE_FULL = {
  code: 'payload_too_large',
  message:
    'The storage of your plan was full, so this request did not run. Nothing was charged. Delete files with DELETE /files/{id}, then send it in a new batch.',
};
const TOO_LARGE = {
  code: 'answer_too_large',
  message: `The answer was larger than a batch keeps for one line: ${MAX_ANSWER_BYTES / 1024 / 1024} MB. Nothing was charged. Ask for less in one line.`,
};
const TOO_MANY_TOO_LARGE = {
  code: 'answer_too_large',
  message: `This request did not run, because ${MAX_UNPAID_ANSWERS} lines before it had answers that were too large to keep. Nothing was charged. Ask for less in one line.`,
};
