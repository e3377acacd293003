// Reads the environment, .env and the configuration file into one validated, frozen Config.
// No other file reads settings from process.env (test/contract/settings-fence.test.ts).
import { resolve } from 'node:path';
import { GPU_SETTINGS } from '../engines/text/local/gpu/setting.ts';
import { layerPrices } from '../money/price-list.ts';
import { connectedPath } from './connected-file.ts';
import { readerOf } from './declarations.ts';
import { readConfigFile, readDotEnv, readPriceFiles, secretByName } from './files.ts';
import {
  archiveOf,
  captchaOf,
  mediaCertificateOf,
  mediaTrustListOf,
  previewOriginOf,
  referralsOf,
  requestLogOf,
  retentionOf,
  s3Of,
  searchOf,
  secretOf,
  stripeOf,
} from './groups.ts';
import { searchedPorts } from './local-servers.ts';
import { proxiesOf } from './proxies.ts';
import { type Config, LIVE_VARIABLES } from './settings.ts';
import { signInProviders } from './sign-in-providers.ts';
import { telemetryOf } from './telemetry.ts';
import {
  commaList,
  memorySize,
  namePairs,
  oneOf,
  originOf,
  retentionDays,
  routingPairs,
  secondsList,
  trimSlash,
  wholeNumber,
} from './values.ts';

function logFormatOf(given: string | null | undefined): Config['logFormat'] {
  return given ? oneOf('LOG_FORMAT', given, ['text', 'json'] as const) : null;
}

function workerPortOf(given: string | null): number | null {
  return given === null ? null : wholeNumber('WORKER_PORT', given, { from: 0, to: 65535 });
}

