// Access tokens of a Google service account: asked for with a signed statement, and kept until shortly before they end.
import { createPrivateKey, type KeyObject } from 'node:crypto';
import { parseAnswer } from '../../../core/bounded-json.ts';
import { type Clock, systemClock } from '../../../core/clock.ts';
import { hideSecret } from '../../../core/log.ts';
import { asRecord } from '../../../core/unknown-json.ts';
import { packageFetch } from '../../../net/package-fetch.ts';
import { readRetryAfter } from '../../../net/upstream-client.ts';
import { UpstreamError } from '../../../net/upstream-error.ts';
import { notUnderstood, refusalOf, transportFailure } from '../refusal.ts';

const TOKEN_URL = 'https://oauth2.googleapis.com/token';
const SCOPE = 'https://www.googleapis.com/auth/cloud-platform';
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const FETCH_MS = 15_000;
/** Google's own limit of a statement, and the usual life of a token. */
const LIFE_SECONDS = 3_600;
/** A token is renewed this long before its end, or at half of a shorter life. */
const EARLY_MS = 5 * 60_000;

interface ServiceAccount {
  email: string;
  key: KeyObject;
  keyId: string | undefined;
  tokenUrl: string;
}

export interface TokenSource {
  name: string;
  /** The JSON that Google gives out for a key of a service account. */
  credentials: string;
  baseUrl: string | undefined;
  clock?: Clock;
}

export class GoogleToken {
  readonly #name: string;
  readonly #account: ServiceAccount;
  readonly #clock: Clock;
  #kept: { token: string; renewAtMs: number } | undefined;
  #fetching: Promise<string> | undefined;

  constructor(source: TokenSource) {
    this.#name = source.name;
    this.#account = readAccount(source);
    this.#clock = source.clock ?? systemClock;
  }

  /** Callers who need a token at the same time wait for the same one; one who leaves does not end the others' wait. */
  async read(signal: AbortSignal | undefined): Promise<string> {
    if (this.#kept && this.#clock.nowMs() < this.#kept.renewAtMs) return this.#kept.token;
    this.#fetching ??= this.#fetch().finally(() => {
      this.#fetching = undefined;
    });
    return signal ? raceLeaving(this.#fetching, signal) : this.#fetching;
  }

  /** After a refusal: the token may have been revoked. */
  forget(): void {
    this.#kept = undefined;
  }

  async #fetch(): Promise<string> {
    const { tokenUrl } = this.#account;
    const send = packageFetch({ baseUrl: tokenUrl, answers: 'json' });
    const body = new URLSearchParams({ grant_type: GRANT, assertion: await this.#statement() });
    let response: Response;
    let text: string;
    try {
      response = await send(tokenUrl, { method: 'POST', body, signal: AbortSignal.timeout(FETCH_MS) });
      text = await response.text();
    } catch (cause) {
      const isSlow = cause instanceof Error && cause.name === 'TimeoutError';
      throw transportFailure(new UpstreamError(isSlow ? 'timeout' : 'unreachable', this.#name, { cause }));
    }
    if (!response.ok) throw this.#refusal(response, text);
    const { access_token: token, expires_in: seconds } = readObject(text);
    if (typeof token !== 'string' || !/^[\x21-\x7e]{1,8192}$/.test(token))
      throw notUnderstood(this.#name, 'something that cannot be read');
    hideSecret(token);
    const isLife = typeof seconds === 'number' && seconds > 0;
    const lifeMs = (isLife ? Math.min(seconds, LIFE_SECONDS) : 60) * 1_000;
    this.#kept = { token, renewAtMs: this.#clock.nowMs() + lifeMs - Math.min(EARLY_MS, lifeMs / 2) };
    return token;
  }

  /** Nothing of it is the customer's: a 400 means that the account or its key is wrong, or the clock of this machine. */
  #refusal({ status, headers }: Response, text: string): Error {
    const { error, error_description: why } = readObject(text);
    const message = [error, why].filter((one) => typeof one === 'string').join(': ');
    return refusalOf(this.#name, {
      status: status >= 400 && status < 500 && status !== 429 ? 401 : status,
      retryAfterSeconds: readRetryAfter(headers.get('retry-after') ?? undefined),
      text: JSON.stringify({ error: { message } }),
    });
  }

  async #statement(): Promise<string> {
    const { email, key, keyId, tokenUrl } = this.#account;
    const { SignJWT } = await import('jose');
    const nowSeconds = Math.floor(this.#clock.nowMs() / 1_000);
    return new SignJWT({ scope: SCOPE })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT', ...(keyId === undefined ? {} : { kid: keyId }) })
      .setIssuer(email)
      .setAudience(tokenUrl)
      .setIssuedAt(nowSeconds)
      .setExpirationTime(nowSeconds + LIFE_SECONDS)
      .sign(key);
  }
}

function readAccount({ name, credentials, baseUrl }: TokenSource): ServiceAccount {
  const wrong = (what: string) =>
    new Error(`The key of the upstream "${name}" must be the JSON of a service account's key: ${what}.`);
  const {
    client_email: email,
    private_key: pem,
    private_key_id: keyId,
    token_uri: tokenUrl = TOKEN_URL,
  } = readObject(credentials);
  if (typeof email !== 'string' || typeof pem !== 'string') throw wrong('it has no client_email or no private_key');
  if (typeof tokenUrl !== 'string' || !isTokenUrl(tokenUrl, baseUrl))
    throw wrong("its token_uri is neither Google's nor at the origin of base_url");
  hideSecret(pem);
  const key = readKey(pem);
  if (!key) throw wrong('its private_key is no RSA key in PEM');
  return { email, key, keyId: typeof keyId === 'string' ? keyId : undefined, tokenUrl };
}

/** What is wrong with it is not said: the error may quote the key. */
function readKey(pem: string): KeyObject | undefined {
  try {
    const key = createPrivateKey(pem);
    return key.asymmetricKeyType === 'rsa' ? key : undefined;
  } catch {
    return undefined;
  }
}

/** Credentials name an address, which must not be any: this service sends requests there. */
function isTokenUrl(address: string, baseUrl: string | undefined): boolean {
  const url = URL.parse(address);
  if (!url || url.username || url.password) return false;
  if (baseUrl !== undefined && url.origin === URL.parse(baseUrl)?.origin) return true;
  return url.protocol === 'https:' && url.port === '' && url.hostname.endsWith('.googleapis.com');
}

function readObject(text: string): Record<string, unknown> {
  try {
    return asRecord(parseAnswer(text)) ?? {};
  } catch {
    return {};
  }
}

async function raceLeaving<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  let leave = () => {};
  const left = new Promise<never>((_, reject) => {
    leave = () => reject(signal.reason);
    signal.addEventListener('abort', leave, { once: true });
  });
  return Promise.race([work, left]).finally(() => signal.removeEventListener('abort', leave));
}
