// Every setting that the service reads: what it means, its default and an example. The readers take names and defaults from here,
// and docs/settings.md is printed from it.

import type { Declaration } from './declaration.ts';
import { PAYMENTS, SIGN_IN } from './declared-accounts.ts';
import { MODELS } from './declared-models.ts';
import { TELEMETRY } from './declared-telemetry.ts';

const WHERE = {
  PORT: { meaning: 'The port that the service listens on.', default: '3000', example: '8080' },
  HOST: {
    meaning: 'The address that the service listens on. Any other than this machine needs `SECRET`.',
    default: '127.0.0.1',
    example: '0.0.0.0',
  },
  WORKER_PORT: {
    meaning:
      'The port at which a worker of its own (`npm run work`) answers `/healthz`, `/readyz` and `/metrics`, and nothing else. One for each worker of a machine.',
    otherwise: 'a worker listens on no port',
    example: '3001',
  },
  PUBLIC_URL: {
    meaning: 'The URL at which clients reach the service: in links, files and emails.',
    otherwise: 'made from `HOST` and `PORT`',
    example: 'https://ai.example.com',
  },
  PREVIEW_ORIGIN: {
    meaning: 'An origin of its own for previews of applications, on another host than `PUBLIC_URL`.',
    otherwise: 'previews run in a browser sandbox',
    example: 'https://previews.example.com',
  },
  TRUST_PROXY: {
    meaning:
      'The addresses and networks of your proxies, separated by commas: from them, the address of a client is the last entry of `X-Forwarded-For`. `1`: loopback and private networks.',
    otherwise: 'the address of the connection',
    example: '192.0.2.10,10.20.0.0/16,fd00::/64',
  },
  READ_ON_SECONDS: {
    meaning:
      'How long the answer of an upstream is read on after its client has left, so that it says what it used ([text](guides/text.md#when-the-client-leaves)).',
    default: '30',
    example: '60',
  },
  STOP_DELAY_SECONDS: {
    meaning:
      'How long a stopping server still accepts requests while `/readyz` answers 503, so that a load balancer sends no more to it. Longer than two of its checks.',
    default: '0',
    example: '5',
  },
  METRICS_TOKEN: {
    meaning:
      'What Prometheus sends as `Authorization: Bearer …` to read `/metrics`. Without it, they are shown to this machine and private networks, not through a proxy.',
    otherwise: 'inside only',
    example: '8d1f…, from openssl rand -hex 32',
    isSecret: true,
  },
  CORS_ORIGINS: {
    meaning: 'Origins whose pages may call the API from a browser, separated by commas.',
    otherwise: 'all, without cookies',
    example: 'https://app.example.com',
  },
  NODE_ENV: {
    meaning: '`production`: webhooks are sent to https URLs only, and the built-in checkout sells no live credits.',
    otherwise: 'development',
    example: 'production',
  },
} as const satisfies Record<string, Declaration>;

const STORAGE = {
  DATA_DIR: {
    meaning: 'The data folder: the bundled PostgreSQL, files, the secret.',
    default: 'data',
    example: '/srv/atelier',
  },
  MODELS_DIR: {
    meaning: 'The folder for the weights of local models.',
    otherwise: '`models` in the data folder',
    example: '/srv/models',
  },
  DATABASE_URL: {
    meaning: 'Your own PostgreSQL. Needed for more than one node.',
    otherwise: 'the bundled PostgreSQL',
    example: 'postgres://atelier:secret@db.example.com/atelier',
  },
  DATABASE_POOL: { meaning: 'The most database connections of one process.', default: '32', example: '64' },
  BACKUP_ARCHIVE: {
    meaning:
      'A folder, on another disk than the data folder, to which the bundled PostgreSQL copies its write-ahead log, so that any moment can be restored.',
    otherwise: 'the log is not kept',
    example: '/backups/atelier',
  },
  BACKUP_ARCHIVE_DAYS: {
    meaning:
      'How many days back a moment can be restored from `BACKUP_ARCHIVE`; older parts are deleted by `npm run backup -- --base`.',
    default: '14',
    example: '30',
  },
  BACKUP_ARCHIVE_WAIT_MB: {
    meaning:
      'How much of the log waits in the data folder while `BACKUP_ARCHIVE` cannot be written; beyond it parts are given up, and a new base backup is needed.',
    default: '4096',
    example: '16384',
  },
  REDIS_URL: {
    meaning: 'A Redis that counts rate limits for all nodes.',
    otherwise: 'each node counts for itself',
    example: 'redis://redis.example.com:6379',
  },
  S3_URL: {
    meaning: 'The bucket for files. Needed for more than one node.',
    otherwise: 'files are in the data folder',
    example: 'https://KEY:SECRET@s3.example.com/bucket?region=eu-central-1',
  },
  S3_ACCESS_KEY_ID: {
    meaning: 'The access key of the bucket, if it is not in `S3_URL`.',
    otherwise: 'the one in `S3_URL`',
    example: 'AKIAEXAMPLE',
    isSecret: true,
  },
  S3_SECRET_ACCESS_KEY: {
    meaning: 'The secret key of the bucket, if it is not in `S3_URL`.',
    otherwise: 'the one in `S3_URL`',
    example: 'wJalrEXAMPLE',
    isSecret: true,
  },
  SECRET: {
    meaning: 'Signs sessions and encrypts stored secrets; at least 16 characters, the same on every node.',
    otherwise: 'generated and stored in the data folder',
    example: '8d1f…, from openssl rand -hex 32',
  },
  NEW_SECRET: {
    meaning: 'The secret that `npm run rotate-secret` changes to.',
    otherwise: 'generated',
    example: '8d1f…, from openssl rand -hex 32',
    isSecret: true,
  },
} as const satisfies Record<string, Declaration>;

