// Reads the environment, .env and the configuration file into one validated, frozen Config.
// No other file reads settings from process.env (test/contract/settings-fence.test.ts).
import { resolve } from 'node:path';
import { GPU_SETTINGS } from '../engines/text/local/gpu/setting.ts';
import { layerPrices } from '../money/price-list.ts';
import { connectedPath } from './connected-file.ts';
import { readConfigFile, readDotEnv, readPriceFiles, secretByName } from './files.ts';
import { captchaOf, previewOriginOf, referralsOf, requestLogOf, s3Of, secretOf, stripeOf } from './groups.ts';
import { lookingPlaces } from './local-servers.ts';
import { type Config, LIVE_VARIABLES } from './settings.ts';
import { signInProviders } from './sign-in-providers.ts';
import { telemetryOf } from './telemetry.ts';
import {
  commaList,
  memorySize,
  oneOf,
  originOf,
  retentionDays,
  secondsList,
  trimSlash,
  wholeNumber,
} from './values.ts';

export function loadConfig(environment: NodeJS.ProcessEnv = process.env, folder: string = process.cwd()): Config {
  const env = { ...readDotEnv(resolve(folder, '.env')), ...environment };
  const text = (name: string): string | null => env[name]?.trim() || null;
  const host = text('HOST') ?? '127.0.0.1';
  const port = wholeNumber('PORT', text('PORT') ?? '3000', { from: 0, to: 65535 });
  const secret = secretOf(text('SECRET'), host);
  const file = readConfigFile(text('CONFIG'), folder);
  const prices = file.prices ?? text('PRICES');
  const priceFiles = readPriceFiles(prices ? resolve(folder, prices) : undefined);
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
    databasePool: wholeNumber('DATABASE_POOL', text('DATABASE_POOL') ?? '32', { from: 2, to: 1000 }),
    redisUrl: text('REDIS_URL'),
    s3: s3Of(text('S3_URL'), (name) => secretByName(env, name)),
    smtpUrl: text('SMTP_URL'),
    mailFrom: text('MAIL_FROM') ?? 'atelier@localhost',
    secret,
    logLevel: text('LOG_LEVEL') ?? 'info',
    freeGrantCredits: wholeNumber('FREE_GRANT', text('FREE_GRANT') ?? '100', { from: 0, to: 1_000_000_000 }),
    signUps: oneOf('SIGN_UPS', text('SIGN_UPS') ?? 'open', ['open', 'invite', 'closed']),
    signUpDomains: commaList(text('SIGN_UP_DOMAINS') ?? '').map((domain) => domain.toLowerCase().replace(/^@/, '')),
    captcha: captchaOf(text, (name) => secretByName(env, name)),
    signInProviders: signInProviders({ text, secret: (name) => secretByName(env, name) }),
    ownerEmail: text('OWNER_EMAIL') ?? 'owner@localhost.localdomain',
    allowPrivateWebhooks: text('ALLOW_PRIVATE_WEBHOOKS') === '1',
    webhookRetrySeconds: secondsList(text('WEBHOOK_RETRY_SECONDS') ?? '30,300,1800,7200'),
    trustProxy: text('TRUST_PROXY') === '1',
    openAi: openAiBase ? { baseUrl: trimSlash(openAiBase), apiKey: text('OPENAI_API_KEY') } : null,
    localServers: lookingPlaces(text('LOCAL_SERVERS') ?? 'auto', port),
    connectedPath: connectedPath(dataDir),
    stripe: stripeOf(text),
    allowBuiltinSales: text('ALLOW_BUILTIN_SALES') === '1',
    referrals: referralsOf(text),
    hubUrl: trimSlash(text('HF_ENDPOINT') ?? 'https://huggingface.co'),
    modelMirrors: commaList(text('MODELS_MIRROR') ?? '').map(trimSlash),
    pullModels: text('PULL_MODELS') !== '0',
    gpu: oneOf('GPU', text('GPU') ?? 'auto', GPU_SETTINGS),
    modelsMemoryBytes: memorySize('MODELS_MEMORY', text('MODELS_MEMORY')),
    telemetry: telemetryOf(text),
    requestLog: requestLogOf(text),
    requestTimeoutSeconds: wholeNumber('REQUEST_TIMEOUT_SECONDS', text('REQUEST_TIMEOUT_SECONDS') ?? '30', {
      from: 1,
      to: 3600,
    }),
    connectionsPerAddress: wholeNumber('CONNECTIONS_PER_ADDRESS', text('CONNECTIONS_PER_ADDRESS') ?? '1024', {
      from: 0,
      to: 1_000_000,
    }),
    jobSlots: wholeNumber('JOB_SLOTS', text('JOB_SLOTS') ?? '2', { from: 1, to: 256 }),
    batchLinesAtOnce: wholeNumber('BATCH_LINES_AT_ONCE', text('BATCH_LINES_AT_ONCE') ?? '8', { from: 1, to: 1_000 }),
    retain: {
      logDays: retentionDays('RETAIN_LOG_DAYS', text('RETAIN_LOG_DAYS') ?? '365'),
      usageDays: retentionDays('RETAIN_USAGE_DAYS', text('RETAIN_USAGE_DAYS') ?? '0'),
      eventsDays: wholeNumber('RETAIN_EVENTS_DAYS', text('RETAIN_EVENTS_DAYS') ?? '30', { from: 1, to: 30 }),
      jobsDays: retentionDays('RETAIN_JOBS_DAYS', text('RETAIN_JOBS_DAYS') ?? '0'),
      responsesDays: retentionDays('RETAIN_RESPONSES_DAYS', text('RETAIN_RESPONSES_DAYS') ?? '30'),
      uploadsDays: retentionDays('RETAIN_UPLOADS_DAYS', text('RETAIN_UPLOADS_DAYS') ?? '30'),
      artifactsDays: retentionDays('RETAIN_ARTIFACTS_DAYS', text('RETAIN_ARTIFACTS_DAYS') ?? '0'),
    },
    corsOrigins:
      text('CORS_ORIGINS')
        ?.split(',')
        .map((origin) => origin.trim()) ?? '*',
    priceFiles,
    prices: layerPrices({ ...priceFiles, live: {} }),
    setByEnvironment: new Set(LIVE_VARIABLES.filter((name) => text(name) !== null)),
    file,
    secretByName: (name: string) => secretByName(env, name),
  });
}
