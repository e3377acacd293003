// prices: fetches a newer map of provider prices, and shows a model's cost in the current map.
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { REMOTE_DATA_JSON_URL } from '@pydantic/genai-prices';
import { loadConfig } from '../config/config.ts';
import { ConfigError } from '../config/values.ts';
import { createLog } from '../core/log.ts';
import { countProviders, MAP_PACKAGE, providerCost, replaceProviderMap } from '../money/provider-costs.ts';
import { packageVersion, providerMapPath, StoredProviderMap } from '../upstreams/provider-map.ts';

const USAGE = `Usage:
  npm run prices -- refresh              fetches a newer map of provider prices
  npm run prices -- show PROVIDER MODEL  what the map says a model costs, in US dollars`;
const FETCH_MS = 30_000;
const MAX_MAP_BYTES = 32 * 1024 * 1024;

export async function runPrices(args: string[]): Promise<void> {
  const [action, ...rest] = args;
  const { dataDir } = loadConfig();
  if (action === 'refresh') return refresh(dataDir, rest[0] ?? REMOTE_DATA_JSON_URL);
  if (action === 'show' && rest.length === 2) return show(dataDir, rest[0] ?? '', rest[1] ?? '');
  throw new ConfigError(USAGE);
}

/** Stored only if this version of the package can read it: a broken map must not remove prices. */
async function refresh(dataDir: string, url: string): Promise<void> {
  let text: string;
  try {
    text = await fetchMap(url);
  } catch (error) {
    const reason =
      error instanceof Error ? (error.cause instanceof Error ? error.cause.message : error.message) : error;
    say(
      `${new URL(url).host} cannot be reached (${reason}). The map of the installed package ${MAP_PACKAGE} ${packageVersion()} stays in use; every release of this service brings a newer one.`,
    );
    return;
  }
  const models = await readMap(text, url);
  const path = providerMapPath(dataDir);
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(`${path}.new`, text);
  renameSync(`${path}.new`, path);
  say(`Stored ${models} models of providers in ${path}. Running services use it within ten seconds.`);
}

async function fetchMap(url: string): Promise<string> {
  const response = await fetch(url, { signal: AbortSignal.timeout(FETCH_MS) });
  if (!response.ok) throw new Error(`status ${response.status}`);
  const text = await response.text();
  if (text.length > MAX_MAP_BYTES) throw new Error('the answer is too long');
  return text;
}

async function readMap(text: string, url: string): Promise<number> {
  try {
    replaceProviderMap(JSON.parse(text));
    const { models } = await countProviders();
    // If the best-known model is missing, it is not a map or uses a newer format.
    if (providerCost('openai', 'gpt-4o-mini', 'text') === undefined) throw new Error('it lacks known models');
    return models;
  } catch (error) {
    throw new ConfigError(
      `${new URL(url).host} sent what is no map of provider prices: ${error instanceof Error ? error.message : error}`,
    );
  }
}

function show(dataDir: string, provider: string, model: string): void {
  new StoredProviderMap(dataDir, createLog({ level: 'error' }));
  const kinds = ['text', 'embedding', 'transcription'].flatMap((kind) => {
    const cost = providerCost(provider, model, kind);
    return cost ? [`${kind}: ${JSON.stringify(cost)}`] : [];
  });
  say(kinds.length > 0 ? kinds.join('\n') : `The map does not know what ${provider} charges for ${model}.`);
}

function say(words: string): void {
  process.stdout.write(`${words}\n`);
}
