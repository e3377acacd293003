// import: moves an installation of LiteLLM here: its upstreams, names, policies and keys, with a list of what has no counterpart.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { announceAccount } from '../app/events.ts';
import { openStore } from '../app/store.ts';
import { loadConfig } from '../config/config.ts';
import { ConfigError } from '../config/values.ts';
import { isEmailAddress } from '../core/email-address.ts';
import { createLog } from '../core/log.ts';
import { creditsToMicro } from '../core/money.ts';
import { openAccount } from '../modules/account/open-account.ts';
import { CREDITS_PER_UNIT, type PriceList } from '../money/price-list.ts';
import { findAccountByEmail } from '../store/accounts.ts';
import type { Database } from '../store/database.ts';
import { importKey } from '../store/keys.ts';
import { readLiveTerms } from '../upstreams/live-terms.ts';
import { type ReadConfig, readLiteLlmConfig } from './litellm/read-config.ts';
import { type ReadKey, readLiteLlmKeys } from './litellm/read-keys.ts';
import { readOptions } from './options.ts';

const USAGE = `Usage: npm run --silent import -- litellm --config config.yaml [--to FOLDER]
       npm run --silent import -- litellm --config config.yaml --keys keys.json [--plan P] [--credits N] [--domain example.com] [--to FOLDER]
keys.json is the answer of LiteLLM's GET /key/list?return_full_object=true&size=100, or a list of such keys.`;
const NOWHERE = 'litellm.invalid';
const FOLDER = 'litellm-import';

export async function runImport(args: string[]): Promise<void> {
  const { verb, options } = readOptions(args, ['config', 'keys', 'plan', 'credits', 'domain', 'to']);
  if (verb !== 'litellm' || !options.config) throw new ConfigError(USAGE);
  const { prices, secretByName } = loadConfig();
  const rate = creditsPerDollar(prices);
  const read = readLiteLlmConfig(await textOf(options.config), { creditsPerDollar: rate, variable: secretByName });
  const folder = resolve(options.to ?? FOLDER);
  const lines = await writeConfig(read, folder);
  if (options.keys) lines.push('', ...(await importKeys(await textOf(options.keys), options, rate)));
  await writeFile(join(folder, 'report.txt'), `${lines.join('\n')}\n`);
  process.stdout.write(`${lines.join('\n')}\n`);
}

async function textOf(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => {
    throw new ConfigError(`The file ${path} cannot be read.`);
  });
}

function creditsPerDollar(prices: Pick<PriceList, 'currency' | 'currency_per_usd'>): number {
  const { currency, currency_per_usd: rate = currency === 'usd' ? 1 : undefined } = prices;
  if (rate === undefined)
    throw new ConfigError(
      `Costs and budgets of LiteLLM are in US dollars. Set currency_per_usd in the price list to have them in ${currency}.`,
    );
  return rate * CREDITS_PER_UNIT;
}

async function writeConfig(
  { lists, environment, expected, models, left }: ReadConfig,
  folder: string,
): Promise<string[]> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(join(folder, 'config.json'), `${JSON.stringify(lists, null, 2)}\n`);
  const secret = [...environment].map(([name, value]) => `${name}=${quoted(value)}`);
  await writeFile(
    join(folder, 'settings.env'),
    `CONFIG=${quoted(join(folder, 'config.json'))}\n${secret.join('\n')}\n`,
    { mode: 0o600 },
  );
  const count = Object.values(lists).reduce((sum, rows) => sum + rows.length, 0);
  return [
    `${models} models at ${count} upstreams: ${join(folder, 'config.json')}`,
    `Settings, and keys that stood in the file: ${join(folder, 'settings.env')}. Put them into the environment of the service, or into its .env.`,
    ...(expected.size > 0 ? [`Set these as before: ${[...expected].join(', ')}`] : []),
    ...(left.length > 0 ? ['', 'Without a counterpart here:', ...left.map((one) => `- ${one}`)] : []),
  ];
}

