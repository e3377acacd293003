// Prometheus metrics: requests, latency, credits, the event loop, and the gauges that other parts add.
import cluster from 'node:cluster';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Route } from './route.ts';
import { askMetrics, shareMetrics } from './shared-metrics.ts';

interface Series {
  byStatus: Map<number, Counter.Internal>;
  latency: Histogram.Internal<'route'>;
}

export interface GaugeSettings {
  name: string;
  help: string;
  /** Called only when metrics are collected. */
  read(): number | Promise<number>;
  /** `max` is for a number that is the same in every process and must not be summed. */
  aggregator?: 'sum' | 'max';
}

export class Metrics {
  readonly #registry = new Registry();
  readonly #requests: Counter<'method' | 'route' | 'status'>;
  readonly #latency: Histogram<'route'>;
  /** Looked up once: finding a series by its labels costs more than counting. */
  readonly #series = new Map<Route, Series>();

  constructor() {
    collectDefaultMetrics({ register: this.#registry, prefix: 'atelier_' });
    const registers = [this.#registry];
    this.#requests = new Counter({
      name: 'atelier_requests_total',
      help: 'Requests by route and status',
      labelNames: ['method', 'route', 'status'],
      registers,
    });
    this.#latency = new Histogram({
      name: 'atelier_request_seconds',
      help: 'Time from the first gate to the end of the response',
      labelNames: ['route'],
      buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30, 120],
      registers,
    });
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
    let requests = series.byStatus.get(status);
    if (!requests) {
      requests = this.#requests.labels({ method: route.method, route: route.path, status });
      series.byStatus.set(status, requests);
    }
    requests.inc();
    series.latency.observe(durationMs / 1000);
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  gauge({ name, help, read, aggregator = 'sum' }: GaugeSettings): void {
    new Gauge({
      name: `atelier_${name}`,
      help,
      aggregator,
      registers: [this.#registry],
      async collect() {
        this.set(await read());
      },
    });
  }
}
