// Reads the environment, .env and the configuration file into one validated, frozen Config. No other file reads process.env.
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { readS3Url, type S3Place } from './artifacts/s3-place.ts';
import { type PriceList, PriceListSchema } from './money/price-list.ts';

const FileSettings = Type.Object(
  {
    upstreams: Type.Optional(Type.Array(Type.Record(Type.String(), Type.Unknown()))),
    image_upstreams: Type.Optional(Type.Array(Type.Record(Type.String(), Type.Unknown()))),
    music_upstreams: Type.Optional(Type.Array(Type.Record(Type.String(), Type.Unknown()))),
    video_upstreams: Type.Optional(Type.Array(Type.Record(Type.String(), Type.Unknown()))),
    speech_upstreams: Type.Optional(Type.Array(Type.Record(Type.String(), Type.Unknown()))),
    transcription_upstreams: Type.Optional(Type.Array(Type.Record(Type.String(), Type.Unknown()))),
    models: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    prices: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
);

export interface Config {
  serviceName: string;
  serviceUrl: string;
  host: string;
  port: number;
  /** The URL at which clients reach the service; derived from host and port if PUBLIC_URL is not set. */
  publicUrl: string;
  previewOrigin: string | null;
  production: boolean;
  dataDir: string;
  modelsDir: string;
  databaseUrl: string | null;
  /** Maximum number of database connections per process. */
  databasePool: number;
  redisUrl: string | null;
  /** The bucket for files; null: they are stored in the data folder. */
  s3: S3Place | null;
  smtpUrl: string | null;
  mailFrom: string;
  /** Signs sessions and encrypts webhook secrets; null: a secret is generated and stored in the data folder. */
  secret: string | null;
  logLevel: string;
  freeGrantCredits: number;
  /** Who may sign up: everyone, people with an invite link, or no one. */
  signUps: 'open' | 'invite' | 'closed';
  /** Email domains that may sign up; empty: any. */
  signUpDomains: readonly string[];
  captcha: {
    provider: 'cloudflare-turnstile' | 'hcaptcha';
    siteKey: string;
    secretKey: string;
    /** The URL that verifies captcha responses; null: the provider's own. */
    verifyUrl: string | null;
  } | null;
  ownerEmail: string;
  allowPrivateWebhooks: boolean;
  webhookRetrySeconds: readonly number[];
  trustProxy: boolean;
  openAi: { baseUrl: string; apiKey: string | null } | null;
  stripe: { secretKey: string; webhookSecret: string; apiBase: string | null } | null;
  allowBuiltinSales: boolean;
  hubUrl: string;
  pullModels: boolean;
  otlpEndpoint: string | null;
  jobSlots: number;
  /** Time for the headers of a request, and for its body before a minimum speed is enforced. */
  requestTimeoutSeconds: number;
  /** 0: no limit. */
  connectionsPerAddress: number;
  /** How many days data is kept; 0: forever. */
  retain: { usageDays: number; eventsDays: number; jobsDays: number; artifactsDays: number; uploadsDays: number };
  corsOrigins: readonly string[] | '*';
  prices: PriceList;
  file: Static<typeof FileSettings>;
  /** Reads secrets that adapters need by name, e.g. upstream keys; they are never logged. */
  secretByName(name: string): string | undefined;
}

/** Thrown for invalid settings; its message tells the operator what to change. */
export class ConfigError extends Error {}

export function loadConfig(environment: NodeJS.ProcessEnv = process.env, folder: string = process.cwd()): Config {
  const env = { ...readDotEnv(resolve(folder, '.env')), ...environment };
  const text = (name: string): string | null => env[name]?.trim() || null;
  const host = text('HOST') ?? '127.0.0.1';
  const port = wholeNumber('PORT', text('PORT') ?? '3000', 0, 65535);
  const secret = secretOf(text('SECRET'), host);
  const file = readConfigFile(text('CONFIG'), folder);
  const dataDir = resolve(folder, text('DATA_DIR') ?? 'data');
  const publicUrl = trimSlash(text('PUBLIC_URL') ?? originOf(host, port));
  const openAiBase = text('OPENAI_BASE_URL') ?? (text('OPENAI_API_KEY') ? 'https://api.openai.com/v1' : null);
  return Object.freeze({
    serviceName: text('SERVICE_NAME') ?? 'Atelier',
    serviceUrl: text('SERVICE_URL') ?? text('PUBLIC_URL') ?? originOf(host, port),
    host,
    port,
    publicUrl,
    previewOrigin: previewOriginOf(text('PREVIEW_ORIGIN'), publicUrl),
    production: text('NODE_ENV') === 'production',
    dataDir,
    modelsDir: resolve(folder, text('MODELS_DIR') ?? resolve(dataDir, 'models')),
    databaseUrl: text('DATABASE_URL'),
    databasePool: wholeNumber('DATABASE_POOL', text('DATABASE_POOL') ?? '32', 2, 1000),
    redisUrl: text('REDIS_URL'),
    s3: s3Of(text('S3_URL'), (name) => secretByName(env, name)),
    smtpUrl: text('SMTP_URL'),
    mailFrom: text('MAIL_FROM') ?? 'atelier@localhost',
    secret,
    logLevel: text('LOG_LEVEL') ?? 'info',
    freeGrantCredits: wholeNumber('FREE_GRANT', text('FREE_GRANT') ?? '100', 0, 1_000_000_000),
    signUps: oneOf('SIGN_UPS', text('SIGN_UPS') ?? 'open', ['open', 'invite', 'closed']),
    signUpDomains: commaList(text('SIGN_UP_DOMAINS') ?? '').map((domain) => domain.toLowerCase().replace(/^@/, '')),
    captcha: captchaOf(text, (name) => secretByName(env, name)),
    ownerEmail: text('OWNER_EMAIL') ?? 'owner@localhost.localdomain',
    allowPrivateWebhooks: text('ALLOW_PRIVATE_WEBHOOKS') === '1',
    webhookRetrySeconds: secondsList(text('WEBHOOK_RETRY_SECONDS') ?? '30,300,1800,7200'),
    trustProxy: text('TRUST_PROXY') === '1',
    openAi: openAiBase ? { baseUrl: trimSlash(openAiBase), apiKey: text('OPENAI_API_KEY') } : null,
    stripe: stripeOf(text('STRIPE_SECRET_KEY'), text('STRIPE_WEBHOOK_SECRET'), text('STRIPE_API_BASE')),
    allowBuiltinSales: text('ALLOW_BUILTIN_SALES') === '1',
    hubUrl: trimSlash(text('HF_ENDPOINT') ?? 'https://huggingface.co'),
    pullModels: text('PULL_MODELS') !== '0',
    otlpEndpoint: text('OTEL_EXPORTER_OTLP_ENDPOINT'),
    requestTimeoutSeconds: wholeNumber('REQUEST_TIMEOUT_SECONDS', text('REQUEST_TIMEOUT_SECONDS') ?? '30', 1, 3600),
    connectionsPerAddress: wholeNumber(
      'CONNECTIONS_PER_ADDRESS',
      text('CONNECTIONS_PER_ADDRESS') ?? '1024',
      0,
      1_000_000,
    ),
    jobSlots: wholeNumber('JOB_SLOTS', text('JOB_SLOTS') ?? '2', 1, 256),
    retain: {
      usageDays: retentionDays('RETAIN_USAGE_DAYS', text('RETAIN_USAGE_DAYS') ?? '0'),
      eventsDays: wholeNumber('RETAIN_EVENTS_DAYS', text('RETAIN_EVENTS_DAYS') ?? '30', 1, 30),
      jobsDays: retentionDays('RETAIN_JOBS_DAYS', text('RETAIN_JOBS_DAYS') ?? '0'),
      uploadsDays: retentionDays('RETAIN_UPLOADS_DAYS', text('RETAIN_UPLOADS_DAYS') ?? '30'),
      artifactsDays: retentionDays('RETAIN_ARTIFACTS_DAYS', text('RETAIN_ARTIFACTS_DAYS') ?? '0'),
    },
    corsOrigins:
      text('CORS_ORIGINS')
        ?.split(',')
        .map((origin) => origin.trim()) ?? '*',
    prices: readPrices(resolve(folder, file.prices ?? text('PRICES') ?? BUILT_IN_PRICES)),
    file,
    secretByName: (name: string) => secretByName(env, name),
  });
}

/** Cookies ignore ports: on another port of the same host, a preview would receive the session cookie of the user who views it. */
function previewOriginOf(given: string | null, publicUrl: string): string | null {
  if (!given) return null;
  const url = URL.parse(given);
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.username)
    throw new ConfigError('PREVIEW_ORIGIN must be an origin without a path, for example https://previews.example.com.');
  if (hostOf(url) === hostOf(new URL(publicUrl)))
    throw new ConfigError(
      'PREVIEW_ORIGIN must have a different host than PUBLIC_URL; a different port is not enough, because cookies ignore ports. Without PREVIEW_ORIGIN, previews run in a browser sandbox.',
    );
  return url.origin;
}

