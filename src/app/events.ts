// Wires the outbox: events, webhooks and email.
import { join } from 'node:path';
import type { Config } from '../config/settings.ts';
import { type Log, outagesOf } from '../core/log.ts';
import { Tally } from '../core/tally.ts';
import { type MetricSettings, oncePerReading } from '../http/metrics.ts';
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
import type { Queries } from '../store/database.ts';
import { countPendingDeliveries } from '../store/deliveries.ts';
import type { Area } from './area.ts';
import type { SharedParts } from './shared-parts.ts';

const MAIL_SERVER = 'The mail server';

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
  const attempts = new Tally('result');
  return {
    outbox: createOutbox({
      database,
      seal,
      serviceName: config.serviceName,
      ...guard,
      retrySeconds: config.webhookRetrySeconds,
      mailer,
      attach,
      attempts,
      log,
    }),
    mailer,
    routes: webhookRoutes(
      new EndpointService({ database, seal, ...guard }),
      new DeliveryService(database),
      new EventWatch(database),
    ),
    metrics: deliveryMetrics(database.queries, attempts),
    ...(config.smtpUrl
      ? { probes: [{ name: 'mail', isOptional: true, isReady: () => !outagesOf(log).isAway(MAIL_SERVER) }] }
      : {}),
    close: async () => mailer.close(),
  };
}

function deliveryMetrics(queries: Queries, attempts: Tally<'result'>): MetricSettings[] {
  const count = oncePerReading(() => countPendingDeliveries(queries));
  return [
    {
      name: 'webhook_attempts_total',
      help: 'Attempts of webhook deliveries by this process, by the status that the receiver answered',
      labels: ['result'],
      read: () => attempts.samples,
    },
    {
      name: 'webhook_deliveries_pending',
      help: 'Webhook deliveries that wait for their next attempt',
      aggregator: 'max',
      read: async () => (await count()).pending,
    },
    {
      name: 'webhook_overdue_seconds',
      help: 'Seconds since the oldest waiting delivery was due',
      aggregator: 'max',
      read: async () => (await count()).overdueSeconds,
    },
  ];
}

/** Without a mail server, emails are written to the data folder. */
async function openMailer({ smtpUrl, mailFrom: from, dataDir }: Config, log: Log): Promise<Mailer> {
  if (!smtpUrl) return createFolderMailer({ folder: join(dataDir, 'mail'), from, log });
  const { createSmtpMailer } = await import('../mail/smtp.ts');
  return createSmtpMailer({
    url: smtpUrl,
    from,
    onAway: (error, isBack) =>
      outagesOf(log).failed({ name: MAIL_SERVER, meanwhile: 'mails wait until it does', isBack }, error),
  });
}
