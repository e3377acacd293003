// Serves the built dashboard: one HTML page for all of its paths, and the assets that the page loads.
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chooseEncoding } from '../../core/accepted-encodings.ts';
import { ServiceError } from '../../core/errors.ts';
import { answerHtml, type Page, type PageAnswer, page, redirect, type Visit } from '../../http/page.ts';
import { htmlFramePage } from './html-frame-pages.ts';

/** Paths that the dashboard's own router handles; every other unknown path is a 404. */
const PAGES = [
  '/',
  '/sign-in',
  '/sign-in-link',
  '/sign-up',
  '/reset',
  '/welcome',
  '/account',
  '/keys',
  '/team',
  '/join/:token',
  '/activity',
  '/library',
  '/w/:id',
  '/usage',
  '/billing',
  '/webhooks',
  '/play/*',
  '/operator',
  '/operator/*',
];
const BUILT = join(import.meta.dirname, '..', '..', '..', 'dashboard', 'dist');
const ASSET_NAME = /^[\w-]+(\.[\w-]+)*\.(js|css|svg|png|woff2|json|wasm)$/;
const TYPES: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  woff2: 'font/woff2',
  json: 'application/json; charset=utf-8',
  wasm: 'application/wasm',
};

export interface DashboardSettings {
  serviceName: string;
  publicUrl: string;
  /** The previews' own origin, if they have one. */
  previewOrigin: string | null;
  signUps: 'open' | 'invite' | 'closed';
  captcha: { provider: 'cloudflare-turnstile' | 'hcaptcha'; siteKey: string } | null;
  signInProviders: readonly { id: string; label: string }[];
  smtpUrl: string | null;
}

/** The origins from which a captcha's script and frame are loaded. */
const CAPTCHA_ORIGINS = {
  'cloudflare-turnstile': ['https://challenges.cloudflare.com'],
  hcaptcha: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
} as const;

export function dashboardPages(settings: DashboardSettings, folder: string = BUILT): Page[] {
  return [
    ...PAGES.map((path) => page(['GET', 'HEAD'], path, { run: (visit) => sendPage(settings, folder, visit) })),
    htmlFramePage(),
    page(['GET', 'HEAD'], '/assets/:name', { run: (visit) => sendAsset(folder, visit) }),
    page(['GET', 'HEAD'], '/fonts/:name', { run: sendFont }),
    page(['GET', 'HEAD'], '/icon.svg', {
      run: async () => ({
        status: 200,
        headers: { 'content-type': 'image/svg+xml', 'cache-control': 'max-age=86400' },
        body: await readBuilt(folder, 'icon.svg'),
      }),
    }),
  ];
}

async function sendPage(settings: DashboardSettings, folder: string, visit: Visit): Promise<PageAnswer> {
  if (isOtherNameOfOurs(visit.headers.host, settings.publicUrl)) return redirect(`${settings.publicUrl}${visit.url}`);
  // The nonce allows the styles that UI primitives add themselves; scripts come from our own files only.
  const nonce = randomBytes(16).toString('base64url');
  const built = String(await readBuilt(folder, 'index.html'));
  const shown = built
    .replaceAll('%SERVICE_NAME%', () => escaped(settings.serviceName))
    .replace('%STYLE_NONCE%', nonce)
    .replace('%SIGN_UPS%', settings.signUps)
    .replace('%MAIL%', settings.smtpUrl === null ? 'folder' : 'smtp')
    .replace('%CAPTCHA%', () => escaped(captchaFact(settings)))
    .replace('%SIGN_IN_PROVIDERS%', () => escaped(providersFact(settings)));
  return answerHtml(shown, {
    headers: { 'cache-control': 'no-cache', 'content-security-policy': policy(nonce, settings) },
  });
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** A session is valid for one origin only: a user who opens localhost instead of 127.0.0.1 could read but change nothing. */
function isOtherNameOfOurs(host: string | undefined, publicUrl: string): boolean {
  const own = new URL(publicUrl);
  const isLoopback = (name: string) => LOOPBACK.includes(name);
  if (!host || !isLoopback(own.hostname) || !URL.canParse(`${own.protocol}//${host}`)) return false;
  const asked = new URL(`${own.protocol}//${host}`);
  return isLoopback(asked.hostname) && asked.hostname !== own.hostname && asked.port === own.port;
}

const PACKED = { br: '.br', gzip: '.gz' };

function captchaFact({ captcha }: DashboardSettings): string {
  return captcha ? `${captcha.provider} ${captcha.siteKey}` : '';
}

function providersFact({ signInProviders }: DashboardSettings): string {
  return JSON.stringify(signInProviders.map(({ id, label }) => ({ id, label })));
}

function policy(nonce: string, { previewOrigin, captcha }: DashboardSettings): string {
  const captchaFrom = captcha ? ` ${CAPTCHA_ORIGINS[captcha.provider].join(' ')}` : '';
  return [
    "default-src 'none'",
    `script-src 'self'${captchaFrom}`,
    `style-src 'self' 'nonce-${nonce}'${captcha?.provider === 'hcaptcha' ? captchaFrom : ''}`,
    `connect-src 'self'${captchaFrom}`,
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    `frame-src 'self'${previewOrigin ? ` ${previewOrigin}` : ''}${captchaFrom}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** A file's name contains the hash of its content, so browsers may cache it forever. */
async function sendAsset(folder: string, visit: Visit): Promise<PageAnswer> {
  const name = visit.params.name ?? '';
  const extension = ASSET_NAME.exec(name)?.[2];
  if (!extension) throw new ServiceError('not_found', 'No such file exists.');
  const encoding = ['js', 'css', 'svg', 'json'].includes(extension)
    ? chooseEncoding(visit.headers['accept-encoding'], ['br', 'gzip'])
    : undefined;
  return {
    status: 200,
    headers: {
      'content-type': TYPES[extension] ?? 'application/octet-stream',
      ...(encoding ? { 'content-encoding': encoding } : {}),
      vary: 'Accept-Encoding',
      'cache-control': 'public, max-age=31536000, immutable',
    },
    body: await readBuilt(folder, `assets/${name}${encoding ? PACKED[encoding] : ''}`),
  };
}

/** At addresses that never change, for the pages that the server writes itself. */
const FONTS = new Map([
  ['inter.woff2', import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')],
  ['newsreader.woff2', import.meta.resolve('@fontsource-variable/newsreader/files/newsreader-latin-wght-normal.woff2')],
]);

async function sendFont({ params }: Visit): Promise<PageAnswer> {
  const file = FONTS.get(params.name ?? '');
  if (!file) throw new ServiceError('not_found', 'No such font exists.');
  return {
    status: 200,
    headers: { 'content-type': 'font/woff2', 'cache-control': 'public, max-age=604800' },
    body: await readFile(new URL(file)),
  };
}

async function readBuilt(folder: string, name: string): Promise<Buffer> {
  try {
    return await readFile(join(folder, name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    if (name === 'index.html')
      throw new ServiceError(
        'engine_unavailable',
        'The dashboard is not built. Run `npm start` or `npm run serve` to build it. The API works without it; see /docs.',
      );
    throw new ServiceError('not_found', 'No such file exists. Reload the page: the dashboard may have been updated.');
  }
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
