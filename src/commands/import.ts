// import: moves an installation of LiteLLM here: its upstreams, names, policies and keys, with a list of what has no counterpart.
import { createHash } from 'node:crypto';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
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
import { importKey, knownKeys } from '../store/keys.ts';
import { readLiveTerms } from '../upstreams/live-terms.ts';
import { type ReadConfig, readLiteLlmConfig } from './litellm/read-config.ts';
import { type Owner, type ReadKey, readLiteLlmKeys } from './litellm/read-keys.ts';
import { MAX_CONFIG_BYTES } from './litellm/read-yaml.ts';
import { readOptions } from './options.ts';

const USAGE = `Usage: npm run --silent import -- litellm --config config.yaml [--to FOLDER]
       npm run --silent import -- litellm --config config.yaml --keys keys.json [--teams teams.json] [--users users.json] [--budgets budgets.json]
           [--metadata fields,without,limits] [--plan P] [--credits N] [--domain example.com] [--join yes] [--to FOLDER]
The files are answers of LiteLLM, or lists of their pages: GET /key/list?return_full_object=true&size=100, /team/list, /user/list and /budget/list.`;
const NOWHERE = 'litellm.invalid';
const FOLDER = 'litellm-import';

export async function runImport(args: string[]): Promise<void> {
  const { verb, options } = readOptions(args, [
    ...(['config', 'keys', 'teams', 'users', 'budgets', 'metadata'] as const),
    ...(['plan', 'credits', 'domain', 'join', 'to'] as const),
  ]);
  if (verb !== 'litellm' || !options.config) throw new ConfigError(USAGE);
  const { prices, secretByName } = loadConfig();
  const rate = creditsPerDollar(prices);
  const read = readLiteLlmConfig(await configText(options.config), {
    creditsPerDollar: rate,
    metadata: options.metadata?.split(',') ?? [],
    variable: secretByName,
  });
  const folder = resolve(options.to ?? FOLDER);
  const lines = await writeConfig(read, folder);
  if (options.keys) lines.push('', ...(await importKeys(options.keys, options, rate)));
  await writeFile(join(folder, 'report.txt'), `${lines.join('\n')}\n`);
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** Not read at all when it is too large, or no file. */
async function configText(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  if (found && (!found.isFile() || found.size > MAX_CONFIG_BYTES))
    throw new ConfigError(`${path} is no file of at most ${MAX_CONFIG_BYTES / 1e6} MB.`);
  return textOf(path);
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
  { lists, environment, expected, renamed, models, left, limiting }: ReadConfig,
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
    ...[...renamed].map(
      ([name, theirs]) => `Set ${name} to the value of ${theirs}, whose name is a setting of this service.`,
    ),
    ...listed('Settings of all calls that nothing here holds, so decide on each of them:', limiting),
    ...listed('Without a counterpart here:', left),
  ];
}

function listed(title: string, lines: readonly string[]): string[] {
  return lines.length > 0 ? ['', title, ...lines.map((line) => `- ${line}`)] : [];
}

/** As Node reads a file of settings. */
function quoted(value: string): string {
  if (/^[\w./:,=*@-]+$/.test(value)) return value;
  // Within double quotes, Node reads \n as a new line.
  const mark = ["'", '`', '"'].find((one) => !value.includes(one));
  if (!mark)
    throw new ConfigError('A key in the file has all three kinds of quotes, which no file of settings can hold.');
  return `${mark}${value}${mark}`;
}

type KeyOptions = Partial<
  Record<'teams' | 'users' | 'budgets' | 'metadata' | 'plan' | 'credits' | 'domain' | 'join', string>
>;

/** All accounts and keys, or none. */
async function importKeys(path: string, options: KeyOptions, rate: number): Promise<string[]> {
  const { keys, left } = readLiteLlmKeys({
    keys: await textOf(path),
    teams: options.teams && (await textOf(options.teams)),
    users: options.users && (await textOf(options.users)),
    budgets: options.budgets && (await textOf(options.budgets)),
    metadata: options.metadata?.split(',') ?? [],
  });
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
      for (const owned of Map.groupBy(keys, ({ owner }) => identityOf(owner)).values())
        told.push(...(await importOwner(trx, owned, terms)));
      return told;
    });
    return [
      'Accounts and keys (the keys go on working as they are):',
      ...lines,
      'Budgets of LiteLLM count what providers charge. Here they count your prices: the cost times cost_factor, which is 1.3 unless you set it to 1.',
      ...listed('Of the keys:', left),
    ];
  } finally {
    await store.close();
  }
}

/** What makes two owners one: the kind and the whole id. JSON keeps apart what a hash of the text would not, such as halves of characters. */
function identityOf({ kind, id }: Owner): string {
  return JSON.stringify([kind, id]);
}

/** An id of LiteLLM proves no email address, and two owners never lead to one account. */
function emailOf(owner: Owner, domain: string): string {
  const mark = createHash('sha256').update(identityOf(owner)).digest('hex').slice(0, 32);
  // Of the id, since a name may have changed at the next run.
  const word = (owner.kind === 'key' ? owner.kind : owner.id)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 30)
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
  owned: readonly ReadKey[],
  { plan, credits, rate, domain, joins }: ImportTerms,
): Promise<string[]> {
  const [{ owner, leftDollars } = { owner: undefined, leftDollars: null }] = owned;
  if (!owner) return [];
  const here = await knownKeys(
    trx,
    owned.map(({ hash }) => hash),
  );
  const fresh = owned.filter(({ hash }) => !here.some((one) => one.hash.equals(hash)));
  if (fresh.length === 0) return [`- ${owner.name}: was here before; 0 of ${owned.length} keys added`];
  const email = emailOf(owner, domain);
  const known = await findAccountByEmail(trx, email);
  // Somebody may have signed up with the address.
  if (known && (known.isOwner || !(joins || here.some(({ accountId }) => accountId === known.id))))
    return [
      `- ${owner.name}: nothing was added, because ${email} has an account that holds none of these keys. If it is theirs, use --join yes.`,
    ];
  const liveCredits = Math.floor(leftDollars === null ? credits : leftDollars * rate);
  const { id } = known ?? (await openAccount(trx, { email, plan, liveCredits, announce: announceAccount }));
  const lines: string[] = [];
  let added = 0;
  for (const key of fresh) {
    // A second key would have the limits of the team or user a second time.
    if (known && key.isShared)
      lines.push(`- the key ${key.name} stays behind: its team or user has limits, and keys were imported before`);
    else if (await importKey(trx, { accountId: id, environment: 'live' }, { ...key, terms: termsOf(key, rate) }))
      added += 1;
  }
  const given = `${liveCredits} credits${liveCredits === 0 ? ', so no call is served before you grant some' : ''}`;
  return [
    `- ${owner.name}: account ${id} (${email}), plan ${known?.plan ?? plan}, ${known ? 'was here before' : given}; ${added} of ${owned.length} keys added`,
    ...lines,
  ];
}

function termsOf(key: ReadKey, rate: number) {
  const cap = (dollars: number | null) => (dollars === null ? null : creditsToMicro(dollars * rate));
  return {
    name: key.name,
    scopes: key.scopes,
    models: key.models,
    requestsPerMinute: key.requestsPerMinute,
    tokensPerMinute: key.tokensPerMinute,
    dailyCap: cap(key.dailyDollars),
    monthlyCap: cap(key.monthlyDollars),
    expiresAt: key.expiresAt,
  };
}
