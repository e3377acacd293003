// The matrix of clients: every client does the same eleven things with a model of every kind of upstream.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type CellName, UPSTREAM_KINDS, type UpstreamKind } from './client-results.ts';
import { configWith } from './config-file.ts';
import { plain } from './pictures.ts';
import { ANSWER, BUSY, IN_THE_PDF, SLOWLY, THOUGHTS, USED } from './scripted-model.ts';
import { type ScriptedUpstream, startScriptedUpstream } from './scripted-upstream.ts';
import { startService, type TestService } from './service.ts';
import { smallPdf } from './small-pdf.ts';
import { until } from './until.ts';

/** What a client understood of an answer, in words of no dialect. */
interface Understood {
  text?: string;
  thoughts?: string;
  object?: unknown;
  usage?: { input?: number; output?: number; cached?: number };
}

/** What a driver (test/clients/sdks/drivers) does with its client. A cell that is absent has a reason in `cannot`. */
export interface DrivenClient {
  text(prompt: string): Promise<Understood>;
  stream(prompt: string): Promise<Understood>;
  tools?(prompt: string): Promise<Understood>;
  parallel?(prompt: string): Promise<Understood>;
  structured?(prompt: string): Promise<Understood>;
  image?(prompt: string, png: string): Promise<Understood>;
  pdf?(prompt: string, pdf: string): Promise<Understood>;
  thinking?(prompt: string): Promise<Understood>;
  cache?(prompt: string): Promise<Understood>;
  abort?(prompt: string, signal: AbortSignal, hasBegun: () => void): Promise<void>;
  retry?(prompt: string): Promise<Understood>;
}

export interface ClientDriver {
  /** `with`: the provider's package, where a library has one for each API. */
  client: { name: string; api: string; with?: string };
  /** Cells that the client itself lacks, and why. */
  cannot?: Partial<Record<CellName, string>>;
  /** Cells whose tokens the client gets wrong by itself, and how. */
  inexact?: Partial<Record<CellName, string>>;
  connect(target: { origin: string; key: string; model: string }): DrivenClient;
}

/** From this checkout, with the libraries that its own tests use, or from the folder where all clients are installed. */
export async function loadDriver(
  name: string,
  folder = join(import.meta.dirname, '../clients/sdks'),
): Promise<ClientDriver> {
  return (await import(pathToFileURL(join(folder, 'drivers', `${name}.mjs`)).href)) as ClientDriver;
}

export interface Matrix {
  service: TestService;
  key: string;
  upstreams: Record<UpstreamKind, ScriptedUpstream>;
  /** Runs one cell; throws what went wrong. */
  run(driver: ClientDriver, kind: UpstreamKind, cell: CellName): Promise<void>;
  close(): Promise<void>;
}

export async function startMatrix(environment: Record<string, string> = {}): Promise<Matrix> {
  const started = await Promise.all(UPSTREAM_KINDS.map(startScriptedUpstream));
  const upstreams = Object.fromEntries(
    started.map((upstream, index) => [UPSTREAM_KINDS[index], upstream]),
  ) as Matrix['upstreams'];
  const CONFIG = await configWith(
    UPSTREAM_KINDS.map((kind, index) => ({
      ...{ name: kind, kind, base_url: started[index]?.baseUrl, list_models: false, retries: 0, api_key_env: 'UP_KEY' },
      models: [{ id: modelOf(kind), price: { input: 100, output: 100 }, context_window: 100_000, capabilities: ABLE }],
    })),
  );
  // READ_ON_SECONDS: what a client has left is given up soon, so that the cell "abort" sees it.
  const service = await startService({ CONFIG, UP_KEY: 'key', TEST_WORKER: '0', READ_ON_SECONDS: '1', ...environment });
  const { liveKey: key } = await service.account();
  const png = Buffer.from(await plain(8, 8, '#4080c0')).toString('base64');
  const pdf = smallPdf(IN_THE_PDF).toString('base64');
  return {
    service,
    key,
    upstreams,
    async run(driver, kind, cell) {
      const client = driver.connect({ origin: service.origin, key, model: modelOf(kind) });
      const isExact = !driver.inexact?.[cell];
      await CHECKS[cell]({ client, upstream: upstreams[kind], png, pdf, isExact });
    },
    async close() {
      await Promise.all(started.map((upstream) => upstream.close()));
      await service.stop();
    },
  };
}

