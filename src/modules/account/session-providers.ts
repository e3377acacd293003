// Sign-in services as better-auth plugins: the library keeps state, links and sessions, and calls our clients.
import type { OAuthProvider } from 'better-auth';
import { isEmailAddress } from '../../core/email-address.ts';
import type { Log } from '../../core/log.ts';
import type { GithubProvider, OidcProvider, SignInProvider } from '../../core/sign-in-provider.ts';
import { asText } from '../../core/unknown-json.ts';
import { exchangeGithubCode, githubAuthorizationUrl, readGithubUser } from './session-github.ts';
import { isVerified, OidcClient } from './session-oidc.ts';
import type { SessionSettings } from './session-settings.ts';

const LONGEST_NAME = 200;

type At = { path?: string };

/**
 * The fields that the dashboard sends to begin; the library would accept more, such as scopes and a finished ID token.
 */
const BEGIN_FIELDS = new Set(['provider', 'callbackURL', 'errorCallbackURL', 'requestSignUp', 'additionalData']);
const LONGEST_INVITE = 200;

export async function signInProviders({ providers, captcha, log }: SessionSettings) {
  const { APIError, createAuthMiddleware } = await import('better-auth/api');
  const unreachable = () =>
    new APIError('SERVICE_UNAVAILABLE', {
      code: 'PROVIDER_UNREACHABLE',
      message: 'This sign-in service cannot be reached now. Try again later, or sign in another way.',
    });
  const parts = { log, unreachable, needsSignUpPage: captcha !== null };
  const all = providers.map((provider) => toLibrary(provider, parts));

  const checkFields = createAuthMiddleware(async (ctx) => {
    const body = (ctx.body ?? {}) as Record<string, unknown>;
    const { invite = '', ...others } = (body.additionalData ?? {}) as Record<string, unknown>;
    const isKnown = Object.keys(body).every((name) => BEGIN_FIELDS.has(name)) && Object.keys(others).length === 0;
    if (!isKnown || typeof invite !== 'string' || invite.length > LONGEST_INVITE)
      throw new APIError('BAD_REQUEST', {
        code: 'UNKNOWN_FIELD',
        message: 'Send only the fields that are documented.',
      });
  });

  return {
    id: 'sign-in-providers',
    init: () => ({ context: { socialProviders: all } }),
    hooks: {
      before: [
        { matcher: ({ path }: At) => path === '/sign-in/social' || path === '/link-social', handler: checkFields },
      ],
    },
  };
}

interface Parts {
  log: Log;
  unreachable(): Error;
  /** If there is a captcha, an account can be opened only from the sign-up page, where it is solved. */
  needsSignUpPage: boolean;
}

function toLibrary(settings: SignInProvider, parts: Parts): OAuthProvider {
  const flow = settings.kind === 'github' ? githubFlow(settings) : oidcFlow(settings);
  const { id, label } = settings;
  const report = (error: unknown) =>
    parts.log.warn({ provider: id, err: error }, 'a sign-in service failed or sent something unusable');
  return {
    id,
    name: label,
    ...(settings.kind === 'oidc' ? { issuer: settings.issuer, requiresIdTokenNonce: true } : {}),
    disableImplicitSignUp: parts.needsSignUpPage,
    accountSubject: ({ profile }) => (profile as { subject: string }).subject,
    async createAuthorizationURL({ state, codeVerifier, redirectURI, idTokenNonce = '' }) {
      try {
        return await flow.begin({ state, verifier: codeVerifier, redirectUri: redirectURI, nonce: idTokenNonce });
      } catch (error) {
        report(error);
        throw parts.unreachable();
      }
    },
    async validateAuthorizationCode({ code, codeVerifier = '', redirectURI }) {
      try {
        return await flow.exchange({ code, verifier: codeVerifier, redirectUri: redirectURI });
      } catch (error) {
        report(error);
        return null;
      }
    },
    async getUserInfo({ expectedIdTokenNonce = '', ...tokens }) {
      try {
        const { subject, name, email, emailVerified } = await flow.whoIs(tokens, expectedIdTokenNonce);
        const usable = isEmailAddress(email) ? email : null;
        return { user: { name: name.slice(0, LONGEST_NAME), email: usable, emailVerified }, data: { subject } };
      } catch (error) {
        report(error);
        return null;
      }
    },
  };
}

interface Flow {
  begin(ask: { state: string; verifier: string; redirectUri: string; nonce: string }): Promise<URL>;
  exchange(given: { code: string; verifier: string; redirectUri: string }): Promise<Tokens>;
  whoIs(tokens: Tokens, nonce: string): Promise<Who>;
}

interface Tokens {
  accessToken?: string | undefined;
  idToken?: string | undefined;
}

/** `subject` includes the issuer: if a name is later given to another issuer, its users are different people. */
interface Who {
  subject: string;
  name: string;
  email: string;
  emailVerified: boolean;
}

function oidcFlow(settings: OidcProvider): Flow {
  const client = new OidcClient(settings);
  return {
    begin: (ask) => client.authorizationUrl(ask),
    exchange: (given) => client.exchange(given),
    async whoIs(tokens, nonce) {
      const claims = await client.whoIs(tokens, nonce);
      return {
        subject: `${settings.issuer} ${asText(claims.sub)}`,
        name: asText(claims.name) || asText(claims.preferred_username),
        email: asText(claims.email),
        emailVerified: isVerified(claims),
      };
    },
  };
}

function githubFlow(settings: GithubProvider): Flow {
  return {
    begin: async (ask) => githubAuthorizationUrl(settings, ask),
    exchange: async (given) => ({ accessToken: await exchangeGithubCode(settings, given) }),
    async whoIs({ accessToken = '' }) {
      const user = await readGithubUser(settings, accessToken);
      return {
        subject: `${settings.url} ${user.id}`,
        name: user.name,
        email: user.email,
        emailVerified: user.isVerified,
      };
    },
  };
}
