// The dashboard's one list of pages: the script of each by its path. The router routes exactly these, and the entry fetches the script of
// the first page beside the dashboard's own. The service serves the same paths (test/contract/dashboard-paths.test.ts).
export const OUTSIDE_SCRIPTS = {
  '/sign-in': () => import('./account/sign-in-page.tsx'),
  '/sign-up': () => import('./account/sign-up-page.tsx'),
  '/sign-in-link': () => import('./account/sign-in-link-page.tsx'),
  '/reset': () => import('./account/reset-page.tsx'),
} as const;

export const PAGE_SCRIPTS = {
  '/': () => import('./home/page.tsx'),
  '/account': () => import('./account/settings-page.tsx'),
  '/welcome': () => import('./account/welcome-page.tsx'),
  '/keys': () => import('./keys/page.tsx'),
  '/team': () => import('./team/page.tsx'),
  '/join/$token': () => import('./team/join-page.tsx'),
  '/library': () => import('./library/page.tsx'),
  '/w/$id': () => import('./library/item-page.tsx'),
  '/activity': () => import('./activity/page.tsx'),
  '/usage': () => import('./usage/page.tsx'),
  '/billing': () => import('./billing/page.tsx'),
  '/webhooks': () => import('./webhooks/page.tsx'),
  '/play/chat': () => import('./playgrounds/chat/page.tsx'),
  '/play/code': () => import('./playgrounds/code/page.tsx'),
  '/play/music': () => import('./playgrounds/music/page.tsx'),
  '/play/image': () => import('./playgrounds/image/page.tsx'),
  '/play/video': () => import('./playgrounds/video/page.tsx'),
  '/play/audio': () => import('./playgrounds/audio/page.tsx'),
  '/play/builder': () => import('./playgrounds/builder/page.tsx'),
  '/operator': () => import('./operators/routes.tsx'),
} as const;

const SCRIPTS: Readonly<Record<string, () => Promise<unknown>>> = { ...OUTSIDE_SCRIPTS, ...PAGE_SCRIPTS };

export function isOutside(path: string): boolean {
  return Object.hasOwn(OUTSIDE_SCRIPTS, path);
}

/** If a page fails here, the router loads it again and shows the error. */
export function loadScript(path: string): void {
  const load = Object.hasOwn(SCRIPTS, path) ? SCRIPTS[path] : undefined;
  load?.().catch(() => undefined);
}
