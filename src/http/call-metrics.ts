// Metrics of calls to models for Prometheus: by module, model, upstream and status, with a bounded number of series.
import { Histogram, type Registry } from 'prom-client';
import type { LoggedRequest } from '../core/logged-request.ts';
import { type MicroCredits, microToCredits } from '../core/money.ts';
import type { Sample } from '../core/tally.ts';
import { providerOf } from './gen-ai-names.ts';
import { streamSpeed, TOKENS_PER_SECOND } from './stream-speed.ts';

const LABELS = ['module', 'model', 'upstream'] as const;
type Label = (typeof LABELS)[number];

const SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40, 80, 160, 320];
const FIRST_TOKEN_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** Together with the rest of what is kept, some megabytes: an upstream may offer any number of models. */
const MAX_SERIES = 500;
/** The labels of calls beyond that number. */
const OTHER = 'other';
/** The label of a call whose model did not answer: a client could send a new name with each call. */
const NONE = 'none';

/** Plain numbers, read when the metrics are: a counter of the library costs more than the rest of a count. */
interface Series {
  labels: Record<Label, string>;
  byStatus: Map<number, number>;
  seconds: Histogram.Internal<Label>;
  /** Of streams only. */
  firstToken: Histogram.Internal<Label> | undefined;
  tokensPerSecond: Histogram.Internal<Label> | undefined;
  input: number;
  cached: number;
  output: number;
  charged: MicroCredits;
  cost: MicroCredits;
}

type AddCounter = (counter: { name: string; help: string; labels: string[]; read(): Sample[] }) => void;

export class CallMetrics {
  readonly #seconds: Histogram<Label>;
  readonly #firstToken: Histogram<Label>;
  readonly #tokensPerSecond: Histogram<Label>;
  readonly #series = new Map<string, Map<string, Map<string, Series>>>();
  readonly #all: Series[] = [];

  constructor(registry: Registry, add: AddCounter) {
    const registers = [registry];
    const counter = (
      settings: { name: string; help: string; more?: string[] },
      samplesOf: (series: Series) => Sample[],
    ) => {
      const { name, help, more = [] } = settings;
      add({ name, help, labels: [...LABELS, ...more], read: () => this.#all.flatMap(samplesOf) });
    };
    const histogram = (name: string, help: string, buckets: number[]) =>
      new Histogram({ name: `atelier_${name}`, help, labelNames: LABELS, buckets, registers });
    counter(
      { name: 'calls_total', help: 'Calls to models by status; 499: the client left', more: ['status'] },
      ({ labels, byStatus }) =>
        [...byStatus].map(([status, value]) => ({ labels: { ...labels, status: String(status) }, value })),
    );
    this.#seconds = histogram('call_seconds', 'Time of a call to a model, to the end of its answer', SECONDS);
    this.#firstToken = histogram('first_token_seconds', 'Time to the first part of a stream', FIRST_TOKEN_SECONDS);
    this.#tokensPerSecond = histogram(
      'tokens_per_second',
      'Tokens of a stream per second, after its first part',
      TOKENS_PER_SECOND,
    );
    counter(
      { name: 'tokens_total', help: 'Tokens of charged calls; cached ones are input too', more: ['type'] },
      (series) => [
        { labels: { ...series.labels, type: 'input' }, value: series.input },
        { labels: { ...series.labels, type: 'cached' }, value: series.cached },
        { labels: { ...series.labels, type: 'output' }, value: series.output },
      ],
    );
    counter({ name: 'call_credits_total', help: 'Credits charged for calls to models' }, ({ labels, charged }) => [
      { labels, value: microToCredits(charged) },
    ]);
    counter(
      { name: 'upstream_cost_credits_total', help: 'What upstreams bill for charged calls, where known' },
      (series) => [{ labels: series.labels, value: microToCredits(series.cost) }],
    );
  }

  record(call: LoggedRequest): void {
    const series = this.#seriesOf(call.module, call.servedModel ?? NONE, providerOf(call));
    series.byStatus.set(call.status, (series.byStatus.get(call.status) ?? 0) + 1);
    series.seconds.observe(call.durationMs / 1000);
    if (call.servedModel !== null) this.#recordUse(call, series);
  }

  #recordUse(call: LoggedRequest, series: Series): void {
    const { labels } = series;
    const { promptTokens, completionTokens, cachedTokens, charged, upstreamCost, firstByteMs } = call;
    series.input += promptTokens ?? 0;
    series.cached += cachedTokens ?? 0;
    series.output += completionTokens ?? 0;
    series.charged += charged ?? 0;
    series.cost += upstreamCost ?? 0;
    if (!call.streamed || firstByteMs === null || call.outcome !== 'ok') return;
    series.firstToken ??= this.#firstToken.labels(labels);
    series.firstToken.observe(firstByteMs / 1000);
    const tokensPerSecond = streamSpeed(call);
    if (tokensPerSecond === null) return;
    series.tokensPerSecond ??= this.#tokensPerSecond.labels(labels);
    series.tokensPerSecond.observe(tokensPerSecond);
  }

  #seriesOf(module: string, model: string, upstream: string): Series {
    const known = this.#series.get(module)?.get(model)?.get(upstream);
    if (known) return known;
    if (this.#all.length >= MAX_SERIES && model !== OTHER) return this.#seriesOf(module, OTHER, OTHER);
    const labels = { module, model, upstream };
    const series: Series = {
      labels,
      byStatus: new Map(),
      seconds: this.#seconds.labels(labels),
      firstToken: undefined,
      tokensPerSecond: undefined,
      ...{ input: 0, cached: 0, output: 0, charged: 0, cost: 0 },
    };
    const models = this.#series.get(module) ?? new Map<string, Map<string, Series>>();
    const upstreams = models.get(model) ?? new Map<string, Series>();
    this.#series.set(module, models.set(model, upstreams.set(upstream, series)));
    this.#all.push(series);
    return series;
  }
}
