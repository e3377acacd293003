// A browser that signs in to the service with another one: it begins at the dashboard and comes back with what the other gave.
import { postAuth } from './people.ts';
import type { TestService } from './service.ts';

export interface Beginning {
  status: number;
  text: string;
  /** Where the browser is sent. */
  url: string;
  cookie: string;
}

export async function begin(
  service: TestService,
  provider: string,
  more: {
    invite?: string;
    requestSignUp?: boolean;
    from?: string;
    headers?: Record<string, string>;
    cookie?: string;
  } = {},
): Promise<Beginning> {
  const { invite, requestSignUp, ...options } = more;
  const body = {
    provider,
    callbackURL: '/',
    ...(requestSignUp ? { requestSignUp } : {}),
    ...(invite ? { additionalData: { invite } } : {}),
  };
  const { status, text, cookie } = await postAuth(service, 'sign-in/social', body, options);
  return { status, text, cookie, url: status === 200 ? (JSON.parse(text) as { url: string }).url : '' };
}

export interface Return {
  /** Where the dashboard is shown, with a reason if it failed. */
  location: string;
  error: string | null;
  cookie: string;
}

/** Opens the URL that the other service sent the browser to. */
export async function comeBack(service: TestService, callbackUrl: string, cookie: string, from = ''): Promise<Return> {
  const { pathname, search } = new URL(callbackUrl);
  const response = await fetch(`${service.origin}${pathname}${search}`, {
    redirect: 'manual',
    headers: { cookie, ...(from ? { 'x-forwarded-for': from } : {}) },
  });
  const location = response.headers.get('location') ?? `${response.status} ${await response.text()}`;
  const cookies = response.headers.getSetCookie().filter((one) => !/Max-Age=0/i.test(one));
  return {
    location,
    error: URL.parse(location, service.origin)?.searchParams.get('error') ?? null,
    cookie: cookies.map((one) => one.split(';', 1)[0]).join('; '),
  };
}
