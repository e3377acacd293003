// Every page and its address. Pages are loaded when they are first visited.
import { createRootRoute, createRoute, createRouter, Outlet, redirect } from '@tanstack/react-router';
import { client } from './api/client.ts';
import { currentEnvironment } from './api/environment.ts';
import { isSignedOut } from './api/problem.ts';
import { queryClient, whenSignedOut } from './api/queries.ts';
import { isSignedIn } from './api/session.ts';
import { Layout } from './shell/layout.tsx';
import { lazyRouteComponent } from './shell/lazy-page.ts';
import { BrokenContent, BrokenPage, LoadingPage, MissingPage } from './shell/other-pages.tsx';

const root = createRootRoute({ component: Outlet, notFoundComponent: MissingPage, errorComponent: BrokenPage });

/** Pages for somebody signed in; everybody else is sent to sign in and comes back. */
const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  component: Layout,
  errorComponent: BrokenPage,
  beforeLoad: async ({ location }) => {
    // The script of the page is fetched while the session is asked for.
    void scripts.get(location.pathname)?.preload?.();
    const toSignIn = () => redirect({ to: '/sign-in', search: { to: location.pathname } });
    const key = ['GET /account', currentEnvironment(), {}];
    // Asked first: a stranger is no error that the browser should write down.
    if (!queryClient.getQueryData(key) && !(await isSignedIn())) throw toSignIn();
    try {
      await queryClient.ensureQueryData({
        queryKey: key,
        queryFn: () => client().call('GET /account'),
      });
    } catch (error) {
      if (isSignedOut(error)) throw toSignIn();
      throw error;
    }
  },
});

type Page = ReturnType<typeof lazyRouteComponent>;

/** By path. */
const scripts = new Map<string, Page>();

interface OutsideSearch {
  to?: string;
  token?: string;
  error?: string;
  invite?: string;
  step?: string;
}

const outsidePage = <const P extends string>(path: P, component: Page) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component,
    validateSearch: (search: Record<string, unknown>): OutsideSearch => ({
      ...(typeof search.to === 'string' ? { to: search.to } : {}),
      ...(typeof search.token === 'string' ? { token: search.token } : {}),
      ...(typeof search.error === 'string' ? { error: search.error } : {}),
      ...(typeof search.invite === 'string' ? { invite: search.invite } : {}),
      ...(typeof search.step === 'string' ? { step: search.step } : {}),
    }),
  });

/** Pages keep what is opened on them in the address, so that it can be linked and the way back works. */
type PageSearch = Record<string, string | undefined>;

const page = <const P extends string>(path: P, component: Page) => {
  scripts.set(path, component);
  return createRoute({
    getParentRoute: () => inside,
    path,
    component,
    errorComponent: BrokenContent,
    validateSearch: (search: Record<string, unknown>): PageSearch =>
      Object.fromEntries(Object.entries(search).filter(([, value]) => typeof value === 'string')) as PageSearch,
  });
};

/** The service's own pages: after signing in, the browser leaves the dashboard for them. */
const documentation = createRoute({
  getParentRoute: () => root,
  path: '/docs/$',
  beforeLoad: ({ location }) => {
    throw redirect({ href: location.href, reloadDocument: true });
  },
});

const operator = () => lazyRouteComponent(() => import('./operators/routes.tsx'), 'OperatorPages');

const routeTree = root.addChildren([
  outsidePage(
    '/sign-in',
    lazyRouteComponent(() => import('./account/sign-in-page.tsx'), 'SignInPage'),
  ),
  outsidePage(
    '/sign-up',
    lazyRouteComponent(() => import('./account/sign-up-page.tsx'), 'SignUpPage'),
  ),
  outsidePage(
    '/sign-in-link',
    lazyRouteComponent(() => import('./account/sign-in-link-page.tsx'), 'SignInLinkPage'),
  ),
  outsidePage(
    '/reset',
    lazyRouteComponent(() => import('./account/reset-page.tsx'), 'ResetPage'),
  ),
  documentation,
  inside.addChildren([
    page(
      '/',
      lazyRouteComponent(() => import('./home/page.tsx'), 'HomePage'),
    ),
    page(
      '/account',
      lazyRouteComponent(() => import('./account/settings-page.tsx'), 'AccountSettingsPage'),
    ),
    page(
      '/welcome',
      lazyRouteComponent(() => import('./account/welcome-page.tsx'), 'WelcomePage'),
    ),
    page(
      '/keys',
      lazyRouteComponent(() => import('./keys/page.tsx'), 'KeysPage'),
    ),
    page(
      '/team',
      lazyRouteComponent(() => import('./team/page.tsx'), 'TeamPage'),
    ),
    page(
      '/join/$token',
      lazyRouteComponent(() => import('./team/join-page.tsx'), 'JoinPage'),
    ),
    page(
      '/library',
      lazyRouteComponent(() => import('./library/page.tsx'), 'LibraryPage'),
    ),
    page(
      '/activity',
      lazyRouteComponent(() => import('./activity/page.tsx'), 'ActivityPage'),
    ),
    page(
      '/usage',
      lazyRouteComponent(() => import('./usage/page.tsx'), 'UsagePage'),
    ),
    page(
      '/billing',
      lazyRouteComponent(() => import('./billing/page.tsx'), 'BillingPage'),
    ),
    page(
      '/webhooks',
      lazyRouteComponent(() => import('./webhooks/page.tsx'), 'WebhooksPage'),
    ),
    page(
      '/play/chat',
      lazyRouteComponent(() => import('./playgrounds/chat/page.tsx'), 'ChatPage'),
    ),
    page(
      '/play/code',
      lazyRouteComponent(() => import('./playgrounds/code/page.tsx'), 'CodePage'),
    ),
    page(
      '/play/music',
      lazyRouteComponent(() => import('./playgrounds/music/page.tsx'), 'MusicPage'),
    ),
    page(
      '/play/image',
      lazyRouteComponent(() => import('./playgrounds/image/page.tsx'), 'ImagePage'),
    ),
    page(
      '/play/video',
      lazyRouteComponent(() => import('./playgrounds/video/page.tsx'), 'VideoPage'),
    ),
    page(
      '/play/audio',
      lazyRouteComponent(() => import('./playgrounds/audio/page.tsx'), 'AudioPage'),
    ),
    page(
      '/play/builder',
      lazyRouteComponent(() => import('./playgrounds/builder/page.tsx'), 'BuilderPage'),
    ),
    // What follows /operator is for the operator pages to understand: it arrives as `_splat`.
    page('/operator', operator()),
    page('/operator/$', operator()),
  ]),
]);

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultPendingComponent: LoadingPage,
  defaultNotFoundComponent: MissingPage,
  scrollRestoration: true,
});

whenSignedOut(() => {
  const { pathname } = router.state.location;
  if (pathname.startsWith('/sign-')) return;
  queryClient.clear();
  router.navigate({ to: '/sign-in', search: { to: pathname } });
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
