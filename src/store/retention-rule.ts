// A retention as SQL: how many days the rows of accounts with some plans are kept.
import { type RawBuilder, sql } from 'kysely';

export interface RetentionRule {
  keepDays: number;
  /** Plans with a retention of their own. */
  plans: readonly string[];
  /** Whether the rule is for these plans, or for all others. */
  isForThese: boolean;
}

/** For a table that is not renamed in its statement and has the column `account_id`. */
export function ofPlans({ plans, isForThese }: RetentionRule): RawBuilder<unknown> {
  if (plans.length === 0) return sql``;
  return sql`and account_id = any(array(
    select o.id from accounts o where (o.plan = any(${[...plans]}::text[])) = ${isForThese}))`;
}
