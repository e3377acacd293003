// A small OpenID Connect issuer in this process that can be told to lie: for attacks, and as Google, which speaks the same protocol.
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

interface Grant {
  clientId: string;
  challenge: string;
  redirectUri: string;
  nonce: string;
}

export interface IssuerBehaviour {
  discovery?: (document: Record<string, unknown>) => object;
  /** Answers a path in place of the issuer. */
  raw?: Record<string, (respond: (status: number, headers: Record<string, string>, body: string) => void) => void>;
  claims?: Record<string, unknown>;
  userInfo?: Record<string, unknown>;
  sign?: (claims: Record<string, unknown>) => Promise<string>;
}

export async function startIssuerStandIn(client: { id: string; secret: string }) {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', use: 'sig', alg: 'RS256' };
  const grants = new Map<string, Grant>();
  const state = { behaviour: {} as IssuerBehaviour, exchanges: 0 };

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', origin());
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const form = new URLSearchParams(Buffer.concat(chunks).toString());
    const respond = (status: number, headers: Record<string, string>, body: string) =>
      response.writeHead(status, headers).end(body);
    const json = (body: unknown, status = 200) =>
      respond(status, { 'content-type': 'application/json' }, JSON.stringify(body));
    const raw = state.behaviour.raw?.[url.pathname];
    if (raw) return raw(respond);
    switch (url.pathname) {
      case '/.well-known/openid-configuration': {
        const document = {
          issuer: origin(),
          authorization_endpoint: `${origin()}/authorize`,
          token_endpoint: `${origin()}/token`,
          userinfo_endpoint: `${origin()}/userinfo`,
          jwks_uri: `${origin()}/keys`,
          token_endpoint_auth_methods_supported: ['client_secret_post'],
        };
        return json(state.behaviour.discovery?.(document) ?? document);
      }
      case '/keys':
        return json({ keys: [jwk] });
      case '/userinfo':
        return json({ sub: 'subject-1', ...state.behaviour.userInfo });
      case '/token': {
        state.exchanges += 1;
        const grant = grants.get(form.get('code') ?? '');
        grants.delete(form.get('code') ?? '');
        const challenge = createHash('sha256')
          .update(form.get('code_verifier') ?? '')
          .digest('base64url');
        const isRight =
          grant?.challenge === challenge &&
          grant.redirectUri === form.get('redirect_uri') &&
          form.get('client_id') === client.id &&
          form.get('client_secret') === client.secret &&
          form.get('grant_type') === 'authorization_code';
        if (!grant || !isRight) return json({ error: 'invalid_grant' }, 400);
        return json({ access_token: 'access', token_type: 'Bearer', expires_in: 3600, id_token: await idToken(grant) });
      }
      default:
        return json({ error: 'not_found' }, 404);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const origin = () => `http://127.0.0.1:${port}`;

  async function idToken({ clientId, nonce }: Grant): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: origin(),
      aud: clientId,
      sub: 'subject-1',
      iat: now,
      exp: now + 600,
      nonce,
      ...state.behaviour.claims,
    };
    const sign =
      state.behaviour.sign ??
      ((all) => new SignJWT(all).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(privateKey));
    return sign(claims);
  }

  return {
    url: origin(),
    publicJwk: jwk,
    state,
    /** What the user's browser does at the issuer: it consents at once and comes back with a code. */
    consent(authorizationUrl: string): string {
      const { searchParams } = new URL(authorizationUrl);
      assert.equal(searchParams.get('response_type'), 'code');
      assert.equal(searchParams.get('code_challenge_method'), 'S256');
      const code = randomBytes(16).toString('hex');
      const redirectUri = searchParams.get('redirect_uri') ?? '';
      grants.set(code, {
        clientId: searchParams.get('client_id') ?? '',
        challenge: searchParams.get('code_challenge') ?? '',
        redirectUri,
        nonce: searchParams.get('nonce') ?? '',
      });
      return `${redirectUri}?${new URLSearchParams({ code, state: searchParams.get('state') ?? '' })}`;
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
