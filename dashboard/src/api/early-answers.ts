// Asks for the session and the account while the script of the dashboard is on its way; whoever asks for them first takes these answers.
import { basePath } from './chosen-environment.ts';

export const SESSION_URL = '/auth/get-session';
const SETTINGS = { credentials: 'same-origin', headers: { accept: 'application/json' } } as const;

/** By address. Each is taken once: what is asked for later must be new. */
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

/** Only for somebody signed in: a stranger is no error that the browser should write down. */
async function askForAccount(session: Response): Promise<Response> {
  const isSignedIn = session.ok && (await session.clone().json()) !== null;
  const url = `${basePath()}/account`;
  if (isSignedIn) keep(url, fetch(url, SETTINGS));
  return session;
}

function keep(url: string, answer: Promise<Response>): void {
  answers.set(url, answer);
  // Whoever takes it hears of the failure; until then nobody does.
  answer.catch(() => undefined);
}
