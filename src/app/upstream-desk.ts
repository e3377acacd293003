// What the operator's module needs of the upstreams: the list of all of them, the check of new settings, and one call to try one.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config/settings.ts';
import { ServiceError } from '../core/errors.ts';
import type { ImageEngine } from '../engines/image/port.ts';
import { checkImageUpstream } from '../engines/image/upstream/connect.ts';
import type { TextEngine } from '../engines/text/port.ts';
import { parseUpstreams } from '../engines/text/upstream-settings.ts';
import type { TriedCall, UpstreamLine } from '../modules/operators/upstream-service.ts';
import { costAt, LIST_PRICE_PERMILLE, type Prices } from '../money/prices.ts';
import { refuseUpstreamAddress } from '../net/upstream-address.ts';
import type { SettingValue } from '../store/live-settings.ts';
import type { ConnectedSettings } from './connected.ts';
import type { LiveSettings } from './live-settings.ts';

export interface DeskParts {
  config: Config;
  connected: ConnectedSettings;
  live: LiveSettings;
  prices: Prices;
  textEngines(): readonly TextEngine[];
  imageEngines(): readonly ImageEngine[];
}

type Entry = Record<string, unknown>;

const LISTED = { attributionWaived: false, priceFactorPermille: LIST_PRICE_PERMILLE };

export class UpstreamDesk {
  readonly #parts: DeskParts;

  constructor(parts: DeskParts) {
    this.#parts = parts;
  }

  list(): UpstreamLine[] {
    const { config, connected, live } = this.#parts;
    const { file, openAi } = config;
    const fixed = (source: UpstreamLine['source'], makes: string) => (entry: Entry) =>
      this.#show({ source, makes, entry, hasKey: 'api_key_env' in entry || 'api_key_file' in entry });
    const environment = { name: 'openai', base_url: openAi?.baseUrl };
    return [
      ...(openAi
        ? [this.#show({ source: 'environment', makes: 'text', entry: environment, hasKey: !!openAi.apiKey })]
        : []),
      ...(file.upstreams ?? []).map(fixed('file', 'text')),
      ...(file.image_upstreams ?? []).map(fixed('file', 'image')),
      ...(file.music_upstreams ?? []).map(fixed('file', 'music')),
      ...(file.video_upstreams ?? []).map(fixed('file', 'video')),
      ...(file.speech_upstreams ?? []).map(fixed('file', 'speech')),
      ...(file.transcription_upstreams ?? []).map(fixed('file', 'transcription')),
      ...(connected.lists.upstreams ?? []).map(fixed('local', 'text')),
      ...(connected.lists.image_upstreams ?? []).map(fixed('local', 'image')),
      ...live.snapshot.upstreams.map((upstream): UpstreamLine => {
        const { name, makes, settings, hasKey, headerNames } = upstream;
        const line = this.#show({ source: 'live', makes, entry: { ...settings, name }, hasKey });
        const isLocked = live.secretOf(upstream) === undefined;
        const problem = isLocked ? 'The key cannot be decrypted because SECRET has changed. Set it again.' : null;
        return { ...line, settings, headerNames, problem };
      }),
    ];
  }

  /** As strict as the configuration file, and the address must be one at which an upstream can be. */
  check(setting: string, value: SettingValue): void {
    const name = setting.slice(setting.indexOf(':') + 1);
    const { makes, settings, has_key: hasKey } = value as { makes: string; settings: Entry; has_key: boolean };
    try {
      if (makes === 'text') checkText({ ...settings, name });
      else checkImageUpstream({ ...settings, name }, hasKey);
    } catch (error) {
      throw refused(error instanceof Error ? error.message : String(error));
    }
    if (settings.base_url === undefined) return;
    const { config } = this.#parts;
    const own = [config.publicUrl, `http://127.0.0.1:${config.port}`, `http://localhost:${config.port}`];
    const problem = refuseUpstreamAddress(
      String(settings.base_url),
      own.map((url) => new URL(url).origin),
    );
    if (problem) throw refused(problem, 'settings.base_url');
  }

  async try(
    name: string,
    asked: { model?: string; prompt: string },
    signal: AbortSignal,
  ): Promise<TriedCall | undefined> {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(TRY_MS)]);
    const text = await this.#engineOf(name, this.#parts.textEngines);
    if (text) return this.#try({ engine: text, module: 'chat', asked, send: sendText, signal: limited });
    const image = await this.#engineOf(name, this.#parts.imageEngines);
    if (image) return this.#try({ engine: image, module: 'image', asked, send: sendImage, signal: limited });
    return undefined;
  }

  /** An engine that was just opened may still be reading the list of its models. */
  async #engineOf<E extends { name: string; models(): readonly object[] }>(
    name: string,
    engines: () => readonly E[],
  ): Promise<E | undefined> {
    const find = () => engines().find((engine) => engine.name === name);
    for (let waits = 0; waits < LIST_WAITS && find()?.models().length === 0; waits += 1) await sleep(LIST_WAIT_MS);
    return find();
  }

  async #try<E extends { name: string; models(): readonly { id: string }[] }>({
    engine,
    module,
    asked,
    send,
    signal,
  }: {
    engine: E;
    module: string;
    asked: { model?: string; prompt: string };
    send: Send<E>;
    signal: AbortSignal;
  }): Promise<TriedCall> {
    const models = engine.models().map(({ id }) => id);
    const model = asked.model ?? models[0];
    if (model === undefined || !models.includes(model))
      throw new ServiceError(
        'invalid_parameter',
        `"${engine.name}" has no model ${asked.model === undefined ? 'yet' : `"${asked.model}"`}. It offers: ${models.join(', ') || 'none'}.`,
        { param: 'model' },
      );
    const got: Got = { answer: '', firstTokenMs: null, usage: { promptTokens: 0, completionTokens: 0 }, images: 0 };
    const startedMs = performance.now();
    const sinceStart = () => Math.round(performance.now() - startedMs);
    const error = await send(engine, { model, prompt: asked.prompt, got, sinceStart }, signal).then(
      () => null,
      (failure: unknown) => (failure instanceof Error ? failure.message : String(failure)),
    );
    const use = { ...got.usage, images: got.images, requests: 1 };
    const { prices } = this.#parts;
    return {
      ...got,
      model,
      error,
      latencyMs: sinceStart(),
      price: error === null ? costAt(prices.of(module, model), LISTED, use) : 0,
      cost: error === null ? prices.upstreamCost({ engine: engine.name, model }, use) : 0,
    };
  }

  #show(line: { source: UpstreamLine['source']; makes: string; entry: Entry; hasKey: boolean }): UpstreamLine {
    const { source, makes, entry, hasKey } = line;
    const { name, headers, ...settings } = entry;
    const engines = makes === 'text' ? this.#parts.textEngines() : makes === 'image' ? this.#parts.imageEngines() : [];
    const models = engines.find((engine) => engine.name === name)?.models() ?? [];
    return {
      name: String(name),
      makes,
      source,
      settings,
      hasKey,
      headerNames: typeof headers === 'object' && headers !== null ? Object.keys(headers) : [],
      models: models.map(({ id }) => id),
      problem: null,
    };
  }
}

