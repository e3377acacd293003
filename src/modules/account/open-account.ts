// Opens an account: its row, balances, first credits and the event, in one transaction.
import { creditsToMicro } from '../../core/money.ts';
import { openBalances, postEntry } from '../../money/entries.ts';
import { type Account, insertAccount, type NewAccount } from '../../store/accounts.ts';
import type { Transaction } from '../../store/database.ts';

export type AnnounceAccount = (trx: Transaction, account: Account) => Promise<void>;

export interface Opening extends NewAccount {
  liveCredits: number;
  announce: AnnounceAccount;
}

/** Enough to try everything; test credits have no value. */
const TEST_CREDITS = 10_000;

export async function openAccount(trx: Transaction, opening: Opening): Promise<Account> {
  const account = await insertAccount(trx, opening);
  await openBalances(trx, account.id);
  await grant(trx, { accountId: account.id, environment: 'live' }, opening.liveCredits);
  await grant(trx, { accountId: account.id, environment: 'test' }, TEST_CREDITS);
  await opening.announce(trx, account);
  return account;
}

async function grant(
  trx: Transaction,
  { accountId, environment }: { accountId: string; environment: 'live' | 'test' },
  credits: number,
): Promise<void> {
  if (credits === 0) return;
  await postEntry(trx, {
    accountId,
    environment,
    type: 'grant',
    amount: creditsToMicro(credits),
    contra: 'grants',
    description: 'Welcome',
  });
}