function hostOf({ hostname }: URL): string {
  return hostname.toLowerCase().replace(/\.$/, '');
}

function secretByName(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const path = env[`${name}_FILE`];
  return path ? readFileSync(path, 'utf8').trim() : env[name];
}

function originOf(host: string, port: number): string {
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${shown.includes(':') ? `[${shown}]` : shown}:${port}`;
}

function trimSlash(url: string): string {
  return url.replace(/\/+$/, '');
}

const LOOPBACK_HOSTS = new Set(['127.0.0.1', '::1', '[::1]', 'localhost']);

/** Whether, according to the settings, only this machine can reach the service. */
function isOnLoopbackOnly(config: Pick<Config, 'host' | 'publicUrl' | 'trustProxy'>): boolean {
  const isPublicUrlLocal =
    URL.canParse(config.publicUrl) && LOOPBACK_HOSTS.has(new URL(config.publicUrl).hostname.toLowerCase());
  return LOOPBACK_HOSTS.has(config.host) && isPublicUrlLocal && !config.trustProxy;
}

export const BUILTIN_SALES_WARNING =
  'ALLOW_BUILTIN_SALES=1: everyone who can reach the service can get live credits and plans with a test card, without paying.';

/** The built-in checkout accepts test cards, so it sells live credits only on loopback or if the operator allows it. */
export function sellsAtBuiltinCheckout(config: Config): boolean {
  return !config.stripe && (config.allowBuiltinSales || (!config.production && isOnLoopbackOnly(config)));
}

function secretOf(secret: string | null, host: string): string | null {
  if (secret && secret.length < 16)
    throw new ConfigError('SECRET must have at least 16 characters. Generate one with: openssl rand -hex 32');
  if (!secret && !LOOPBACK_HOSTS.has(host)) {
    throw new ConfigError(
      `HOST=${host} makes the service reachable from other machines: set SECRET first (openssl rand -hex 32), to the same value on every node.`,
    );
  }
  return secret;
}

function stripeOf(secretKey: string | null, webhookSecret: string | null, apiBase: string | null): Config['stripe'] {
  if (!secretKey) return null;
  // With an empty secret anyone could sign a payment event.
  if (!webhookSecret)
    throw new ConfigError(
      'STRIPE_SECRET_KEY is set without STRIPE_WEBHOOK_SECRET: payments could be forged. Set both.',
    );
  return { secretKey, webhookSecret, apiBase };
}

function s3Of(url: string | null, secretOf: (name: string) => string | undefined): S3Place | null {
  try {
    return url ? readS3Url(url, secretOf) : null;
  } catch (error) {
    throw new ConfigError(error instanceof Error ? error.message : String(error));
  }
}

const CAPTCHA_PROVIDERS = ['cloudflare-turnstile', 'hcaptcha'] as const;

function captchaOf(
  text: (name: string) => string | null,
  secretOf: (name: string) => string | undefined,
): Config['captcha'] {
  const provider = text('CAPTCHA_PROVIDER');
  if (!provider) return null;
  const siteKey = text('CAPTCHA_SITE_KEY');
  const secretKey = secretOf('CAPTCHA_SECRET_KEY');
  if (!siteKey || !secretKey)
    throw new ConfigError('CAPTCHA_PROVIDER also needs CAPTCHA_SITE_KEY and CAPTCHA_SECRET_KEY. Set both.');
  const known = oneOf('CAPTCHA_PROVIDER', provider, CAPTCHA_PROVIDERS);
  return { provider: known, siteKey, secretKey, verifyUrl: text('CAPTCHA_VERIFY_URL') };
}

function oneOf<const T extends string>(name: string, value: string, known: readonly T[]): T {
  const found = known.find((one) => one === value);
  if (!found) throw new ConfigError(`${name} must be one of ${known.join(', ')}, not "${value}".`);
  return found;
}

function commaList(value: string): string[] {
  return value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function wholeNumber(name: string, value: string, low: number, high: number): number {
  const number = Number(value);
  if (!Number.isInteger(number) || number < low || number > high) {
    throw new ConfigError(`${name} must be a whole number from ${low} to ${high}, not "${value}".`);
  }
  return number;
}

const MIN_RETENTION_DAYS = 7;

/** With less than a week, data that running jobs still need could be deleted. */
function retentionDays(name: string, value: string): number {
  const days = wholeNumber(name, value, 0, 36_500);
  if (days !== 0 && days < MIN_RETENTION_DAYS)
    throw new ConfigError(`${name} must be 0 (forever) or at least ${MIN_RETENTION_DAYS} days, not "${value}".`);
  return days;
}

function secondsList(value: string): readonly number[] {
  const seconds = value.split(',').map(Number);
  if (seconds.some((second) => !Number.isFinite(second) || second < 0)) {
    throw new ConfigError('WEBHOOK_RETRY_SECONDS must be a comma-separated list of seconds, e.g. 30,300,1800,7200.');
  }
  return seconds;
}

function readDotEnv(path: string): NodeJS.Dict<string> {
  return existsSync(path) ? parseEnv(readFileSync(path, 'utf8')) : {};
}

function readConfigFile(path: string | null, folder: string): Static<typeof FileSettings> {
  if (!path) return {};
  return checked(FileSettings, readJson(resolve(folder, path)), path);
}

const BUILT_IN_PRICES = new URL('../config/prices.json', import.meta.url).pathname;

/** A module that the operator's list does not know yet has the built-in price: a list from before an update stays valid. */
function readPrices(path: string): PriceList {
  const list = checked(PriceListSchema, readJson(path), path);
  const builtIn = checked(PriceListSchema, readJson(BUILT_IN_PRICES), BUILT_IN_PRICES);
  return { ...list, modules: Object.assign(Object.create(null), builtIn.modules, list.modules) };
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'), withoutPrototype);
  } catch (error) {
    throw new ConfigError(
      `${path} cannot be read or is not valid JSON: ${error instanceof Error ? error.message : error}`,
    );
  }
}

/** Plans and packages are looked up by names from requests: the name "constructor" must not find an inherited property. */
function withoutPrototype(_key: string, value: unknown): unknown {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.setPrototypeOf(value, null)
    : value;
}

function checked<T extends Type.TSchema>(schema: T, value: unknown, path: string): Static<T> {
  const compiled = Compile(schema);
  if (compiled.Check(value)) return value as Static<T>;
  const [first] = compiled.Errors(value);
  throw new ConfigError(`${path}: ${first?.instancePath || 'the whole file'} ${first?.message}`);
}
