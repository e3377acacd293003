// Metrics of what every area uses: charges, holds and the connections to PostgreSQL.
import { type Log, outagesOf } from '../core/log.ts';
import { microToCredits } from '../core/money.ts';
import { type MetricSettings, oncePerReading } from '../http/metrics.ts';
import type { Money } from '../money/money.ts';
import { countOpenHolds } from '../money/open-holds.ts';
import type { Database } from '../store/database.ts';

export function moneyMetrics(money: Money, { queries }: Database): MetricSettings[] {
  const count = oncePerReading(() => countOpenHolds(queries));
  return [
    {
      name: 'credits_charged_total',
      help: 'Credits that this process charged for calls since its start',
      read: () => money.chargedCredits,
    },
    { name: 'holds', help: 'Open holds', aggregator: 'max', read: async () => (await count()).holds },
    {
      name: 'held_credits',
      help: 'Credits in open holds',
      aggregator: 'max',
      read: async () => microToCredits((await count()).held),
    },
  ];
}

/** As the log tells it: the two agree. */
export function outageMetric(log: Log): MetricSettings {
  return {
    name: 'dependency_up',
    help: '0 while this process gets no answer from the dependency',
    labels: ['dependency'],
    aggregator: 'min',
    read: () => outagesOf(log).states.map(({ name, isUp }) => ({ labels: { dependency: name }, value: Number(isUp) })),
  };
}

export function poolMetrics({ pool }: Database): MetricSettings[] {
  return [
    {
      name: 'database_connections',
      help: 'Connections of the pool to PostgreSQL',
      labels: ['state'],
      read: () => [
        { labels: { state: 'idle' }, value: pool.idleCount },
        { labels: { state: 'used' }, value: pool.totalCount - pool.idleCount },
      ],
    },
    {
      name: 'database_waiting',
      help: 'Statements that wait for a connection of the pool',
      // The pool also queues what it starts in this turn of the event loop, such as the statements of this reading.
      read: () => Math.max(0, pool.waitingCount - pool.idleCount - (pool.options.max - pool.totalCount)),
    },
  ];
}