const ABLE = ['tools', 'vision', 'reasoning', 'json_schema'];
export const modelOf = (kind: string) => `scripted-${kind}`;

interface Trial {
  client: DrivenClient;
  upstream: ScriptedUpstream;
  png: string;
  pdf: string;
  /** The tokens that the client tells are checked. */
  isExact: boolean;
}

let trials = 0;
/** Clients run beside each other: a call is found again by the number in its prompt. */
const numbered = (prompt: string) => {
  trials += 1;
  return { prompt: `${prompt} (trial ${trials}.)`, number: trials };
};

const CHECKS: Record<CellName, (trial: Trial) => Promise<void>> = {
  async text({ client }) {
    const { text, usage } = await client.text('Name a colour.');
    assert.equal(text, ANSWER);
    assertUsage(usage);
  },
  async stream({ client, isExact }) {
    const { text, usage } = await client.stream('Name a colour.');
    assert.equal(text, ANSWER);
    if (isExact) assertUsage(usage);
    else assert.ok((usage?.input ?? 0) > 0 && (usage?.output ?? 0) > 0, JSON.stringify(usage));
  },
  async tools({ client }) {
    const { text } = (await client.tools?.('What is the weather in Paris?')) ?? {};
    assert.match(text ?? '', /^RESULTS: .*sunny in Paris/);
  },
  async parallel({ client }) {
    const { text } = (await client.parallel?.('What is the weather in Paris and in Rome?')) ?? {};
    assert.match(text ?? '', /^RESULTS: .*sunny in Paris.* and .*sunny in Rome/);
  },
  async structured({ client }) {
    const { object } = (await client.structured?.('The capital of France, as JSON.')) ?? {};
    assert.deepEqual(object, { city: 'Paris', country: 'France' });
  },
  async image({ client, png }) {
    assert.equal((await client.image?.('What is it?', png))?.text, 'SAW 1');
  },
  async pdf({ client, pdf }) {
    assert.equal((await client.pdf?.('What is the answer?', pdf))?.text, 'READ forty-two');
  },
  async thinking({ client }) {
    const { text, thoughts } = (await client.thinking?.('Name a colour.')) ?? {};
    assert.deepEqual([text, thoughts], [ANSWER, THOUGHTS]);
  },
  async cache({ client }) {
    const { usage } = (await client.cache?.('Name a colour.')) ?? {};
    assert.deepEqual([usage?.input, usage?.cached], [USED.input, USED.cached]);
  },
  async abort({ client, upstream }) {
    const { prompt, number } = numbered(SLOWLY);
    const leaving = new AbortController();
    // The client ends with an error or quietly, as it likes; it must end, and the upstream must learn of it.
    await client
      .abort?.(prompt, leaving.signal, () => leaving.abort())
      .catch((error) => {
        if (!leaving.signal.aborted) throw error;
      });
    assert.ok(leaving.signal.aborted, 'the stream ended before its first piece');
    const call = upstream.heard.find(({ text }) => text.includes(`(trial ${number}.)`));
    await until(() => call?.wasLeft || undefined, { saying: 'the upstream is told that the client left' });
  },
  async retry({ client, upstream }) {
    const { prompt, number } = numbered(`${BUSY}${trials + 1} Name a colour.`);
    assert.equal((await client.retry?.(prompt))?.text, ANSWER);
    assert.equal(upstream.heard.filter(({ text }) => text.includes(`(trial ${number}.)`)).length, 2);
  },
};

function assertUsage(usage: Understood['usage']): void {
  assert.deepEqual([usage?.input, usage?.output], [USED.input, USED.output]);
}
