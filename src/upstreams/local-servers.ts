// The model servers of this machine: found on loopback, connected and disconnected when the operator asks for it, never by themselves.
import { type ConnectedLists, changeConnected, readConnected } from '../config/connected-file.ts';
import type { Config } from '../config/settings.ts';
import { ServiceError } from '../core/errors.ts';
import type { Log } from '../core/log.ts';
import type { LocalServerLine } from '../modules/operators/local-server-service.ts';
import {
  type FoundServer,
  findLocalServers,
  kindById,
  loopbackPort,
  loopbackUrl,
  type SearchedPort,
} from '../net/local-servers/find.ts';
import { LOCAL_SERVER_KINDS, type LocalServerKind } from '../net/local-servers/kinds.ts';

type Settings = Pick<Config, 'localServers' | 'connectedPath' | 'file' | 'openAi'>;
type Entry = Record<string, unknown>;

export class LocalServers {
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** The servers that answer now, and those that were connected before. */
  async list(signal: AbortSignal): Promise<LocalServerLine[]> {
    const found = await this.#find(signal);
    const { configured, connected } = this.#ports();
    const here = found.map(({ kind, port, url, version, models }): LocalServerLine => {
      const state = configured.has(port) ? 'configured' : connected.has(port) ? 'connected' : 'found';
      return { id: kind.id, title: kind.title, makes: kind.makes, url, version, models, state };
    });
    const gone = [...connected].filter(([port]) => !found.some((one) => one.port === port));
    return [...here, ...gone.flatMap(([port, entry]) => this.#describeGone(port, entry))];
  }

  async connect(id: string, signal: AbortSignal): Promise<LocalServerLine> {
    const kind = known(id);
    const server = (await this.#find(signal)).find((one) => one.kind.id === id);
    if (!server) throw this.#notThere(kind);
    if (!this.#ports().configured.has(server.port)) {
      const entry = entryOf(server, this.#nameFor(kind, server.port));
      await this.#change((lists) => added(without(lists, server.port), kind, entry));
    }
    return this.#read(id, signal);
  }

  async disconnect(id: string): Promise<void> {
    const kind = known(id);
    const { connected } = this.#ports();
    const port = this.#placeOf(id)?.port ?? kind.usualPort;
    if (!connected.has(port))
      throw new ServiceError(
        'not_found',
        `${kind.title} is not connected. GET /operator/local-servers lists the connected servers.`,
      );
    await this.#change((lists) => without(lists, port));
  }

  #find(signal: AbortSignal): Promise<FoundServer[]> {
    return findLocalServers(this.#settings.localServers, signal);
  }

  #change(change: (lists: ConnectedLists) => ConnectedLists): Promise<void> {
    return changeConnected(this.#settings.connectedPath, change);
  }

  async #read(id: string, signal: AbortSignal): Promise<LocalServerLine> {
    const server = (await this.list(signal)).find((one) => one.id === id);
    if (!server) throw this.#notThere(known(id));
    return server;
  }

  /** By port, because an address can be written in several ways. */
  #ports(): { configured: Set<number>; connected: Map<number, Entry> } {
    const { file, openAi, connectedPath } = this.#settings;
    const named = [...(file.upstreams ?? []), ...(file.image_upstreams ?? [])].map((entry) => portOf(entry));
    const { upstreams = [], image_upstreams: images = [] } = readConnected(connectedPath);
    const connected = [...upstreams, ...images].map((entry) => [portOf(entry) ?? 0, entry] as const);
    const all = [...named, loopbackPort(openAi?.baseUrl)];
    return { configured: new Set(all.filter((port) => port !== undefined)), connected: new Map(connected) };
  }

  #placeOf(id: string): SearchedPort | undefined {
    return this.#settings.localServers.find((place) => place.id === id);
  }

  #describeGone(port: number, entry: Entry): LocalServerLine[] {
    const place = this.#settings.localServers.find((one) => one.port === port);
    const kind = kindById(place?.id ?? '') ?? LOCAL_SERVER_KINDS.find(({ id }) => String(entry.name).startsWith(id));
    if (!kind) return [];
    const { id, title, makes } = kind;
    return [{ id, title, makes, url: loopbackUrl(port), version: null, models: [], state: 'gone' }];
  }