export function loadConfig(environment: NodeJS.ProcessEnv = process.env, folder: string = process.cwd()): Config {
  const env = { ...readDotEnv(resolve(folder, '.env')), ...environment };
  const { text, value } = readerOf(env);
  const host = value('HOST');
  const port = wholeNumber('PORT', value('PORT'), { from: 0, to: 65535 });
  const secret = secretOf(text('SECRET'), host);
  const file = readConfigFile(text('CONFIG'), folder);
  const prices = file.prices ?? text('PRICES');
  const priceFiles = readPriceFiles(prices ? resolve(folder, prices) : undefined);
  const dataDir = resolve(folder, value('DATA_DIR'));
  const publicUrl = trimSlash(text('PUBLIC_URL') ?? originOf(host, port));
  const openAiBase = text('OPENAI_BASE_URL') ?? (text('OPENAI_API_KEY') ? 'https://api.openai.com/v1' : null);
  return Object.freeze({
    serviceName: value('SERVICE_NAME'),
    serviceUrl: text('SERVICE_URL') ?? text('PUBLIC_URL') ?? originOf(host, port),
    mediaMarks: oneOf('MEDIA_MARKS', value('MEDIA_MARKS'), ['on', 'metadata']),
    mediaCertificate: mediaCertificateOf(text, folder),
    mediaTrustList: mediaTrustListOf(text, folder),
    mediaPrompts: oneOf('MEDIA_PROMPTS', value('MEDIA_PROMPTS'), ['off', 'on']),
    host,
    port,
    workerPort: workerPortOf(text('WORKER_PORT')),
    publicUrl,
    previewOrigin: previewOriginOf(text('PREVIEW_ORIGIN'), publicUrl),
    production: text('NODE_ENV') === 'production',
    dataDir,
    modelsDir: resolve(folder, text('MODELS_DIR') ?? resolve(dataDir, 'models')),
    databaseUrl: text('DATABASE_URL'),
    ...archiveOf({ text, value }, { folder, dataDir }),
    databasePool: wholeNumber('DATABASE_POOL', value('DATABASE_POOL'), { from: 2, to: 1000 }),
    redisUrl: text('REDIS_URL'),
    s3: s3Of(text('S3_URL'), (name) => secretByName(env, name)),
    smtpUrl: text('SMTP_URL'),
    mailFrom: value('MAIL_FROM'),
    secret,
    logLevel: value('LOG_LEVEL'),
    logFormat: logFormatOf(text('LOG_FORMAT')),
    freeGrantCredits: wholeNumber('FREE_GRANT', value('FREE_GRANT'), { from: 0, to: 1_000_000_000 }),
    signUps: oneOf('SIGN_UPS', value('SIGN_UPS'), ['open', 'invite', 'closed']),
    signUpDomains: commaList(text('SIGN_UP_DOMAINS') ?? '').map((domain) => domain.toLowerCase().replace(/^@/, '')),
    modelAliases: oneOf('MODEL_ALIASES', value('MODEL_ALIASES'), ['off', 'suggested', 'on']),
    modelNames: namePairs(text('MODEL_NAMES') ?? ''),
    modelRouting: routingPairs(text('MODEL_ROUTING') ?? ''),
    captcha: captchaOf(text, (name) => secretByName(env, name)),
    signInProviders: signInProviders({ text, value, secret: (name) => secretByName(env, name) }),
    ownerEmail: value('OWNER_EMAIL'),
    allowPrivateWebhooks: text('ALLOW_PRIVATE_WEBHOOKS') === '1',
    allowPrivateGit: text('ALLOW_PRIVATE_GIT') === '1',
    webhookRetrySeconds: secondsList(value('WEBHOOK_RETRY_SECONDS')),
    trustedProxies: proxiesOf(text('TRUST_PROXY')),
    openAi: openAiBase
      ? { baseUrl: trimSlash(openAiBase), apiKey: text('OPENAI_API_KEY'), provider: text('OPENAI_PROVIDER') }
      : null,
    search: searchOf(text, (name) => secretByName(env, name)),
    localServers: searchedPorts(value('LOCAL_SERVERS'), port),
    connectedPath: connectedPath(dataDir),
    stripe: stripeOf(text),
    allowBuiltinSales: text('ALLOW_BUILTIN_SALES') === '1',
    referrals: referralsOf(value),
    hubUrl: trimSlash(value('HF_ENDPOINT')),
    modelMirrors: commaList(text('MODELS_MIRROR') ?? '').map(trimSlash),
    pullModels: text('PULL_MODELS') !== '0',
    gpu: oneOf('GPU', value('GPU'), GPU_SETTINGS),
    modelsMemoryBytes: memorySize('MODELS_MEMORY', text('MODELS_MEMORY')),
    telemetry: telemetryOf(text),
    requestLog: requestLogOf(value),
    requestTimeoutSeconds: wholeNumber('REQUEST_TIMEOUT_SECONDS', value('REQUEST_TIMEOUT_SECONDS'), {
      from: 1,
      to: 3600,
    }),
    connectionsPerAddress: wholeNumber('CONNECTIONS_PER_ADDRESS', value('CONNECTIONS_PER_ADDRESS'), {
      from: 0,
      to: 1_000_000,
    }),
    metricsToken: secretByName(env, 'METRICS_TOKEN') || null,
    readOnSeconds: wholeNumber('READ_ON_SECONDS', value('READ_ON_SECONDS'), { from: 1, to: 600 }),
    stopDelaySeconds: wholeNumber('STOP_DELAY_SECONDS', value('STOP_DELAY_SECONDS'), { from: 0, to: 300 }),
    jobSlots: wholeNumber('JOB_SLOTS', value('JOB_SLOTS'), { from: 1, to: 256 }),
    batchLinesAtOnce: wholeNumber('BATCH_LINES_AT_ONCE', value('BATCH_LINES_AT_ONCE'), { from: 1, to: 1_000 }),
    deletionDays: wholeNumber('ACCOUNT_DELETION_DAYS', value('ACCOUNT_DELETION_DAYS'), { from: 0, to: 90 }),
    zeroRetentionSeconds: wholeNumber('ZERO_RETENTION_SECONDS', value('ZERO_RETENTION_SECONDS'), {
      from: 1,
      to: 86_400,
    }),
    retain: {
      logDays: retentionDays('RETAIN_LOG_DAYS', value('RETAIN_LOG_DAYS')),
      usageDays: retentionDays('RETAIN_USAGE_DAYS', value('RETAIN_USAGE_DAYS')),
      eventsDays: wholeNumber('RETAIN_EVENTS_DAYS', value('RETAIN_EVENTS_DAYS'), { from: 1, to: 30 }),
      days: retentionOf({ text, value }),
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
