// Sign-in with an OpenID Connect issuer: discovery, the code flow with PKCE and nonce, and the check of the ID token.
import { createHash } from 'node:crypto';
import type { OidcProvider } from '../../core/sign-in-provider.ts';
import { asText, isRecord } from '../../core/unknown-json.ts';
import { callSignInProvider, fetchBounded, ProviderFailure } from './session-provider-call.ts';

interface Endpoints {
  authorization: string;
  token: string;
  userInfo: string;
  keys: string;
  /** Whether the client's secret goes into the header, which is the default of the standard, or into the form. */
  takesBasic: boolean;
}

export interface Tokens {
  accessToken?: string | undefined;
  idToken?: string | undefined;
}

const MAX_SUBJECT = 255;
const ENDPOINTS_GOOD_FOR_MS = 60 * 60 * 1000;
/** Signatures with the client's secret are refused: only the issuer may be able to sign. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

export class OidcClient {
  readonly #settings: OidcProvider;
  #found: { endpoints: Promise<Endpoints>; goodUntilMs: number } | undefined;
  #keys: { url: string; read: Awaited<ReturnType<typeof remoteKeys>> } | undefined;

  constructor(settings: OidcProvider) {
    this.#settings = settings;
  }

  async authorizationUrl(ask: { state: string; nonce: string; verifier: string; redirectUri: string }): Promise<URL> {
    const url = new URL((await this.#endpoints()).authorization);
    const parameters = {
      response_type: 'code',
      client_id: this.#settings.clientId,
      redirect_uri: ask.redirectUri,
      scope: this.#settings.scopes.join(' '),
      state: ask.state,
      nonce: ask.nonce,
      code_challenge: createHash('sha256').update(ask.verifier).digest('base64url'),
      code_challenge_method: 'S256',
    };
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    return url;
  }

  async exchange(given: { code: string; verifier: string; redirectUri: string }): Promise<Tokens> {
    const { token, takesBasic } = await this.#endpoints();
    const { clientId, clientSecret } = this.#settings;
    const basic = clientSecret && takesBasic ? { authorization: basicOf(clientId, clientSecret) } : {};
    const inForm = clientSecret && !takesBasic ? { client_secret: clientSecret } : {};
    const answer = await callSignInProvider(token, {
      headers: basic,
      form: {
        grant_type: 'authorization_code',
        code: given.code,
        redirect_uri: given.redirectUri,
        code_verifier: given.verifier,
        ...('authorization' in basic ? {} : { client_id: clientId }),
        ...inForm,
      },
    });
    return { accessToken: asText(answer.access_token), idToken: asText(answer.id_token) };
  }

  /** The signed-in user, from the verified ID token; missing claims are requested from the issuer. */
  async whoIs({ accessToken = '', idToken = '' }: Tokens, nonce: string): Promise<Record<string, unknown>> {
    const claims = await this.#check(idToken, nonce);
    if (claims.email !== undefined) return claims;
    const { userInfo } = await this.#endpoints();
    if (!userInfo || !accessToken) return claims;
    const info = await callSignInProvider(userInfo, { headers: { authorization: `Bearer ${accessToken}` } });
    // OpenID Connect Core 5.3.2: a response about another subject must be rejected.
    if (info.sub !== claims.sub) throw new ProviderFailure('The user info is about another user.');
    return { ...info, ...claims };
  }

  async #check(idToken: string, nonce: string): Promise<Record<string, unknown>> {
    const { jwtVerify } = await import('jose');
    const { keys } = await this.#endpoints();
    if (this.#keys?.url !== keys) this.#keys = { url: keys, read: await remoteKeys(keys) };
    const { clientId, issuer } = this.#settings;
    const { payload } = await jwtVerify(idToken, this.#keys.read, {
      issuer,
      audience: clientId,
      algorithms: ALGORITHMS,
      requiredClaims: ['exp', 'iat', 'sub'],
      clockTolerance: 60,
    });
    // OpenID Connect Core 2: text, at most 255 characters. Two users without a subject would be taken for the same
    // person.
    const { sub } = payload as { sub?: unknown };
    if (typeof sub !== 'string' || sub.trim() === '' || sub.length > MAX_SUBJECT)
      throw new ProviderFailure('The ID token names no user.');
    if (payload.nonce !== nonce) throw new ProviderFailure('The ID token is of another sign-in.');
    if (Array.isArray(payload.aud) && payload.aud.length > 1 && payload.azp !== clientId)
      throw new ProviderFailure('The ID token is for another client.');
    return payload;
  }

  /** Requested on first use and once an hour. A failure is not cached, so an unavailable issuer is asked again. */
  #endpoints(): Promise<Endpoints> {
    if (this.#found && this.#found.goodUntilMs > Date.now()) return this.#found.endpoints;
    const found = { endpoints: discover(this.#settings.issuer), goodUntilMs: Date.now() + ENDPOINTS_GOOD_FOR_MS };
    this.#found = found;
    found.endpoints.catch(() => {
      if (this.#found === found) this.#found = undefined;
    });
    return found.endpoints;
  }
}

async function discover(issuer: string): Promise<Endpoints> {
  const said = await callSignInProvider(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
  // OpenID Connect Discovery 4.3: otherwise one issuer could impersonate another.
  if (said.issuer !== issuer)
    throw new ProviderFailure(`The issuer calls itself ${asText(said.issuer).slice(0, 200)}, not ${issuer}.`);
  const methods = said.token_endpoint_auth_methods_supported;
  return {
    authorization: urlIn(said, 'authorization_endpoint'),
    token: urlIn(said, 'token_endpoint'),
    keys: urlIn(said, 'jwks_uri'),
    userInfo: said.userinfo_endpoint === undefined ? '' : urlIn(said, 'userinfo_endpoint'),
    takesBasic: !Array.isArray(methods) || methods.includes('client_secret_basic'),
  };
}

function urlIn(said: Record<string, unknown>, name: string): string {
  const url = URL.parse(asText(said[name]));
  if (!url || !/^https?:$/.test(url.protocol)) throw new ProviderFailure(`The issuer names no usable ${name}.`);
  return url.href;
}

async function remoteKeys(url: string) {
  const { createRemoteJWKSet, customFetch } = await import('jose');
  return createRemoteJWKSet(new URL(url), {
    [customFetch]: async (address: string) => {
      const { status, body } = await fetchBounded(address);
      return new Response(new Uint8Array(body), { status });
    },
  });
}

/** RFC 6749, 2.3.1: both parts are encoded as in a form first. */
function basicOf(clientId: string, clientSecret: string): string {
  const encode = (text: string) => new URLSearchParams({ '': text }).toString().slice(1);
  return `Basic ${Buffer.from(`${encode(clientId)}:${encode(clientSecret)}`).toString('base64')}`;
}

export function isVerified(claims: Record<string, unknown>): boolean {
  // Some issuers send the boolean as a string.
  return isRecord(claims) && (claims.email_verified === true || claims.email_verified === 'true');
}
