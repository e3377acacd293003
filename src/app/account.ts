// Wires accounts: keys, usage, the callers behind keys and sessions, and how dashboard users sign up and sign in.
import type { Config } from '../config/settings.ts';
import type { Log } from '../core/log.ts';
import { Authenticator } from '../http/auth.ts';
import type { Mail } from '../mail/port.ts';
import { answerCacheRoutes } from '../modules/account/answer-cache-routes.ts';
import { AnswerCacheService } from '../modules/account/answer-cache-service.ts';
import { deletionRoutes } from '../modules/account/deletion-routes.ts';
import { DeletionService } from '../modules/account/deletion-service.ts';
import { ExportService } from '../modules/account/export-service.ts';
import { InvitationService } from '../modules/account/invitation-service.ts';
import { refuseOldSignIn } from '../modules/account/recent-sign-in.ts';
import { retentionRoutes } from '../modules/account/retention-routes.ts';
import { RetentionService } from '../modules/account/retention-service.ts';
import { accountRoutes } from '../modules/account/routes.ts';
import { AccountService } from '../modules/account/service.ts';
import { sessionCallers } from '../modules/account/session-caller.ts';
import { sessionPages } from '../modules/account/session-pages.ts';
import { Sessions } from '../modules/account/sessions.ts';
import type { SignUpRules } from '../modules/account/sign-up.ts';
import { teamRoutes } from '../modules/account/team-routes.ts';
import { TeamService } from '../modules/account/team-service.ts';
import { operatorRequestRoutes } from '../modules/requests/operator-routes.ts';
import { OperatorRequests } from '../modules/requests/operator-service.ts';
import { requestRoutes } from '../modules/requests/routes.ts';
import { RequestService } from '../modules/requests/service.ts';
import { alertRoutes } from '../modules/usage/alert-routes.ts';
import { customerRoutes } from '../modules/usage/customer-routes.ts';
import { CustomerService } from '../modules/usage/customer-service.ts';
import { usageRoutes } from '../modules/usage/routes.ts';
import { UsageService } from '../modules/usage/service.ts';
import { deleteOldAlerts, sendAlerts } from '../money/alerts.ts';
import { dropChatAlerts, postChatAlerts } from '../money/chat-alerts.ts';
import { touchKeys } from '../store/keys.ts';
import { sweepAttempts } from '../store/sign-in-attempts.ts';
import type { Area } from './area.ts';
import type { Builder } from './builder.ts';
import { announceAccount, type Events } from './events.ts';
import type { SharedParts } from './shared-parts.ts';

export interface Account extends Area {
  authenticator: Authenticator;
  /** Drops this node's cached data of an account at once. */
  forgetCallers(accountId: string): void;
  /** Everything of an account as a zip file. */
  exports: ExportService;
}

export async function buildAccount(
  parts: SharedParts & { events: Events; builder: Pick<Builder, 'archiveOf'> },
): Promise<Account> {
  const { config, database, prices, events, ending } = parts;
  const { queries } = database;
  const { publicUrl, serviceName, captcha } = config;
  const sessions = new Sessions({
    ...parts,
    publicUrl,
    serviceName,
    captcha,
    providers: config.signInProviders,
    rules: signUpRules(config, parts.log),
    announce: announceAccount,
    sendMail: (mail) => events.mailer.send(mail),
  });
  const findCaller = sessionCallers(queries, (cookie) => sessions.personOf(cookie), publicUrl);
  const authenticator = new Authenticator(queries, findCaller, (name) => {
    const { plans } = prices.list;
    const plan = Object.hasOwn(plans, name) ? plans[name] : undefined;
    return {
      zeroRetention: plan?.zero_retention === true,
      answerCacheSeconds: plan?.answer_cache_seconds ?? 0,
    };
  });
  const forgetCallers = (accountId: string) => authenticator.forget(accountId);
  const sendMail = (mail: Mail) => events.mailer.send(mail);
  await database.listen('callers_changed', forgetCallers, ending);
  const exports = new ExportService({
    queries,
    artifacts: parts.artifacts,
    serviceName,
    archiveOf: parts.builder.archiveOf,
  });
  const guard = { allowPrivate: config.allowPrivateWebhooks, httpsOnly: config.production };
  return {
    authenticator,
    forgetCallers,
    exports,
    routes: [
      ...accountRoutes(new AccountService(database, prices, forgetCallers)),
      ...answerCacheRoutes(new AnswerCacheService(database, prices)),
      ...retentionRoutes(new RetentionService(parts.retention, prices)),
      ...teamRoutes(
        new TeamService(database, forgetCallers),
        new InvitationService({
          ...{ database, publicUrl, serviceName, sendMail },
          verifiesAddresses: config.smtpUrl !== null,
        }),
      ),
      ...deletionRoutes({
        deletions: new DeletionService({
          ...{ database, serviceName, publicUrl, forgetCallers },
          waitingDays: config.deletionDays,
        }),
        exports,
        refuseOldSession: (sessionId) => refuseOldSignIn(queries, sessionId),
      }),
      ...usageRoutes(new UsageService(database)),
      ...customerRoutes(new CustomerService(database)),
      ...alertRoutes({ database, ...guard }),
      ...requestRoutes(
        new RequestService({ database, terms: config.requestLog, retention: parts.retention, forgetCallers }),
      ),
      ...operatorRequestRoutes(new OperatorRequests(database)),
    ],
    pages: sessionPages(sessions, { publicUrl, providers: config.signInProviders }),
    chores: [
      { everyMs: 5_000, run: () => touchKeys(queries, authenticator.takeLastUsed()) },
      { everyMs: 60_000, run: () => sweepAttempts(queries) },
      { everyMs: 1_000, isSkippedAtStop: true, run: () => sendAlerts(database, config.serviceName) },
      { everyMs: 1_000, isSkippedAtStop: true, run: () => postChatAlerts({ database, ...guard }) },
      { everyMs: 60_000, isSkippedAtStop: true, run: () => dropChatAlerts(database) },
      { everyMs: 600_000, isSkippedAtStop: true, run: () => deleteOldAlerts(database) },
    ],
  };
}

function signUpRules(config: Config, log: Log): SignUpRules {
  const verifiesAddresses = config.smtpUrl !== null;
  if (config.signUps === 'open' && !verifiesAddresses && config.freeGrantCredits > 0)
    log.warn(
      'SMTP_URL is not set: email addresses of new accounts are not verified, and each sign-up gets its free credits at once. Set SMTP_URL, or SIGN_UPS=invite.',
    );
  // Read at each sign-up, because the operator can change them while the service runs.
  return {
    get mode() {
      return config.signUps;
    },
    get domains() {
      return config.signUpDomains;
    },
    get freeCredits() {
      return config.freeGrantCredits;
    },
    verifiesAddresses,
  };
}
