// People at the session API: sign up, post to /auth, read what the service mailed, call the API by cookie.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestService } from './service.ts';

export const PASSWORD = 'correct horse battery';

export interface AuthAnswer {
  status: number;
  cookie: string;
  setCookies: string[];
  text: string;
}

/** A POST to /auth as the dashboard would send it; `from` is the address a trusted proxy would report. */
export async function postAuth(
  service: TestService,
  path: string,
  body: object,
  { cookie = '', from = '', headers = {} }: { cookie?: string; from?: string; headers?: Record<string, string> } = {},
): Promise<AuthAnswer> {
  const response = await fetch(`${service.origin}/auth/${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin: service.config.publicUrl,
      cookie,
      ...(from ? { 'x-forwarded-for': from } : {}),
      ...headers,
    },
    body: JSON.stringify(body),
  });
  const setCookies = response.headers.getSetCookie();
  return { status: response.status, cookie: cookieOf(setCookies), setCookies, text: await response.text() };
}

function cookieOf(setCookies: readonly string[]): string {
  return setCookies.map((one) => one.split(';', 1)[0]).join('; ');
}

export function signUp(
  service: TestService,
  email: string,
  more: { from?: string; invite?: string; headers?: Record<string, string> } = {},
): Promise<AuthAnswer> {
  const { invite, ...options } = more;
  const body = { email, password: PASSWORD, name: 'Ada', ...(invite ? { invite } : {}) };
  return postAuth(service, 'sign-up/email', body, options);
}

/** The account that a cookie opens; undefined where it opens none. */
export async function accountOf(service: TestService, cookie: string) {
  const answer = await service.call('GET', '/v1/account', { headers: fromDashboard(service, cookie) });
  return answer.status === 200 ? (answer.json as { id: string; email: string; is_owner: boolean }) : undefined;
}

export function fromDashboard(service: TestService, cookie: string): Record<string, string> {
  return { cookie, 'sec-fetch-site': 'same-origin', origin: service.config.publicUrl };
}

/** Opens a one-time link as a browser does, through its redirects, and gives the cookie that came with it. */
export async function openLink(url: string, cookie = ''): Promise<string> {
  const cookies: string[] = [];
  let next: string | null = url;
  for (let hops = 0; next && hops < 5; hops += 1) {
    const response: Response = await fetch(new URL(next, url), { redirect: 'manual', headers: { cookie } });
    cookies.push(...response.headers.getSetCookie());
    next = response.headers.get('location');
    await response.body?.cancel();
  }
  return cookieOf(cookies);
}

/** The mails in the outbox folder to an address, oldest first, once there are as many as wanted. */
export async function mailsTo(service: TestService, address: string, wanted = 1): Promise<string[]> {
  const folder = join(service.config.dataDir, 'mail');
  let mails: string[] = [];
  for (let tries = 0; tries < 50; tries += 1) {
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).sort();
    const all = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
    mails = all.filter((mail) => mail.includes(`To: ${address}\n`));
    if (mails.length >= wanted) return mails;
    await sleep(50);
  }
  return mails;
}

export function linkIn(mail: string | undefined): string {
  return /^https?:\S+$/m.exec(mail ?? '')?.[0] ?? '';
}
