// keys create: creates an API key for an account and prints it once.
import { openStore } from '../app/store.ts';
import { loadConfig } from '../config/config.ts';
import { ConfigError } from '../config/values.ts';
import { createLog } from '../core/log.ts';
import { isScope } from '../core/scopes.ts';
import { findAccount } from '../store/accounts.ts';
import { insertKey } from '../store/keys.ts';
import { print, readOptions } from './options.ts';

const USAGE =
  'Usage: npm run --silent keys -- create --account A --environment live|test --name N [--scopes music,chat:read] [--expires 2027-01-31] [--json]';

export async function runKeys(args: string[]): Promise<void> {
  const { verb, options, json } = readOptions(args, ['account', 'environment', 'name', 'scopes', 'expires']);
  const { account, environment, name } = options;
  if (verb !== 'create' || !account || !name || (environment !== 'live' && environment !== 'test'))
    throw new ConfigError(USAGE);
  const scopes = options.scopes?.split(',').map((scope) => scope.trim()) ?? ['*'];
  const unknown = scopes.find((scope) => !isScope(scope));
  if (unknown !== undefined)
    throw new ConfigError(`"${unknown}" is not a scope. Use *, a module such as music, or music:read.`);
  const expiresAt = options.expires === undefined ? null : new Date(options.expires);
  if (expiresAt && Number.isNaN(expiresAt.getTime()))
    throw new ConfigError('--expires must be a date such as 2027-01-31 or 2027-01-31T12:00:00Z.');
  const store = await openStore(loadConfig(), createLog({ level: 'warn' }));
  try {
    const { queries } = store.database;
    if (!(await findAccount(queries, account))) throw new ConfigError(`There is no account ${account}.`);
    const { key, secret } = await insertKey(queries, { accountId: account, environment }, { name, scopes, expiresAt });
    print(json, { id: key.id, key: secret });
  } finally {
    await store.close();
  }
}
