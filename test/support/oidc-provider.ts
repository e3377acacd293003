// Starts an OpenID Connect provider in a process of its own, and goes through its pages as a browser does.
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { freePort } from './free-port.ts';

export const CLIENT = { id: 'atelier', secret: 'a secret of the client: with/odd+signs%' };

export interface TestIssuer {
  url: string;
  /** Signs in at the issuer and consents; returns the URL that the issuer sends the browser back to. */
  visit(authorizationUrl: string, login: string): Promise<string>;
  stop(): void;
}

export async function startOidcProvider(callbacks: readonly string[]): Promise<TestIssuer> {
  const port = await freePort();
  const clients = [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: callbacks }];
  const child = fork(join(import.meta.dirname, 'oidc-provider-process.ts'), [JSON.stringify({ port, clients })], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await once(child, 'message');
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    visit: (authorizationUrl, login) => goThrough(url, authorizationUrl, login),
    stop: () => child.disconnect(),
  };
}

const MAX_PAGES = 12;

async function goThrough(issuer: string, authorizationUrl: string, login: string): Promise<string> {
  const cookies = new Map<string, string>();
  let next: { url: string; form?: string } = { url: authorizationUrl };
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const response: Response = await fetch(next.url, {
      redirect: 'manual',
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(next.form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      },
      ...(next.form ? { method: 'POST', body: next.form } : {}),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location) {
      const target = new URL(location, next.url);
      if (target.origin !== issuer) return target.href;
      next = { url: target.href };
      continue;
    }
    const html = await response.text();
    const [, action] = /<form[^>]+action="([^"]+)"/.exec(html) ?? [];
    assert.ok(action, html);
    const prompt = /name="prompt" value="(\w+)"/.exec(html)?.[1] ?? '';
    next = {
      url: new URL(action, next.url).href,
      form: String(new URLSearchParams({ prompt, login, password: 'any' })),
    };
  }
  throw new Error('the issuer shows page after page');
}
