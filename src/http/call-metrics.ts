// Metrics of calls to models for Prometheus: by module, model, upstream and status, with a bounded number of series.
import { Counter, Histogram, type Registry } from 'prom-client';
import type { LoggedRequest } from '../core/logged-request.ts';
import { microToCredits } from '../core/money.ts';
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

/** Looked up once: finding a series by its labels costs more than counting. */
interface Series {
  labels: Record<Label, string>;
  byStatus: Map<number, Counter.Internal>;
  seconds: Histogram.Internal<Label>;
  /** Of streams only. */
  firstToken: Histogram.Internal<Label> | undefined;
  tokensPerSecond: Histogram.Internal<Label> | undefined;
  input: Counter.Internal;
  cached: Counter.Internal;
  output: Counter.Internal;
  credits: Counter.Internal;
  cost: Counter.Internal;
}

export class CallMetrics {
  readonly #calls: Counter<Label | 'status'>;
  readonly #seconds: Histogram<Label>;
  readonly #firstToken: Histogram<Label>;
  readonly #tokensPerSecond: Histogram<Label>;
  readonly #tokens: Counter<Label | 'type'>;
  readonly #credits: Counter<Label>;
  readonly #cost: Counter<Label>;
  readonly #series = new Map<string, Map<string, Map<string, Series>>>();
  #count = 0;

  constructor(registry: Registry) {
    const registers = [registry];
    const counter = <More extends string>(name: string, help: string, more: readonly More[]) =>
      new Counter({ name: `atelier_${name}`, help, labelNames: [...LABELS, ...more], registers });
    const histogram = (name: string, help: string, buckets: number[]) =>
      new Histogram({ name: `atelier_${name}`, help, labelNames: LABELS, buckets, registers });
    this.#calls = counter('calls_total', 'Calls to models by status; 499: the client left', ['status']);
    this.#seconds = histogram('call_seconds', 'Time of a call to a model, to the end of its answer', SECONDS);
    this.#firstToken = histogram('first_token_seconds', 'Time to the first part of a stream', FIRST_TOKEN_SECONDS);
    this.#tokensPerSecond = histogram(
      'tokens_per_second',
      'Tokens of a stream per second, after its first part',
      TOKENS_PER_SECOND,
    );
    this.#tokens = counter('tokens_total', 'Tokens of charged calls; cached ones are input too', ['type']);
    this.#credits = counter('call_credits_total', 'Credits charged for calls to models', []);
    this.#cost = counter('upstream_cost_credits_total', 'What upstreams bill for charged calls, where known', []);
  }

  record(call: LoggedRequest): void {
    const series = this.#seriesOf(call.module, call.servedModel ?? NONE, providerOf(call));
    let calls = series.byStatus.get(call.status);
    if (!calls) {
      calls = this.#calls.labels({ ...series.labels, status: call.status });
      series.byStatus.set(call.status, calls);
    }
    calls.inc();
    series.seconds.observe(call.durationMs / 1000);
    if (call.servedModel !== null) this.#recordUse(call, series);
  }

  #recordUse(call: LoggedRequest, series: Series): void {
    const { labels } = series;
    const { promptTokens, completionTokens, cachedTokens, charged, upstreamCost, firstByteMs } = call;
    if (promptTokens) series.input.inc(promptTokens);
    if (cachedTokens) series.cached.inc(cachedTokens);
    if (completionTokens) series.output.inc(completionTokens);
    if (charged) series.credits.inc(microToCredits(charged));
    if (upstreamCost) series.cost.inc(microToCredits(upstreamCost));
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
    if (this.#count >= MAX_SERIES && model !== OTHER) return this.#seriesOf(module, OTHER, OTHER);
    const labels = { module, model, upstream };
    const series: Series = {
      labels,
      byStatus: new Map(),
      seconds: this.#seconds.labels(labels),
      firstToken: undefined,
      tokensPerSecond: undefined,
      input: this.#tokens.labels({ ...labels, type: 'input' }),
      cached: this.#tokens.labels({ ...labels, type: 'cached' }),
      output: this.#tokens.labels({ ...labels, type: 'output' }),
      credits: this.#credits.labels(labels),
      cost: this.#cost.labels(labels),
    };
    const models = this.#series.get(module) ?? new Map<string, Map<string, Series>>();
    const upstreams = models.get(model) ?? new Map<string, Series>();
    this.#series.set(module, models.set(model, upstreams.set(upstream, series)));
    this.#count += 1;
    return series;
  }
}
