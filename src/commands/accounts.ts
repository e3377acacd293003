// accounts create: opens an account from the command line and shows its keys once.
import { announceAccount } from '../app-events.ts';
import { openStore } from '../app-store.ts';
import { ConfigError, loadConfig } from '../config.ts';
import { createLog } from '../core/log.ts';
import { openAccountWithKeys } from '../first-start.ts';
import { findAccountByEmail } from '../store/accounts.ts';
import { print, readOptions } from './options.ts';

const USAGE = 'Usage: npm run --silent accounts -- create --email E [--plan P] [--credits N] [--json]';

export async function runAccounts(args: string[]): Promise<void> {
  const { verb, options, json } = readOptions(args, ['email', 'plan', 'credits']);
  if (verb !== 'create' || !options.email) throw new ConfigError(USAGE);
  const config = loadConfig();
  const plan = options.plan ?? 'free';
  if (!config.prices.plans[plan])
    throw new ConfigError(`There is no plan "${plan}". Plans: ${Object.keys(config.prices.plans).join(', ')}.`);
  const liveCredits = options.credits === undefined ? config.freeGrantCredits : Number(options.credits);
  if (!Number.isFinite(liveCredits) || liveCredits < 0)
    throw new ConfigError('--credits must be a number of credits, 0 or more.');
  const store = await openStore(config, createLog({ level: 'warn' }));
  try {
    if (await findAccountByEmail(store.database.queries, options.email))
      throw new ConfigError(`There is an account for ${options.email} already.`);
    const made = await openAccountWithKeys(store.database, {
      email: options.email,
      plan,
      liveCredits,
      announce: announceAccount,
    });
    print(json, { account_id: made.account.id, live_key: made.liveKey, test_key: made.testKey });
  } finally {
    await store.close();
  }
}
