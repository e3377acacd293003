// Places an order at most once in the life of a job: stores the server's response and returns it to later attempts.
import { ServiceError } from '../../../core/errors.ts';
import { failedAt } from '../../../core/upstream-failure.ts';
import { afterOrder } from '../../../net/attempt-error.ts';
import { isSurelyRefused } from '../../../net/provider-error.ts';
import type { OrderMemory } from '../port.ts';

interface Kept {
  server: string;
  sentAt: string;
  /** What is needed to go on. Absent while it is unknown whether the server has accepted the order. */
  answer?: object;
}

/** Ids and addresses. */
const MAX_KEPT_CHARACTERS = 8_192;

export class OrderOnce {
  readonly #memory: OrderMemory | undefined;
  readonly #server: string;
  #kept: Kept | undefined;

  private constructor(server: string, memory: OrderMemory | undefined, kept: Kept | undefined) {
    this.#server = server;
    this.#memory = memory;
    this.#kept = kept;
  }

  static async open(server: string, memory: OrderMemory | undefined): Promise<OrderOnce> {
    const kept = (await memory?.read()) as Kept | undefined;
    return new OrderOnce(server, memory, kept?.server === server ? kept : undefined);
  }

  /** What is kept of the server's response when it accepted the order. */
  get answer(): object | undefined {
    return this.#kept?.answer;
  }

  /** Whether the server has the order, or may have it. */
  get isPlaced(): boolean {
    return this.#kept !== undefined;
  }

  /** Time since the order was first sent: the time limit counts across restarts. */
  get ageMs(): number {
    return this.#kept ? Date.now() - Date.parse(this.#kept.sentAt) : 0;
  }

  /**
   * `send` must not be aborted by the job's own signal: an order whose answer was not received cannot be resumed.
   * It returns what is needed to go on, which is stored for each order.
   * A refused order was not accepted, and is forgotten: it may be placed again, here or elsewhere.
   */
  async place<T extends object>(send: () => Promise<T>): Promise<T> {
    if (this.#kept?.answer) return this.#kept.answer as T;
    if (this.#kept)
      throw new ServiceError(
        'engine_failed',
        'The worker died while it sent the order. The order was not repeated, so that it is not paid twice. Try again.',
        { upstream: this.#server },
      );
    this.#kept = { server: this.#server, sentAt: new Date().toISOString() };
    await this.#memory?.write(this.#kept);
    const answer = await send().catch(async (error: unknown) => {
      if (isSurelyRefused(error)) {
        this.#kept = undefined;
        await this.#memory?.write({});
      }
      throw error;
    });
    if (JSON.stringify(answer).length > MAX_KEPT_CHARACTERS)
      throw afterOrder(failedAt(this.#server, 'The model answered the order with something that is not understood.'));
    this.#kept = { ...this.#kept, answer };
    await this.#memory?.write(this.#kept);
    return answer;
  }

  /** Whether another attempt may follow an aborted one. */
  async isWanted(): Promise<boolean> {
    return (await this.#memory?.isWanted().catch(() => true)) ?? false;
  }
}
