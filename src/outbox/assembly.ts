// Assembles the outbox: the webhook deliverer and the mail sender, started and stopped together.
import type { Mailer } from '../mail/port.ts';
import { type GuardedFetch, guardedFetch } from '../net/guarded-fetch.ts';
import { Deliverer, type DelivererParts } from './deliver.ts';
import { type MailParts, MailSender } from './mail-sender.ts';

export interface OutboxParts extends Omit<DelivererParts, 'fetch' | 'onMail'> {
  mailer: Mailer;
  attach: MailParts['attach'];
  /** Only tests set it. */
  fetch?: GuardedFetch;
}

export interface Outbox {
  start(): Promise<void>;
  /** Waits `graceMs` for calls that are under way. */
  stop(graceMs?: number): Promise<void>;
}

/** Several nodes can run an outbox at the same time: each claims different deliveries and mails. */
export function createOutbox(parts: OutboxParts): Outbox {
  const mailSender = new MailSender(parts);
  const deliverer = new Deliverer({ ...parts, fetch: parts.fetch ?? guardedFetch, onMail: () => mailSender.poll() });
  return {
    async start() {
      mailSender.start();
      await deliverer.start();
    },
    async stop(graceMs) {
      await deliverer.stop(graceMs);
      await mailSender.stop();
    },
  };
}
