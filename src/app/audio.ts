// Wires audio: speech and transcription on this machine, upstreams for both, and the audio module.

import { createLocalReading } from '../engines/speech/local/read-aloud.ts';
import { openAiNamesOf } from '../engines/speech/local/voice-names.ts';
import type { ReadingEngine } from '../engines/speech/port.ts';
import { createReadingRouter } from '../engines/speech/router.ts';
import { connectSpeechUpstreams } from '../engines/speech/upstream/connect.ts';
import { createSoundIntake } from '../engines/transcription/intake.ts';
import type { SoundIntake, TranscriptionEngine } from '../engines/transcription/port.ts';
import { createTranscriptionRouter } from '../engines/transcription/router.ts';
import { connectTranscriptionUpstreams } from '../engines/transcription/upstream/connect.ts';
import { createWhisperEngine, WHISPER_MODEL } from '../engines/transcription/whisper/engine.ts';
import type { DefaultPull } from '../models/pull-defaults.ts';
import { speechRoutes } from '../modules/audio/speech-routes.ts';
import { SpeechService } from '../modules/audio/speech-service.ts';
import { transcriptionRoutes } from '../modules/audio/transcription-routes.ts';
import { TranscriptionService } from '../modules/audio/transcription-service.ts';
import type { Listener } from '../modules/chat/recordings.ts';
import { type ModelSource, otherModels } from '../modules/models/sources.ts';
import { type CandidateHealth, Routing } from '../net/routing.ts';
import { followRules, followUpstreams, type OpenUpstream } from '../upstreams/live-upstreams.ts';
import type { Area } from './area.ts';
import type { LocalEngines } from './local.ts';
import { saleOf, sharingOf } from './sale.ts';
import type { SharedParts } from './shared-parts.ts';

export interface AudioParts extends SharedParts {
  local: LocalEngines;
}

export interface Audio extends Area {
  /** In order of preference. */
  readers(): readonly ReadingEngine[];
  listeners(): readonly TranscriptionEngine[];
  openReader: OpenUpstream<ReadingEngine>;
  openListener: OpenUpstream<TranscriptionEngine>;
  intake: SoundIntake;
  /** For chats that contain recordings. */
  listener: Listener;
  /** For GET /models. */
  models: readonly ModelSource[];
  /** Health of the engines in recent calls. */
  health(): readonly CandidateHealth[];
  /** Pull the default weights. */
  defaults: readonly DefaultPull[];
}

export function buildAudio(parts: AudioParts): Audio {
  const { config, local, artifacts, money, prices, leftCalls, live, log, gates } = parts;
  const paying = { money, prices, leftCalls };
  const { openAi, secretByName, file } = config;
  const { speech, store } = local;
  const whisper = createWhisperEngine(store);
  const readingRules = followRules(live, { makes: 'speech', file: file.speech_upstreams });
  const readingRouting = new Routing<ReadingEngine>({
    rules: readingRules,
    sale: saleOf(prices, 'speech'),
    sharing: sharingOf(config, prices),
    gate: gates.of('speech'),
  });
  const setReaders = followUpstreams(live, log, {
    makes: 'speech',
    open: openReader,
    retire: ({ name }) => readingRouting.forget(name),
  });
  const fixedReaders = [
    createLocalReading({ speech, store }),
    ...connectSpeechUpstreams({ entries: file.speech_upstreams ?? [], openAi, secretByName }),
  ];
  const readers = () => [...fixedReaders, ...setReaders.list()];
  const listeningRules = followRules(live, { makes: 'transcription', file: file.transcription_upstreams });
  const listeningRouting = new Routing<TranscriptionEngine>({
    rules: listeningRules,
    sale: saleOf(prices, 'transcription'),
    sharing: sharingOf(config, prices),
    gate: gates.of('transcription'),
  });
  const setListeners = followUpstreams(live, log, {
    makes: 'transcription',
    open: openListener,
    retire: ({ name }) => listeningRouting.forget(name),
  });
  const fixedListeners = [
    whisper,
    ...connectTranscriptionUpstreams({ entries: file.transcription_upstreams ?? [], openAi, secretByName }),
  ];
  const listeners = () => [...fixedListeners, ...setListeners.list()];
  const reading = createReadingRouter(readers, readingRouting);
  const listening = createTranscriptionRouter(listeners, listeningRouting);
  const voices = () => speech.voices().map((voice) => ({ ...voice, openAiNames: openAiNamesOf(voice.id) }));
  const intake = createSoundIntake();
  const transcription = new TranscriptionService({ engines: listening.engines, intake, artifacts, ...paying });
  return {
    readers,
    listeners,
    openReader,
    openListener,
    intake,
    listener: { hear: (order) => transcription.hear(order) },
    routes: [
      ...speechRoutes(
        new SpeechService({
          engines: [reading],
          voices,
          mark: (type, origin) => parts.marks.ofStream(type, origin),
          ...paying,
        }),
      ),
      ...transcriptionRoutes(transcription),
    ],
    models: [
      () => readers().flatMap((engine) => otherModels('speech', engine)()),
      () => listeners().flatMap((engine) => otherModels('transcription', engine)()),
    ],
    health: () => [...reading.health(), ...listening.health()],
    defaults: [(signal) => store.ensure(WHISPER_MODEL, { signal })],
    close: () => whisper.close(),
  };
}

const openReader: OpenUpstream<ReadingEngine> = (entry, secretByName) =>
  only(connectSpeechUpstreams({ entries: [entry], openAi: null, secretByName }));

const openListener: OpenUpstream<TranscriptionEngine> = (entry, secretByName) =>
  only(connectTranscriptionUpstreams({ entries: [entry], openAi: null, secretByName }));

function only<E>([engine]: readonly E[]): E {
  if (engine === undefined) throw new Error('an upstream needs an entry');
  return engine;
}
