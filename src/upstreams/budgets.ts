// Budgets of upstreams: one whose costs of the day or the month have reached its budget gets no calls until the window ends.
import { type Clock, systemClock } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import { type MicroCredits, microToCredits } from '../core/money.ts';
import { type BudgetSettings, readBudget } from '../net/watch-settings.ts';
import type { UpstreamSpending } from '../store/upstream-days.ts';
import type { Makes } from './live-upstreams.ts';
import type { NamedUpstream } from './named-upstreams.ts';

type Period = keyof BudgetSettings;

export interface BudgetReport {
  makes: Makes;
  upstream: string;
  period: Period;
  limit: MicroCredits;
  spent: MicroCredits;
  endsAt: Date;
}

export interface BudgetParts {
  named(): readonly NamedUpstream[];
  /** What was booked at these upstreams, by all nodes. */
  read(upstreams: readonly string[]): Promise<readonly UpstreamSpending[]>;
  log: Log;
  clock?: Clock;
}

/** Told once in a window, in percent. */
const THRESHOLDS = [100, 80];

export class UpstreamBudgets {
  readonly #parts: BudgetParts;
  readonly #clock: Clock;
  #reports: readonly BudgetReport[] = [];
  /** When the windows end whose budget is used up. */
  #closedUntilMs: ReadonlyMap<string, number> = new Map();
  /** The highest threshold that was told, by window. */
  #told = new Map<string, number>();

  constructor(parts: BudgetParts) {
    this.#parts = parts;
    this.#clock = parts.clock ?? systemClock;
  }

  /** Reads what was spent. If that fails, what was known stays. */
  async refresh(): Promise<void> {
    const limited = this.#parts.named().flatMap(({ makes, name, entry }) => {
      const budget = readBudget(entry);
      return budget ? [{ makes, name, budget }] : [];
    });
    const names = [...new Set(limited.map(({ name }) => name))];
    const spending = names.length === 0 ? [] : await this.#parts.read(names);
    const byName = new Map(spending.map((one) => [one.upstream, one]));
    this.#reports = limited.flatMap(({ makes, name, budget }) => {
      const spent = byName.get(name);
      return spent ? reportsOf({ makes, upstream: name, budget }, spent) : [];
    });
    const closed = new Map<string, number>();
    for (const { makes, upstream, limit, spent, endsAt } of this.#reports) {
      const key = keyOf(makes, upstream);
      if (spent >= limit) closed.set(key, Math.max(closed.get(key) ?? 0, endsAt.getTime()));
    }
    this.#closedUntilMs = closed;
    this.#tell();
  }

  waitMs(makes: Makes, upstream: string): number {
    const untilMs = this.#closedUntilMs.get(keyOf(makes, upstream));
    return untilMs === undefined ? 0 : Math.max(0, untilMs - this.#clock.nowMs());
  }

  reports(): readonly BudgetReport[] {
    return this.#reports;
  }

  #tell(): void {
    const told = new Map<string, number>();
    for (const { makes, upstream, period, limit, spent, endsAt } of this.#reports) {
      const window = `${keyOf(makes, upstream)}\n${period}\n${limit}\n${endsAt.getTime()}`;
      const reached = THRESHOLDS.find((percent) => spent * 100 >= limit * percent) ?? 0;
      const before = this.#told.get(window) ?? 0;
      told.set(window, Math.max(before, reached));
      if (reached <= before) continue;
      const facts = { upstream, makes, period, limit: microToCredits(limit), spent: microToCredits(spent) };
      if (reached === 100)
        this.#parts.log.warn(facts, 'the budget of an upstream is used up: it gets no calls until its window ends');
      else this.#parts.log.warn(facts, `an upstream has used ${reached} % of its budget`);
    }
    this.#told = told;
  }
}

function reportsOf(
  { makes, upstream, budget }: { makes: Makes; upstream: string; budget: BudgetSettings },
  { day, month, dayEnds, monthEnds }: UpstreamSpending,
): BudgetReport[] {
  const of = { makes, upstream };
  return [
    ...(budget.day === undefined
      ? []
      : [{ ...of, period: 'day' as const, limit: budget.day, spent: day, endsAt: dayEnds }]),
    ...(budget.month === undefined
      ? []
      : [{ ...of, period: 'month' as const, limit: budget.month, spent: month, endsAt: monthEnds }]),
  ];
}

function keyOf(makes: Makes, upstream: string): string {
  return `${makes}\n${upstream}`;
}
