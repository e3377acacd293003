// An issuer lies, is somebody else, is slow or endless; a stranger sends the dashboard elsewhere.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { base64url, generateKeyPair, SignJWT } from 'jose';
import { loadConfig } from '../../../src/config/config.ts';
import { type IssuerBehaviour, startIssuerStandIn } from '../../support/issuer-stand-in.ts';
import { accountOf, postAuth, signUp } from '../../support/people.ts';
import { begin, comeBack } from '../../support/providers.ts';
import { startService, type TestService } from '../../support/service.ts';

const CLIENT = { id: 'client', secret: 'the secret of the client' };
const PUBLIC_URL = 'https://atelier.example';
const MAIL = { email: 'ada@example.com', email_verified: true };

const issuer = await startIssuerStandIn(CLIENT);
let service: TestService;
let callers = 0;

before(async () => {
  service = await startService({
    TEST_WORKER: '0',
    TRUST_PROXY: '1',
    PUBLIC_URL,
    OIDC_ISSUERS: 'liar, absent',
    OIDC_LIAR_ISSUER: issuer.url,
    OIDC_LIAR_CLIENT_ID: CLIENT.id,
    OIDC_LIAR_CLIENT_SECRET: CLIENT.secret,
    OIDC_ABSENT_ISSUER: 'http://127.0.0.1:9',
    OIDC_ABSENT_CLIENT_ID: CLIENT.id,
  });
});
after(async () => {
  await service?.stop();
  await issuer.stop();
});

/** Each from an address of its own: what is tried here is not the limit of requests. */
const from = () => {
  callers += 1;
  return `10.6.0.${callers}`;
};

async function signIn(behaviour: IssuerBehaviour) {
  issuer.state.behaviour = behaviour;
  const begun = await begin(service, 'liar', { from: from() });
  if (begun.status !== 200)
    return { status: begun.status, error: (JSON.parse(begun.text) as { code: string }).code, cookie: '' };
  return { status: 200, ...(await comeBack(service, issuer.consent(begun.url), begun.cookie, from())) };
}

const users = async () => (await service.app.database.pool.query('select 1 from auth_users')).rows.length;

test('an issuer that is away, slow, endless, elsewhere or another one is refused, and asked again later', async () => {
  const path = '/.well-known/openid-configuration';
  const broken: IssuerBehaviour[] = [
    { raw: { [path]: (respond) => respond(200, {}, `{"issuer":"${'x'.repeat(2_000_000)}"}`) } },
    { raw: { [path]: (respond) => respond(302, { location: `${issuer.url}/elsewhere` }, '') } },
    { raw: { [path]: (respond) => respond(500, {}, '{}') } },
    { raw: { [path]: (respond) => respond(200, {}, '[]') } },
    { discovery: (document) => ({ ...document, issuer: 'https://accounts.google.com' }) },
    { discovery: (document) => ({ ...document, token_endpoint: 'file:///etc/passwd' }) },
    { discovery: ({ jwks_uri: _, ...document }) => document },
  ];
  for (const behaviour of broken) assert.deepEqual((await signIn(behaviour)).error, 'PROVIDER_UNREACHABLE');
  assert.equal((await begin(service, 'absent', { from: from() })).status, 503);
  assert.equal((await begin(service, 'unknown', { from: from() })).status, 404);
  assert.equal((await signIn({ claims: MAIL })).error, null);
});

test('an ID token that is forged, for another client, of another sign-in or too old opens nothing', async () => {
  const before = await users();
  const stranger = await generateKeyPair('RS256');
  const tokens: [string, IssuerBehaviour][] = [
    [
      'another key',
      {
        sign: (claims) =>
          new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(stranger.privateKey),
      },
    ],
    [
      'an unknown key',
      {
        sign: (claims) =>
          new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'two' }).sign(stranger.privateKey),
      },
    ],
    ['no signature', { sign: async (claims) => `${encode({ alg: 'none' })}.${encode(claims)}.` }],
    [
      'the secret of the client',
      { sign: (claims) => new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(CLIENT.secret)) },
    ],
    [
      'the public key as a secret',
      {
        sign: (claims) =>
          new SignJWT(claims)
            .setProtectedHeader({ alg: 'HS256', kid: 'one' })
            .sign(Buffer.from(JSON.stringify(issuer.publicJwk))),
      },
    ],
    ['another nonce', { claims: { nonce: 'another' } }],
    ['no nonce', { claims: { nonce: undefined } }],
    ['another client', { claims: { aud: 'another' } }],
    ['several clients, for another', { claims: { aud: [CLIENT.id, 'another'], azp: 'another' } }],
    ['another issuer', { claims: { iss: 'https://accounts.google.com' } }],
    ['the past', { claims: { exp: 1_000_000_000 } }],
    ['nobody', { claims: { sub: undefined } }],
    ['a number instead of a user', { claims: { sub: 5 } }],
    ['an empty user', { claims: { sub: '' } }],
    ['a blank user', { claims: { sub: ' ' } }],
    ['a list instead of a user', { claims: { sub: ['subject-1'] } }],
    ['no end', { claims: { exp: undefined } }],
    ['no token', { sign: async () => '' }],
  ];
  for (const [name, behaviour] of tokens) {
    const back = await signIn({ ...behaviour, claims: { ...MAIL, email: 'forged@example.com', ...behaviour.claims } });
    assert.ok(back.error, name);
    assert.equal(await accountOf(service, back.cookie), undefined, name);
  }
  assert.equal(await users(), before);
});

function encode(part: object): string {
  return base64url.encode(JSON.stringify(part));
}