const SERVICE = {
  SERVICE_NAME: {
    meaning: 'The name on every page, in emails and in attributions.',
    default: 'Atelier',
    example: 'Studio',
  },
  MEDIA_MARKS: {
    meaning: 'The marks of made files. `on`: metadata and signed content credentials. `metadata`: no credentials.',
    default: 'on',
    example: 'metadata',
  },
  MEDIA_CERTIFICATE: {
    meaning: 'A PEM file with the certificate that signs made files, followed by those that issued it.',
    otherwise: 'the first made file makes one, which all nodes share',
    example: '/etc/atelier/media.pem',
  },
  MEDIA_CERTIFICATE_KEY: {
    meaning: 'The PEM file of its private key: ECDSA P-256 or P-384, or Ed25519.',
    otherwise: 'none',
    example: '/etc/atelier/media.key',
  },
  MEDIA_TRUST_LIST: {
    meaning:
      'A PEM file of authorities, such as the C2PA trust list: the check of files says who signed with one of theirs.',
    otherwise: 'it calls no signer listed',
    example: '/etc/atelier/c2pa-trust-list.pem',
  },
  MEDIA_PROMPTS: {
    meaning: 'Whether the marks of made images, sound and videos hold the prompt: `on` or `off`.',
    default: 'off',
    example: 'on',
  },
  SERVICE_URL: {
    meaning: 'The URL in attributions.',
    otherwise: '`PUBLIC_URL`',
    example: 'https://example.com',
  },
  OWNER_EMAIL: {
    meaning: "The email address of the operator's account, which the first start makes.",
    default: 'owner@localhost.localdomain',
    example: 'ada@example.com',
  },
  SMTP_URL: {
    meaning: 'The server that sends emails.',
    otherwise: 'emails are written to `mail` in the data folder, which keeps the newest 1,000',
    example: 'smtps://user:password@mail.example.com',
  },
  MAIL_FROM: {
    meaning: 'The sender of emails.',
    default: 'atelier@localhost',
    example: 'Studio <no-reply@example.com>',
  },
  LOG_LEVEL: { meaning: 'What is logged: debug, info, warn, error or silent.', default: 'info', example: 'warn' },
  LOG_FORMAT: {
    meaning: '`text`: short lines for people. `json`: one object a line.',
    otherwise: '`text` on a terminal, `json` elsewhere',
    example: 'json',
  },
  CONFIG: {
    meaning: 'A JSON file with upstreams and your own models.',
    otherwise: 'no file',
    example: '/etc/atelier/config.json',
  },
  PRICES: {
    meaning: 'A JSON file with your own prices and plans.',
    otherwise: '`config/prices.json`',
    example: '/etc/atelier/prices.json',
  },
} as const satisfies Record<string, Declaration>;

