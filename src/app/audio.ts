// Wires audio: the voices of this machine and upstreams that speak, and the audio module.
import { createLocalReading } from '../engines/speech/local/read-aloud.ts';
import { openAiNamesOf } from '../engines/speech/local/voice-names.ts';
import { connectSpeechUpstreams } from '../engines/speech/upstream/connect.ts';
import { speechRoutes } from '../modules/audio/routes.ts';
import { SpeechService } from '../modules/audio/speech-service.ts';
import { type ModelSource, otherModels } from '../modules/models/sources.ts';
import type { Area } from './area.ts';
import type { LocalEngines } from './local.ts';
import type { SharedParts } from './shared-parts.ts';

export interface AudioParts extends SharedParts {
  local: LocalEngines;
}

export interface Audio extends Area {
  /** For GET /models. */
  models: readonly ModelSource[];
}

export function buildAudio({ config, local, money, prices }: AudioParts): Audio {
  const { openAi, secretByName, file } = config;
  const { speech, store } = local;
  // In order of preference.
  const engines = [
    createLocalReading({ speech, store }),
    ...connectSpeechUpstreams({ entries: file.speech_upstreams ?? [], openAi, secretByName }),
  ];
  const voices = () => speech.voices().map((voice) => ({ ...voice, openAiNames: openAiNamesOf(voice.id) }));
  return {
    routes: speechRoutes(new SpeechService({ engines, voices, money, prices })),
    models: engines.map((engine) => otherModels('speech', engine)),
  };
}
