// Usage, cost and margin of the whole service for the operator, as JSON and as CSV.
import { readHourRange } from '../../core/hour-range.ts';
import { microToCredits } from '../../core/money.ts';
import type { Database } from '../../store/database.ts';
import { type MarginSum, sumMargins } from '../../store/margins.ts';
import type { MarginQuery } from './usage-schema.ts';

export class OperatorUsage {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
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
      total: present(sums.reduce(add, NOTHING)),
      data: sums.map((sum) => ({ group: sum.group, label: sum.label, ...present(sum) })),
    };
  }

  async csv(query: MarginQuery): Promise<string> {
    const { sums } = await this.read(query);
    const lines = sums.map((sum) => [sum.group, sum.label ?? '', ...Object.values(present(sum)).map(String)]);
    const names = [query.group_by ?? 'day', 'label', ...Object.keys(present(NOTHING))];
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
] as const;

function add(a: MarginSum, b: MarginSum): MarginSum {
  const sum = { ...a };
  for (const count of COUNTS) sum[count] += b[count];
  return sum;
}

function present(sum: MarginSum): Record<string, number> {
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
    cost: microToCredits(sum.cost),
    margin: microToCredits(sum.credits - sum.cost),
  };
}

/** A name that a customer chose must not become a formula in a spreadsheet. */
function quote(text: string): string {
  const isNumber = /^-?[0-9.]+$/.test(text);
  const safe = !isNumber && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
