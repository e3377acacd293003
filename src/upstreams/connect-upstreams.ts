// Connects to the text, embedding, rerank and moderation servers that the configuration and the live settings name.
import type { Config } from '../config/settings.ts';
import type { Log } from '../core/log.ts';
import type { EmbeddingEngine } from '../engines/embedding/port.ts';
import { UpstreamEmbeddingEngine } from '../engines/embedding/upstream-engine.ts';
import type { TextEngine } from '../engines/text/port.ts';
import type { ModelRule } from '../engines/text/router-candidates.ts';
import { type ConnectedUpstreams, connectUpstreams, openUpstream, readTerms } from '../engines/text/upstreams.ts';
import { type ConnectedSettings, LiveEngines } from './connected.ts';
import { ConnectedEmbeddings } from './connected-embeddings.ts';
import type { LiveSettings, LiveSnapshot } from './live-settings.ts';
import { followUpstreams, oncePerSnapshot } from './live-upstreams.ts';
import { connectSideUpstreams, type SideUpstreams } from './side-upstreams.ts';

/** Connected before the areas are built: their prices belong to the price list. */
export interface Upstreams {
  text: ConnectedUpstreams;
  embeddings: readonly (EmbeddingEngine & { start(): Promise<void>; close(): Promise<void> })[];
  side: SideUpstreams;
  /** Those that were connected while the service ran, beside those of the settings. */
  connected: ConnectedText;
}

type TextTerms = Pick<ConnectedUpstreams, 'rules' | 'prices' | 'costs'>;

export interface ConnectedText {
  list(): readonly TextEngine[];
  /** The rules of all upstreams; those of the configuration win over live ones. */
  rules(): readonly ModelRule[];
  /** The rules, prices and costs that this snapshot would put into effect. */
  termsWith(snapshot: Pick<LiveSnapshot, 'upstreams'>): TextTerms;
  /** Called with the name of each engine that is replaced or removed. */
  onRetired(tell: (engine: string) => void): void;
  start(): Promise<void>;
  close(): Promise<void>;
}

interface Sources extends Pick<Config, 'secretByName'> {
  connected: ConnectedSettings;
  live: LiveSettings;
  log: Log;
}

export function connectToUpstreams(
  config: Pick<Config, 'openAi' | 'file' | 'secretByName'>,
  sources: { connected: ConnectedSettings; live: LiveSettings },
  log: Log,
): Upstreams {
  const { openAi, file, secretByName } = config;
  const text = connectUpstreams({ openAi, entries: file.upstreams ?? [], secretByName, log });
  return {
    text,
    embeddings: [
      ...(openAi
        ? [new UpstreamEmbeddingEngine({ name: 'openai', ...openAi, apiKey: openAi.apiKey ?? undefined, log })]
        : []),
      new ConnectedEmbeddings(sources.connected, log),
    ],
    side: connectSideUpstreams(openAi, log),
    connected: connectLive(text, { ...sources, secretByName, log }),
  };
}

function connectLive(text: ConnectedUpstreams, { connected, live, log, ...sources }: Sources): ConnectedText {
  const starting: Promise<void>[] = [];
  let isStarting = true;
  let notifyRetired: (engine: string) => void = () => undefined;
  const open = (entry: Record<string, unknown>, secretByName: Sources['secretByName']) => {
    const engine = openUpstream(entry, { secretByName, log });
    const started = engine
      .start()
      .catch((error) => log.warn({ err: error, upstream: engine.name }, 'an upstream did not start'));
    if (isStarting) starting.push(started);
    return engine;
  };
  const retire = (engine: ReturnType<typeof open>) => {
    engine.retire();
    notifyRetired(engine.name);
  };
  const local = new LiveEngines({
    read: () => connected.lists.upstreams,
    open: (entry) => open(entry, sources.secretByName),
    retire,
  });
  const set = followUpstreams(live, log, { makes: 'text', open, retire });
  const termsWith: ConnectedText['termsWith'] = ({ upstreams }) => {
    const mine = upstreams.filter(({ makes }) => makes === 'text');
    const all = [...mine.flatMap(({ name, settings }) => termsOf({ ...settings, name })), text];
    return {
      rules: all.flatMap(({ rules }) => rules),
      prices: new Map(all.flatMap(({ prices }) => [...prices])),
      costs: new Map(all.flatMap(({ costs }) => [...costs])),
    };
  };
  const terms = oncePerSnapshot(live, termsWith);
  const list = () => [...local.list(), ...set.list()];
  return {
    list,
    rules: () => terms().rules,
    termsWith,
    onRetired(tell) {
      notifyRetired = tell;
    },
    async start() {
      list();
      isStarting = false;
      await Promise.all(starting);
    },
    async close() {
      await Promise.all(list().map((engine) => engine.close()));
    },
  };
}

/** An entry that this version cannot read has no terms, as it has no engine. */
function termsOf(entry: unknown) {
  try {
    return [readTerms([entry])];
  } catch {
    return [];
  }
}
