// Puts the outgoing side together: the deliverer of webhooks and the post, started and stopped as one.
import type { Mailer } from '../mail/port.ts';
import { type GuardedFetch, guardedFetch } from '../net/guarded-fetch.ts';
import { Deliverer, type DelivererParts } from './deliver.ts';
import { Post } from './post.ts';

export interface OutboxParts extends Omit<DelivererParts, 'fetch' | 'onMail'> {
  mailer: Mailer;
  /** Only tests bring their own. */
  fetch?: GuardedFetch;
}

export interface Outbox {
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Runs on any number of nodes: each claims its share. */
export function createOutbox(parts: OutboxParts): Outbox {
  const post = new Post(parts);
  const deliverer = new Deliverer({ ...parts, fetch: parts.fetch ?? guardedFetch, onMail: () => post.look() });
  return {
    async start() {
      post.start();
      await deliverer.start();
    },
    async stop() {
      await deliverer.stop();
      await post.stop();
    },
  };
}
