// The kinds of upstreams that an operator can set while the service runs: how to check each, which models it offers,
// and a trial call.
import type { ImageEngine } from '../engines/image/port.ts';
import type { MusicEngine } from '../engines/music/port.ts';
import type { ReadingEngine } from '../engines/speech/port.ts';
import type { TextEngine } from '../engines/text/port.ts';
import { readUpstream } from '../engines/text/upstream-settings.ts';
import type { SoundIntake, TranscriptionEngine } from '../engines/transcription/port.ts';
import type { VideoEngine } from '../engines/video/port.ts';
import { nameOf } from '../engines/video/router.ts';
import { COMPOSER_MODEL } from '../modules/music/service.ts';
import { checkUpstream, type Makes, type OpenUpstream } from './live-upstreams.ts';
import { type TryOrder, tryImage, tryMusic, trySpeech, tryText, tryTranscription, tryVideo } from './try-calls.ts';

type Entry = Record<string, unknown>;
type Send = (order: TryOrder, signal: AbortSignal) => Promise<void>;

/** What one upstream offers on this node now. */
export interface Offer {
  models: readonly string[];
  send: Send;
  /** Asks for its list of models; absent if it has none. */
  askForModels?: (signal: AbortSignal) => Promise<void>;
}

export interface UpstreamKind {
  makes: Makes;
  /** Its part of the price list. */
  module: string;
  /** The trial prompt if the operator gives none. */
  prompt: string;
  /** Throws what is wrong with an entry, without connecting it. */
  check(entry: Entry, hasKey: boolean): void;
  /** Undefined if no upstream of this kind has the name. */
  find(upstream: string): Offer | undefined;
}

/** The engines of each kind that run on this node now, and how a new one is opened. */
export interface KindParts {
  chat: { engines(): readonly TextEngine[] };
  image: { engines(): readonly ImageEngine[]; openUpstream: OpenUpstream<ImageEngine> };
  music: { upstreams(): readonly MusicEngine[]; openUpstream: OpenUpstream<MusicEngine> };
  video: VideoKind;
  audio: {
    readers(): readonly ReadingEngine[];
    openReader: OpenUpstream<ReadingEngine>;
    listeners(): readonly TranscriptionEngine[];
    openListener: OpenUpstream<TranscriptionEngine>;
    intake: SoundIntake;
  };
}

interface VideoKind {
  engines(): readonly VideoEngine[];
  openUpstream: OpenUpstream<readonly VideoEngine[]>;
}

export function listKinds({ chat, image, music, video, audio }: KindParts): readonly UpstreamKind[] {
  return [
    {
      ...{ makes: 'text', module: 'chat', prompt: 'Say hello in one short sentence.' },
      check: checkText,
      find: findText(chat.engines),
    },
    {
      ...{ makes: 'image', module: 'image', prompt: 'A red apple on a wooden table.' },
      check: checkBy(image.openUpstream),
      find: findIn(image.engines, tryImage),
    },
    {
      ...{ makes: 'music', module: 'music', prompt: 'A calm piano phrase.' },
      check: checkBy(music.openUpstream),
      find(upstream) {
        const engine = music.upstreams().find(({ name }) => name === upstream);
        return engine && { models: [COMPOSER_MODEL], send: (order, signal) => tryMusic(engine, order, signal) };
      },
    },
    {
      ...{ makes: 'video', module: 'video', prompt: 'A candle burns in a dark room.' },
      check: checkBy(video.openUpstream),
      find: (upstream) => findVideo(video, upstream),
    },
    {
      ...{ makes: 'speech', module: 'speech', prompt: 'Hello.' },
      check: checkBy(audio.openReader),
      find: findIn(audio.readers, trySpeech),
    },
    {
      ...{ makes: 'transcription', module: 'transcription', prompt: '' },
      check: checkBy(audio.openListener),
      find: findIn(audio.listeners, (engine, order, signal) =>
        tryTranscription({ engine, intake: audio.intake }, order, signal),
      ),
    },
  ];
}

function findIn<E extends { name: string; models(): readonly { id: string }[] }>(
  engines: () => readonly E[],
  send: (engine: E, order: TryOrder, signal: AbortSignal) => Promise<void>,
): UpstreamKind['find'] {
  return (upstream) => {
    const engine = engines().find(({ name }) => name === upstream);
    return (
      engine && {
        models: engine.models().map(({ id }) => id),
        send: (order, signal) => send(engine, order, signal),
      }
    );
  };
}

function findText(engines: () => readonly TextEngine[]): UpstreamKind['find'] {
  const find = findIn(engines, tryText);
  return (upstream) => {
    const offer = find(upstream);
    const engine = engines().find(({ name }) => name === upstream);
    if (!offer || !engine?.askForModels) return offer;
    return { ...offer, askForModels: (signal) => engine.askForModels?.(signal) ?? Promise.resolve() };
  };
}

/** An upstream of videos has one engine for each of its models. */
function findVideo({ engines }: Pick<VideoKind, 'engines'>, upstream: string): Offer | undefined {
  const own = engines().filter((engine) => nameOf(engine) === upstream);
  if (own.length === 0) return undefined;
  return {
    models: own.map(({ name }) => name),
    async send(order, signal) {
      const engine = own.find(({ name }) => name === order.model);
      if (engine) await tryVideo(engine, order, signal);
    },
  };
}

function checkBy(open: OpenUpstream<unknown>): UpstreamKind['check'] {
  return (entry, hasKey) => checkUpstream(open, entry, hasKey);
}

/** The kinds of providers other than openai have no common list of models. */
function checkText(entry: Entry): void {
  const settings = readUpstream(entry);
  if ((settings.kind ?? 'openai') !== 'openai' && !settings.models?.length)
    throw new Error(`An upstream of the kind "${settings.kind}" must list its models.`);
}
