// Wires audio: speech and transcription on this machine, upstreams for both, and the audio module.
import { createLocalReading } from '../engines/speech/local/read-aloud.ts';
import { openAiNamesOf } from '../engines/speech/local/voice-names.ts';
import { createReadingRouter } from '../engines/speech/router.ts';
import { connectSpeechUpstreams } from '../engines/speech/upstream/connect.ts';
import { createSoundIntake } from '../engines/transcription/intake.ts';
import { createTranscriptionRouter } from '../engines/transcription/router.ts';
import { connectTranscriptionUpstreams } from '../engines/transcription/upstream/connect.ts';
import { createWhisperEngine, WHISPER_MODEL } from '../engines/transcription/whisper/engine.ts';
import type { DefaultPull } from '../models/pull-defaults.ts';
import { speechRoutes } from '../modules/audio/speech-routes.ts';
import { SpeechService } from '../modules/audio/speech-service.ts';
import { transcriptionRoutes } from '../modules/audio/transcription-routes.ts';
import { TranscriptionService } from '../modules/audio/transcription-service.ts';
import { type ModelSource, otherModels } from '../modules/models/sources.ts';
import type { CandidateHealth } from '../net/routing.ts';
import { readRules } from '../net/routing-settings.ts';
import type { Area } from './area.ts';
import type { LocalEngines } from './local.ts';
import type { SharedParts } from './shared-parts.ts';

export interface AudioParts extends SharedParts {
  local: LocalEngines;
}

export interface Audio extends Area {
  /** For GET /models. */
  models: readonly ModelSource[];
  /** Health of the engines in recent calls. */
  health(): readonly CandidateHealth[];
  /** Pull the default weights. */
  defaults: readonly DefaultPull[];
}

export function buildAudio({ config, local, artifacts, money, prices }: AudioParts): Audio {
  const { openAi, secretByName, file } = config;
  const { speech, store } = local;
  const whisper = createWhisperEngine(store);
  // In order of preference.
  const readers = [
    createLocalReading({ speech, store }),
    ...connectSpeechUpstreams({ entries: file.speech_upstreams ?? [], openAi, secretByName }),
  ];
  const listeners = [
    whisper,
    ...connectTranscriptionUpstreams({ entries: file.transcription_upstreams ?? [], openAi, secretByName }),
  ];
  const reading = createReadingRouter(readers, readRules(file.speech_upstreams ?? []));
  const listening = createTranscriptionRouter(listeners, readRules(file.transcription_upstreams ?? []));
  const voices = () => speech.voices().map((voice) => ({ ...voice, openAiNames: openAiNamesOf(voice.id) }));
  const intake = createSoundIntake();
  return {
    routes: [
      ...speechRoutes(new SpeechService({ engines: [reading], voices, money, prices })),
      ...transcriptionRoutes(
        new TranscriptionService({ engines: listening.engines, intake, artifacts, money, prices }),
      ),
    ],
    models: [
      ...readers.map((engine) => otherModels('speech', engine)),
      ...listeners.map((engine) => otherModels('transcription', engine)),
    ],
    health: () => [...reading.health(), ...listening.health()],
    defaults: [(signal) => store.ensure(WHISPER_MODEL, { signal })],
    close: () => whisper.close(),
  };
}
