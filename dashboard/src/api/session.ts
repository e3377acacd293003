// The session API: signing in and out, and resetting a password. It is not part of the public API.
import { ConnectionError, errorFromResponse, RateLimitError } from '@atelier/client';
import { shared } from '../strings.ts';
import { SESSION_URL, takeEarly } from './early-answers.ts';

export async function isSignedIn(): Promise<boolean> {
  // Only a response means that nobody is signed in: a busy or broken server must not look like it.
  const response = await ask(SESSION_URL);
  return (await response.json()) !== null;
}

export interface SignUp {
  name: string;
  email: string;
  password: string;
  invite?: string;
}

/** `captchaAnswer`: the captcha's response, if there is a captcha. */
export const signUp = (person: SignUp, captchaAnswer = '') =>
  post('/auth/sign-up/email', person, captchaAnswer ? { 'x-captcha-response': captchaAnswer } : {});

/** Returns whether a code is needed before the session opens. */
export async function signIn(email: string, password: string): Promise<{ needsCode: boolean }> {
  const answer = await post<{ twoFactorRedirect?: boolean }>('/auth/sign-in/email', { email, password });
  return { needsCode: answer?.twoFactorRedirect === true };
}

/** `invite`: for a service that opens accounts by invitation only. */
export const askForSignInLink = (email: string, invite?: string) =>
  post('/auth/request-sign-in-link', { email, ...(invite ? { invite } : {}) });

/** Uses the link up, and returns whether a code is needed before the session opens. */
export async function signInWithLink(token: string, invite: string): Promise<{ needsCode: boolean }> {
  const body = { token, ...(invite ? { invite } : {}) };
  const answer = await post<{ twoFactorRedirect?: boolean }>('/auth/sign-in-link', body);
  return { needsCode: answer?.twoFactorRedirect === true };
}

export const signInWithCode = (code: string) => post('/auth/two-factor/verify-totp', { code });

export const signInWithRecoveryCode = (code: string) => post('/auth/two-factor/verify-backup-code', { code });

export interface ProviderWish {
  provider: string;
  /** The page to return to. */
  to: string;
  /** Set on the sign-up page: an account may be opened. */
  mayOpenAccount?: boolean;
  invite?: string | undefined;
}

/** Leaves the dashboard for another service, which redirects the browser back. */
export async function signInWith(wish: ProviderWish, captchaAnswer = ''): Promise<void> {
  const body = {
    provider: wish.provider,
    callbackURL: wish.to,
    ...(wish.mayOpenAccount ? { requestSignUp: true } : {}),
    ...(wish.invite ? { additionalData: { invite: wish.invite } } : {}),
  };
  const headers: Record<string, string> = captchaAnswer ? { 'x-captcha-response': captchaAnswer } : {};
  leaveFor(await post<{ url: string }>('/auth/sign-in/social', body, headers));
}

/** From then on the other service can also sign in to this account. */
export async function connect(provider: string): Promise<void> {
  const body = { provider, callbackURL: '/account', errorCallbackURL: '/account' };
  leaveFor(await post<{ url: string }>('/auth/link-social', body));
}

export const disconnect = (provider: string) => post('/auth/disconnect', { provider });

function leaveFor(answer: { url: string } | null): void {
  if (answer?.url) window.location.assign(answer.url);
}

export const signOut = () => post('/auth/sign-out', {});

export const askForReset = (email: string) => post('/auth/request-password-reset', { email, redirectTo: '/reset' });

export const setNewPassword = (token: string, newPassword: string) =>
  post('/auth/reset-password', { token, newPassword });

export const changePassword = (currentPassword: string, newPassword: string) =>
  post('/auth/change-password', { currentPassword, newPassword, revokeOtherSessions: true });

export const setFirstPassword = (password: string, email: string) =>
  post('/auth/set-first-password', { password, email });

export const askForVerification = (email: string) =>
  post('/auth/send-verification-email', { email, callbackURL: '/account' });

export const changeEmail = (newEmail: string) => post('/auth/change-email', { newEmail });

export async function post<Answer>(
  url: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Answer | null> {
  const response = await ask(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return response.json();
}

/** Returns a successful response, or throws. */
export async function ask(url: string, init: RequestInit = {}): Promise<Response> {
  const asked = takeEarly(url, init) ?? fetch(url, { credentials: 'same-origin', ...init });
  const response = await asked.catch((cause) => {
    throw new ConnectionError(shared.unreachable, { code: 'connection', cause });
  });
  if (response.ok) return response;
  // The session API's own message does not say what to do.
  if (response.status === 429)
    throw new RateLimitError(shared.tooMany, {
      status: 429,
      code: 'rate_limit_exceeded',
    });
  throw await errorFromResponse(response);
}
