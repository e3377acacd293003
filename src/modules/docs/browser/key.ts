// The reader's key: stored in sessionStorage for this tab only, until it is forgotten or the tab is closed.

export interface KeptKey {
  secret: string;
  /** Set for a key created here: it is revoked when it is forgotten. */
  id?: string;
}

const STORAGE_KEY = 'docs-key';
const SHAPE = /^sk_(?:live|test)_[0-9a-z]{40}$/;
const LIFE_MS = 24 * 60 * 60_000;
const OWN_KEYS = '/sandbox/v1/account/keys';
const listeners = new Set<() => void>();

export function isKey(text: string): boolean {
  return SHAPE.test(text);
}

export function readKey(): KeptKey | undefined {
  const stored = sessionStorage.getItem(STORAGE_KEY);
  if (stored === null) return undefined;
  const { secret, id } = JSON.parse(stored) as KeptKey;
  return isKey(secret) ? { secret, ...(id ? { id } : {}) } : undefined;
}

export function isLive({ secret }: KeptKey): boolean {
  return secret.startsWith('sk_live_');
}

/** Live keys are used below `/`, test keys below `/sandbox`. */
export function pathFor(key: KeptKey, path: string): string {
  return isLive(key) ? path : `/sandbox${path}`;
}

export function keepKey(key: KeptKey): void {
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify(key));
  for (const tell of listeners) tell();
}

/** Says what failed; empty on success. */
export async function forgetKey(): Promise<string> {
  const key = readKey();
  sessionStorage.removeItem(STORAGE_KEY);
  for (const tell of listeners) tell();
  if (!key?.id) return '';
  const isGone = await fetch(`${OWN_KEYS}/${encodeURIComponent(key.id)}`, {
    method: 'DELETE',
    credentials: 'omit',
    headers: { authorization: `Bearer ${key.secret}` },
  }).then(
    // 401: it has expired or was already revoked.
    ({ ok, status }) => ok || status === 401 || status === 404,
    () => false,
  );
  return isGone ? '' : 'This browser forgot the key, but the service could not revoke it. It expires within a day.';
}

export function onKeyChange(tell: () => void): void {
  listeners.add(tell);
}

export async function isSignedIn(): Promise<boolean> {
  const answer = await fetch('/auth/get-session', { credentials: 'same-origin' });
  if (!answer.ok) throw new Error('The service does not answer. Try again in a minute.');
  return (await answer.json()) !== null;
}

/** A sandbox key for one day, created with the reader's session. */
export async function makeTestKey(): Promise<KeptKey> {
  const answer = await fetch(OWN_KEYS, {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'Documentation examples',
      expires_at: new Date(Date.now() + LIFE_MS).toISOString(),
    }),
  });
  const made = (await answer.json()) as { id?: string; key?: string; error?: { message?: string } };
  if (!answer.ok || !made.key || !made.id)
    throw new Error(made.error?.message ?? `The service answered ${answer.status}.`);
  return { secret: made.key, id: made.id };
}
