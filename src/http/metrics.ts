// Prometheus metrics: requests, calls to models, the event loop, and what other parts offer to be read.
import cluster from 'node:cluster';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { endsWithin } from '../core/ends-within.ts';
import type { LoggedRequest } from '../core/logged-request.ts';
import type { Sample } from '../core/tally.ts';
import { CallMetrics } from './call-metrics.ts';
import type { Route } from './route.ts';
import { askMetrics, shareMetrics } from './shared-metrics.ts';

interface Series {
  byStatus: Map<number, number>;
  latency: Histogram.Internal<'route'>;
}

/** A number, or one for each combination of labels. */
export type Samples = number | readonly Sample[];

export interface MetricSettings {
  /** A counter's name ends in `_total`. */
  name: string;
  help: string;
  /** Absent: one number without labels. */
  labels?: readonly string[];
  /** Called only when metrics are collected. If it fails or takes too long, the metric is left out. */
  read(): Samples | Promise<Samples>;
  /** `max` is for a number that is the same in every process and must not be summed. */
  aggregator?: 'sum' | 'max' | 'min';
}

/** A database that does not answer must not keep the other metrics from being read. */
const READ_LIMIT_MS = 2_000;

export class Metrics {
  readonly #registry = new Registry();
  readonly #latency: Histogram<'route'>;
  readonly #calls: CallMetrics;
  /** Looked up once: finding a series by its labels costs more than counting. */
  readonly #series = new Map<Route, Series>();

  constructor() {
    collectDefaultMetrics({ register: this.#registry, prefix: 'atelier_' });
    const registers = [this.#registry];
    this.add({
      name: 'requests_total',
      help: 'Requests by route and status',
      labels: ['method', 'route', 'status'],
      read: () => this.#requestCounts(),
    });
    this.#latency = new Histogram({
      name: 'atelier_request_seconds',
      help: 'Time from the first gate to the end of the response',
      labelNames: ['route'],
      buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30, 120],
      registers,
    });
    this.#calls = new CallMetrics(this.#registry, (counter) => this.add(counter));
    if (cluster.isWorker) shareMetrics(this.#registry);
  }

  /** The metrics in Prometheus format; with several processes behind one port, those of all of them. */
  text(): Promise<string> {
    return cluster.isWorker ? askMetrics() : this.#registry.metrics();
  }

  observeRequest(route: Route, status: number, durationMs: number): void {
    let series = this.#series.get(route);
    if (!series) {
      series = { byStatus: new Map(), latency: this.#latency.labels({ route: route.path }) };
      this.#series.set(route, series);
    }
    series.byStatus.set(status, (series.byStatus.get(status) ?? 0) + 1);
    series.latency.observe(durationMs / 1000);
  }

  #requestCounts(): Sample[] {
    // Two routes may share a path and a method, such as one for each host.
    return [...this.#series].flatMap(([{ method, path }, { byStatus }]) =>
      [...byStatus].map(([status, value]) => ({ labels: { method, route: path, status: String(status) }, value })),
    );
  }

  /** A call to a model, at its end. */
  observeCall(call: LoggedRequest): void {
    this.#calls.record(call);
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  add({ name, help, labels = [], read, aggregator = 'sum' }: MetricSettings): void {
    const shared = { name: `atelier_${name}`, help, labelNames: [...labels], aggregator, registers: [this.#registry] };
    if (!name.endsWith('_total')) {
      new Gauge({
        ...shared,
        async collect() {
          const samples = await readInTime(read);
          this.reset();
          // Otherwise a reset metric without labels is 0.
          if (samples.length === 0 && labels.length === 0) this.remove();
          for (const { labels, value } of samples) this.set(labels, value);
        },
      });
      return;
    }
    new Counter({
      ...shared,
      async collect() {
        const samples = await readInTime(read);
        this.reset();
        if (samples.length === 0 && labels.length === 0) this.remove();
        for (const { labels, value } of samples) this.inc(labels, value);
      },
    });
  }
}

/** For metrics that are read from one answer: they are read at the same time. */
export function oncePerReading<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined;
  return () => {
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return reading;
  };
}

/** No samples if they cannot be read now. */
export async function readInTime(read: MetricSettings['read']): Promise<readonly Sample[]> {
  let samples: Samples = [];
  const reading = (async () => {
    samples = await read();
  })();
  await endsWithin(READ_LIMIT_MS, reading).catch(() => false);
  return typeof samples === 'number' ? [{ labels: {}, value: samples }] : samples;
}
