// Wires the list of models: what every kind of engine serves, for GET /models and for the operator.
import { type Log, redact } from '../core/log.ts';
import type { MetricSettings } from '../http/metrics.ts';
import { modelRoutes } from '../modules/models/routes.ts';
import { ModelService } from '../modules/models/service.ts';
import type { ServedModel } from '../modules/operators/engine-service.ts';
import type { CandidateHealth } from '../net/routing.ts';
import type { Area } from './area.ts';
import type { Audio } from './audio.ts';
import type { Builder } from './builder.ts';
import type { Chat } from './chat.ts';
import type { Image } from './image.ts';
import type { Music } from './music.ts';
import type { SharedParts } from './shared-parts.ts';
import type { Video } from './video.ts';

export interface ModelParts extends SharedParts {
  chat: Chat;
  image: Image;
  music: Music;
  video: Video;
  audio: Audio;
  builder: Builder;
}

export interface Models extends Area {
  /** For the operator: every model, including those that no call can name. */
  served(): readonly ServedModel[];
  /** Health of the engines in recent calls. */
  health(): readonly CandidateHealth[];
}

export function buildModels({
  prices,
  modelNames,
  upstreams,
  chat,
  image,
  music,
  video,
  audio,
  builder,
  log,
}: ModelParts): Models {
  const sources = [
    ...chat.models,
    ...image.models,
    ...music.models,
    ...video.models,
    ...audio.models,
    ...builder.models,
  ];
  modelNames.offer({
    sources,
    isChatName: (name) => chat.text.find(name) !== undefined,
    defaultChat: () => chat.text.defaultModel(),
    moderation: () => upstreams.side.moderation.flatMap((engine) => [...engine.models()]),
  });
  const hasReady = (module: string) =>
    sources.some((source) => source().some((model) => model.module === module && model.ready));
  const health = () => [...chat.health(), ...image.health(), ...music.health(), ...video.health(), ...audio.health()];
  return {
    routes: modelRoutes(new ModelService({ sources, prices, names: modelNames })),
    served: () => sources.flatMap((source) => source()),
    health,
    metrics: upstreamMetrics(health),
    chores: [{ everyMs: 1_000, isSkippedAtStop: true, run: tellPauses(health, log) }],
    engineProbes: [
      { name: 'text', isReady: () => chat.text.defaultModel()?.ready ?? false },
      ...['embeddings', 'image', 'music', 'video', 'speech', 'builder'].map((name) => ({
        name,
        isReady: () => hasReady(name),
      })),
    ],
  };
}

/** One line when a model at an upstream is paused because it failed repeatedly, and one when it answers again. */
function tellPauses(health: () => readonly CandidateHealth[], log: Log): () => Promise<void> {
  const paused = new Set<string>();
  return async () => {
    for (const { engine: upstream, model, state, lastError } of health()) {
      const key = `${upstream}\n${model}`;
      if (state === 'open' && !paused.has(key)) {
        paused.add(key);
        const reason = lastError && redact(lastError.message);
        log.warn({ upstream, model, reason }, 'an upstream failed repeatedly: calls skip it until it answers again');
      } else if (state === 'closed' && paused.delete(key)) log.info({ upstream, model }, 'an upstream answers again');
    }
  };
}

/** Read from what the routers keep anyway: a call does nothing for them. */
function upstreamMetrics(health: () => readonly CandidateHealth[]): MetricSettings[] {
  const labels = ['upstream', 'model'];
  const samples = (read: (one: CandidateHealth) => number) =>
    mostSamples(health()).map((one) => ({ labels: { upstream: one.engine, model: one.model }, value: read(one) }));
  return [
    {
      name: 'upstream_attempts_total',
      help: 'Tries of a model at an upstream; a refused order is none',
      labels: [...labels, 'outcome'],
      read: () =>
        (['succeeded', 'failed'] as const).flatMap((outcome) =>
          samples(({ totals }) => totals[outcome]).map(({ labels, value }) => ({
            labels: { ...labels, outcome },
            value,
          })),
        ),
    },
    {
      name: 'upstream_retries_total',
      help: 'Tries that followed a failed one at the same upstream',
      labels,
      read: () => samples(({ totals }) => totals.retried),
    },
    {
      name: 'upstream_breaker_open',
      help: '1 while calls skip the model at this upstream because it failed repeatedly',
      labels,
      aggregator: 'max',
      read: () => samples(({ state }) => (state === 'closed' ? 0 : 1)),
    },
  ];
}

/** Those with most failures and calls: an upstream may offer any number of models. */
function mostSamples(health: readonly CandidateHealth[]): readonly CandidateHealth[] {
  if (health.length <= MAX_CANDIDATES) return health;
  const rank = ({ totals }: CandidateHealth) => totals.failed * 1e6 + totals.succeeded;
  return health.toSorted((a, b) => rank(b) - rank(a)).slice(0, MAX_CANDIDATES);
}

const MAX_CANDIDATES = 500;
