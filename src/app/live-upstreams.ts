// The upstreams that the operator set while the service runs: opened, replaced and retired when the live settings change.
import type { Log } from '../core/log.ts';
import { LiveEngines } from './connected.ts';
import type { LiveSettings, LiveSnapshot, LiveUpstream, UpstreamSecret } from './live-settings.ts';

export interface LiveKind<E> {
  makes: 'text' | 'image';
  /** Gets the entry as the configuration file would have it; the key is the only secret that it can name. */
  open(entry: Record<string, unknown>, secretByName: () => string | undefined): E;
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
        return kind.open(fileEntry(upstream, secret), () => secret.apiKey);
      } catch (error) {
        log.warn({ err: error, upstream: upstream.name }, 'a live upstream cannot be opened');
        return undefined;
      }
    },
    retire: (engine) => kind.retire(engine),
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
