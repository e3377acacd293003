// Decides which headers pass between a browser and a previewed app.
import type { IncomingHttpHeaders } from 'node:http';

/** Headers that an app receives: not the user's key, session, IP address or the proxy's headers about them. */
const HEADERS_TO_APP = new Set([
  'accept',
  'accept-language',
  'cache-control',
  'content-type',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'last-event-id',
  'prefer',
  'range',
  'user-agent',
  'x-requested-with',
]);

/** Headers that an app may set: not Clear-Site-Data, Alt-Svc or Strict-Transport-Security, which would affect our whole origin. */
const HEADERS_FROM_APP = new Set([
  'accept-ranges',
  'allow',
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-range',
  'content-type',
  'etag',
  'expires',
  'last-modified',
  'retry-after',
  'vary',
]);

/** Names with a meaning for the service or the browser. */
const OUR_COOKIES = /^(__Host-|__Secure-|atelier)/i;

export interface PreviewAddress {
  /** `/preview/{id}/` */
  base: string;
  /** An app's cookies work at the preview origin only. */
  isOwnOrigin: boolean;
}

export function headersForApp(given: IncomingHttpHeaders, { base, isOwnOrigin }: PreviewAddress) {
  const headers: Record<string, string> = { 'x-forwarded-prefix': base.slice(0, -1) };
  for (const [name, value] of Object.entries(given))
    if (typeof value === 'string' && HEADERS_TO_APP.has(name)) headers[name] = value;
  const cookie = isOwnOrigin ? cookiesOfApp(given.cookie ?? '') : '';
  return cookie ? { ...headers, cookie } : headers;
}

export function headersForVisitor(given: Readonly<Record<string, string>>, { base, isOwnOrigin }: PreviewAddress) {
  const headers: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(given)) {
    if (HEADERS_FROM_APP.has(name)) headers[name] = value;
    if (name === 'location') headers[name] = value.startsWith('/') ? `${base}${value.slice(1)}` : value;
  }
  const cookies = isOwnOrigin ? (given['set-cookie'] ?? '').split('\n').flatMap((one) => ownCookie(one, base)) : [];
  return cookies.length > 0 ? { ...headers, 'set-cookie': cookies } : headers;
}

function cookiesOfApp(cookies: string): string {
  return cookies
    .split(';')
    .map((one) => one.trim())
    .filter((one) => one !== '' && !OUR_COOKIES.test(one))
    .join('; ');
}

/** Limits a cookie to this preview: no parent domain and no other preview gets it. */
function ownCookie(cookie: string, base: string): string[] {
  const [pair = '', ...attributes] = cookie.split(';').map((part) => part.trim());
  if (!pair.includes('=') || OUR_COOKIES.test(pair)) return [];
  const kept = attributes.filter((attribute) => !/^(domain|path)\b/i.test(attribute));
  return [[pair, ...kept, `Path=${base}`].join('; ')];
}
