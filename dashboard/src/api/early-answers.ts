// Fetches the session and the account while the dashboard's script is still loading; the first callers take these
// responses.
import { basePath } from './chosen-environment.ts';

export const SESSION_URL = '/auth/get-session';
const SETTINGS = { credentials: 'same-origin', headers: { accept: 'application/json' } } as const;

/** By URL. Each is used once, because later requests need fresh data. */
const answers = new Map<string, Promise<Response>>();

export function askEarly(): void {
  keep(SESSION_URL, fetch(SESSION_URL, SETTINGS).then(askForAccount));
}

export function takeEarly(url: string, { method = 'GET' }: RequestInit = {}): Promise<Response> | undefined {
  if (method !== 'GET') return undefined;
  const { pathname } = new URL(url, location.href);
  const answer = answers.get(pathname);
  answers.delete(pathname);
  return answer;
}

/** Only for signed-in users, so that the browser logs no error for a stranger. */
async function askForAccount(session: Response): Promise<Response> {
  const isSignedIn = session.ok && (await session.clone().json()) !== null;
  const url = `${basePath()}/account`;
  if (isSignedIn) keep(url, fetch(url, SETTINGS));
  return session;
}

function keep(url: string, answer: Promise<Response>): void {
  answers.set(url, answer);
  // The caller that takes it handles the failure; until then it is ignored.
  answer.catch(() => undefined);
}
