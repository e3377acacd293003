// Calls that cost one credit, and what an account has, holds and owes after them.
import type { TestService } from './service.ts';

export async function pay(origin: string, key: string, body: object = {}): Promise<number> {
  const response = await fetch(`${origin}/v1/test/paid`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  await response.arrayBuffer();
  return response.status;
}

export async function moneyOf(
  service: TestService,
  accountId: string,
): Promise<{ balance: number; held: number; sum: number; holds: number; entries: number }> {
  const { rows } = await service.app.database.pool.query(
    `select b.balance, b.held,
       (select coalesce(sum(amount), 0)::bigint from ledger l where l.account_id = b.account_id and l.environment = 'live') as sum,
       (select count(*) from holds h where h.account_id = b.account_id and h.environment = 'live') as holds,
       (select count(*) from ledger l where l.account_id = b.account_id and l.environment = 'live' and type = 'usage') as entries
     from balances b where b.account_id = $1 and b.environment = 'live'`,
    [accountId],
  );
  return rows[0];
}

export async function leaseOf(service: TestService, accountId: string): Promise<{ leased: number; inLeases: number }> {
  const { rows } = await service.app.database.pool.query(
    `select b.leased, (select coalesce(sum(amount), 0)::bigint from leases l where l.account_id = b.account_id) as "inLeases"
     from balances b where b.account_id = $1 and b.environment = 'live'`,
    [accountId],
  );
  return rows[0];
}
