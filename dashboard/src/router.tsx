// Every page and its path. Pages are loaded on their first visit.
import { createRootRoute, createRoute, createRouter, Outlet, redirect } from '@tanstack/react-router';
import { currentEnvironment } from './api/chosen-environment.ts';
import { client } from './api/client.ts';
import { isSignedOut } from './api/problem.ts';
import { queryClient, whenSignedOut } from './api/queries.ts';
import { isSignedIn } from './api/session.ts';
import { OUTSIDE_SCRIPTS, PAGE_SCRIPTS } from './page-scripts.ts';
import { keepDraft } from './parts/draft.ts';
import { Layout } from './shell/layout.tsx';
import { lazyRouteComponent } from './shell/lazy-page.ts';
import { BrokenContent, BrokenPage, LoadingPage, MissingPage } from './shell/other-pages.tsx';

const root = createRootRoute({ component: Outlet, notFoundComponent: MissingPage, errorComponent: BrokenPage });

/** Pages for signed-in users; others are sent to sign in and then return. */
const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  component: Layout,
  errorComponent: BrokenPage,
  beforeLoad: async ({ location }) => {
    // The page's script is fetched while the session is checked.
    void scripts.get(location.pathname)?.preload?.();
    const toSignIn = () => redirect({ to: '/sign-in', search: { to: location.pathname } });
    const key = ['GET /account', currentEnvironment(), {}];
    // Checked first, so that the browser logs no error for a stranger.
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

type Scripts = Readonly<Record<string, () => Promise<object>>>;
/** What the script of a path exports: the names of its pages. */
type Exported<S extends Scripts, P extends keyof S> = Awaited<ReturnType<S[P]>>;

const outsidePage = <const P extends keyof typeof OUTSIDE_SCRIPTS, K extends keyof Exported<typeof OUTSIDE_SCRIPTS, P>>(
  path: P,
  name: K,
) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: pageOf(OUTSIDE_SCRIPTS, path, name),
    validateSearch: (search: Record<string, unknown>): OutsideSearch => ({
      ...(typeof search.to === 'string' ? { to: search.to } : {}),
      ...(typeof search.token === 'string' ? { token: search.token } : {}),
      ...(typeof search.error === 'string' ? { error: search.error } : {}),
      ...(typeof search.invite === 'string' ? { invite: search.invite } : {}),
      ...(typeof search.step === 'string' ? { step: search.step } : {}),
    }),
  });

/** Pages store what is open in the URL, so that it can be linked and the back button works. */
type PageSearch = Record<string, string | undefined>;

const page = <const P extends keyof typeof PAGE_SCRIPTS, K extends keyof Exported<typeof PAGE_SCRIPTS, P>>(
  path: P,
  name: K,
) => inner(path, pageOf(PAGE_SCRIPTS, path, name));

const inner = <const P extends string>(path: P, component: Page) => {
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

function pageOf<S extends Scripts, P extends keyof S, K extends keyof Exported<S, P>>(list: S, path: P, name: K): Page {
  return lazyRouteComponent(list[path] as () => Promise<Record<K, Page>>, name);
}

/** The service's own pages: after signing in, the browser leaves the dashboard for them. */
const documentation = createRoute({
  getParentRoute: () => root,
  path: '/docs/$',
  beforeLoad: ({ location }) => {
    throw redirect({ href: location.href, reloadDocument: true });
  },
});

const routeTree = root.addChildren([
  outsidePage('/sign-in', 'SignInPage'),
  outsidePage('/sign-up', 'SignUpPage'),
  outsidePage('/sign-in-link', 'SignInLinkPage'),
  outsidePage('/reset', 'ResetPage'),
  documentation,
  inside.addChildren([
    page('/', 'HomePage'),
    page('/account', 'AccountSettingsPage'),
    page('/welcome', 'WelcomePage'),
    page('/keys', 'KeysPage'),
    page('/team', 'TeamPage'),
    page('/join/$token', 'JoinPage'),
    page('/library', 'LibraryPage'),
    page('/w/$id', 'ItemPage'),
    page('/activity', 'ActivityPage'),
    page('/usage', 'UsagePage'),
    page('/billing', 'BillingPage'),
    page('/webhooks', 'WebhooksPage'),
    page('/play/chat', 'ChatPage'),
    page('/play/code', 'CodePage'),
    page('/play/music', 'MusicPage'),
    page('/play/image', 'ImagePage'),
    page('/play/video', 'VideoPage'),
    page('/play/audio', 'AudioPage'),
    page('/play/builder', 'BuilderPage'),
    // What follows /operator is for the operator pages to understand: it arrives as `_splat`.
    page('/operator', 'OperatorPages'),
    inner('/operator/$', lazyRouteComponent(PAGE_SCRIPTS['/operator'], 'OperatorPages')),
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
  keepDraft(pathname);
  queryClient.clear();
  router.navigate({ to: '/sign-in', search: { to: pathname } });
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