test('user info about another user, without an address or with an odd one opens nothing', async () => {
  const before = await users();
  for (const userInfo of [
    { sub: 'subject-2', ...MAIL, email: 'other@example.com' },
    {},
    { email: 'no address', email_verified: true },
    { email: { $ne: '' }, email_verified: true },
    { email: `${'x'.repeat(400)}@example.com`, email_verified: true },
  ]) {
    const back = await signIn({ claims: { sub: 'subject-1b' }, userInfo: { sub: 'subject-1b', ...userInfo } });
    assert.ok(back.error, JSON.stringify(userInfo));
  }
  assert.equal(await users(), before);
  const whole = await signIn({
    claims: { sub: 'subject-3' },
    userInfo: { sub: 'subject-3', ...MAIL, email: 'info@example.com' },
  });
  assert.equal(whole.error, null);
});

test('the issuer claims the address of the owner, verified or not', async () => {
  const { cookie } = await signUp(service, 'victim@example.com', { from: from() });
  const victim = await accountOf(service, cookie);
  for (const email_verified of [true, false, 'yes', 1, undefined]) {
    const back = await signIn({ claims: { sub: 'subject-4', email: 'Victim@example.com', email_verified } });
    assert.ok(back.error);
    assert.notEqual((await accountOf(service, back.cookie))?.id, victim?.id ?? '');
  }
});

test('a connected service is of the user who connected it', async () => {
  const { cookie } = await signUp(service, 'connects@example.com', { from: from() });
  const connect = async (claims: Record<string, unknown>) => {
    issuer.state.behaviour = { claims };
    const asked = await postAuth(
      service,
      'link-social',
      { provider: 'liar', callbackURL: '/account', errorCallbackURL: '/account' },
      { cookie, from: from() },
    );
    assert.equal(asked.status, 200, asked.text);
    const { url } = JSON.parse(asked.text) as { url: string };
    return comeBack(service, issuer.consent(url), `${cookie}; ${asked.cookie}`, from());
  };
  assert.ok((await connect({ sub: 'subject-5', email: 'connects@example.com', email_verified: false })).error);
  assert.ok((await connect({ sub: 'subject-5', email: 'another@example.com', email_verified: true })).error);
  assert.ok((await connect({ ...MAIL })).error, 'it belongs to another user already');
  const done = await connect({ sub: 'subject-5', email: 'connects@example.com', email_verified: true });
  assert.deepEqual([done.location, done.error], ['/account', null]);
  const back = await signIn({ claims: { sub: 'subject-5', email: 'moved@example.com', email_verified: true } });
  assert.equal(
    (await accountOf(service, back.cookie))?.email,
    'connects@example.com',
    'found by subject, not by address',
  );
  const removed = await postAuth(service, 'disconnect', { provider: 'liar' }, { cookie, from: from() });
  assert.equal(removed.status, 200, removed.text);
  for (const provider of ['liar', 'credential', 'absent', {}])
    assert.equal((await postAuth(service, 'disconnect', { provider }, { cookie, from: from() })).status, 400);
  await service.app.database.pool.query(`update auth_sessions set created_at = now() - interval '1 hour'`);
  for (const [path, body] of [
    ['link-social', { provider: 'liar', callbackURL: '/account' }],
    ['disconnect', { provider: 'liar' }],
  ] as const)
    assert.equal((await postAuth(service, path, body, { cookie, from: from() })).status, 403, path);
});

test('the browser is sent back to PUBLIC_URL, and never to another site', async () => {
  issuer.state.behaviour = {};
  const { url } = await begin(service, 'liar', {
    from: from(),
    headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' },
  });
  assert.equal(new URL(url).searchParams.get('redirect_uri'), `${PUBLIC_URL}/auth/callback/liar`);
  for (const field of ['callbackURL', 'errorCallbackURL'])
    for (const target of ['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)']) {
      const body = { provider: 'liar', callbackURL: '/', [field]: target };
      assert.equal(
        (await postAuth(service, 'sign-in/social', body, { from: from() })).status,
        403,
        `${field} ${target}`,
      );
    }
});

test('a stranger adds scopes, parameters, data or a finished token to the beginning', async () => {
  for (const more of [
    { scopes: ['admin'] },
    { additionalParams: { prompt: 'none' } },
    { additionalData: { invite: 'x'.repeat(1000) } },
    { additionalData: { serverContext: {} } },
    { additionalData: { invite: {} } },
    { idToken: { token: 'x' } },
    { loginHint: 'x' },
  ]) {
    const body = { provider: 'liar', callbackURL: '/', ...more };
    const { status } = await postAuth(service, 'sign-in/social', body, { from: from() });
    assert.equal(status, 400, JSON.stringify(more));
  }
});

test('settings that would be unsafe or unfinished are refused at the start', () => {
  const load = (settings: Record<string, string>) => () =>
    loadConfig({ DATA_DIR: '/nowhere', ...settings }, '/nowhere');
  const issuerAt = (url: string) => ({ OIDC_ISSUERS: 'a', OIDC_A_ISSUER: url, OIDC_A_CLIENT_ID: 'x' });
  assert.doesNotThrow(load(issuerAt('https://issuer.example/realm')));
  for (const settings of [
    issuerAt('http://issuer.example'),
    issuerAt('https://user:pass@issuer.example'),
    issuerAt('https://issuer.example?x=1'),
    { OIDC_ISSUERS: 'a' },
    { ...issuerAt('https://issuer.example'), OIDC_ISSUERS: 'a,a' },
    { ...issuerAt('https://issuer.example'), OIDC_ISSUERS: 'github' },
    { ...issuerAt('https://issuer.example'), OIDC_A_SCOPES: 'email' },
    { OIDC_ISSUERS: '../x' },
    { GITHUB_CLIENT_ID: 'x' },
    { GOOGLE_CLIENT_SECRET: 'x' },
  ])
    assert.throws(load(settings), { name: 'Error' }, JSON.stringify(settings));
});
