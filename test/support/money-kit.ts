// Money on a test's own database: accounts with credits, their balances, and holds that come from a lease.
import type { Caller } from '../../src/core/caller.ts';
import { newId } from '../../src/core/ids.ts';
import { openAccount } from '../../src/modules/account/open-account.ts';
import type { Hold } from '../../src/money/hold.ts';
import type { Money } from '../../src/money/money.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { createTestDatabase } from './database.ts';
import { until } from './until.ts';

export const MICRO = 1_000_000;
export const QUOTE = { module: 'test', model: '', amount: 10_000, minimum: 10_000, description: '' };

export type TestPayer = Caller & { requestId: string };

export interface MoneyKit {
  database: Database;
  open(credits: number): Promise<TestPayer>;
  balanceOf(accountId: string): Promise<{ balance: number; held: number; leased: number }>;
  close(): Promise<void>;
}

export async function createMoneyKit(): Promise<MoneyKit> {
  const store = await createTestDatabase();
  const database = openDatabase({ connectionString: store.url }, () => undefined);
  return {
    database,
    async open(credits) {
      const email = `${newId('p')}@example.com`;
      const opening = { email, plan: 'free', liveCredits: credits, announce: async () => undefined };
      const { id: accountId } = await database.transaction((trx) => openAccount(trx, opening));
      return {
        ...{
          accountId,
          environment: 'live' as const,
          plan: 'free',
          attributionWaived: false,
          priceFactorPermille: null,
        },
        ...{ isOwner: false, email, keyId: null, keyMonthlyCap: null, keyDailyCap: null, keyRequestsPerMinute: null },
        ...{ keyTokensPerMinute: null, keyModels: null, keyExpiresAt: null, scopes: [], requestId: 'req' },
      };
    },
    async balanceOf(accountId) {
      const { rows } = await database.pool.query(
        "select balance, held, leased from balances where account_id = $1 and environment = 'live'",
        [accountId],
      );
      return rows[0];
    },
    async close() {
      await database.close();
      await store.drop();
    },
  };
}

/** Calls often enough for a lease, and returns a hold from it. */
export async function holdFromLease(money: Money, payer: TestPayer): Promise<Hold> {
  return until(
    async () => {
      const hold = await money.hold(payer, QUOTE, { mayLease: true });
      if (hold.leased) return hold;
      await money.release(hold);
      return undefined;
    },
    { saying: 'a hold comes from a lease' },
  );
}
