// The rows of LiteLLM's keys, teams, users and budgets as its API or its database gives them, and the fields of them that are read.
import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { ConfigError } from '../../config/values.ts';
import { asRecord, asRecords } from '../../core/unknown-json.ts';
import { plainText } from './plain-text.ts';
import { StaysBehind } from './stays-behind.ts';

const orNull = <Schema extends Type.TSchema>(schema: Schema) => Type.Optional(Type.Union([schema, Type.Null()]));
const Text = orNull(Type.String());
const Count = orNull(Type.Integer({ minimum: 0, maximum: 2_000_000_000 }));
const Models = orNull(Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 200 }));
const limits = {
  max_budget: orNull(Type.Number({ minimum: 0, maximum: 10_000_000 })),
  budget_duration: Text,
  spend: orNull(Type.Number()),
  rpm_limit: Count,
  tpm_limit: Count,
};
const Budget = Type.Object({ ...limits, budget_id: Text });
const Key = Type.Object({
  ...limits,
  token: Type.String(),
  key_alias: Text,
  key_name: Text,
  key_type: Text,
  team_id: Text,
  user_id: Text,
  budget_id: Text,
  models: Models,
  allowed_routes: orNull(Type.Array(Type.String({ maxLength: 500 }), { maxItems: 500 })),
  expires: Text,
  blocked: orNull(Type.Boolean()),
});
const Member = Type.Object({ user_id: Type.String(), budget_id: Text });
const Team = Type.Object({
  ...limits,
  team_id: Type.String({ minLength: 1 }),
  models: Models,
  blocked: orNull(Type.Boolean()),
  team_memberships: orNull(Type.Array(Member)),
});
const User = Type.Object({ ...limits, user_id: Type.String({ minLength: 1 }), models: Models });
export type KeyRow = Static<typeof Key>;
export type TeamRow = Static<typeof Team>;
export type UserRow = Static<typeof User>;
export type BudgetRow = Static<typeof Budget>;

const checks = { key: Compile(Key), team: Compile(Team), user: Compile(User), budget: Compile(Budget) };
interface Rows {
  key: KeyRow;
  team: TeamRow;
  user: UserRow;
  budget: BudgetRow;
}

/** The row, if everything that is read of it has the type that LiteLLM gives it. */
export function checkedRow<Kind extends keyof Rows>(kind: Kind, row: unknown): Rows[Kind] {
  const check = checks[kind];
  if (check.Check(row)) return row as Rows[Kind];
  const [first] = check.Errors(row);
  const path = plainText(first?.instancePath.slice(1).replaceAll('/', '.')) || 'it';
  throw new StaysBehind(`${kind === 'key' ? '' : `of its ${kind}, `}${path} ${first?.message ?? 'cannot be read'}`);
}

/** The answer of LiteLLM, the list alone, or a list of several pages of answers. */
export function rowsIn(text: string, list: string, from: string): Record<string, unknown>[] {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    throw new ConfigError(`The file of ${list} is no JSON. Take the answer of ${from}.`);
  }
  const pages = Array.isArray(file) ? file : [file];
  const rows = pages.flatMap((page: unknown) => {
    const inside = asRecord(page)?.[list];
    // A row of a team has a list "keys" of its own, and no row has a list of its own kind.
    return Array.isArray(inside) ? inside : [page];
  });
  const records = asRecords(rows);
  if (records.length === rows.length) return records;
  throw new ConfigError(
    `The file of ${list} has ${rows.length - records.length} entries that are no objects. Take the answer of ${from}.`,
  );
}
