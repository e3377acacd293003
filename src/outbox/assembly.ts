// Puts the outgoing side together: the deliverer of webhooks and the post, started and stopped as one.
import type { Mailer } from '../mail/port.ts';
import { type GuardedFetch, guardedFetch } from '../net/guarded-fetch.ts';
import { pruneEvents } from '../store/events.ts';
import { Deliverer, type DelivererParts } from './deliver.ts';
import { Post } from './post.ts';

export interface OutboxParts extends Omit<DelivererParts, 'fetch' | 'onMail'> {
  mailer: Mailer;
  /** Only tests bring their own. */
  fetch?: GuardedFetch;
}

const KEEP_DAYS = 30;
const PRUNE_MS = 10 * 60_000;

export interface Outbox {
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Runs on any number of nodes: each claims its share. */
export function createOutbox(parts: OutboxParts): Outbox {
  const post = new Post(parts);
  const deliverer = new Deliverer({ ...parts, fetch: parts.fetch ?? guardedFetch, onMail: () => post.look() });
  let pruning: NodeJS.Timeout | undefined;
  return {
    async start() {
      post.start();
      await deliverer.start();
      pruning = setInterval(() => {
        pruneEvents(parts.database.queries, KEEP_DAYS).catch((error) =>
          parts.log.warn({ err: error }, 'old events could not be pruned'),
        );
      }, PRUNE_MS);
    },
    async stop() {
      clearInterval(pruning);
      await deliverer.stop();
      await post.stop();
    },
  };
}
