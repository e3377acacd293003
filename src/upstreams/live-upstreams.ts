// Upstreams that the operator sets while the service runs: opened, replaced and retired when the live settings change.
import { hideSecret, type Log } from '../core/log.ts';
import type { RoutingRule } from '../net/routing.ts';
import { readRules } from '../net/routing-settings.ts';
import { LiveEngines } from './connected.ts';
import type { LiveSettings, LiveSnapshot, LiveUpstream, UpstreamSecret } from './live-settings.ts';

/** The kinds of upstreams, by their kind of work. */
export type Makes = 'text' | 'image' | 'music' | 'video' | 'speech' | 'transcription';

export type OpenUpstream<E> = (entry: Record<string, unknown>, secretByName: () => string | undefined) => E;

export interface LiveKind<E> {
  makes: Makes;
  /** Receives the entry in the configuration file's format; the key is the only secret that it can name. */
  open: OpenUpstream<E>;
  retire(engine: E): void;
}

/** The engines of one kind. A changed entry opens a new engine; calls that run on the old one end there. */
export function followUpstreams<E>(live: LiveSettings, log: Log, kind: LiveKind<E>): LiveEngines<E> {
  const listed = oncePerSnapshot(live, ({ upstreams }) =>
    upstreams.filter(({ makes }) => makes === kind.makes).map((upstream) => ({ ...upstream })),
  );
  return new LiveEngines<E>({
    read: listed,
    open(entry) {
      const upstream = entry as unknown as LiveUpstream;
      const secret = live.secretOf(upstream);
      if (!secret) return undefined;
      try {
        hideSecret(secret.apiKey);
        return kind.open(fileEntry(upstream, secret), () => secret.apiKey);
      } catch (error) {
        log.warn({ err: error, upstream: upstream.name }, 'a live upstream cannot be opened');
        return undefined;
      }
    },
    retire: (engine) => kind.retire(engine),
  });
}

/** Throws what is wrong with new settings: opens them and discards the result. */
export function checkUpstream(open: OpenUpstream<unknown>, entry: Record<string, unknown>, hasKey: boolean): void {
  open({ ...entry, ...(hasKey ? { api_key_env: KEY_NAME } : {}) }, () => 'not the key');
}

/**
 * The router's rules of one kind; those of the configuration file win. `entryOf` adds the models that an entry lacks.
 */
export function followRules(
  live: LiveSettings,
  kind: { makes: Makes; file: readonly Record<string, unknown>[] | undefined; entryOf?(entry: object): object },
): () => readonly RoutingRule[] {
  const { makes, file = [], entryOf = (entry) => entry } = kind;
  return oncePerSnapshot(live, ({ upstreams }) => {
    const set = upstreams.filter((one) => one.makes === makes).map(({ name, settings }) => ({ ...settings, name }));
    return readRules([...set, ...file].map((entry) => ({ ...entryOf(entry) })));
  });
}

const KEY_NAME = 'LIVE_UPSTREAM_KEY';

/** The entry of the configuration file that would connect the same upstream. */
function fileEntry(
  { name, settings }: Pick<LiveUpstream, 'name' | 'settings'>,
  { apiKey, headers }: UpstreamSecret,
): Record<string, unknown> {
  return {
    ...settings,
    name,
    ...(headers === undefined ? {} : { headers }),
    ...(apiKey === undefined ? {} : { api_key_env: KEY_NAME }),
  };
}

/** Computes anew only when the live settings have changed, and returns the same value until then. */
export function oncePerSnapshot<T>(live: LiveSettings, compute: (snapshot: LiveSnapshot) => T): () => T {
  let seen: LiveSnapshot | undefined;
  let value: T | undefined;
  return () => {
    const { snapshot } = live;
    if (snapshot !== seen) {
      value = compute(snapshot);
      seen = snapshot;
    }
    return value as T;
  };
}
