// Sums up the usage of an account.
import { ANSWER_CACHE } from '../../core/answer-cache.ts';
import type { Caller } from '../../core/caller.ts';
import { readHourRange } from '../../core/hour-range.ts';
import { microToCredits } from '../../core/money.ts';
import { sumCallsServedBy } from '../../store/call-costs.ts';
import type { Database } from '../../store/database.ts';
import { sumCustomerUsage, sumUsage, type UsageSum } from '../../store/usage.ts';
import type { UsageQuery } from './schema.ts';

export class UsageService {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async read(caller: Caller, query: UsageQuery): Promise<object> {
    // Usage is stored by the hour, so the response covers whole hours and says which.
    const hours = readHourRange(query);
    const group = query.group_by ?? 'day';
    const { from, to } = group === 'customer' ? wholeDays(hours) : hours;
    const { accountId, environment } = caller;
    const { queries } = this.#database;
    const range = { accountId, environment, from, to };
    const sums =
      group === 'customer' ? await sumCustomerUsage(queries, range) : await sumUsage(queries, { ...range, group });
    const cached = await sumCallsServedBy(queries, range, ANSWER_CACHE);
    return {
      object: 'usage',
      from: from.toISOString(),
      to: to.toISOString(),
      group_by: group,
      total: present(sums.reduce(add, NOTHING)),
      from_cache: { requests: cached.calls, credits: microToCredits(cached.credits) },
      data: sums.map((sum) => ({ [group]: sum.group, ...present(sum) })),
    };
  }
}

/** Usage per customer is stored by UTC day. */
function wholeDays({ from, to }: { from: Date; to: Date }): { from: Date; to: Date } {
  const dayMs = 24 * 60 * 60 * 1000;
  return {
    from: new Date(Math.floor(from.getTime() / dayMs) * dayMs),
    to: new Date(Math.ceil(to.getTime() / dayMs) * dayMs),
  };
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
