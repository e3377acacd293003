// The script of every page by its path: the router loads it, and the entry fetches that of the first page beside the dashboard's own.
export const PAGE_SCRIPTS = {
  '/sign-in': () => import('./account/sign-in-page.tsx'),
  '/sign-up': () => import('./account/sign-up-page.tsx'),
  '/sign-in-link': () => import('./account/sign-in-link-page.tsx'),
  '/reset': () => import('./account/reset-page.tsx'),
  '/': () => import('./home/page.tsx'),
  '/account': () => import('./account/settings-page.tsx'),
  '/welcome': () => import('./account/welcome-page.tsx'),
  '/keys': () => import('./keys/page.tsx'),
  '/team': () => import('./team/page.tsx'),
  '/join/$token': () => import('./team/join-page.tsx'),
  '/library': () => import('./library/page.tsx'),
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

export const OUTSIDE_PATHS: readonly string[] = ['/sign-in', '/sign-up', '/sign-in-link', '/reset'];

/** A page that fails here is loaded again by the router, which shows what went wrong. */
export function loadScript(path: string): void {
  const load = Object.hasOwn(PAGE_SCRIPTS, path) ? PAGE_SCRIPTS[path as keyof typeof PAGE_SCRIPTS] : undefined;
  load?.().catch(() => undefined);
}
