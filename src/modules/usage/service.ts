// Sums up the usage of an account.
import type { Caller } from '../../core/caller.ts';
import { ServiceError } from '../../core/errors.ts';
import { microToCredits } from '../../core/money.ts';
import type { Database } from '../../store/database.ts';
import { sumUsage, type UsageSum } from '../../store/usage.ts';
import type { UsageQuery } from './schema.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const DEFAULT_RANGE_MS = 30 * DAY_MS;
const MAX_RANGE_MS = 400 * DAY_MS;

export class UsageService {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async read(caller: Caller, query: UsageQuery): Promise<object> {
    // Usage is stored by the hour, so the answer covers whole hours and says which.
    const to = Math.ceil((timeOf(query.to, 'to') ?? Date.now() + 1) / HOUR_MS) * HOUR_MS;
    const from = Math.floor((timeOf(query.from, 'from') ?? to - DEFAULT_RANGE_MS) / HOUR_MS) * HOUR_MS;
    if (from >= to) throw new ServiceError('invalid_parameter', '"from" must be before "to".', { param: 'from' });
    if (to - from > MAX_RANGE_MS)
      throw new ServiceError('invalid_parameter', 'Ask for at most 400 days at a time.', { param: 'from' });
    const group = query.group_by ?? 'day';
    const { accountId, environment } = caller;
    const sums = await sumUsage(this.#database.queries, {
      accountId,
      environment,
      from: new Date(from),
      to: new Date(to),
      group,
    });
    return {
      object: 'usage',
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
      group_by: group,
      total: present(sums.reduce(add, NOTHING)),
      data: sums.map((sum) => ({ [group]: sum.group, ...present(sum) })),
    };
  }
}

const NOTHING: UsageSum = {
  group: '',
  requests: 0,
  errors: 0,
  promptTokens: 0,
  completionTokens: 0,
  images: 0,
  milliseconds: 0,
  credits: 0,
};

function add(a: UsageSum, b: UsageSum): UsageSum {
  return {
    group: '',
    requests: a.requests + b.requests,
    errors: a.errors + b.errors,
    promptTokens: a.promptTokens + b.promptTokens,
    completionTokens: a.completionTokens + b.completionTokens,
    images: a.images + b.images,
    milliseconds: a.milliseconds + b.milliseconds,
    credits: a.credits + b.credits,
  };
}

function present(sum: UsageSum): object {
  return {
    requests: sum.requests,
    errors: sum.errors,
    prompt_tokens: sum.promptTokens,
    completion_tokens: sum.completionTokens,
    total_tokens: sum.promptTokens + sum.completionTokens,
    images: sum.images,
    seconds: sum.milliseconds / 1000,
    credits: microToCredits(sum.credits),
  };
}

function timeOf(text: string | undefined, param: string): number | undefined {
  if (text === undefined) return undefined;
  const time = Date.parse(text);
  if (Number.isNaN(time))
    throw new ServiceError(
      'invalid_parameter',
      `"${param}" must be a date such as 2026-01-31 or 2026-01-31T12:00:00Z.`,
      { param },
    );
  return time;
}
