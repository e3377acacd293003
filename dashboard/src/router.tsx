// Every page and its address. Pages are loaded when they are first visited.
import { createRootRoute, createRoute, createRouter, Outlet, redirect } from '@tanstack/react-router';
import { currentEnvironment } from './api/chosen-environment.ts';
import { client } from './api/client.ts';
import { isSignedOut } from './api/problem.ts';
import { queryClient, whenSignedOut } from './api/queries.ts';
import { isSignedIn } from './api/session.ts';
import { PAGE_SCRIPTS } from './page-scripts.ts';
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

const operator = () => lazyRouteComponent(PAGE_SCRIPTS['/operator'], 'OperatorPages');

const routeTree = root.addChildren([
  outsidePage('/sign-in', lazyRouteComponent(PAGE_SCRIPTS['/sign-in'], 'SignInPage')),
  outsidePage('/sign-up', lazyRouteComponent(PAGE_SCRIPTS['/sign-up'], 'SignUpPage')),
  outsidePage('/sign-in-link', lazyRouteComponent(PAGE_SCRIPTS['/sign-in-link'], 'SignInLinkPage')),
  outsidePage('/reset', lazyRouteComponent(PAGE_SCRIPTS['/reset'], 'ResetPage')),
  documentation,
  inside.addChildren([
    page('/', lazyRouteComponent(PAGE_SCRIPTS['/'], 'HomePage')),
    page('/account', lazyRouteComponent(PAGE_SCRIPTS['/account'], 'AccountSettingsPage')),
    page('/welcome', lazyRouteComponent(PAGE_SCRIPTS['/welcome'], 'WelcomePage')),
    page('/keys', lazyRouteComponent(PAGE_SCRIPTS['/keys'], 'KeysPage')),
    page('/team', lazyRouteComponent(PAGE_SCRIPTS['/team'], 'TeamPage')),
    page('/join/$token', lazyRouteComponent(PAGE_SCRIPTS['/join/$token'], 'JoinPage')),
    page('/library', lazyRouteComponent(PAGE_SCRIPTS['/library'], 'LibraryPage')),
    page('/activity', lazyRouteComponent(PAGE_SCRIPTS['/activity'], 'ActivityPage')),
    page('/usage', lazyRouteComponent(PAGE_SCRIPTS['/usage'], 'UsagePage')),
    page('/billing', lazyRouteComponent(PAGE_SCRIPTS['/billing'], 'BillingPage')),
    page('/webhooks', lazyRouteComponent(PAGE_SCRIPTS['/webhooks'], 'WebhooksPage')),
    page('/play/chat', lazyRouteComponent(PAGE_SCRIPTS['/play/chat'], 'ChatPage')),
    page('/play/code', lazyRouteComponent(PAGE_SCRIPTS['/play/code'], 'CodePage')),
    page('/play/music', lazyRouteComponent(PAGE_SCRIPTS['/play/music'], 'MusicPage')),
    page('/play/image', lazyRouteComponent(PAGE_SCRIPTS['/play/image'], 'ImagePage')),
    page('/play/video', lazyRouteComponent(PAGE_SCRIPTS['/play/video'], 'VideoPage')),
    page('/play/audio', lazyRouteComponent(PAGE_SCRIPTS['/play/audio'], 'AudioPage')),
    page('/play/builder', lazyRouteComponent(PAGE_SCRIPTS['/play/builder'], 'BuilderPage')),
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
