// The settings of the service, after they were read and checked.
import type { S3Place } from '../artifacts/s3-place.ts';
import { RETENTION_VARIABLES, type RetentionDays } from '../core/retention.ts';
import type { SignInProvider } from '../core/sign-in-provider.ts';
import type { GpuSetting } from '../engines/text/local/gpu/setting.ts';
import type { PriceList } from '../money/price-list.ts';
import type { SearchedPort } from '../net/local-servers/find.ts';
import type { FileSettings, PriceFiles } from './files.ts';

/** Variables that the operator can also change while the service runs. */
export const LIVE_VARIABLES = [
  ...['SERVICE_NAME', 'SERVICE_URL', 'FREE_GRANT', 'SIGN_UPS', 'SIGN_UP_DOMAINS', 'MEDIA_PROMPTS', 'MEDIA_MARKS'],
  ...['MODEL_ALIASES', 'MODEL_NAMES', 'MODEL_ROUTING'],
  ...Object.values(RETENTION_VARIABLES),
] as const;

export interface Config {
  serviceName: string;
  mediaMarks: 'on' | 'metadata';
  /** The operator's own certificate for made files, and its key. */
  mediaCertificate: { certificate: string; key: string } | null;
  /** Authorities, as PEM, whose signatures the check of files calls listed. */
  mediaTrustList: string | null;
  /** Whether the marks of made files hold the prompt. */
  mediaPrompts: 'on' | 'off';
  serviceUrl: string;
  host: string;
  port: number;
  /** Where a worker of its own answers for its health; null: nowhere. */
  workerPort: number | null;
  /** The URL at which clients reach the service; derived from host and port if PUBLIC_URL is not set. */
  publicUrl: string;
  previewOrigin: string | null;
  production: boolean;
  dataDir: string;
  modelsDir: string;
  databaseUrl: string | null;
  /** Where the bundled PostgreSQL archives its log, and how much may wait; null: nowhere. */
  backupArchive: { folder: string; waitingBytes: number } | null;
  backupArchiveDays: number;
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
  /** null: text on a terminal, JSON elsewhere. */
  logFormat: 'text' | 'json' | null;
  freeGrantCredits: number;
  /** Who may sign up: everyone, people with an invite link, or no one. */
  signUps: 'open' | 'invite' | 'closed';
  /** Email domains that may sign up; empty: any. */
  signUpDomains: readonly string[];
  /** How to treat other services' model names: refuse them, refuse them with advice, or accept them. */
  modelAliases: 'off' | 'suggested' | 'on';
  /** `model=policy`. */
  modelRouting: readonly string[];
  /** `pattern=model`: the operator's replacements for other names. */
  modelNames: readonly string[];
  captcha: {
    provider: 'cloudflare-turnstile' | 'hcaptcha';
    siteKey: string;
    secretKey: string;
    /** The URL that verifies captcha responses; null: the provider's own. */
    verifyUrl: string | null;
  } | null;
  /** The search engine that models search the web with; null: none. */
  search: { kind: 'searxng' | 'brave'; url: string; apiKey: string | null } | null;
  /** Services that people may sign in with. */
  signInProviders: readonly SignInProvider[];
  ownerEmail: string;
  allowPrivateWebhooks: boolean;
  /** Whether projects may be pushed to private addresses, also over plain http. */
  allowPrivateGit: boolean;
  webhookRetrySeconds: readonly number[];
  /** Networks whose X-Forwarded-For is believed; empty: none. */
  trustedProxies: readonly string[];
  /** How long a stopping server still accepts requests while /readyz reports that it is stopping. */
  stopDelaySeconds: number;
  /** How long to keep reading from an upstream after its client has disconnected. */
  readOnSeconds: number;
  openAi: { baseUrl: string; apiKey: string | null; provider: string | null } | null;
  /** The token with which Prometheus reads /metrics; null: only this machine and private networks may read them. */
  metricsToken: string | null;
  /** Ports of this machine to search for model servers; empty: none. */
  localServers: readonly SearchedPort[];
  /** The file with the upstreams that were connected by a click or a command. */
  connectedPath: string;
  stripe: {
    secretKey: string;
    webhookSecret: string;
    apiBase: string | null;
    tax: boolean;
    promotionCodes: boolean;
    invoices: boolean;
  } | null;
  allowBuiltinSales: boolean;
  /** The reward of a referral for each side, and how often an account can be rewarded; null: no programme. */
  referrals: { credits: number; mostRewards: number } | null;
  hubUrl: string;
  /** Private mirrors of the model hub, tried before the hub. */
  modelMirrors: readonly string[];
  pullModels: boolean;
  /** Whether text models of this machine run on a GPU. */
  gpu: GpuSetting;
  /** The memory for all loaded text models together; null: a share of the machine's memory. */
  modelsMemoryBytes: number | null;
  /** Where traces and metrics are sent (OpenTelemetry); null: nowhere. */
  telemetry: {
    tracesUrl: string | null;
    metricsUrl: string | null;
    headers: Readonly<Record<string, string>>;
    /** null: the service's name. */
    serviceName: string | null;
    attributes: Readonly<Record<string, string>>;
    metricsEveryMs: number;
  } | null;
  requestLog: {
    /** For accounts and keys without a setting of their own. Bodies are kept only if an account asks for it. */
    level: 'off' | 'metadata';
    /** The maximum number of bytes kept of one body. */
    bodyKilobytes: number;
  };
  jobSlots: number;
  /** Lines of batches that a worker runs at once. */
  batchLinesAtOnce: number;
  /** Time for the headers of a request, and for its body before a minimum speed is enforced. */
  requestTimeoutSeconds: number;
  /** 0: no limit. */
  connectionsPerAddress: number;
  /** The waiting period before an account is deleted. */
  deletionDays: number;
  /** How long results of jobs with zero retention can be fetched. */
  zeroRetentionSeconds: number;
  /** How many days data is kept; 0: forever. */
  retain: {
    /** Entries of the account logs. */
    logDays: number;
    usageDays: number;
    eventsDays: number;
    /** Customers' content, for plans that say nothing. */
    days: RetentionDays;
  };
  corsOrigins: readonly string[] | '*';
  /** The price list from the files; live settings may add to it. */
  prices: PriceList;
  priceFiles: PriceFiles;
  /** The live variables that the environment sets: the environment wins. */
  setByEnvironment: ReadonlySet<string>;
  file: FileSettings;
  /** Reads secrets that adapters need by name, e.g. upstream keys; they are never logged. */
  secretByName(name: string): string | undefined;
}
