// Sign-in with GitHub and with Google, against servers that speak their protocols.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type GithubPerson, startGithubStandIn } from '../support/github-stand-in.ts';
import { startIssuerStandIn } from '../support/issuer-stand-in.ts';
import { accountOf, postAuth } from '../support/people.ts';
import { begin, comeBack } from '../support/providers.ts';
import { startService, type TestService } from '../support/service.ts';

const CLIENT = { id: 'client', secret: 'the secret of the client' };
const github = await startGithubStandIn(CLIENT);
const google = await startIssuerStandIn(CLIENT);
let service: TestService;

before(async () => {
  service = await startService({
    TEST_WORKER: '0',
    GITHUB_CLIENT_ID: CLIENT.id,
    GITHUB_CLIENT_SECRET: CLIENT.secret,
    GITHUB_URL: github.url,
    GITHUB_API_URL: github.url,
    GOOGLE_CLIENT_ID: CLIENT.id,
    GOOGLE_CLIENT_SECRET: CLIENT.secret,
    GOOGLE_ISSUER: google.url,
  });
});
after(async () => {
  await service.stop();
  await Promise.all([github.stop(), google.stop()]);
});

const OCTOCAT: GithubPerson = {
  id: 583231,
  login: 'octocat',
  name: null,
  email: 'public@example.com',
  emails: [
    { email: 'second@example.com', primary: false, verified: true, visibility: null },
    { email: 'octocat@example.com', primary: true, verified: true, visibility: 'private' },
  ],
};

async function signInAtGithub(person: GithubPerson) {
  const begun = await begin(service, 'github');
  assert.equal(begun.status, 200, begun.text);
  assert.equal(new URL(begun.url).pathname, '/login/oauth/authorize');
  return comeBack(service, github.consent(begun.url, person), begun.cookie);
}

test('who signs in with GitHub has the verified primary address, and is known by the number GitHub gave', async () => {
  const first = await signInAtGithub(OCTOCAT);
  assert.equal(first.error, null, first.location);
  const account = await accountOf(service, first.cookie);
  assert.equal(account?.email, 'octocat@example.com');
  const renamed = {
    ...OCTOCAT,
    login: 'renamed',
    emails: [{ ...OCTOCAT.emails[0], primary: true }] as GithubPerson['emails'],
  };
  const second = await signInAtGithub(renamed);
  assert.equal((await accountOf(service, second.cookie))?.id, account?.id);
  const other = { ...OCTOCAT, id: 2, emails: [{ ...OCTOCAT.emails[1], verified: false }] as GithubPerson['emails'] };
  assert.equal((await signInAtGithub(other)).error, 'account_not_linked');
  assert.equal((await signInAtGithub({ ...OCTOCAT, id: 3, emails: [] })).error, 'email_not_found');
});

test('a code that GitHub refuses opens nothing', async () => {
  const begun = await begin(service, 'github');
  const back = new URL(github.consent(begun.url, OCTOCAT));
  back.searchParams.set('code', 'invented');
  assert.equal((await comeBack(service, back.href, begun.cookie)).error, 'invalid_code');
});

test('who signs in with Google has the verified address of the ID token', async () => {
  google.state.behaviour = {
    claims: {
      sub: '110169484474386276334',
      email: 'grace@example.com',
      email_verified: true,
      name: 'Grace',
      hd: 'example.com',
    },
  };
  const begun = await begin(service, 'google');
  assert.equal(new URL(begun.url).searchParams.get('scope'), 'openid email profile');
  const back = await comeBack(service, google.consent(begun.url), begun.cookie);
  assert.equal(back.error, null, back.location);
  assert.equal((await accountOf(service, back.cookie))?.email, 'grace@example.com');
  const security = await fetch(`${service.origin}/auth/security`, { headers: { cookie: back.cookie } });
  const { has_password, providers } = (await security.json()) as { has_password: boolean; providers: string[] };
  assert.deepEqual([has_password, providers], [false, ['google']]);
  const last = await postAuth(service, 'disconnect', { provider: 'google' }, { cookie: back.cookie });
  assert.deepEqual(
    [last.status, JSON.parse(last.text).code],
    [400, 'CANNOT_DISCONNECT'],
    'nobody locks themselves out',
  );
});

test('two users without a usable id at their issuer do not become one person: they are refused', async () => {
  for (const [index, sub] of [5, '', ' ', 0, null, ['x'], 'x'.repeat(256)].entries()) {
    google.state.behaviour = { claims: { sub, email: `nobody${index}@example.com`, email_verified: true } };
    const begun = await begin(service, 'google');
    const back = await comeBack(service, google.consent(begun.url), begun.cookie);
    assert.ok(back.error, JSON.stringify(sub));
    assert.equal(await accountOf(service, back.cookie), undefined, JSON.stringify(sub));
  }
});
