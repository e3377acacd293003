// Places an order at most once in the life of a job: what the server said is kept, and a later attempt is told it again.
import { ServiceError } from '../../../core/errors.ts';
import type { OrderMemory } from '../port.ts';

interface Kept {
  server: string;
  sentAt: string;
  /** Missing while nobody knows whether the server has taken the order. */
  answer?: object;
}

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

  /** What the server said when it took the order. */
  get answer(): object | undefined {
    return this.#kept?.answer;
  }

  /** Since the order was first sent: the time limit counts across restarts. */
  get ageMs(): number {
    return this.#kept ? Date.now() - Date.parse(this.#kept.sentAt) : 0;
  }

  /**
   * `send` must not be cut short by the job's own signal: an order whose answer was not heard cannot be taken up again.
   * An order that was refused was not taken: its refusal is the job's end.
   */
  async place<T extends object>(send: () => Promise<T>): Promise<T> {
    if (this.#kept?.answer) return this.#kept.answer as T;
    if (this.#kept)
      throw new ServiceError(
        'engine_failed',
        `The worker died while ${this.#server} was taking the order. It was not ordered again, so that nobody pays twice; please try once more.`,
      );
    this.#kept = { server: this.#server, sentAt: new Date().toISOString() };
    await this.#memory?.write(this.#kept);
    const answer = await send();
    this.#kept = { ...this.#kept, answer };
    await this.#memory?.write(this.#kept);
    return answer;
  }

  /** Whether another attempt may follow an aborted one. */
  async isWanted(): Promise<boolean> {
    return (await this.#memory?.isWanted().catch(() => true)) ?? false;
  }
}
