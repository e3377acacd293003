// The entries of all upstreams that settings name: of the configuration file, connected by a click, and set live.
import type { Config } from '../config/settings.ts';
import type { ConnectedSettings } from './connected.ts';
import type { LiveSettings } from './live-settings.ts';
import type { Makes } from './live-upstreams.ts';

export interface NamedUpstream {
  makes: Makes;
  name: string;
  entry: Readonly<Record<string, unknown>>;
}

interface Sources {
  config: Pick<Config, 'file'>;
  connected: Pick<ConnectedSettings, 'lists'>;
  live: Pick<LiveSettings, 'snapshot'>;
}

const LISTS = {
  upstreams: 'text',
  image_upstreams: 'image',
  music_upstreams: 'music',
  video_upstreams: 'video',
  speech_upstreams: 'speech',
  transcription_upstreams: 'transcription',
} as const satisfies Record<string, Makes>;

/** Returns the same list until a source has changed. */
export function followNamed({ config, connected, live }: Sources): () => readonly NamedUpstream[] {
  let seen: readonly unknown[] = [];
  let all: readonly NamedUpstream[] = [];
  return () => {
    const now = [connected.lists, live.snapshot];
    if (now.every((source, index) => source === seen[index])) return all;
    seen = now;
    const listed = (Object.keys(LISTS) as (keyof typeof LISTS)[]).flatMap((list) =>
      entriesIn(config.file, list).concat(entriesIn(connected.lists, list)).map(namedIn(LISTS[list])),
    );
    const set = live.snapshot.upstreams.map(({ makes, name, settings }) =>
      namedIn(makes as Makes)({ ...settings, name }),
    );
    all = [...listed, ...set];
    return all;
  };
}

function entriesIn(lists: Readonly<Partial<Record<string, unknown>>>, list: string): Record<string, unknown>[] {
  const entries = lists[list];
  return Array.isArray(entries) ? entries : [];
}

function namedIn(makes: Makes): (entry: Record<string, unknown>) => NamedUpstream {
  return (entry) => ({ makes, name: String(entry.name), entry });
}
