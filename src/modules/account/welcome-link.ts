// The link printed by the command line that signs a user in to one account: valid once, for a day.
import type { Database, Queries } from '../../store/database.ts';
import { claimAccount } from '../../store/users.ts';
import { makeToken, takeToken } from './one-time-token.ts';

const GOOD_FOR_MS = 24 * 3600 * 1000;

export async function makeWelcomeToken(queries: Queries, accountId: string): Promise<string> {
  return (await makeToken(queries, { accountId }, { kind: 'welcome', goodForMs: GOOD_FOR_MS })).token;
}

/** The user of the account that the link was created for, found by id and never by email address. */
export function openWelcome(database: Database, token: string): Promise<string | undefined> {
  return database.transaction(async (trx) => {
    const found = await takeToken(trx, 'welcome', token);
    return found?.accountId ? claimAccount(trx, found.accountId) : undefined;
  });
}
