// Wires dashboard users: who may sign up, what a sign-up creates, one-time links and email changes.

import type { Config } from '../config.ts';
import type { Log } from '../core/log.ts';
import { createSessions, type Mail, type Sessions } from '../http/sessions.ts';
import { askEmailChange, confirmEmailChange } from '../modules/account/email-change.ts';
import { openAccountFor, payPendingGrant, refuseSignUp, type SignUpRules } from '../modules/account/sign-up.ts';
import { openWelcome } from '../modules/account/welcome-link.ts';
import type { Database } from '../store/database.ts';
import { announceAccount } from './events.ts';

export interface SessionParts {
  config: Config;
  database: Database;
  secret: string;
  sendMail(mail: Mail): Promise<void>;
  log: Log;
}

export function buildSessions({ config, database, secret, sendMail, log }: SessionParts): Sessions {
  const { publicUrl, serviceName, captcha } = config;
  const rules: SignUpRules = {
    mode: config.signUps,
    domains: config.signUpDomains,
    freeCredits: config.freeGrantCredits,
    verifiesAddresses: config.smtpUrl !== null,
  };
  if (rules.mode === 'open' && !rules.verifiesAddresses && config.freeGrantCredits > 0)
    log.warn(
      'SMTP_URL is not set: email addresses of new accounts are not verified, and each sign-up gets its free credits at once. Set SMTP_URL, or SIGN_UPS=invite.',
    );
  const changing = {
    database,
    publicUrl,
    serviceName,
    sendMail,
    onConfirmed: (userId: string) => payPendingGrant(database, userId),
  };
  return createSessions({
    queries: database.queries,
    secret,
    publicUrl,
    serviceName,
    captcha,
    verifiesAddresses: rules.verifiesAddresses,
    sendMail,
    people: {
      refuseSignUp: (asked) => refuseSignUp(database.queries, rules, asked),
      onSignUp: (person) => openAccountFor(database, person, { rules, announce: announceAccount }),
      onVerified: (userId) => payPendingGrant(database, userId),
      openWelcome: (token) => openWelcome(database, token),
      askEmailChange: (person, email) => askEmailChange(changing, person, email),
      confirmEmailChange: (person, token) => confirmEmailChange(changing, person, token),
    },
    log,
  });
}
