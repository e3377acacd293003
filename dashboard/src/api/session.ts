// The session API: who signs in and out, and how a lost password is set anew.
import { fetchOrExplain } from './call.ts';
import { problemOf } from './problem.ts';

export async function isSignedIn(): Promise<boolean> {
  const response = await fetchOrExplain('/auth/get-session', {});
  // Only an answer says that nobody is signed in: a server that is busy or broken must not look like it.
  if (!response.ok) throw problemOf(response.status, await response.json().catch(() => undefined));
  return (await response.json()) !== null;
}

export interface SignUp {
  name: string;
  email: string;
  password: string;
  invite?: string;
}

/** `captchaAnswer`: what the captcha gave, where there is one. */
export const signUp = (person: SignUp, captchaAnswer = '') =>
  post('/auth/sign-up/email', person, captchaAnswer ? { 'x-captcha-response': captchaAnswer } : {});

export const signIn = (email: string, password: string) => post('/auth/sign-in/email', { email, password });

export const signOut = () => post('/auth/sign-out', {});

export const askForReset = (email: string) => post('/auth/request-password-reset', { email, redirectTo: '/reset' });

export const setNewPassword = (token: string, newPassword: string) =>
  post('/auth/reset-password', { token, newPassword });

export const changePassword = (currentPassword: string, newPassword: string) =>
  post('/auth/change-password', { currentPassword, newPassword, revokeOtherSessions: true });

export const changeEmail = (newEmail: string) => post('/auth/change-email', { newEmail });

async function post(url: string, body: object, headers: Record<string, string> = {}): Promise<void> {
  const response = await fetchOrExplain(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw problemOf(response.status, await response.json().catch(() => undefined));
}
