// The engines on this machine and their weights.
import type { Config } from '../config/settings.ts';
import { type Log, showProgress } from '../core/log.ts';
import { reasonOf } from '../core/outages.ts';
import { runtimeEntries } from '../engines/diffusion/runtime.ts';
import { createLocalEmbeddingEngine } from '../engines/embedding/minilm/engine.ts';
import type { EmbeddingEngine } from '../engines/embedding/port.ts';
import { createPainterEngine } from '../engines/image/painter.ts';
import type { ImageEngine } from '../engines/image/port.ts';
import { aceStepRuntimeEntries } from '../engines/music/ace-step/runtime.ts';
import { createKokoroSpeech } from '../engines/speech/kokoro.ts';
import type { SingableSpeech } from '../engines/speech/port.ts';
import { createLocalTextEngine } from '../engines/text/local/engine.ts';
import { buildEntries } from '../engines/text/local/gpu/builds.ts';
import { chooseGpu, type GpuChoice } from '../engines/text/local/gpu/choose-gpu.ts';
import type { TextEngine } from '../engines/text/port.ts';
import { createSandboxTextEngine } from '../engines/text/sandbox/engine.ts';
import { readModelEntries } from '../models/catalogue.ts';
import { createFirstChoice } from '../models/first-choice.ts';
import { findGpu } from '../models/gpu.ts';
import { lookAtMachine, type Machine } from '../models/machine.ts';
import { type DefaultPull, pullDefaults } from '../models/pull-defaults.ts';
import { createModelStore, type ModelStore } from '../models/store.ts';
import type { Area } from './area.ts';

type StoreSettings = Pick<Config, 'modelsDir' | 'hubUrl' | 'modelMirrors' | 'file' | 'secretByName'>;

/** The cache of weights, with the models that the operator's configuration adds. */
export function openModelStore(config: StoreSettings, log: Log): ModelStore {
  const hubToken = config.secretByName('HF_TOKEN');
  const mirrorToken = config.secretByName('MODELS_MIRROR_TOKEN');
  return createModelStore({
    modelsDir: config.modelsDir,
    hubUrl: config.hubUrl,
    ...(hubToken ? { hubToken } : {}),
    mirrors: config.modelMirrors.map((url) => ({ url, ...(mirrorToken ? { token: mirrorToken } : {}) })),
    extraModels: [
      ...buildEntries(),
      ...runtimeEntries(),
      ...aceStepRuntimeEntries(),
      ...readModelEntries(config.file.models ?? {}),
    ],
    log,
    onPercent: (words) => showProgress(log, words),
  });
}

export interface LocalEngines extends Area {
  store: ModelStore;
  /** In order of preference. */
  text: readonly TextEngine[];
  embedding: readonly EmbeddingEngine[];
  painter: ImageEngine;
  speech: SingableSpeech;
  /** Each pulls one of the default weights. */
  defaults: readonly DefaultPull[];
  /** Pulls models that suit this machine better than the defaults. */
  upgrades: readonly DefaultPull[];
  look(): Promise<Machine>;
}

type LocalSettings = StoreSettings & Pick<Config, 'gpu' | 'modelsMemoryBytes' | 'pullModels'>;

export function buildLocalEngines(config: LocalSettings, log: Log): LocalEngines {
  const store = openModelStore(config, log);
  const look = () => lookWithSettings(config);
  const choice = createFirstChoice({ store, log, look, onArrived: () => text.currentDefault() });
  const text = createLocalTextEngine({
    store,
    log,
    firstPulls: choice.firstText,
    preferred: choice.preferredText,
    chooseGpu: () => decideGpu(config, store, log),
    ...(config.modelsMemoryBytes === null ? {} : { memoryBytes: config.modelsMemoryBytes }),
  });
  const embedding = createLocalEmbeddingEngine({ store });
  const speech = createKokoroSpeech(store);
  return {
    store,
    text: [text, createSandboxTextEngine()],
    embedding: [embedding],
    painter: createPainterEngine(),
    speech,
    defaults: [(signal) => text.pullDefault(signal), (signal) => embedding.pullDefault(signal)],
    upgrades: [(signal) => choice.upgrade(signal)],
    look,
    async close() {
      await Promise.all([text.close(), embedding.close(), speech.close()]);
    },
  };
}

async function lookWithSettings(config: LocalSettings): Promise<Machine> {
  const machine = await lookAtMachine(config.modelsDir);
  return {
    ...machine,
    ...(config.gpu === 'off' ? { gpu: undefined } : {}),
    ...(config.modelsMemoryBytes === null ? {} : { budgetBytes: config.modelsMemoryBytes }),
  };
}

/** Runs before the first model is loaded. The build for a GPU is pulled only if a GPU is found. */
async function decideGpu(config: LocalSettings, store: ModelStore, log: Log): Promise<GpuChoice> {
  const choice = await chooseGpu({ setting: config.gpu, store, find: findGpu, pull: config.pullModels });
  log.info({ gpu: choice.use }, choice.words);
  return choice;
}

/** Pulls the default weights in the background, one after the other; GET /models shows the progress. */
export function pullModels(
  defaults: readonly DefaultPull[],
  { log, ending, store }: { log: Log; ending: AbortSignal; store: ModelStore },
): Promise<void> {
  let lastReason = '';
  return pullDefaults(defaults, {
    signal: ending,
    onFirstRound: () => {
      const here = store.list().filter(({ status }) => status.ready);
      log.info({}, `ready: ${here.map(({ id }) => id).join(', ') || 'no model of this machine'}`);
    },
    onFailure: (error) => {
      const reason = reasonOf(error);
      if (reason !== lastReason) log.warn({ reason }, 'default weights cannot be downloaded; it is tried again');
      lastReason = reason;
    },
  });
}
