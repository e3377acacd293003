// The pages of sessions: the session API, of which only the listed paths exist, and the links in emails.
import { ServiceError } from '../../core/errors.ts';
import { type Page, type PageAnswer, page, redirect, type Visit } from '../../http/page.ts';
import { SESSION_PATHS } from './session-paths.ts';
import type { Sessions } from './sessions.ts';

const MAX_BODY_BYTES = 64 * 1024;

/** These exist if users may sign in with another service. */
const NEED_PROVIDERS = new Set(['sign-in/social', 'link-social', 'disconnect']);
const RESET_LINK = /^reset-password\/[A-Za-z0-9_-]{1,100}$/;

export interface SessionPagesSettings {
  publicUrl: string;
  providers: readonly { id: string }[];
}

export function sessionPages(sessions: Sessions, settings: SessionPagesSettings): Page[] {
  return [
    authPage(sessions, settings),
    page('GET', '/welcome/:token', {
      run: async ({ params }) => {
        const response = await sessions.signInWithLink(params.token ?? '');
        return response ? toAnswer(response) : redirect('/sign-in?error=link_spent');
      },
    }),
    page('GET', '/confirm-email/:token', {
      run: async ({ params, headers: { cookie } }) => {
        const outcome = await sessions.confirmEmail(cookie, params.token ?? '');
        return redirect(outcome === 'sign_in_first' ? '/sign-in?error=confirm_email' : `/account?email=${outcome}`);
      },
    }),
  ];
}

function authPage(sessions: Sessions, { publicUrl, providers }: SessionPagesSettings): Page {
  // better-auth has more paths than these; an unlisted path does not exist here.
  const named = Object.keys(SESSION_PATHS).filter((path) => !path.includes(':'));
  const paths = new Set(
    named.map((path) => path.slice(1)).filter((path) => providers.length > 0 || !NEED_PROVIDERS.has(path)),
  );
  const callbacks = new Set(providers.map(({ id }) => `callback/${id}`));
  const run = async (visit: Visit) => {
    const [, path = '', query = ''] = /^\/auth\/([^?]*)(\?.*)?$/.exec(visit.url) ?? [];
    // The path must match exactly: a second spelling of a path would get a rate limit of its own.
    const isCallback = callbacks.has(path) && visit.method === 'GET';
    if (!paths.has(path) && !RESET_LINK.test(path) && !isCallback)
      throw new ServiceError('not_found', 'The session API has no such path.');
    return toAnswer(await sessions.handle(toWebRequest(visit, new URL(`/auth/${path}${query}`, publicUrl))));
  };
  return page(['GET', 'POST'], '/auth/*', { run, bodyLimitBytes: MAX_BODY_BYTES });
}

function toWebRequest(visit: Visit, url: URL): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(visit.headers)) if (typeof value === 'string') headers.set(name, value);
  headers.set('x-forwarded-for', visit.ip);
  return new Request(url, {
    method: visit.method,
    headers,
    ...(visit.body && visit.method === 'POST' ? { body: new Uint8Array(visit.body) } : {}),
  });
}

async function toAnswer(response: Response): Promise<PageAnswer> {
  const headers: PageAnswer['headers'] = {};
  for (const [name, value] of response.headers) if (name !== 'set-cookie') headers[name] = value;
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) headers['set-cookie'] = cookies;
  // Responses contain sessions and links: no proxy or browser may cache them.
  headers['cache-control'] = 'no-store';
  return { status: response.status, headers, body: new Uint8Array(await response.arrayBuffer()) };
}