function quoted(value: string): string {
  return /^[\w./:,=*@-]+$/.test(value) ? value : `'${value.replaceAll("'", '')}'`;
}

type KeyOptions = { plan?: string; credits?: string; domain?: string };

async function importKeys(text: string, options: KeyOptions, rate: number): Promise<string[]> {
  const { keys, left } = readLiteLlmKeys(text);
  const { plan = 'enterprise', domain = NOWHERE } = options;
  const credits = Number(options.credits ?? 0);
  if (!(credits >= 0)) throw new ConfigError('--credits must be a number of credits, 0 or more.');
  const config = loadConfig();
  const store = await openStore(config, createLog({ level: 'warn' }));
  try {
    const { plans } = await readLiveTerms(config, store.database.queries);
    if (!Object.hasOwn(plans, plan))
      throw new ConfigError(`There is no plan "${plan}". Plans: ${Object.keys(plans).join(', ')}.`);
    const owners = [...Map.groupBy(keys, ({ owner }) => owner)];
    const lines: string[] = [];
    for (const [owner, owned] of owners)
      lines.push(
        await importOwner(store.database, { owner, owned, plan, credits, rate, email: emailOf(owner, domain) }),
      );
    return [
      'Accounts and keys (the keys go on working as they are):',
      ...lines,
      'Budgets of LiteLLM count what providers charge. Here they count your prices: the cost times cost_factor, which is 1.3 unless you set it to 1.',
      ...(left.length > 0 ? ['', 'Of the keys, without a counterpart here:', ...left.map((one) => `- ${one}`)] : []),
    ];
  } finally {
    await store.close();
  }
}

function emailOf(owner: string, domain: string): string {
  const email = isEmailAddress(owner) ? owner : `${owner.toLowerCase().replace(/[^a-z0-9.-]+/g, '-')}@${domain}`;
  if (!isEmailAddress(email)) throw new ConfigError(`"${email}" is not an email address. Choose another --domain.`);
  return email;
}

interface Owner {
  owner: string;
  owned: readonly ReadKey[];
  plan: string;
  credits: number;
  rate: number;
  email: string;
}

/** The account with its keys, or neither. */
async function importOwner(database: Database, { owner, owned, plan, credits, rate, email }: Owner): Promise<string> {
  const left = owned.reduce((sum, { leftDollars }) => sum + (leftDollars ?? 0), 0) * rate;
  const mayGoOn = owned.some(({ leftDollars }) => leftDollars === null);
  const liveCredits = Math.floor(left + (mayGoOn ? credits : 0));
  return database.transaction(async (trx) => {
    const known = await findAccountByEmail(trx, email);
    const { id } = known ?? (await openAccount(trx, { email, plan, liveCredits, announce: announceAccount }));
    let added = 0;
    for (const key of owned)
      added += (await importKey(trx, { accountId: id, environment: 'live' }, { ...key, terms: termsOf(key, rate) }))
        ? 1
        : 0;
    const state = known
      ? 'was here before'
      : `${liveCredits} credits${liveCredits === 0 ? ', so no call is served before you grant some' : ''}`;
    return `- ${owner}: account ${id} (${email}), plan ${known?.plan ?? plan}, ${state}; ${added} of ${owned.length} keys added`;
  });
}

function termsOf(key: ReadKey, rate: number) {
  const cap = (dollars: number | null) => (dollars === null ? null : creditsToMicro(dollars * rate));
  return {
    name: key.name.slice(0, 100),
    scopes: ['*'],
    models: key.models,
    requestsPerMinute: key.requestsPerMinute,
    tokensPerMinute: key.tokensPerMinute,
    dailyCap: cap(key.dailyDollars),
    monthlyCap: cap(key.monthlyDollars ?? key.leftDollars),
    expiresAt: key.expiresAt,
  };
}
