// What Prometheus reads: requests, latency, credits, the event loop, and whatever other parts add.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Route } from './route.ts';

export class Metrics {
  readonly registry = new Registry();
  readonly #requests: Counter<'method' | 'route' | 'status'>;
  readonly #latency: Histogram<'route'>;

  constructor() {
    collectDefaultMetrics({ register: this.registry, prefix: 'atelier_' });
    const registers = [this.registry];
    this.#requests = new Counter({
      name: 'atelier_requests_total',
      help: 'Requests by route and status',
      labelNames: ['method', 'route', 'status'],
      registers,
    });
    this.#latency = new Histogram({
      name: 'atelier_request_seconds',
      help: 'Time from the first gate to the end of the answer',
      labelNames: ['route'],
      buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30, 120],
      registers,
    });
  }

  observeRequest(route: Route, status: number, durationMs: number): void {
    this.#requests.inc({ method: route.method, route: route.path, status });
    this.#latency.observe({ route: route.path }, durationMs / 1000);
  }

  /** A number that is asked for only when somebody looks. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void {
    new Gauge({
      name: `atelier_${name}`,
      help,
      registers: [this.registry],
      async collect() {
        this.set(await read());
      },
    });
  }
}
