// import: moves an installation of LiteLLM here: its upstreams, names, policies and keys, with a list of what has no counterpart.
import { createHash } from 'node:crypto';
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
import { MAX_CREDITS } from '../modules/operators/schema.ts';
import { CREDITS_PER_UNIT, type PriceList } from '../money/price-list.ts';
import { findAccountByEmail } from '../store/accounts.ts';
import type { Transaction } from '../store/database.ts';
import { hasKeyOf, importKey } from '../store/keys.ts';
import { readLiveTerms } from '../upstreams/live-terms.ts';
import { type ReadConfig, readLiteLlmConfig } from './litellm/read-config.ts';
import { type ReadKey, readLiteLlmKeys } from './litellm/read-keys.ts';
import { readOptions } from './options.ts';

const USAGE = `Usage: npm run --silent import -- litellm --config config.yaml [--to FOLDER]
       npm run --silent import -- litellm --config config.yaml --keys keys.json [--plan P] [--credits N] [--domain example.com] [--join yes] [--to FOLDER]
keys.json is the answer of LiteLLM's GET /key/list?return_full_object=true&size=100, or a list of such keys.`;
const NOWHERE = 'litellm.invalid';
const FOLDER = 'litellm-import';

export async function runImport(args: string[]): Promise<void> {
  const { verb, options } = readOptions(args, ['config', 'keys', 'plan', 'credits', 'domain', 'join', 'to']);
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

/** As Node reads a file of settings. */
function quoted(value: string): string {
  if (/^[\w./:,=*@-]+$/.test(value)) return value;
  const mark = ["'", '"', '`'].find((one) => !value.includes(one));
  if (!mark)
    throw new ConfigError('A key in the file has all three kinds of quotes, which no file of settings can hold.');
  return `${mark}${value}${mark}`;
}

type KeyOptions = { plan?: string; credits?: string; domain?: string; join?: string };

/** All accounts and keys, or none. */
async function importKeys(text: string, options: KeyOptions, rate: number): Promise<string[]> {
  const { keys, left } = readLiteLlmKeys(text);
  const { plan = 'enterprise', domain = NOWHERE, join: joins = 'no' } = options;
  const credits = Number(options.credits ?? 0);
  if (!(credits >= 0 && credits <= MAX_CREDITS))
    throw new ConfigError('--credits must be a number of credits, 0 or more.');
  if (joins !== 'yes' && joins !== 'no') throw new ConfigError('--join must be yes or no.');
  if (!isEmailAddress(`a@${domain}`)) throw new ConfigError(`"${domain}" is no domain of email addresses.`);
  const config = loadConfig();
  const store = await openStore(config, createLog({ level: 'warn' }));
  try {
    const { plans } = await readLiveTerms(config, store.database.queries);
    if (!Object.hasOwn(plans, plan))
      throw new ConfigError(`There is no plan "${plan}". Plans: ${Object.keys(plans).join(', ')}.`);
    const terms = { plan, credits, rate, domain, joins: joins === 'yes' };
    const lines = await store.database.transaction(async (trx) => {
      const told: string[] = [];
      for (const [owner, owned] of Map.groupBy(keys, (key) => key.owner))
        told.push(await importOwner(trx, { owner, owned }, terms));
      return told;
    });
    return [
      'Accounts and keys (the keys go on working as they are):',
      ...lines,
      'Budgets of LiteLLM count what providers charge. Here they count your prices: the cost times cost_factor, which is 1.3 unless you set it to 1.',
      ...(left.length > 0 ? ['', 'Of the keys:', ...left.map((one) => `- ${one}`)] : []),
    ];
  } finally {
    await store.close();
  }
}

/** An id of LiteLLM proves no email address, and two of them never lead to one account. */
function emailOf(owner: string, domain: string): string {
  const mark = createHash('sha256').update(owner).digest('hex').slice(0, 12);
  const word = owner
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-+|-+$/g, '');
  return `${word || 'account'}-${mark}@${domain}`;
}

interface ImportTerms {
  plan: string;
  credits: number;
  rate: number;
  domain: string;
  joins: boolean;
}

async function importOwner(
  trx: Transaction,
  { owner, owned }: { owner: string; owned: readonly ReadKey[] },
  { plan, credits, rate, domain, joins }: ImportTerms,
): Promise<string> {
  const email = emailOf(owner, domain);
  const known = await findAccountByEmail(trx, email);
  const hashes = owned.map(({ hash }) => hash);
  // Somebody may have signed up with the address.
  if (known && (known.isOwner || !(joins || (await hasKeyOf(trx, known.id, hashes)))))
    return `- ${owner}: nothing was added, because ${email} has an account that holds none of these keys. If it is theirs, use --join yes.`;
  const [{ leftDollars = null } = {}] = owned;
  const liveCredits = Math.floor(leftDollars === null ? credits : leftDollars * rate);
  const { id } = known ?? (await openAccount(trx, { email, plan, liveCredits, announce: announceAccount }));
  let added = 0;
  for (const key of owned) {
    const made = await importKey(trx, { accountId: id, environment: 'live' }, { ...key, terms: termsOf(key, rate) });
    if (made) added += 1;
  }
  const given = `${liveCredits} credits${liveCredits === 0 ? ', so no call is served before you grant some' : ''}`;
  return `- ${owner}: account ${id} (${email}), plan ${known?.plan ?? plan}, ${known ? 'was here before' : given}; ${added} of ${owned.length} keys added`;
}

function termsOf(key: ReadKey, rate: number) {
  const cap = (dollars: number | null) => (dollars === null ? null : creditsToMicro(dollars * rate));
  return {
    name: key.name,
    scopes: ['*'],
    models: key.models,
    requestsPerMinute: key.requestsPerMinute,
    tokensPerMinute: key.tokensPerMinute,
    dailyCap: cap(key.dailyDollars),
    monthlyCap: cap(key.monthlyDollars),
    expiresAt: key.expiresAt,
  };
}
