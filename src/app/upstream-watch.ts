// Wires what watches over upstreams while calls run: probes at their intervals.
import type { MetricSettings } from '../http/metrics.ts';
import { followNamed } from '../upstreams/named-upstreams.ts';
import { type ProbeReport, UpstreamProbes } from '../upstreams/probes.ts';
import { probeSender } from '../upstreams/send-probe.ts';
import { type KindParts, listKinds } from '../upstreams/upstream-kinds.ts';
import type { Area } from './area.ts';
import type { SharedParts } from './shared-parts.ts';

export interface UpstreamWatch extends Area {
  reports(): readonly ProbeReport[];
}

const TICK_MS = 1_000;

export function buildUpstreamWatch(parts: SharedParts & KindParts): UpstreamWatch {
  const { gates, log, money } = parts;
  const probes = new UpstreamProbes({ named: followNamed(parts), send: probeSender(listKinds(parts), money), log });
  gates.add((makes, upstream) => probes.waitMs(makes, upstream));
  const reports = () => probes.reports();
  return {
    reports,
    chores: [{ everyMs: TICK_MS, isSkippedAtStop: true, run: async () => probes.tick() }],
    metrics: probeMetrics(reports),
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
