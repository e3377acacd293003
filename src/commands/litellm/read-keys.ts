// Reads the virtual keys of LiteLLM, as GET /key/list?return_full_object=true or its database gives them: the hash of each, its owner and its limits.
// What is not understood stays behind and is named: no limit is lost.
import { createHash } from 'node:crypto';
import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { ConfigError } from '../../config/values.ts';
import { asRecords } from '../../core/unknown-json.ts';
import { plainText } from './plain-text.ts';

export interface ReadKey {
  /** LiteLLM stores the same SHA-256 as this service, so that the key goes on working. */
  hash: Buffer;
  hint: string;
  name: string;
  /** Whose account it gets: a team, a user, everybody else, or itself if it has a budget that never starts anew. */
  owner: string;
  models: string[] | null;
  requestsPerMinute: number | null;
  tokensPerMinute: number | null;
  dailyDollars: number | null;
  monthlyDollars: number | null;
  /** What is left of a budget that never starts anew. */
  leftDollars: number | null;
  expiresAt: Date | null;
}

const orNull = <Schema extends Type.TSchema>(schema: Schema) => Type.Optional(Type.Union([schema, Type.Null()]));
const Text = orNull(Type.String());
const Dollars = orNull(Type.Number({ minimum: 0, maximum: 10_000_000 }));
const Limit = orNull(Type.Integer({ minimum: 0, maximum: 2_000_000_000 }));
const Row = Type.Object({
  token: Type.String(),
  key_alias: Text,
  key_name: Text,
  team_id: Text,
  user_id: Text,
  models: orNull(Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 200 })),
  max_budget: Dollars,
  budget_duration: Text,
  spend: orNull(Type.Number()),
  rpm_limit: Limit,
  tpm_limit: Limit,
  expires: Text,
  blocked: orNull(Type.Boolean()),
});
type Row = Static<typeof Row>;

const row = Compile(Row);
const WITHOUT_COUNTERPART = ['max_parallel_requests', 'soft_budget', 'model_max_budget', 'aliases', 'guardrails'];
const DURATION = /^(\d{1,6})(s|m|h|d|mo)$/;
const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400, mo: 30 * 86_400 };
const DAY = 86_400;
const MONTH = 28 * DAY;

export function readLiteLlmKeys(text: string): { keys: ReadKey[]; left: string[] } {
  const rows = asRecords(keysIn(text));
  if (rows.length === 0)
    throw new ConfigError('The file has no keys. Take the answer of GET /key/list?return_full_object=true.');
  const left: string[] = [];
  const keys = rows.flatMap((one) => readKey(one, left));
  return { keys, left };
}

function keysIn(text: string): unknown {
  try {
    const file: unknown = JSON.parse(text);
    return Array.isArray(file) ? file : (file as { keys?: unknown } | null)?.keys;
  } catch {
    throw new ConfigError('The file of keys is no JSON. Take the answer of GET /key/list?return_full_object=true.');
  }
}

function readKey(one: Record<string, unknown>, left: string[]): ReadKey[] {
  const others = WITHOUT_COUNTERPART.filter((field) => isSet(one[field]));
  const name = plainText(one.key_alias) || plainText(one.key_name) || 'Imported key';
  const stay = (why: string) => {
    left.push(`the key ${name} stays behind: ${why}`);
    return [];
  };
  if (!row.Check(one)) {
    const [first] = row.Errors(one);
    return stay(`${first?.instancePath.slice(1).replaceAll('/', '.') || 'it'} ${first?.message ?? 'cannot be read'}`);
  }
  const hash = hashIn(one.token);
  if (!hash) return stay('its token is neither a hash nor a key');
  if (one.blocked) return stay('it is blocked');
  if (one.rpm_limit === 0 || one.tpm_limit === 0) return stay('its limit is 0');
  const expiresAt = one.expires ? new Date(one.expires) : null;
  if (expiresAt && Number.isNaN(expiresAt.getTime())) return stay('the time at which it expires cannot be read');
  if (expiresAt && expiresAt.getTime() < Date.now()) return stay('it has expired');
  const budget = budgetOf(one);
  if (typeof budget === 'string') return stay(budget);
  left.push(...others.map((field) => `${field} of the key ${name}`));
  const owner = plainText(one.team_id) || plainText(one.user_id) || 'everybody else';
  return [
    {
      ...budget,
      hash,
      name,
      hint: plainText(one.key_name) || 'sk-…',
      owner: budget.leftDollars === null ? owner : `${owner}, key ${hash.toString('hex').slice(0, 8)}`,
      models: modelsOf(one, name, left),
      requestsPerMinute: one.rpm_limit ?? null,
      tokensPerMinute: one.tpm_limit ?? null,
      expiresAt,
    },
  ];
}

function modelsOf({ models }: Row, name: string, left: string[]): string[] | null {
  if (models?.includes('all-team-models'))
    left.push(`the models of the team of the key ${name}: they are not in the file, and it may use every model`);
  const isEvery = !models?.length || models.some((one) => one === 'all-proxy-models' || one === 'all-team-models');
  return isEvery ? null : [...models];
}

function hashIn(token: string): Buffer | undefined {
  if (/^[0-9a-f]{64}$/.test(token)) return Buffer.from(token, 'hex');
  return token.startsWith('sk-') ? createHash('sha256').update(token).digest() : undefined;
}

/** A budget of a day or a month is a cap of the key. What never starts anew is the credits of an account of its own. */
function budgetOf({ max_budget: most, budget_duration: duration, spend }: Row) {
  const none = { dailyDollars: null, monthlyDollars: null, leftDollars: null };
  if (most == null) return none;
  if (!duration) return { ...none, leftDollars: Math.max(0, most - Math.max(0, spend ?? 0)) };
  const [, count = '', unit = ''] = DURATION.exec(duration) ?? [];
  const seconds = Number(count) * (SECONDS[unit] ?? Number.NaN);
  if (seconds === DAY) return { ...none, dailyDollars: most };
  if (seconds >= MONTH && seconds <= 31 * DAY) return { ...none, monthlyDollars: most };
  return `a budget for ${plainText(duration)} cannot be held: caps are for a day or a month here`;
}

function isSet(value: unknown): boolean {
  if (value === null || value === undefined) return false;
  return typeof value !== 'object' || Object.keys(value).length > 0;
}
