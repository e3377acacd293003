// Creates the operator's account and its first keys on the first start.
import type { Config } from '../config/settings.ts';
import { type AnnounceAccount, openAccount } from '../modules/account/open-account.ts';
import { type Account, findOwner } from '../store/accounts.ts';
import type { Database, Queries } from '../store/database.ts';
import { insertKey } from '../store/keys.ts';

export interface AccountKeys {
  account: Account;
  liveKey: string;
  testKey: string;
}

const OWNER_CREDITS = 1_000_000;

/** Returns undefined if the operator's account exists already. Several nodes may start at once: only one can create it. */
export async function createOwner(
  database: Database,
  config: Config,
  announce: AnnounceAccount,
): Promise<AccountKeys | undefined> {
  if (await findOwner(database.queries)) return undefined;
  try {
    return await openAccountWithKeys(database, {
      email: config.ownerEmail,
      plan: 'enterprise',
      isOwner: true,
      liveCredits: OWNER_CREDITS,
      announce,
    });
  } catch (error) {
    if (await findOwner(database.queries)) return undefined;
    throw error;
  }
}

export function openAccountWithKeys(
  database: Database,
  opening: { email: string; plan: string; isOwner?: boolean; liveCredits: number; announce: AnnounceAccount },
): Promise<AccountKeys> {
  return database.transaction(async (trx) => {
    const account = await openAccount(trx, opening);
    const liveKey = await firstKey(trx, account.id, 'live');
    const testKey = await firstKey(trx, account.id, 'test');
    return { account, liveKey, testKey };
  });
}

async function firstKey(queries: Queries, accountId: string, environment: 'live' | 'test'): Promise<string> {
  const { secret } = await insertKey(queries, { accountId, environment }, { name: 'First key', scopes: ['*'] });
  return secret;
}
