// Reads settings that belong together and are checked against each other: previews, the secret, the archive, Stripe, retention, S3, the captcha.
import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { readS3Url, type S3Place } from '../artifacts/s3-place.ts';
import { completeRetention, RETENTION_VARIABLES, type RetentionDays, type RetentionKind } from '../core/retention.ts';
import type { SettingName, SettingsReader } from './declarations.ts';
import { LOOPBACK_HOSTS } from './loopback.ts';
import type { Config } from './settings.ts';
import { ConfigError, oneOf, retentionDays, trimSlash, wholeNumber } from './values.ts';

/** Cookies ignore ports: on another port of the same host, a preview would receive the session cookie of the user who views it. */
export function previewOriginOf(given: string | null, publicUrl: string): string | null {
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

export function secretOf(secret: string | null, host: string): string | null {
  if (secret && secret.length < 16)
    throw new ConfigError('SECRET must have at least 16 characters. Generate one with: openssl rand -hex 32');
  if (!secret && !LOOPBACK_HOSTS.has(host)) {
    throw new ConfigError(
      `HOST=${host} makes the service reachable from other machines: set SECRET first (openssl rand -hex 32), to the same value on every node.`,
    );
  }
  return secret;
}

/** An archive inside the data folder would be lost together with it. */
export function mediaCertificateOf(text: SettingsReader['text'], folder: string): Config['mediaCertificate'] {
  const [certificate, key] = [text('MEDIA_CERTIFICATE'), text('MEDIA_CERTIFICATE_KEY')];
  if (certificate && key) return { certificate: resolve(folder, certificate), key: resolve(folder, key) };
  if (certificate || key)
    throw new ConfigError('MEDIA_CERTIFICATE and MEDIA_CERTIFICATE_KEY belong together: set both.');
  return null;
}

/** The certificates themselves: a file that is missing or holds none stops the start. */
export function mediaTrustListOf(text: SettingsReader['text'], folder: string): Config['mediaTrustList'] {
  const path = text('MEDIA_TRUST_LIST');
  if (!path) return null;
  try {
    const certificates = readFileSync(resolve(folder, path), 'utf8');
    if (certificates.includes('-----BEGIN CERTIFICATE-----')) return certificates;
  } catch {
    // Said below.
  }
  throw new ConfigError('MEDIA_TRUST_LIST must name a readable file with certificates (PEM).');
}

export function archiveOf(
  { text, value }: SettingsReader,
  { folder, dataDir }: { folder: string; dataDir: string },
): Pick<Config, 'backupArchive' | 'backupArchiveDays'> {
  const given = text('BACKUP_ARCHIVE');
  const archive = given ? resolve(folder, given) : null;
  if (archive && !relative(dataDir, archive).startsWith('..'))
    throw new ConfigError('BACKUP_ARCHIVE must be outside of DATA_DIR, on another disk if there is one.');
  const megabytes = wholeNumber('BACKUP_ARCHIVE_WAIT_MB', value('BACKUP_ARCHIVE_WAIT_MB'), {
    from: 64,
    to: 10_000_000,
  });
  return {
    backupArchive: archive ? { folder: archive, waitingBytes: megabytes * 1024 * 1024 } : null,
    backupArchiveDays: wholeNumber('BACKUP_ARCHIVE_DAYS', value('BACKUP_ARCHIVE_DAYS'), { from: 1, to: 36_500 }),
  };
}

export function stripeOf(text: SettingsReader['text']): Config['stripe'] {
  const [secretKey, webhookSecret] = [text('STRIPE_SECRET_KEY'), text('STRIPE_WEBHOOK_SECRET')];
  if (!secretKey) return null;
  // With an empty secret anyone could forge payment events.
  if (!webhookSecret)
    throw new ConfigError(
      'STRIPE_SECRET_KEY is set without STRIPE_WEBHOOK_SECRET: payments could be forged. Set both.',
    );
  return {
    secretKey,
    webhookSecret,
    apiBase: text('STRIPE_API_BASE'),
    tax: text('STRIPE_TAX') === '1',
    promotionCodes: text('STRIPE_PROMOTION_CODES') === '1',
    invoices: text('STRIPE_INVOICES') === '1',
  };
}

export function referralsOf(value: SettingsReader['value']): Config['referrals'] {
  const credits = wholeNumber('REFERRAL_CREDITS', value('REFERRAL_CREDITS'), { from: 0, to: 1_000_000 });
  const mostRewards = wholeNumber('REFERRALS_PER_ACCOUNT', value('REFERRALS_PER_ACCOUNT'), {
    from: 1,
    to: 1_000_000,
  });
  return credits === 0 ? null : { credits, mostRewards };
}

export function requestLogOf(value: SettingsReader['value']): Config['requestLog'] {
  return {
    level: oneOf('REQUEST_LOG', value('REQUEST_LOG'), ['off', 'metadata']),
    bodyKilobytes: wholeNumber('REQUEST_LOG_BODY_KB', value('REQUEST_LOG_BODY_KB'), { from: 1, to: 256 }),
  };
}

export function retentionOf({ text, value }: SettingsReader): RetentionDays {
  const daysOf = (kind: Exclude<RetentionKind, 'batches' | 'request_log' | 'request_bodies'>) =>
    retentionDays(RETENTION_VARIABLES[kind], value(RETENTION_VARIABLES[kind]));
  const jobs = daysOf('jobs');
  const batches = text('RETAIN_BATCHES_DAYS');
  const all = {
    jobs,
    batches: batches === null ? jobs : retentionDays('RETAIN_BATCHES_DAYS', batches),
    prompts: daysOf('prompts'),
    conversations: daysOf('conversations'),
    responses: daysOf('responses'),
    vector_stores: daysOf('vector_stores'),
    files: daysOf('files'),
    uploads: daysOf('uploads'),
    request_log: wholeNumber('REQUEST_LOG_DAYS', value('REQUEST_LOG_DAYS'), { from: 1, to: 3650 }),
    request_bodies: wholeNumber('REQUEST_LOG_BODY_DAYS', value('REQUEST_LOG_BODY_DAYS'), { from: 1, to: 90 }),
  };
  return completeRetention({}, all);
}

export function s3Of(url: string | null, secretOf: (name: string) => string | undefined): S3Place | null {
  try {
    return url ? readS3Url(url, secretOf) : null;
  } catch (error) {
    throw new ConfigError(error instanceof Error ? error.message : String(error));
  }
}

const CAPTCHA_PROVIDERS = ['cloudflare-turnstile', 'hcaptcha'] as const;

export function captchaOf(
  text: SettingsReader['text'],
  secretOf: (name: SettingName) => string | undefined,
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

const SEARCH_ENGINES = ['searxng', 'brave'] as const;

export function searchOf(
  text: SettingsReader['text'],
  secretOf: (name: SettingName) => string | undefined,
): Config['search'] {
  const engine = text('SEARCH_ENGINE');
  if (!engine) return null;
  const kind = oneOf('SEARCH_ENGINE', engine, SEARCH_ENGINES);
  const apiKey = secretOf('SEARCH_API_KEY') ?? null;
  const url = text('SEARCH_URL') ?? (kind === 'brave' ? 'https://api.search.brave.com' : null);
  if (!url) throw new ConfigError('SEARCH_ENGINE=searxng also needs SEARCH_URL, the address of the SearXNG server.');
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new ConfigError(`SEARCH_URL is not an http address: ${url}`);
  if (kind === 'brave' && !apiKey) throw new ConfigError('SEARCH_ENGINE=brave also needs SEARCH_API_KEY.');
  return { kind, url: trimSlash(url), apiKey };
}
