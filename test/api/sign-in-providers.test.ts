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
    TRUST_PROXY: '1',
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

let callers = 0;
/** Each from an address of its own: what is tried here is not the limit of requests. */
const from = () => {
  callers += 1;
  return `10.7.0.${callers}`;
};

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
  const begun = await begin(service, 'github', { from: from() });
  assert.equal(begun.status, 200, begun.text);
  assert.equal(new URL(begun.url).pathname, '/login/oauth/authorize');
  return comeBack(service, github.consent(begun.url, person), begun.cookie, from());
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
  const begun = await begin(service, 'github', { from: from() });
  const back = new URL(github.consent(begun.url, OCTOCAT));
  back.searchParams.set('code', 'invented');
  assert.equal((await comeBack(service, back.href, begun.cookie, from())).error, 'invalid_code');
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
  const begun = await begin(service, 'google', { from: from() });
  assert.equal(new URL(begun.url).searchParams.get('scope'), 'openid email profile');
  const back = await comeBack(service, google.consent(begun.url), begun.cookie, from());
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
    const begun = await begin(service, 'google', { from: from() });
    const back = await comeBack(service, google.consent(begun.url), begun.cookie, from());
    assert.ok(back.error, JSON.stringify(sub));
    assert.equal(await accountOf(service, back.cookie), undefined, JSON.stringify(sub));
  }
});

test('a code, a state and a return are good once, for the provider and the browser that began', async () => {
  google.state.behaviour = { claims: { sub: 'mixed', email: 'mixed@example.com', email_verified: true } };
  const person = { ...OCTOCAT, id: 77, emails: [{ ...OCTOCAT.emails[1], email: 'once@example.com' }] } as GithubPerson;
  const begun = await begin(service, 'github', { from: from() });
  const back = github.consent(begun.url, person);
  const first = await comeBack(service, back, begun.cookie, from());
  assert.equal(first.error, null, first.location);
  const again = await comeBack(service, back, begun.cookie, from());
  assert.ok(again.error, 'the same return a second time');
  assert.equal(await accountOf(service, again.cookie), undefined);

  const attempts: [string, () => Promise<{ url: string; cookie: string }>][] = [
    [
      'the return of one provider at the address of another',
      async () => {
        const { url, cookie } = await begin(service, 'google', { from: from() });
        return { url: google.consent(url).replace('/callback/google', '/callback/github'), cookie };
      },
    ],
    [
      "an attacker's return in the browser of a victim who began nothing",
      async () => ({
        url: github.consent((await begin(service, 'github', { from: from() })).url, { ...person, id: 78 }),
        cookie: '',
      }),
    ],
    [
      "an attacker's return in the browser of a victim who began too",
      async () => {
        const stranger = await begin(service, 'github', { from: from() });
        const victim = await begin(service, 'github', { from: from() });
        return { url: github.consent(stranger.url, { ...person, id: 79 }), cookie: victim.cookie };
      },
    ],
    [
      'the code of another sign-in in a return of mine',
      async () => {
        const theirs = new URL(
          github.consent((await begin(service, 'github', { from: from() })).url, { ...person, id: 80 }),
        );
        const mine = await begin(service, 'github', { from: from() });
        const url = new URL(github.consent(mine.url, person));
        url.searchParams.set('code', theirs.searchParams.get('code') ?? '');
        return { url: url.href, cookie: mine.cookie };
      },
    ],
  ];
  for (const [name, attempt] of attempts) {
    const { url, cookie } = await attempt();
    const opened = await comeBack(service, url, cookie, from());
    assert.ok(opened.error, `${name}: ${opened.location}`);
    assert.equal(await accountOf(service, opened.cookie), undefined, name);
  }
});

test('the same user number at two providers is two people, and a number in words is nobody', async () => {
  const number = '4242';
  google.state.behaviour = { claims: { sub: number, email: 'at-google@example.com', email_verified: true } };
  const begun = await begin(service, 'google', { from: from() });
  const googled = await comeBack(service, google.consent(begun.url), begun.cookie, from());
  const emails = [{ ...OCTOCAT.emails[1], email: 'at-github@example.com' }] as GithubPerson['emails'];
  const hubbed = await signInAtGithub({ ...OCTOCAT, id: Number(number), emails });
  assert.deepEqual([googled.error, hubbed.error], [null, null]);
  const [one, two] = [await accountOf(service, googled.cookie), await accountOf(service, hubbed.cookie)];
  assert.ok(one?.id && two?.id && one.id !== two.id);
  for (const id of [number, 1.5, 2 ** 60, null, {}] as number[]) {
    const back = await signInAtGithub({ ...OCTOCAT, id, emails });
    assert.ok(back.error, String(id));
    assert.equal(await accountOf(service, back.cookie), undefined, String(id));
  }
});

test('lists of addresses that GitHub would never send open nothing and break nothing', async () => {
  const own = { email: 'lists@example.com', primary: true, verified: true, visibility: null };
  const lists: unknown[] = [
    {},
    null,
    'lists@example.com',
    [own.email],
    [{ ...own, primary: 'true' }],
    [{ ...own, verified: 'true' }],
    [{ ...own, verified: 1 }],
    [{ ...own, email: ['lists@example.com'] }],
    [{ ...own, email: 'lists@example.com\r\nBcc: x@example.com' }],
    [{ ...own, primary: false }],
    [
      { ...own, verified: false },
      { ...own, primary: false },
    ],
  ];
  const { rows: before } = await service.app.database.pool.query(
    'select count(*) from auth_users where email_verified',
  );
  for (const [at, emails] of lists.entries()) {
    const back = await signInAtGithub({ ...OCTOCAT, id: 900 + at, emails: emails as GithubPerson['emails'] });
    const account = await accountOf(service, back.cookie);
    assert.ok(!account || account.email !== own.email || back.error === null, JSON.stringify(emails));
  }
  const { rows: after } = await service.app.database.pool.query('select count(*) from auth_users where email_verified');
  assert.deepEqual(after, before, 'no address was taken as verified');
});
