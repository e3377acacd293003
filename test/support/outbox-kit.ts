// The outgoing side on a test's database: endpoints, their log, and a deliverer with waits short enough for a test.

import type { Caller } from '../../src/core/caller.ts';
import { Tally } from '../../src/core/tally.ts';
import type { Mail, Mailer } from '../../src/mail/port.ts';
import { DeliveryService } from '../../src/modules/webhooks/delivery-service.ts';
import { EndpointService } from '../../src/modules/webhooks/service.ts';
import type { GuardedFetch } from '../../src/net/guarded-fetch.ts';
import { createOutbox, type Outbox } from '../../src/outbox/assembly.ts';
import { type EventType, emitIn } from '../../src/outbox/events.ts';
import { createSeal } from '../../src/outbox/seal.ts';
import type { Database } from '../../src/store/database.ts';
import { testLog } from './job-kit.ts';

export interface OutboxKit {
  endpoints: EndpointService;
  deliveries: DeliveryService;
  outbox: Outbox;
  emit(caller: Caller, data?: Record<string, unknown>, type?: EventType): Promise<void>;
}

const QUICK_WAITS = [0.02, 0.02, 0.02, 0.02];

export function createOutboxKit(
  database: Database,
  options: {
    mailer?: Mailer;
    waits?: readonly number[];
    allowPrivate?: boolean;
    leaseSeconds?: number;
    fetch?: GuardedFetch;
  } = {},
): OutboxKit {
  const seal = createSeal('a secret for tests only', 'webhook-secrets');
  const rules = { allowPrivate: options.allowPrivate ?? true, httpsOnly: false };
  return {
    endpoints: new EndpointService({ database, seal, ...rules }),
    deliveries: new DeliveryService(database),
    outbox: createOutbox({
      database,
      seal,
      ...rules,
      serviceName: 'Atelier',
      retrySeconds: options.waits ?? QUICK_WAITS,
      mailer: options.mailer ?? keepMails().mailer,
      attach: async () => undefined,
      leaseSeconds: options.leaseSeconds,
      ...(options.fetch ? { fetch: options.fetch } : {}),
      attempts: new Tally('result'),
      log: testLog,
    }),
    emit: ({ accountId, environment }, data = {}, type = 'generation.completed') =>
      database.transaction((trx) => emitIn(trx, { accountId, environment, type, data })),
  };
}

/** A mailer that keeps what it is given, for tests that are not about mail. */
function keepMails(): { mailer: Mailer; mails: Mail[] } {
  const mails: Mail[] = [];
  return { mails, mailer: { send: async (mail) => void mails.push(mail), close: () => undefined } };
}
