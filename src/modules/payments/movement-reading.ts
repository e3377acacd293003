// Reads what has moved the balance at the payment gateway, so that the books have its fees and payouts.
import { readBookDays } from '../../store/book-days.ts';
import type { Database } from '../../store/database.ts';
import {
  findFirstPaid,
  insertMovements,
  type Movement,
  moveMovementMark,
  readMovementMark,
} from '../../store/gateway-movements.ts';

const GATEWAY = 'stripe';
const DAY_MS = 24 * 60 * 60_000;
/** Read again each time: what the gateway lists late is not missed. */
const AGAIN_MS = 2 * DAY_MS;
/** Payments are stored after they were made. */
const BEFORE_FIRST_MS = 7 * DAY_MS;
const STEP_MS = 7 * DAY_MS;
/** The rest waits for the next run. */
const MAX_STEPS = 60;

export interface MovementSource {
  pages(of: { from: Date; to: Date }): AsyncIterable<Movement[]>;
}

export class MovementReading {
  readonly #database: Database;
  readonly #source: MovementSource;

  constructor(parts: { database: Database; source: MovementSource }) {
    this.#database = parts.database;
    this.#source = parts.source;
  }

  /** A chore of every node: each movement is stored once, whoever reads it. */
  async run(now = new Date()): Promise<void> {
    const { queries } = this.#database;
    const mark = await readMovementMark(queries, GATEWAY);
    const first = mark ? undefined : await findFirstPaid(queries, GATEWAY);
    if (!mark && !first) return;
    let from = new Date(mark ? mark.getTime() - AGAIN_MS : (first?.getTime() ?? 0) - BEFORE_FIRST_MS);
    for (let step = 0; step < MAX_STEPS && from < now; step += 1) {
      const to = new Date(Math.min(from.getTime() + STEP_MS, now.getTime()));
      await this.#read({ from, to });
      // Only what was read whole counts as read.
      await moveMovementMark(queries, GATEWAY, to);
      from = to;
    }
  }

  async #read(of: { from: Date; to: Date }): Promise<void> {
    for await (const page of this.#source.pages(of))
      await this.#database.transaction(async (trx) => {
        const days = await readBookDays(trx);
        const movements = page.map((one) => ({ ...one, bookedOn: days.dayOf(one.occurredAt) }));
        await insertMovements(trx, GATEWAY, movements);
      });
  }
}
