// The operator's live settings in this process: read from PostgreSQL at the start and after every change, never during a call.
import type { Log } from '../core/log.ts';
import type { Seal } from '../outbox/seal.ts';
import type { Database } from '../store/database.ts';
import {
  readLiveSettings,
  readSettingsVersion,
  readUpstreamSecrets,
  SETTINGS_CHANNEL,
  type SettingValue,
} from '../store/live-settings.ts';
import { SELLER_SETTING } from '../store/seller.ts';

/** The key-derivation purpose for the keys of upstreams. */
export const UPSTREAM_SECRETS = 'upstream keys';

/** If a notification was lost, a node still notices a change within a second. */
export const SETTINGS_REFRESH_MS = 1_000;

/** What `upstream_secrets` holds, encrypted. */
export interface UpstreamSecret {
  apiKey?: string;
  headers?: Record<string, string>;
}

/** An upstream as it is stored: its settings in the form of the configuration file, without keys and headers. */
export interface LiveUpstream {
  name: string;
  makes: string;
  settings: SettingValue;
  secretId: string | null;
  hasKey: boolean;
  headerNames: readonly string[];
}

export interface LiveSnapshot {
  version: number;
  upstreams: readonly LiveUpstream[];
  prices: SettingValue;
  service: SettingValue;
  /** Shown to the operator; documents read it in their own transaction. */
  seller: SettingValue;
}

const UPSTREAM_PREFIX = 'upstream:';

const EMPTY: LiveSnapshot = { version: 0, upstreams: [], prices: {}, service: {}, seller: {} };

export class LiveSettings {
  readonly #database: Database;
  readonly #seal: Seal;
  readonly #log: Log;
  #snapshot = EMPTY;
  #secrets: ReadonlyMap<string, UpstreamSecret> = new Map();
  #reading: Promise<void> = Promise.resolve();

  constructor(parts: { database: Database; seal: Seal; log: Log }) {
    this.#database = parts.database;
    this.#seal = parts.seal;
    this.#log = parts.log;
  }

  /** Reads the settings; an error ends the start. From then on changes arrive automatically. */
  async start(signal: AbortSignal): Promise<void> {
    await this.#database.listen(SETTINGS_CHANNEL, () => void this.refresh(), signal);
    await this.#read();
  }

  /** A change replaces it as a whole: what a call has read stays unchanged. */
  get snapshot(): LiveSnapshot {
    return this.#snapshot;
  }

  /** Undefined if the key cannot be decrypted. */
  secretOf({ secretId }: LiveUpstream): UpstreamSecret | undefined {
    return secretId === null ? {} : this.#secrets.get(secretId);
  }

  /** Resolves when a change committed before this call is in effect here. */
  refresh(): Promise<void> {
    const next = this.#reading.then(() => this.#read());
    this.#reading = next.catch((error) => {
      this.#log.warn({ err: error }, 'the live settings cannot be read; those from before stay');
    });
    return this.#reading;
  }

  async #read(): Promise<void> {
    const { queries } = this.#database;
    const version = await readSettingsVersion(queries);
    if (version === this.#snapshot.version) return;
    const rows = await readLiveSettings(queries);
    const upstreams = rows.flatMap(({ name, value }) => (isUpstreamSetting(name) ? [upstreamOf(name, value)] : []));
    const ids = upstreams.flatMap(({ secretId }) => (secretId === null ? [] : [secretId]));
    const sealed = await readUpstreamSecrets(queries, ids);
    this.#secrets = new Map(sealed.flatMap(({ id, sealed: bytes }) => this.#open(id, bytes)));
    const readValue = (wanted: string) => rows.find(({ name }) => name === wanted)?.value ?? {};
    const [prices, service, seller] = [readValue('prices'), readValue('service'), readValue(SELLER_SETTING)];
    this.#snapshot = { version, upstreams, prices, service, seller };
    if (version > 0) this.#log.info({ version }, 'live settings are in effect');
  }

  #open(id: string, bytes: Buffer): [string, UpstreamSecret][] {
    try {
      return [[id, JSON.parse(this.#seal.open(bytes)) as UpstreamSecret]];
    } catch {
      this.#log.warn(
        { secret: id },
        'the key of an upstream cannot be decrypted because SECRET has changed; set it again',
      );
      return [];
    }
  }
}

export function isUpstreamSetting(name: string): boolean {
  return name.startsWith(UPSTREAM_PREFIX);
}

/** The settings as they would be with this change. */
export function withSetting(snapshot: LiveSnapshot, name: string, value: SettingValue | null): LiveSnapshot {
  if (name === 'prices') return { ...snapshot, prices: value ?? {} };
  if (!isUpstreamSetting(name)) return snapshot;
  const others = snapshot.upstreams.filter((one) => `${UPSTREAM_PREFIX}${one.name}` !== name);
  return { ...snapshot, upstreams: [...others, ...(value ? [upstreamOf(name, value)] : [])] };
}

function upstreamOf(name: string, value: SettingValue): LiveUpstream {
  const { makes, settings, secret_id: secretId, has_key: hasKey, header_names: headerNames } = value;
  return {
    name: name.slice(UPSTREAM_PREFIX.length),
    makes: String(makes),
    settings: settings as SettingValue,
    secretId: typeof secretId === 'string' ? secretId : null,
    hasKey: hasKey === true,
    headerNames: Array.isArray(headerNames) ? headerNames.map(String) : [],
  };
}