const TRY_MS = 120_000;
const LIST_WAITS = 20;
const LIST_WAIT_MS = 100;
const TRY_TOKENS = 256;

type Got = Pick<TriedCall, 'answer' | 'firstTokenMs' | 'usage' | 'images'>;
type Send<E> = (
  engine: E,
  order: { model: string; prompt: string; got: Got; sinceStart(): number },
  signal: AbortSignal,
) => Promise<void>;

const sendText: Send<TextEngine> = async (engine, { model, prompt, got, sinceStart }, signal) => {
  const messages = [{ role: 'user' as const, content: prompt }];
  for await (const event of engine.stream({ model, messages, maxTokens: TRY_TOKENS }, signal)) {
    got.firstTokenMs ??= sinceStart();
    if (event.type === 'text') got.answer += event.text;
    if (event.type === 'end') got.usage = event.usage;
  }
};

const sendImage: Send<ImageEngine> = async (engine, { model, prompt, got }, signal) => {
  const order = { model, prompt, width: 512, height: 512, count: 1, seed: 1, format: 'png' as const };
  const made = await engine.generate(order, () => undefined, signal);
  got.images = made.length;
  got.answer = made.map(({ width, height, bytes }) => `An image of ${width}×${height}, ${bytes.length} bytes`).join();
};

/** The other kinds have no common list of models. */
function checkText(entry: Entry): void {
  const [settings] = parseUpstreams([entry]);
  if ((settings?.kind ?? 'openai') !== 'openai' && !settings?.models?.length)
    throw new Error(`An upstream of the kind "${settings?.kind}" must list its models.`);
}

function refused(message: string, param = 'settings'): ServiceError {
  return new ServiceError('invalid_parameter', message.replace(/^upstreams\[0\]\.?/, 'settings.'), { param });
}
