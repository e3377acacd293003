// The public page that checks a file: without a key, so each network may use it only now and then.
import { ServiceError, toServiceError } from '../../core/errors.ts';
import { HTML_POLICY } from '../../core/html-page.ts';
import { MEGABYTE } from '../../core/megabyte.ts';
import { type PageLanguage, pageLanguage } from '../../core/page-language.ts';
import { answerHtml, type Page, type PageAnswer, page, type Visit } from '../../http/page.ts';
import type { Queries } from '../../store/database.ts';
import { takeAttempt } from '../../store/sign-in-attempts.ts';
import { verifyFormHtml, verifyResultHtml } from './verify-html.ts';
import { VERIFY_PAGE_WORDS } from './verify-page-words.ts';
import type { VerifyService } from './verify-service.ts';

export interface VerifyPageParts {
  service: VerifyService;
  queries: Queries;
  serviceName(): string;
  /** Reads a form, in a thread if it is large. */
  readForm(contentType: string, body: Buffer): Promise<{ uploads: { field: string; bytes: Uint8Array }[] }>;
}

/** One address may have 16 MB of bodies under way. */
const MAX_MEGABYTES = 15;
/** Counted until the visitor pauses for a minute. */
const RULE = { window: 60, max: 10 };
const HEADERS = {
  'content-security-policy': HTML_POLICY,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  vary: 'Accept-Language, Cookie',
};

export function verifyPages(parts: VerifyPageParts): Page[] {
  return [
    page(['GET', 'HEAD'], '/verify', {
      run: (visit) => answerHtml(verifyFormHtml(lookOf(parts, visit)), { headers: HEADERS }),
    }),
    page('POST', '/verify', {
      run: (visit) => checkSent(parts, visit),
      bodyLimitBytes: MAX_MEGABYTES * MEGABYTE,
    }),
  ];
}

async function checkSent(parts: VerifyPageParts, visit: Visit): Promise<PageAnswer> {
  const look = lookOf(parts, visit);
  try {
    const network = networkOf(visit.ip);
    const { allowed, retryAfter } = await takeAttempt(parts.queries, `checked files of ${network}`, RULE);
    if (!allowed) throw tooOften(retryAfter ?? RULE.window);
    const found = await parts.service.verifyOf(network, await fileIn(parts, visit), visit.signal);
    return answerHtml(verifyResultHtml(look, found), { headers: HEADERS });
  } catch (thrown) {
    const error = toServiceError(thrown);
    if (error.status >= 500) throw error;
    const wait = error.retryAfterSeconds;
    return answerHtml(verifyFormHtml(look, problemOf(error, look.language)), {
      status: error.status,
      headers: { ...HEADERS, ...(wait === undefined ? {} : { 'retry-after': String(wait) }) },
    });
  }
}

function problemOf({ code, retryAfterSeconds = RULE.window }: ServiceError, language: PageLanguage): string {
  const { tooOften, chooseFirst, cannotCheck } = VERIFY_PAGE_WORDS[language];
  if (code === 'rate_limit_exceeded') return tooOften(retryAfterSeconds);
  return code === 'missing_parameter' ? chooseFirst : cannotCheck;
}

async function fileIn({ readForm }: VerifyPageParts, { body, headers }: Visit): Promise<Uint8Array> {
  const type = headers['content-type'] ?? '';
  if (!body || !/^multipart\/form-data\s*;/i.test(type)) throw noFile();
  const { uploads } = await readForm(type, body);
  const file = uploads.find(({ field }) => field === 'file');
  if (!file || file.bytes.length === 0) throw noFile();
  return file.bytes;
}

function lookOf({ serviceName }: VerifyPageParts, { headers }: Visit) {
  return { language: pageLanguage(headers), serviceName: serviceName(), mostMegabytes: MAX_MEGABYTES };
}

/** One customer of a provider has a whole network of IPv6 addresses, as a rule /64. */
export function networkOf(address: string): string {
  if (!address.includes(':') || address.includes('.')) return address.replace(/^.*:/, '');
  const [before = '', after] = address.split('%', 1)[0]?.split('::') ?? [];
  const [first, last] = [before, after ?? ''].map((part) => part.split(':').filter(Boolean)) as [string[], string[]];
  const missing = after === undefined ? 0 : Math.max(0, 8 - first.length - last.length);
  return [...first, ...Array<string>(missing).fill('0'), ...last].slice(0, 4).join(':');
}

function noFile(): ServiceError {
  return new ServiceError('missing_parameter', 'Choose a file first.', { param: 'file' });
}

function tooOften(seconds: number): ServiceError {
  return new ServiceError('rate_limit_exceeded', `Too many files were checked from this network. Wait ${seconds} s.`, {
    retryAfterSeconds: seconds,
  });
}
