// Sign-in with GitHub, or a GitHub Enterprise Server: its OAuth code flow, and the user's primary email address.
import { createHash } from 'node:crypto';
import type { GithubProvider } from '../../core/sign-in-provider.ts';
import { asText, isRecord } from '../../core/unknown-json.ts';
import { callSignInProvider, fetchBounded, ProviderFailure } from './session-provider-call.ts';

export interface GithubUser {
  id: number;
  name: string;
  email: string;
  isVerified: boolean;
}

export function githubAuthorizationUrl(
  { url, clientId }: GithubProvider,
  ask: { state: string; verifier: string; redirectUri: string },
): URL {
  const page = new URL(`${url}/login/oauth/authorize`);
  const parameters = {
    client_id: clientId,
    redirect_uri: ask.redirectUri,
    scope: 'read:user user:email',
    state: ask.state,
    code_challenge: createHash('sha256').update(ask.verifier).digest('base64url'),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(parameters)) page.searchParams.set(name, value);
  return page;
}

export async function exchangeGithubCode(
  { url, clientId, clientSecret }: GithubProvider,
  given: { code: string; verifier: string; redirectUri: string },
): Promise<string> {
  const answer = await callSignInProvider(`${url}/login/oauth/access_token`, {
    form: {
      client_id: clientId,
      client_secret: clientSecret ?? '',
      code: given.code,
      redirect_uri: given.redirectUri,
      code_verifier: given.verifier,
    },
  });
  const token = asText(answer.access_token);
  if (!token) throw new ProviderFailure('GitHub sent no access token.');
  return token;
}

export async function readGithubUser({ apiUrl }: GithubProvider, token: string): Promise<GithubUser> {
  const headers = { authorization: `Bearer ${token}`, accept: 'application/vnd.github+json', 'user-agent': 'atelier' };
  const [user, emails] = await Promise.all([
    callSignInProvider(`${apiUrl}/user`, { headers }),
    fetchBounded(`${apiUrl}/user/emails`, { headers }),
  ]);
  if (!Number.isSafeInteger(user.id) || typeof user.id !== 'number') throw new ProviderFailure('GitHub sent no user.');
  // The address of the public profile is not used: GitHub does not say whether it is verified.
  const primary = emails.status === 200 ? primaryIn(emails.body) : undefined;
  return {
    id: user.id,
    name: asText(user.name) || asText(user.login),
    email: asText(primary?.email),
    isVerified: primary?.verified === true,
  };
}

function primaryIn(body: Uint8Array): Record<string, unknown> | undefined {
  const list: unknown = JSON.parse(Buffer.from(body).toString('utf8'));
  return Array.isArray(list) ? list.filter(isRecord).find(({ primary }) => primary === true) : undefined;
}
