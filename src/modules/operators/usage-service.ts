// Usage, cost and margin of the whole service for the operator, as JSON and as CSV.
import { readHourRange } from '../../core/hour-range.ts';
import { microToCredits } from '../../core/money.ts';
import type { Database } from '../../store/database.ts';
import { type MarginSum, sumMargins } from '../../store/margins.ts';
import type { MarginQuery } from './usage-schema.ts';

export class OperatorUsage {
  readonly #database: Database;
  readonly #currency: () => string;

  /** A credit is a hundredth of the currency. */
  constructor(database: Database, currency: () => string) {
    this.#database = database;
    this.#currency = currency;
  }

  async read(query: MarginQuery): Promise<{ from: Date; to: Date; sums: MarginSum[] }> {
    const { from, to } = readHourRange(query);
    const group = query.group_by ?? 'day';
    const sums = await sumMargins(this.#database.queries, { from, to, group, accountId: query.account_id ?? null });
    return { from, to, sums };
  }

  async json(query: MarginQuery): Promise<object> {
    const { from, to, sums } = await this.read(query);
    return {
      object: 'operator.usage',
      from: from.toISOString(),
      to: to.toISOString(),
      group_by: query.group_by ?? 'day',
      unit: 'credits',
      currency: this.#currency(),
      total: present(sums.reduce(add, NOTHING)),
      data: sums.map((sum) => ({ group: sum.group, label: sum.label, ...present(sum) })),
    };
  }

  async csv(query: MarginQuery): Promise<string> {
    const { from, to, sums } = await this.read(query);
    const period = [from.toISOString(), to.toISOString(), 'credits'];
    const lines = sums.map((sum) => [sum.group, sum.label ?? '', ...Object.values(present(sum)).map(shown), ...period]);
    const names = [query.group_by ?? 'day', 'label', ...Object.keys(present(NOTHING)), 'from', 'to', 'unit'];
    return [names, ...lines].map((line) => `${line.map(quote).join(',')}\r\n`).join('');
  }
}

const NOTHING: MarginSum = {
  group: '',
  label: null,
  requests: 0,
  errors: 0,
  promptTokens: 0,
  completionTokens: 0,
  cachedTokens: 0,
  cacheWriteTokens: 0,
  images: 0,
  milliseconds: 0,
  credits: 0,
  cost: 0,
  unpaidCost: 0,
  estimatedCost: 0,
  unpaidCalls: 0,
  unknownCalls: 0,
  unknownAttempts: 0,
};

const COUNTS = [
  'requests',
  'errors',
  'promptTokens',
  'completionTokens',
  'cachedTokens',
  'cacheWriteTokens',
  'images',
  'milliseconds',
  'credits',
  'cost',
  'unpaidCost',
  'estimatedCost',
  'unpaidCalls',
  'unknownCalls',
  'unknownAttempts',
] as const;

function add(a: MarginSum, b: MarginSum): MarginSum {
  const sum = { ...a };
  for (const count of COUNTS) sum[count] += b[count];
  return sum;
}

/** With a call of unknown cost, cost and margin are unknown too; the known part is reported separately. */
function present(sum: MarginSum): Record<string, number | null> {
  const known = sum.cost + sum.unpaidCost;
  const all = known + sum.estimatedCost;
  const isKnown = sum.unknownCalls === 0;
  return {
    requests: sum.requests,
    errors: sum.errors,
    prompt_tokens: sum.promptTokens,
    cached_tokens: sum.cachedTokens,
    cache_write_tokens: sum.cacheWriteTokens,
    completion_tokens: sum.completionTokens,
    images: sum.images,
    seconds: sum.milliseconds / 1000,
    credits: microToCredits(sum.credits),
    cost: isKnown ? microToCredits(all) : null,
    margin: isKnown ? microToCredits(sum.credits - all) : null,
    known_cost: microToCredits(known),
    estimated_cost: microToCredits(sum.estimatedCost),
    unpaid_cost: microToCredits(sum.unpaidCost),
    unpaid_calls: sum.unpaidCalls,
    unknown_cost_calls: sum.unknownCalls,
    unknown_cost_attempts: sum.unknownAttempts,
  };
}

function shown(value: number | null): string {
  return value === null ? 'unknown' : String(value);
}

/** A customer's chosen name must not become a formula in a spreadsheet. */
function quote(text: string): string {
  const isNumber = /^-?[0-9.]+$/.test(text);
  const safe = !isNumber && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
