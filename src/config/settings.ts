// The settings of the service, after they were read and checked.
import type { S3Place } from '../artifacts/s3-place.ts';
import type { SignInProvider } from '../core/sign-in-provider.ts';
import type { GpuSetting } from '../engines/text/local/gpu/setting.ts';
import type { PriceList } from '../money/price-list.ts';
import type { LookingPlace } from '../net/local-servers/find.ts';
import type { FileSettings, PriceFiles } from './files.ts';

/** Variables whose value the operator can also set while the service runs. */
export const LIVE_VARIABLES = ['SERVICE_NAME', 'SERVICE_URL', 'FREE_GRANT', 'SIGN_UPS', 'SIGN_UP_DOMAINS'] as const;

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
  freeGrantCredits: number;
  /** Who may sign up: everyone, people with an invite link, or no one. */
  signUps: 'open' | 'invite' | 'closed';
  /** Email domains that may sign up; empty: any. */
  signUpDomains: readonly string[];
  /** Names of other services' models: refused, refused with advice, or taken. */
  modelAliases: 'off' | 'suggested' | 'on';
  /** `pattern=model`: what the operator lets stand for other names. */
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
  /** How long a stopping server still accepts requests while /readyz says that it stops. */
  stopDelaySeconds: number;
  /** How long an upstream is read on after a client has left. */
  readOnSeconds: number;
  openAi: { baseUrl: string; apiKey: string | null; provider: string | null } | null;
  /** What Prometheus sends to read /metrics; null: they are shown to this machine and private networks only. */
  metricsToken: string | null;
  /** Where to look on this machine for model servers; empty: nowhere. */
  localServers: readonly LookingPlace[];
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
  /** What a referral brings each side, and how often an account is rewarded; null: there is no program. */
  referrals: { credits: number; mostRewards: number } | null;
  hubUrl: string;
  /** Private mirrors of the model hub, asked before it. */
  modelMirrors: readonly string[];
  pullModels: boolean;
  /** Whether text models of this machine run on a GPU. */
  gpu: GpuSetting;
  /** What the loaded text models may take together; null: a share of the machine's memory. */
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
    /** For accounts and keys that say nothing. Bodies are kept only where an account asks for it. */
    level: 'off' | 'metadata';
    /** The most of one body that is kept. */
    bodyKilobytes: number;
    days: number;
    bodyDays: number;
  };
  jobSlots: number;
  /** Lines of batches that a worker runs at once. */
  batchLinesAtOnce: number;
  /** Time for the headers of a request, and for its body before a minimum speed is enforced. */
  requestTimeoutSeconds: number;
  /** 0: no limit. */
  connectionsPerAddress: number;
  /** How many days data is kept; 0: forever. */
  retain: {
    /** Entries of the accounts' own logs. */
    logDays: number;
    usageDays: number;
    eventsDays: number;
    jobsDays: number;
    artifactsDays: number;
    uploadsDays: number;
    responsesDays: number;
  };
  corsOrigins: readonly string[] | '*';
  /** The list of the files; live settings may add to it. */
  prices: PriceList;
  priceFiles: PriceFiles;
  /** Which of the variables that can also be set live the environment sets: it wins. */
  setByEnvironment: ReadonlySet<string>;
  file: FileSettings;
  /** Reads secrets that adapters need by name, e.g. upstream keys; they are never logged. */
  secretByName(name: string): string | undefined;
}
