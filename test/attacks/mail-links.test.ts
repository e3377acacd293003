// Strangers misuse the mails of the session API: a reset link that hands its token to another site, and mails without end to one mailbox.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isOwnPage } from '../../src/modules/account/session-redirects.ts';
import { linkIn, mailsTo, postAuth, signUp } from '../support/people.ts';
import { startService, type TestService } from '../support/service.ts';
import { makePerson } from '../support/team-kit.ts';

let service: TestService;
let callers = 0;
before(async () => {
  service = await startService({ TEST_WORKER: '0', TRUST_PROXY: '1' });
});
after(() => service.stop());

/** Each call from an address of its own: what is tried here is not the limit of an IP address. */
const from = () => {
  callers += 1;
  return `10.7.${callers >> 8}.${callers & 255}`;
};
const post = (path: string, body: object, cookie = '') => postAuth(service, path, body, { cookie, from: from() });

const ELSEWHERE = [
  '/..//evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  '/%2e%2e//evil.example',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'https://evil.example',
  'evil.example',
];

test("a stranger asks for the victim's reset link so that its token goes to another site", async () => {
  await signUp(service, 'victim@example.com', { from: from() });
  await post('request-password-reset', { email: 'victim@example.com', redirectTo: '/reset' });
  const link = new URL(linkIn((await mailsTo(service, 'victim@example.com'))[0]));
  for (const target of ELSEWHERE) {
    const asked = await post('request-password-reset', { email: 'other@example.com', redirectTo: target });
    assert.equal(asked.status, 403, `${target} ${asked.text}`);
    link.searchParams.set('callbackURL', target);
    const visited = await fetch(link, { redirect: 'manual' });
    const location = visited.headers.get('location') ?? '';
    assert.equal(visited.status, 403, `${target} leads to ${location}`);
    const verify = await fetch(
      `${service.origin}/auth/verify-email?token=x&callbackURL=${encodeURIComponent(target)}`,
      {
        redirect: 'manual',
      },
    );
    assert.doesNotMatch(new URL(verify.headers.get('location') ?? '/', service.origin).host, /evil/, target);
  }
  link.searchParams.set('callbackURL', '/reset');
  const visited = await fetch(link, { redirect: 'manual' });
  assert.match(visited.headers.get('location') ?? '', /\/reset\?token=/);
});

test('only the plain spelling of a page of this service is one', () => {
  const origin = 'https://ai.example.com';
  for (const own of ['/', '/reset', '/account?email=changed', '/a/b#c', `${origin}/reset`])
    assert.ok(isOwnPage(own, origin), own);
  for (const other of [
    ...ELSEWHERE,
    `${origin}//evil.example`,
    `${origin}.evil.example/`,
    'javascript:alert(1)',
    '',
    7,
    ['/'],
  ])
    assert.ok(!isOwnPage(other, origin), String(other));
});

test('a stranger sends mails without end to one mailbox, by every path and spelling', async () => {
  const statuses: number[] = [];
  for (let tries = 0; tries < 4; tries += 1) {
    const email = `flooded+${tries}@example.com`;
    assert.equal((await signUp(service, email, { from: from() })).status, 200, 'it sends no mail here');
    statuses.push((await post('request-password-reset', { email, redirectTo: '/reset' })).status);
    statuses.push((await post('request-sign-in-link', { email })).status);
    statuses.push((await post('send-verification-email', { email })).status);
  }
  assert.deepEqual(statuses.slice(0, 5), [200, 200, 200, 200, 200]);
  assert.deepEqual(new Set(statuses.slice(5)), new Set([429]));
  const refused = await post('request-password-reset', { email: 'Flooded@example.com', redirectTo: '/reset' });
  assert.equal((JSON.parse(refused.text) as { code: string }).code, 'TOO_MANY_MAILS');
  const person = await makePerson(service);
  const change = await postAuth(
    service,
    'change-email',
    { newEmail: 'flooded@example.com' },
    { cookie: person.cookie, from: from() },
  );
  assert.equal(change.status, 429, change.text);
  const invited = await person.call('POST', '/account/invitations', { role: 'viewer', email: 'flooded+9@example.com' });
  assert.equal(invited.status, 429, invited.text);
  assert.equal(
    (await post('request-password-reset', { email: 'nobody@example.com', redirectTo: '/reset' })).status,
    200,
  );
});