const LIMITS = {
  JOB_SLOTS: {
    meaning: 'Jobs that a worker runs at once. Builds that are expected to take less than a minute have one more slot.',
    default: '2',
    example: '4',
  },
  BATCH_LINES_AT_ONCE: { meaning: 'Lines of batches that a worker runs at once.', default: '8', example: '32' },
  REQUEST_TIMEOUT_SECONDS: {
    meaning: "Time for a request's headers, and for its body before a least speed is required.",
    default: '30',
    example: '60',
  },
  CONNECTIONS_PER_ADDRESS: {
    meaning: 'The most connections of one address to one process. `0`: no limit.',
    default: '1024',
    example: '0',
  },
  ALLOW_PRIVATE_WEBHOOKS: {
    meaning: '`1`: webhooks may be sent to private addresses, for development.',
    otherwise: 'they are refused',
    example: '1',
  },
  ALLOW_PRIVATE_GIT: {
    meaning: '`1`: projects of the builder may be pushed to Git servers at private addresses, also over plain http.',
    otherwise: 'only public https addresses',
    example: '1',
  },
  WEBHOOK_RETRY_SECONDS: {
    meaning: 'The waits between attempts of a delivery.',
    default: '30,300,1800,7200',
    example: '10,60,600',
  },
  REQUEST_LOG: {
    meaning: 'What is kept of the requests of accounts and keys that say nothing: off or metadata.',
    default: 'off',
    example: 'metadata',
  },
  REQUEST_LOG_DAYS: { meaning: 'Days that logged requests are kept.', default: '30', example: '90' },
  REQUEST_LOG_BODY_DAYS: { meaning: 'Days that logged bodies are kept.', default: '3', example: '1' },
  REQUEST_LOG_BODY_KB: { meaning: 'The most that is kept of one body, in kB.', default: '16', example: '64' },
  ACCOUNT_DELETION_DAYS: {
    meaning: 'Days between the request to delete an account and its deletion, in which it can be withdrawn. `0`: none.',
    default: '14',
    example: '30',
  },
  ZERO_RETENTION_SECONDS: {
    meaning: 'How long the results of jobs can be fetched whose key or plan keeps nothing.',
    default: '900',
    example: '300',
  },
  RETAIN_LOG_DAYS: {
    meaning: "Days that entries of the accounts' logs are kept. `0`: forever.",
    default: '365',
    example: '90',
  },
  RETAIN_USAGE_DAYS: {
    meaning: 'Days that single calls are kept in the statistics. `0`: forever.',
    default: '0',
    example: '365',
  },
  RETAIN_EVENTS_DAYS: { meaning: 'Days that events and their deliveries are kept.', default: '30', example: '7' },
  RETAIN_PROMPTS_DAYS: {
    meaning: 'Days that the prompts of finished work are kept; the work itself stays. `0`: as long as the work.',
    default: '0',
    example: '30',
  },
  RETAIN_CONVERSATIONS_DAYS: {
    meaning: 'Days that conversations are kept after their last message. `0`: forever.',
    default: '0',
    example: '365',
  },
  RETAIN_VECTOR_STORES_DAYS: {
    meaning: 'Days that vector stores are kept after their last use. `0`: forever.',
    default: '0',
    example: '365',
  },
  RETAIN_JOBS_DAYS: { meaning: 'Days that jobs are kept. `0`: forever.', default: '0', example: '90' },
  RETAIN_BATCHES_DAYS: {
    meaning: 'Days that ended batches are kept. `0`: forever.',
    otherwise: 'RETAIN_JOBS_DAYS',
    example: '90',
  },
  RETAIN_ARTIFACTS_DAYS: { meaning: 'Days that made files are kept. `0`: forever.', default: '0', example: '90' },
  RETAIN_UPLOADS_DAYS: { meaning: 'Days that uploads are kept. `0`: forever.', default: '30', example: '7' },
  RETAIN_RESPONSES_DAYS: { meaning: 'Days that stored responses are kept. `0`: forever.', default: '30', example: '7' },
} as const satisfies Record<string, Declaration>;

/** In the order of the documentation page. */
export const SETTING_GROUPS: readonly { title: string; settings: Readonly<Record<string, Declaration>> }[] = [
  { title: 'Address', settings: WHERE },
  { title: 'Storage', settings: STORAGE },
  { title: 'Service', settings: SERVICE },
  { title: 'Sign-up and sign-in', settings: SIGN_IN },
  { title: 'Payments', settings: PAYMENTS },
  { title: 'Models', settings: MODELS },
  { title: 'Limits and retention', settings: LIMITS },
  { title: 'Telemetry', settings: TELEMETRY },
];

const SETTINGS = { ...WHERE, ...STORAGE, ...SERVICE, ...SIGN_IN, ...PAYMENTS, ...MODELS, ...LIMITS, ...TELEMETRY };
type Settings = typeof SETTINGS;
type Issuer = `OIDC_${string}_${'ISSUER' | 'CLIENT_ID' | 'CLIENT_SECRET' | 'LABEL' | 'SCOPES'}`;
export type SettingName = keyof Settings | Issuer;
type NameWithDefault = { [N in keyof Settings]: Settings[N] extends { default: string } ? N : never }[keyof Settings];

export interface SettingsReader {
  /** The value set; null if none. */
  text(name: SettingName): string | null;
  /** The value set, or the default. */
  value(name: NameWithDefault): string;
}

export function readerOf(env: NodeJS.Dict<string>): SettingsReader {
  const text = (name: SettingName): string | null => env[name]?.trim() || null;
  return { text, value: (name) => text(name) ?? SETTINGS[name].default };
}
