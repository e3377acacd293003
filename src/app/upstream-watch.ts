// Wires what watches over upstreams while calls run: probes at their intervals, and budgets.
import type { MetricSettings } from '../http/metrics.ts';
import { readSpending } from '../store/upstream-days.ts';
import { type BudgetReport, UpstreamBudgets } from '../upstreams/budgets.ts';
import { followNamed } from '../upstreams/named-upstreams.ts';
import { type ProbeReport, UpstreamProbes } from '../upstreams/probes.ts';
import { probeSender } from '../upstreams/send-probe.ts';
import { type KindParts, listKinds } from '../upstreams/upstream-kinds.ts';
import type { Area } from './area.ts';
import type { SharedParts } from './shared-parts.ts';

export interface UpstreamWatch extends Area {
  probed(): readonly ProbeReport[];
  budgeted(): readonly BudgetReport[];
}

const TICK_MS = 1_000;

export async function buildUpstreamWatch(parts: SharedParts & KindParts): Promise<UpstreamWatch> {
  const { gates, log, money, database } = parts;
  const named = followNamed(parts);
  const probes = new UpstreamProbes({ named, send: probeSender(listKinds(parts), money), log });
  const budgets = new UpstreamBudgets({ named, read: (upstreams) => readSpending(database.queries, upstreams), log });
  gates.add((makes, upstream) => probes.waitMs(makes, upstream));
  gates.add((makes, upstream) => budgets.waitMs(makes, upstream));
  const probed = () => probes.reports();
  const budgeted = () => budgets.reports();
  // Before the first call: a restart must not open what was closed.
  await budgets.refresh();
  return {
    probed,
    budgeted,
    chores: [
      { everyMs: TICK_MS, isSkippedAtStop: true, run: async () => probes.tick() },
      { everyMs: TICK_MS, isSkippedAtStop: true, run: () => budgets.refresh() },
    ],
    metrics: [...probeMetrics(probed), budgetMetric(budgeted)],
    close: () => probes.close(),
  };
}

function probeMetrics(reports: () => readonly ProbeReport[]): MetricSettings[] {
  const labels = ['upstream', 'makes'];
  const samples = (read: (one: ProbeReport) => number, more: Record<string, string> = {}) =>
    reports().map((one) => ({ labels: { upstream: one.upstream, makes: one.makes, ...more }, value: read(one) }));
  return [
    {
      name: 'upstream_probes_total',
      help: 'Probes of an upstream that were answered or failed',
      labels: [...labels, 'outcome'],
      read: () =>
        (['succeeded', 'failed'] as const).flatMap((outcome) => samples(({ totals }) => totals[outcome], { outcome })),
    },
    {
      name: 'upstream_probe_down',
      help: '1 while an upstream gets no calls because its probes failed',
      labels,
      aggregator: 'max',
      read: () => samples(({ isOut }) => (isOut ? 1 : 0)),
    },
  ];
}

function budgetMetric(reports: () => readonly BudgetReport[]): MetricSettings {
  return {
    name: 'upstream_budget_used_ratio',
    help: 'The share of the budget of an upstream that its costs have used; it gets no calls from 1 on',
    labels: ['upstream', 'makes', 'period'],
    aggregator: 'max',
    read: () =>
      reports().map(({ upstream, makes, period, spent, limit }) => ({
        labels: { upstream, makes, period },
        value: spent / limit,
      })),
  };
}
