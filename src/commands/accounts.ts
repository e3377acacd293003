// accounts: creates an account, a sign-in link for an account, or an invite to sign up; removes a lost second factor; exports and deletes accounts. Secrets are shown once.

import { announceAccount } from '../app/events.ts';
import { openAccountWithKeys } from '../app/first-start.ts';
import { openStore } from '../app/store.ts';
import { loadConfig } from '../config/config.ts';
import type { Config } from '../config/settings.ts';
import { ConfigError } from '../config/values.ts';
import { isEmailAddress } from '../core/email-address.ts';
import { createLog } from '../core/log.ts';
import { creditsToMicro, microToCredits } from '../core/money.ts';
import { makeInvite } from '../modules/account/sign-up.ts';
import { makeWelcomeToken } from '../modules/account/welcome-link.ts';
import { MAX_CREDITS } from '../modules/operators/schema.ts';
import { postEntry } from '../money/entries.ts';
import { postGrant, readGrantTerms, shownTerms } from '../money/grants.ts';
import { findAccountByEmail, findOwner } from '../store/accounts.ts';
import type { Database } from '../store/database.ts';
import { removeSecondFactor } from '../store/second-factors.ts';
import { isEmailTaken } from '../store/users.ts';
import { type LiveTerms, readLiveTerms } from '../upstreams/live-terms.ts';
import { deleteAccount, exportAccount, keepAccount } from './account-data.ts';
import { print, readOptions } from './options.ts';

const USAGE = `Usage: npm run --silent accounts -- create --email E [--plan P] [--credits N] [--json]
       npm run --silent accounts -- grant --email E --credits N [--expires ISO-8601] [--promotional yes] [--description D] [--json]   gives credits
       npm run --silent accounts -- link [--email E] [--json]     creates a link that signs in once (without --email: as the operator)
       npm run --silent accounts -- invite [--json]               creates a link for one sign-up (SIGN_UPS=invite)
       npm run --silent accounts -- second-factor-off --email E [--json]   removes a lost second factor and ends the user's sessions
       npm run --silent accounts -- export --email E [--to FILE] [--part N] [--json]   writes everything of the account into a zip file
       npm run --silent accounts -- delete --email E [--at-once yes] [--json]   deletes the account, after the waiting period
       npm run --silent accounts -- keep --email E [--json]       withdraws that`;

type Options = {
  email?: string;
  plan?: string;
  credits?: string;
  expires?: string;
  promotional?: string;
  description?: string;
  to?: string;
  part?: string;
  'at-once'?: string;
};
type Action = (database: Database, config: Config, options: Options) => Promise<Record<string, unknown>>;

const ACTIONS = new Map<string, Action>([
  ['create', create],
  ['grant', grant],
  ['link', link],
  ['invite', invite],
  ['second-factor-off', secondFactorOff],
  ['export', exportAccount],
  ['delete', deleteAccount],
  ['keep', keepAccount],
]);

const NEED_EMAIL = new Set(['create', 'grant', 'second-factor-off', 'export', 'delete', 'keep']);

export async function runAccounts(args: string[]): Promise<void> {
  const { verb, options, json } = readOptions(args, [
    'email',
    'plan',
    'credits',
    'expires',
    'promotional',
    'description',
    'to',
    'part',
    'at-once',
  ]);
  const action = ACTIONS.get(verb);
  if (!action || (NEED_EMAIL.has(verb) && !options.email)) throw new ConfigError(USAGE);
  if (options.email !== undefined && !isEmailAddress(options.email))
    throw new ConfigError(`"${options.email}" is not an email address.`);
  const config = loadConfig();
  const store = await openStore(config, createLog({ level: 'warn' }));
  try {
    print(json, await action(store.database, config, options));
  } finally {
    await store.close();
  }
}

function readTerms({ plans, freeGrantCredits }: LiveTerms, options: Options): { plan: string; liveCredits: number } {
  const plan = options.plan ?? 'free';
  if (!Object.hasOwn(plans, plan))
    throw new ConfigError(`There is no plan "${plan}". Plans: ${Object.keys(plans).join(', ')}.`);
  const liveCredits = options.credits === undefined ? freeGrantCredits : Number(options.credits);
  if (!Number.isFinite(liveCredits) || liveCredits < 0)
    throw new ConfigError('--credits must be a number of credits, 0 or more.');
  return { plan, liveCredits };
}

async function create(database: Database, config: Config, options: Options): Promise<Record<string, unknown>> {
  const { email = '' } = options;
  if (await isEmailTaken(database.queries, email)) throw new ConfigError(`An account for ${email} already exists.`);
  const terms = readTerms(await readLiveTerms(config, database.queries), options);
  const made = await openAccountWithKeys(database, { email, ...terms, announce: announceAccount });
  return { account_id: made.account.id, live_key: made.liveKey, test_key: made.testKey };
}

async function grant(database: Database, _config: Config, options: Options): Promise<Record<string, unknown>> {
  const { email = '', expires, promotional = 'no', description = 'Given by the operator' } = options;
  const credits = Number(options.credits);
  if (!(credits > 0 && credits <= MAX_CREDITS)) throw new ConfigError('--credits must be a number of credits above 0.');
  if (promotional !== 'yes' && promotional !== 'no') throw new ConfigError('--promotional must be yes or no.');
  const account = await findAccountByEmail(database.queries, email);
  if (!account) throw new ConfigError(`There is no account for ${email}.`);
  const terms = readTermsOf({ expires_at: expires, promotional: promotional === 'yes' });
  const owner = { accountId: account.id, environment: 'live' as const };
  const entry = {
    ...owner,
    type: 'grant' as const,
    contra: 'grants' as const,
    amount: creditsToMicro(credits),
    description,
  };
  const balance = await database.transaction((trx) => (terms ? postGrant(trx, entry, terms) : postEntry(trx, entry)));
  return { account_id: account.id, credits, ...shownTerms(terms), balance: microToCredits(balance ?? 0) };
}

function readTermsOf(asked: { expires_at: string | undefined; promotional: boolean }) {
  try {
    return readGrantTerms(asked);
  } catch (error) {
    throw new ConfigError(error instanceof Error ? error.message : String(error));
  }
}

async function link(database: Database, config: Config, { email }: Options): Promise<Record<string, unknown>> {
  const account = await (email ? findAccountByEmail(database.queries, email) : findOwner(database.queries));
  if (!account)
    throw new ConfigError(
      email ? `There is no account for ${email}.` : 'There is no account yet. Start the service once first.',
    );
  const token = await makeWelcomeToken(database.queries, account.id);
  return { account_id: account.id, email: account.email, url: `${config.publicUrl}/welcome/${token}` };
}

async function invite(database: Database, config: Config): Promise<Record<string, unknown>> {
  const { url, expiresAt } = await makeInvite(database.queries, config.publicUrl);
  return { url, expires_at: expiresAt.toISOString() };
}

async function secondFactorOff(database: Database, _config: Config, { email = '' }: Options) {
  const account = await findAccountByEmail(database.queries, email);
  const userId = account?.userId;
  const wasOn = userId ? await database.transaction((trx) => removeSecondFactor(trx, userId)) : false;
  if (!account || !wasOn) throw new ConfigError(`There is no account with a second factor for ${email}.`);
  return { account_id: account.id, email: account.email, second_factor: 'off', sessions: 'ended' };
}
