// Accounts with their own price factor, for the operator's report on sales below cost.
import { sql } from 'kysely';
import type { Queries } from './database.ts';

export interface AccountFactor {
  accountId: string;
  email: string;
  permille: number;
  lossAllowed: boolean;
}

const MAX_FACTORS = 1_000;
const LIST_PRICE_PERMILLE = 1_000;

/** Only factors below the list price, lowest first. */
export async function listAccountFactors(queries: Queries): Promise<AccountFactor[]> {
  const { rows } = await sql<AccountFactor>`
    select id as "accountId", email, coalesce(price_factor_permille, ${LIST_PRICE_PERMILLE}) as permille, price_allow_loss as "lossAllowed"
    from accounts where price_factor_permille < ${LIST_PRICE_PERMILLE}
    order by price_factor_permille, id limit ${MAX_FACTORS}`.execute(queries);
  return rows;
}
