// GitHub's OAuth and its two calls about a user, in this process: a form with a code for a token, refusals with status 200, lists of addresses.
import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface GithubPerson {
  id: number;
  login: string;
  name: string | null;
  /** The address of the public profile, which says nothing of whether it is verified. */
  email: string | null;
  emails: { email: string; primary: boolean; verified: boolean; visibility: string | null }[];
}

export async function startGithubStandIn(client: { id: string; secret: string }) {
  const grants = new Map<string, { person: GithubPerson; challenge: string; redirectUri: string }>();
  const tokens = new Map<string, GithubPerson>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const form = new URLSearchParams(Buffer.concat(chunks).toString());
    const json = (body: unknown, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
    const { pathname } = new URL(request.url ?? '/', 'http://x');
    if (pathname === '/login/oauth/access_token') {
      const grant = grants.get(form.get('code') ?? '');
      grants.delete(form.get('code') ?? '');
      if (form.get('client_id') !== client.id || form.get('client_secret') !== client.secret)
        return json({
          error: 'incorrect_client_credentials',
          error_description: 'The client_id and/or client_secret passed are incorrect.',
        });
      const challenge = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url');
      if (!grant || grant.challenge !== challenge || grant.redirectUri !== form.get('redirect_uri'))
        return json({ error: 'bad_verification_code', error_description: 'The code passed is incorrect or expired.' });
      const token = `gho_${randomBytes(18).toString('hex')}`;
      tokens.set(token, grant.person);
      return json({ access_token: token, scope: 'read:user,user:email', token_type: 'bearer' });
    }
    const person = tokens.get(/^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '');
    if (!person || !request.headers['user-agent']) return json({ message: 'Bad credentials', status: '401' }, 401);
    const { emails, ...profile } = person;
    if (pathname === '/user') return json({ ...profile, node_id: 'MDQ6VXNlcjE=', type: 'User', site_admin: false });
    if (pathname === '/user/emails') return json(emails);
    return json({ message: 'Not Found', status: '404' }, 404);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    /** What the user's browser does at GitHub: it allows the sign-in and comes back with a code. */
    consent(authorizationUrl: string, person: GithubPerson): string {
      const { searchParams } = new URL(authorizationUrl);
      const code = randomBytes(10).toString('hex');
      const redirectUri = searchParams.get('redirect_uri') ?? '';
      grants.set(code, { person, challenge: searchParams.get('code_challenge') ?? '', redirectUri });
      return `${redirectUri}?${new URLSearchParams({ code, state: searchParams.get('state') ?? '' })}`;
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
