// Wires the outbox: events, webhooks and email.
import { join } from 'node:path';
import type { Config } from '../config/settings.ts';
import type { Log } from '../core/log.ts';
import { createFolderMailer } from '../mail/outbox-folder.ts';
import type { Mailer } from '../mail/port.ts';
import type { AnnounceAccount } from '../modules/account/open-account.ts';
import { DeliveryService } from '../modules/webhooks/delivery-service.ts';
import { EventWatch } from '../modules/webhooks/event-watch.ts';
import { webhookRoutes } from '../modules/webhooks/routes.ts';
import { EndpointService } from '../modules/webhooks/service.ts';
import { createOutbox, type Outbox } from '../outbox/assembly.ts';
import { emitIn } from '../outbox/events.ts';
import type { MailParts } from '../outbox/mail-sender.ts';
import { createSeal, WEBHOOK_SECRETS } from '../outbox/seal.ts';
import type { Area } from './area.ts';
import type { SharedParts } from './shared-parts.ts';

/** user.created goes to the account itself and to the operator's service-wide endpoints. */
export const announceAccount: AnnounceAccount = (trx, account) =>
  emitIn(trx, {
    accountId: account.id,
    environment: 'live',
    type: 'user.created',
    data: { user_id: account.id, email: account.email, created_at: account.createdAt.toISOString() },
  });

export interface Events extends Area {
  outbox: Outbox;
  mailer: Mailer;
}

export interface EventParts extends SharedParts {
  attach: MailParts['attach'];
}

export async function buildEvents({ config, database, secret, log, attach }: EventParts): Promise<Events> {
  const seal = createSeal(secret, WEBHOOK_SECRETS);
  const guard = { allowPrivate: config.allowPrivateWebhooks, httpsOnly: config.production };
  const mailer = await openMailer(config, log);
  return {
    outbox: createOutbox({
      database,
      seal,
      serviceName: config.serviceName,
      ...guard,
      retrySeconds: config.webhookRetrySeconds,
      mailer,
      attach,
      log,
    }),
    mailer,
    routes: webhookRoutes(
      new EndpointService({ database, seal, ...guard }),
      new DeliveryService(database),
      new EventWatch(database),
    ),
    close: async () => mailer.close(),
  };
}

/** Without a mail server, emails are written to the data folder. */
async function openMailer({ smtpUrl, mailFrom: from, dataDir }: Config, log: Log): Promise<Mailer> {
  if (!smtpUrl) return createFolderMailer({ folder: join(dataDir, 'mail'), from, log });
  const { createSmtpMailer } = await import('../mail/smtp.ts');
  return createSmtpMailer({ url: smtpUrl, from });
}