  /** Upstreams' names are shown as the owners of models, so they must be distinct. */
  #nameFor({ id }: LocalServerKind, port: number): string {
    const { file } = this.#settings;
    const taken = [...(file.upstreams ?? []), ...(file.image_upstreams ?? [])].map(({ name }) => name);
    return taken.includes(id) ? `${id}-${port}` : id;
  }

  #notThere({ title, usualPort, id }: LocalServerKind): ServiceError {
    const { localServers } = this.#settings;
    const message =
      localServers.length === 0
        ? 'LOCAL_SERVERS=off: this service does not look for model servers. Unset it, then try again.'
        : `${title} does not answer at ${loopbackUrl(this.#placeOf(id)?.port ?? usualPort)}. Start it, then try again.`;
    return new ServiceError('engine_unavailable', message);
  }
}

function known(id: string): LocalServerKind {
  const kind = kindById(id);
  if (kind) return kind;
  const ids = LOCAL_SERVER_KINDS.map((one) => one.id).join(', ');
  throw new ServiceError('not_found', `There is no kind of local server "${id}". Known: ${ids}.`);
}

function portOf(entry: Entry): number | undefined {
  return typeof entry.base_url === 'string' ? loopbackPort(entry.base_url) : undefined;
}

function without({ upstreams = [], image_upstreams = [] }: ConnectedLists, port: number): ConnectedLists {
  const stays = (entry: Entry) => portOf(entry) !== port;
  return { upstreams: upstreams.filter(stays), image_upstreams: image_upstreams.filter(stays) };
}

function added(lists: ConnectedLists, { makes }: LocalServerKind, entry: Entry): ConnectedLists {
  const list = makes === 'text' ? 'upstreams' : 'image_upstreams';
  return { ...lists, [list]: [...(lists[list] ?? []), entry] };
}

function entryOf({ kind, url, models }: FoundServer, name: string): Entry {
  if (kind.makes === 'text') return { name, base_url: `${url}/v1` };
  if (models.length === 0)
    throw new ServiceError(
      'engine_unavailable',
      `${kind.title} has no checkpoint yet. Put one into its folder of models, then try again.`,
    );
  const ids = new Set<string>();
  const listed = models.flatMap((model) => {
    const id = modelId(model);
    if (ids.has(id)) return [];
    ids.add(id);
    return [{ id, upstream_id: model }];
  });
  return { name, kind: kind.id === 'comfyui' ? 'comfyui' : 'automatic1111', base_url: url, models: listed };
}

/** `folder/sd_xl_base_1.0.safetensors [31e35c80fc]` is offered as `sd_xl_base_1.0`. */
function modelId(file: string): string {
  const name =
    file
      .replace(/\s*\[[0-9a-f]+\]$/, '')
      .split(/[\\/]/)
      .at(-1) ?? file;
  return name.replace(/\.(safetensors|ckpt|pt|gguf|sft)$/i, '') || file;
}

/** One line for each unused server: the operator decides. */
export async function announceLocalServers(servers: LocalServers, log: Log, signal: AbortSignal): Promise<void> {
  try {
    for (const server of await servers.list(signal)) {
      if (server.state !== 'found') continue;
      const { id, url, models } = server;
      log.info({ server: id, url, models }, `${describeServer(server)}; not used. To connect it: ${connectLine(id)}`);
    }
  } catch (error) {
    if (!signal.aborted) log.warn({ err: error }, 'looking for model servers on this machine failed');
  }
}

const SHOWN_MODELS = 5;

export function describeServer({ title, version, url, models }: LocalServerLine): string {
  const more = models.length > SHOWN_MODELS ? ` and ${models.length - SHOWN_MODELS} more` : '';
  const list = models.length === 0 ? 'no models' : `${models.slice(0, SHOWN_MODELS).join(', ')}${more}`;
  return `found ${title}${version ? ` ${version}` : ''} at ${url} with ${list}`;
}

export function connectLine(id: string): string {
  return `npm run models -- connect ${id}`;
}
