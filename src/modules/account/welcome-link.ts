// The link from the terminal that signs somebody in to an account: good once, for a day, bound to that account.
import type { Database, Queries } from '../../store/database.ts';
import { claimAccount } from '../../store/users.ts';
import { makeToken, takeToken } from './one-time-token.ts';

const GOOD_FOR_MS = 24 * 3600 * 1000;

export async function makeWelcomeToken(queries: Queries, accountId: string): Promise<string> {
  return (await makeToken(queries, 'welcome', { accountId }, GOOD_FOR_MS)).token;
}

/** The person of the account that the link was made for: nobody is ever found by an address. */
export function openWelcome(database: Database, token: string): Promise<string | undefined> {
  return database.transaction(async (trx) => {
    const found = await takeToken<{ accountId?: string }>(trx, 'welcome', token);
    return found?.accountId ? claimAccount(trx, found.accountId) : undefined;
  });
}
