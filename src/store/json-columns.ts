// The type of each JSON column. Values are written through toJson, so that the values that are read have the declared type.
import type { GuardPolicy, GuardTerms } from '../core/guards/policy.ts';
import type { RedactionRules } from '../core/request-log-terms.ts';
import { storableJson } from './storable-text.ts';

/** A feature that owns a column's shape adds it by declaration merging. An unlisted column is read as unknown. */
export interface JsonColumns {
  'account_log.after': Record<string, unknown>;
  'account_log.before': Record<string, unknown>;
  'accounts.guards': GuardTerms;
  'api_keys.guards': GuardTerms;
  'audit_log.after': Record<string, unknown>;
  'audit_log.asked': Record<string, unknown>;
  'audit_log.before': Record<string, unknown>;
  'delivery_attempts.request_headers': Record<string, string>;
  'holds.capped': { spender: string; since: string }[];
  'idempotency_keys.headers': Record<string, string>;
  'jobs.error': { code: string; message: string };
  'jobs.extra': Record<string, unknown>;
  'jobs.guards': GuardPolicy;
  'jobs.model_lists': readonly (readonly string[])[];
  'jobs.order_cost': { upstream: string; cost: number | null; isOwed?: boolean };
  'jobs.payload': unknown;
  'jobs.result': unknown;
  'project_versions.blueprint': unknown;
  'project_versions.requested': { item: string; outcome: string; note: string }[];
  'request_log_settings.rules': RedactionRules;
  'video_orders.state': object;
}

/** The value, with its JSON where the caller has it already, as a parameter of a statement. `test/full/contract/sql-statements.test.ts` checks that it is written to the named column. */
export function toJson<C extends keyof JsonColumns>(
  _column: C,
  value: JsonColumns[C] | null,
  text?: string,
): string | null {
  if (value === null || value === undefined) return null;
  return storableJson(value, text);
}
