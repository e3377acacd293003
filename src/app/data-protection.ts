// Reads what the settings say about personal data: where it is, who else gets it, and how long it is kept. Hosts only: no keys, no paths.
import type { Config } from '../config/settings.ts';
import { RETENTION_KINDS } from '../core/retention.ts';
import { unkeptAt } from '../engines/text/relay/request-body.ts';
import type { DataFacts, Place, Processor } from '../modules/operators/data-protection-facts.ts';
import type { UpstreamLine } from '../modules/operators/upstream-service.ts';
import type { Prices } from '../money/prices.ts';
import type { Retention } from '../money/retention.ts';
import { hostingOf } from '../net/hosting.ts';
import type { Seller } from '../store/seller.ts';

export interface DataFactParts {
  config: Config;
  prices: Pick<Prices, 'list'>;
  retention: Retention;
  upstreams(): readonly UpstreamLine[];
  seller(): object;
}

/** Where the companies are at home, as far as it is public knowledge. Contracts may say otherwise. */
const HOMES: Readonly<Record<string, string>> = {
  'openai.com': 'US',
  'openrouter.ai': 'US',
  'anthropic.com': 'US',
  'googleapis.com': 'US',
  'mistral.ai': 'FR',
  'amazonaws.com': 'US',
  'azure.com': 'US',
  'groq.com': 'US',
  'together.xyz': 'US',
  'fireworks.ai': 'US',
  'deepseek.com': 'CN',
  'replicate.com': 'US',
  'fal.run': 'US',
  'lumalabs.ai': 'US',
  'elevenlabs.io': 'US',
  'stripe.com': 'US',
  'brave.com': 'US',
  'cloudflare.com': 'US',
  'hcaptcha.com': 'US',
  'github.com': 'US',
  'google.com': 'US',
};
/** The host of a kind of upstream that needs no address. */
const HOST_OF_KIND: Readonly<Record<string, string>> = {
  anthropic: 'api.anthropic.com',
  google: 'generativelanguage.googleapis.com',
  mistral: 'api.mistral.ai',
  bedrock: 'amazonaws.com',
  replicate: 'api.replicate.com',
  fal: 'fal.run',
  luma: 'api.lumalabs.ai',
};

export function readDataFacts({ config, prices, retention, upstreams, seller }: DataFactParts): DataFacts {
  const plans = Object.entries(prices.list.plans);
  const days = config.retain.days;
  return {
    service: { name: config.serviceName, url: config.publicUrl, isEncrypted: config.publicUrl.startsWith('https:') },
    seller: sellerOf(seller()),
    places: placesOf(config),
    retention: RETENTION_KINDS.map((kind) => ({
      kind,
      days: days[kind],
      plans: plans
        .map(([plan]) => ({ plan, days: retention.daysOf(plan)[kind] }))
        .filter((other) => other.days !== days[kind]),
    })),
    logs: {
      account_log: config.retain.logDays,
      usage: config.retain.usageDays,
      events: config.retain.eventsDays,
      deletion_waits: config.deletionDays,
    },
    zeroRetentionPlans: plans.filter(([, plan]) => plan.zero_retention === true).map(([plan]) => plan),
    zeroRetentionSeconds: config.zeroRetentionSeconds,
    processors: [...upstreams().map(modelProcessor), ...otherProcessors(config)],
  };
}

function sellerOf(live: Partial<Seller>): DataFacts['seller'] {
  const { name, country, line1, line2, postal_code: code, city, state, vat_id, register, directors, email } = live;
  if (!name || !country) return null;
  const place = [code, city].filter(Boolean).join(' ');
  const address = [line1, line2, place, state].filter((line): line is string => Boolean(line));
  const given = {
    vat_id: vat_id ?? null,
    register: register ?? null,
    directors: directors ?? null,
    email: email ?? null,
  };
  return { name, address, country, ...given };
}

function placesOf({ databaseUrl, s3, redisUrl, backupArchive }: Config): Place[] {
  const bucket = s3 ? s3.bucketUrl.hostname : null;
  return [
    // An address of several hosts cannot be read as one.
    { holds: 'database', host: databaseUrl && (hostOf(databaseUrl) ?? 'DATABASE_URL'), region: null },
    { holds: 'files', host: bucket, region: s3?.region ?? null },
    ...(redisUrl ? [{ holds: 'limits', host: hostOf(redisUrl), region: null } as const] : []),
    ...(backupArchive ? [{ holds: 'database_log', host: null, region: null } as const] : []),
  ];
}

function modelProcessor({ name, makes, settings }: UpstreamLine): Processor {
  const { isOwn, provider, url } = hostingOf(settings);
  const kind = typeof settings.kind === 'string' ? settings.kind : 'openai';
  const host = hostOf(url) ?? HOST_OF_KIND[kind] ?? null;
  const base = typeof settings.base_url === 'string' ? settings.base_url : undefined;
  const isAsked = makes === 'text' && kind === 'openai' && Object.keys(unkeptAt(base)).length > 0;
  const says = isAsked || (makes === 'text' && settings.responses === true) ? 'zero_retention_calls' : 'no';
  return {
    role: 'models',
    name,
    makes,
    provider,
    host,
    country: isOwn ? null : homeOf(host),
    isOwn,
    askedNotToStore: isOwn ? null : says,
  };
}

function otherProcessors({
  smtpUrl,
  s3,
  stripe,
  telemetry,
  search,
  captcha,
  signInProviders,
  databaseUrl,
  redisUrl,
}: Config) {
  const listed: [role: Processor['role'], name: string, url: string | null | undefined][] = [
    ['database', 'database', databaseUrl],
    ['limits', 'redis', redisUrl],
    ['mail', 'mail', smtpUrl],
    ['files', 'bucket', s3?.bucketUrl.href],
    ['payments', 'stripe', stripe && (stripe.apiBase ?? 'https://api.stripe.com')],
    ['telemetry', 'traces', telemetry?.tracesUrl],
    ['telemetry', 'metrics', telemetry?.metricsUrl],
    ['search', search?.kind ?? '', search?.url],
    ['captcha', captcha?.provider ?? '', captcha && (captcha.verifyUrl ?? CAPTCHA_URLS[captcha.provider])],
    ...signInProviders.map((one): [Processor['role'], string, string] => [
      'sign_in',
      one.label,
      one.kind === 'oidc' ? one.issuer : one.url,
    ]),
  ];
  return listed.flatMap(([role, name, url]): Processor[] => {
    if (!url) return [];
    const host = hostOf(url);
    const { isOwn } = hostingOf({ base_url: url });
    return [
      {
        role,
        name,
        makes: null,
        provider: null,
        host,
        country: isOwn ? null : homeOf(host),
        isOwn,
        askedNotToStore: null,
      },
    ];
  });
}

const CAPTCHA_URLS = {
  'cloudflare-turnstile': 'https://challenges.cloudflare.com',
  hcaptcha: 'https://api.hcaptcha.com',
} as const;

/** Never the rest of an address, which may hold a password. */
function hostOf(url: string | null | undefined): string | null {
  return (url && URL.parse(url)?.hostname) || null;
}

function homeOf(host: string | null): string | null {
  const found = Object.entries(HOMES).find(([name]) => host === name || host?.endsWith(`.${name}`));
  return found?.[1] ?? null;
}
