// The data folder of apps that store their records in the browser, and the page that starts them.
import type { AppFile, Blueprint } from '../blueprint.ts';
import { printApp, printSchema, printSeed } from './shared-files.ts';

/** `base` is the expression that gives the folder the app is served from; none where the framework routes. */
export function clientData(blueprint: Blueprint, base: string | null): AppFile[] {
  return [
    { path: 'data/app.js', content: printApp(blueprint) },
    { path: 'data/schema.js', content: printSchema(blueprint) },
    { path: 'data/seed.js', content: printSeed(blueprint) },
    { path: 'data/store.js', content: printStore(blueprint) },
    ...(base ? [{ path: 'data/router.js', content: printRouter(base) }] : []),
    ...(blueprint.hasAccounts ? [{ path: 'data/auth.js', content: DEVICE_AUTH }] : []),
  ];
}

export function printRouter(base: string): string {
  return `// The app's router, below the folder that it is served from.
import { createRouter } from '../lib/router.js';

export const router = createRouter(${base});
`;
}

function printStore({ slug }: Blueprint): string {
  return `// The app's records: examples at first, then what the visitor made of them.
import { browserStorage } from '../lib/browser-storage.js';
import { createStore } from '../lib/create-store.js';
import { schema } from './schema.js';
import { seed } from './seed.js';

export const store = createStore({ schema, seed, storage: browserStorage('${slug}') });
`;
}

export function printIndexHtml({ name, tagline, theme }: Blueprint, entry: string, head = ''): string {
  return `<!doctype html>
<html lang="en" data-theme="${theme.startsDark ? 'dark' : 'light'}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="description" content="${escapeHtml(tagline)}" />
${head}    <link rel="icon" href="data:," />
    <title>${escapeHtml(name)}</title>
  </head>
  <body>
    <div id="root"></div>
    <script type="module" src="${entry}"></script>
  </body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

const DEVICE_AUTH = `// A profile on this device: no password is kept and nothing is protected. Connect your server here.
const KEY = 'profile';
let profile = null;

function keep(who) {
  profile = who;
  try {
    globalThis.localStorage?.setItem(KEY, JSON.stringify(who));
  } catch {
    // Kept for this visit only.
  }
}

export const auth = {
  note: 'This profile stays on this device.',
  async current() {
    try {
      return JSON.parse(globalThis.localStorage?.getItem(KEY) ?? 'null') ?? profile;
    } catch {
      return profile;
    }
  },
  async signUp({ name, email }) {
    keep({ name, email });
    return { ok: true, who: profile };
  },
  async signIn({ email }) {
    const known = await this.current();
    keep({ name: known?.email === email ? known.name : email.split('@')[0], email });
    return { ok: true, who: profile };
  },
  async signOut() {
    keep(null);
  },
};
`;
