// Reads the virtual keys of LiteLLM, as GET /key/list?return_full_object=true or its database gives them: the hash of each, its owner and its limits.
import { createHash } from 'node:crypto';
import { ConfigError } from '../../config/values.ts';
import { asRecords } from '../../core/unknown-json.ts';

type Row = Record<string, unknown>;

export interface ReadKey {
  /** LiteLLM stores the same SHA-256 as this service, so that the key goes on working. */
  hash: Buffer;
  hint: string;
  name: string;
  /** A team, a user, or everybody else. */
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

const EVERYTHING = ['all-proxy-models', 'all-team-models'];
const DAYS = /^(\d+)(s|m|h|d|mo)$/;
const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400, mo: 30 * 86_400 };
const DAY = 86_400;
const MONTH = 28 * DAY;

export function readLiteLlmKeys(text: string): { keys: ReadKey[]; left: string[] } {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    throw new ConfigError('The file of keys is no JSON. Take the answer of GET /key/list?return_full_object=true.');
  }
  const rows = asRecords(Array.isArray(file) ? file : (file as { keys?: unknown } | null)?.keys);
  if (rows.length === 0)
    throw new ConfigError('The file has no keys. Take the answer of GET /key/list?return_full_object=true.');
  const left: string[] = [];
  const keys = rows.flatMap((row) => readKey(row, left));
  return { keys, left };
}

function readKey(row: Row, left: string[]): ReadKey[] {
  const token = typeof row.token === 'string' ? row.token : '';
  const name = textOf(row.key_alias) ?? textOf(row.key_name) ?? `Imported key ${token.slice(0, 8)}`;
  const hash = hashIn(token);
  const expiresAt = typeof row.expires === 'string' ? new Date(row.expires) : null;
  if (!hash) left.push(`the key ${name}: its token is neither a hash nor a key`);
  else if (row.blocked === true) left.push(`the key ${name}: it is blocked`);
  else if (expiresAt && expiresAt.getTime() < Date.now()) left.push(`the key ${name}: it has expired`);
  else {
    const models = (Array.isArray(row.models) ? row.models : []).filter((one) => typeof one === 'string');
    for (const field of ['max_parallel_requests', 'soft_budget', 'model_max_budget', 'aliases', 'guardrails'])
      if (isSet(row[field])) left.push(`${field} of the key ${name}`);
    return [
      {
        hash,
        name,
        hint: textOf(row.key_name) ?? 'sk-…',
        owner: textOf(row.team_id) ?? textOf(row.user_id) ?? 'everybody-else',
        models: models.length === 0 || models.some((one) => EVERYTHING.includes(one)) ? null : models,
        requestsPerMinute: countOf(row.rpm_limit),
        tokensPerMinute: countOf(row.tpm_limit),
        ...budgetOf(row, name, left),
        expiresAt,
      },
    ];
  }
  return [];
}

function hashIn(token: string): Buffer | undefined {
  if (/^[0-9a-f]{64}$/.test(token)) return Buffer.from(token, 'hex');
  return token.startsWith('sk-') ? createHash('sha256').update(token).digest() : undefined;
}

/** A budget of a day or a month is a cap of the key. What never starts anew is credits. */
function budgetOf(row: Row, name: string, left: string[]) {
  const most = typeof row.max_budget === 'number' ? row.max_budget : null;
  const none = { dailyDollars: null, monthlyDollars: null, leftDollars: null };
  if (most === null) return none;
  const [, count = '', unit = ''] = DAYS.exec(String(row.budget_duration ?? '')) ?? [];
  const seconds = Number(count) * (SECONDS[unit] ?? Number.NaN);
  if (!Number.isFinite(seconds))
    return { ...none, leftDollars: Math.max(0, most - (typeof row.spend === 'number' ? row.spend : 0)) };
  if (seconds !== DAY && seconds < MONTH)
    left.push(
      `the budget of the key ${name} for ${row.budget_duration}: it is for a ${seconds < DAY ? 'day' : 'month'} here`,
    );
  return seconds <= DAY ? { ...none, dailyDollars: most } : { ...none, monthlyDollars: most };
}

function countOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : null;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function isSet(value: unknown): boolean {
  if (value === null || value === undefined) return false;
  return typeof value !== 'object' || Object.keys(value).length > 0;
}
