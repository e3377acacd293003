// Stores responses in groups: while one group is written, the next one collects, so that many responses share a commit.
import { Batcher } from '../../../../core/batcher.ts';
import type { Database } from '../../../../store/database.ts';
import { insertResponses, type NewResponse } from '../../../../store/responses.ts';

interface Waiting {
  stored: NewResponse;
  /** The approximate size of its JSON. */
  size: number;
}

/** Each number of responses is a statement that every connection prepares. */
const MOST_AT_ONCE = 32;
/** Bounds the memory of one statement. */
const MOST_BYTES_AT_ONCE = 8 * 1024 * 1024;

export class KeptResponses {
  readonly #database: Database;
  readonly #inserts: Batcher<Waiting, { problem?: unknown }>;

  constructor(database: Database) {
    this.#database = database;
    this.#inserts = new Batcher((waiting) => this.#insertAll(waiting), MOST_AT_ONCE);
  }

  /** Resolves once the response is on disk. */
  async keep(stored: NewResponse, size: number): Promise<void> {
    const { problem } = await this.#inserts.add({ stored, size });
    if (problem) throw problem;
  }

  async #insertAll(waiting: readonly Waiting[]): Promise<{ problem?: unknown }[]> {
    const results: { problem?: unknown }[] = [];
    for (const group of groupsOf(waiting)) results.push(...(await this.#insertGroup(group)));
    return results;
  }

  /** A response that cannot be stored, e.g. because its account was just deleted, must not fail the others. */
  async #insertGroup(group: readonly NewResponse[]): Promise<{ problem?: unknown }[]> {
    const { pool } = this.#database;
    try {
      await insertResponses(pool, group);
      return group.map(() => ({}));
    } catch (problem) {
      if (group.length === 1) return [{ problem }];
      const alone = await Promise.allSettled(group.map((one) => insertResponses(pool, [one])));
      return alone.map((one) => (one.status === 'rejected' ? { problem: one.reason } : {}));
    }
  }
}

function groupsOf(waiting: readonly Waiting[]): NewResponse[][] {
  const groups: NewResponse[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const { stored, size } of waiting) {
    bytes += size;
    if (bytes > MOST_BYTES_AT_ONCE) {
      groups.push([]);
      bytes = size;
    }
    groups.at(-1)?.push(stored);
  }
  return groups;
}
