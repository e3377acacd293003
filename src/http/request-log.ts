// The request log: collects requests and writes them in groups. No response waits for it, and its memory is bounded.
import type { Caller } from '../core/caller.ts';
import type { Log } from '../core/log.ts';
import type { LoggedRequest } from '../core/logged-request.ts';
import type { RequestLogLevel } from '../core/request-log-terms.ts';
import type { Database } from '../store/database.ts';
import { insertBodies, insertRequests, type KeptBodies } from '../store/request-log.ts';
import { prepareBodies, type RawBodies } from './kept-bodies/body-keeper.ts';

export interface RequestLogParts {
  database: Database;
  /** The setting for accounts and keys without their own. */
  defaultLevel: RequestLogLevel;
  /** The maximum number of characters of one body. */
  bodyCharacters: number;
  log: Log;
}

interface Waiting {
  request: LoggedRequest;
  bodies: RawBodies | undefined;
}

const MAX_WAITING = 20_000;
const MAX_WAITING_BYTES = 32 * 1024 * 1024;
const GROUP = 1000;
/** Together at most 32 MiB in one message to the thread. */
const BODY_GROUP = 64;

export class RequestLog {
  readonly #parts: RequestLogParts;
  #waiting: Waiting[] = [];
  #waitingBytes = 0;
  #dropped = 0;
  #droppedBodies = 0;

  constructor(parts: RequestLogParts) {
    this.#parts = parts;
  }

  levelOf(caller: Caller): RequestLogLevel {
    const level = caller.requestLog?.level ?? this.#parts.defaultLevel;
    return caller.zeroRetention && level === 'bodies' ? 'metadata' : level;
  }

  add(request: LoggedRequest, bodies?: RawBodies): void {
    if (this.#waiting.length >= MAX_WAITING) {
      this.#dropped += 1;
      return;
    }
    const bytes = bodies ? sizeOf(bodies) : 0;
    const hasRoom = this.#waitingBytes + bytes <= MAX_WAITING_BYTES;
    if (!hasRoom) this.#droppedBodies += 1;
    else this.#waitingBytes += bytes;
    this.#waiting.push({ request, bodies: hasRoom ? bodies : undefined });
  }

  /** Requests and bodies lost since this process started, for the metrics. */
  get dropped(): { requests: number; bodies: number } {
    return { requests: this.#dropped, bodies: this.#droppedBodies };
  }

  /**
   * Called every second and at shutdown. A group that cannot be written is dropped, because keeping it would exhaust
   * the memory.
   */
  async flush(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#waitingBytes = 0;
    for (let start = 0; start < waiting.length; start += GROUP) await this.#write(waiting.slice(start, start + GROUP));
  }

  async #write(group: readonly Waiting[]): Promise<void> {
    const { database, log } = this.#parts;
    const bodies = await this.#prepareBodies(group);
    const requests = group.map(({ request }) => request);
    try {
      if (bodies.length === 0) await insertRequests(database.queries, requests);
      else
        await database.transaction(async (trx) => {
          await insertRequests(trx, requests);
          await insertBodies(trx, bodies);
        });
    } catch (error) {
      this.#dropped += requests.length;
      this.#droppedBodies += bodies.length;
      log.warn({ err: error, requests: requests.length }, 'requests could not be logged');
    }
  }

  async #prepareBodies(group: readonly Waiting[]): Promise<KeptBodies[]> {
    const kept = group.flatMap(({ request, bodies }) => (bodies ? [{ request, bodies }] : []));
    const rows: KeptBodies[] = [];
    for (let start = 0; start < kept.length; start += BODY_GROUP) {
      const some = kept.slice(start, start + BODY_GROUP);
      const question = { bodies: some.map(({ bodies }) => bodies), maxCharacters: this.#parts.bodyCharacters };
      try {
        for (const [place, prepared] of (await prepareBodies(question)).entries()) {
          const { id: requestId, accountId, keyId } = some[place]?.request ?? NOBODY;
          rows.push({ requestId, accountId, keyId, ...prepared });
        }
      } catch (error) {
        this.#droppedBodies += some.length;
        this.#parts.log.warn({ err: error, bodies: some.length }, 'bodies of requests could not be prepared');
      }
    }
    return rows;
  }
}

const NOBODY = { id: '', accountId: '', keyId: null };

function sizeOf({ request, response }: RawBodies): number {
  return (request?.length ?? 0) + (response?.length ?? 0);
}
