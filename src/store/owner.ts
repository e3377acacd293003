// The owner of a row: an account, in one of its two environments.
import { type RawBuilder, sql } from 'kysely';
import type { Environment } from '../core/caller.ts';

export interface Owner {
  accountId: string;
  environment: Environment;
}

/** The condition that every statement on an account's rows has. */
export function ownedBy(owner: Owner): RawBuilder<unknown> {
  return sql`account_id = ${owner.accountId} and environment = ${owner.environment}`;
}
