// Wires the list of models: what every kind of engine serves, for GET /models and for the operator.
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
  return {
    routes: modelRoutes(new ModelService({ sources, prices, names: modelNames })),
    served: () => sources.flatMap((source) => source()),
    health: () => [...chat.health(), ...image.health(), ...music.health(), ...video.health(), ...audio.health()],
    engineProbes: [
      { name: 'text', isReady: () => chat.text.defaultModel()?.ready ?? false },
      ...['embeddings', 'image', 'music', 'video', 'speech', 'builder'].map((name) => ({
        name,
        isReady: () => hasReady(name),
      })),
    ],
  };
}
