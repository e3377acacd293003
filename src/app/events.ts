// Wires asynchronous work: jobs, the events that they and others emit, webhooks and email.
import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { Log } from '../core/log.ts';
import type { Route } from '../http/route.ts';
import { assembleJobs, type JobSystem } from '../jobs/assembly.ts';
import type { JobPresenters } from '../jobs/kinds.ts';
import { createFolderMailer } from '../mail/outbox-folder.ts';
import type { Mailer } from '../mail/port.ts';
import type { AnnounceAccount } from '../modules/account/open-account.ts';
import { jobRoutes } from '../modules/jobs/routes.ts';
import { JobService } from '../modules/jobs/service.ts';
import { DeliveryService } from '../modules/webhooks/delivery-service.ts';
import { EventWatch } from '../modules/webhooks/event-watch.ts';
import { webhookRoutes } from '../modules/webhooks/routes.ts';
import { EndpointService } from '../modules/webhooks/service.ts';
import type { Prices } from '../money/prices.ts';
import { createOutbox, type Outbox } from '../outbox/assembly.ts';
import { emitAllIn, emitIn } from '../outbox/events.ts';
import { createSeal, WEBHOOK_SECRETS } from '../outbox/seal.ts';
import type { Database } from '../store/database.ts';

/** user.created goes to the account itself and to the operator's service-wide endpoints. */
export const announceAccount: AnnounceAccount = (trx, account) =>
  emitIn(trx, {
    accountId: account.id,
    environment: 'live',
    type: 'user.created',
    data: { user_id: account.id, email: account.email, created_at: account.createdAt.toISOString() },
  });

export interface EventParts {
  config: Config;
  database: Database;
  prices: Prices;
  secret: string;
  presenters: JobPresenters;
  log: Log;
}

export interface Events {
  jobs: JobSystem;
  outbox: Outbox;
  mailer: Mailer;
  routes: Route[];
}

export async function buildEvents({ config, database, prices, secret, presenters, log }: EventParts): Promise<Events> {
  const seal = createSeal(secret, WEBHOOK_SECRETS);
  const guard = { allowPrivate: config.allowPrivateWebhooks, httpsOnly: config.production };
  const mailer = await openMailer(config, log);
  const jobs = await assembleJobs({
    database,
    events: { emitAllIn },
    allowanceOf: (plan) => prices.plan(plan),
    presenters,
    log,
  });
  return {
    jobs,
    outbox: createOutbox({
      database,
      seal,
      serviceName: config.serviceName,
      ...guard,
      retrySeconds: config.webhookRetrySeconds,
      mailer,
      log,
    }),
    mailer,
    routes: [
      ...jobRoutes(new JobService(jobs.queue)),
      ...webhookRoutes(
        new EndpointService({ database, seal, ...guard }),
        new DeliveryService(database),
        new EventWatch(database),
      ),
    ],
  };
}

/** Without a mail server, emails are written to the data folder. */
async function openMailer({ smtpUrl, mailFrom: from, dataDir }: Config, log: Log): Promise<Mailer> {
  if (!smtpUrl) return createFolderMailer({ folder: join(dataDir, 'mail'), from, log });
  const { createSmtpMailer } = await import('../mail/smtp.ts');
  return createSmtpMailer({ url: smtpUrl, from });
}
