// A stranger wants the owner's account, or anybody's, because their address is known.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { greet } from '../../src/commands/greeting.ts';
import { findOwner } from '../../src/store/accounts.ts';
import { accountOf, openLink, signUp } from '../support/people.ts';
import { startService, type TestService } from '../support/service.ts';

const OWNER = 'owner@example.com';

let service: TestService;
before(async () => {
  // Many addresses: the attacker is not slowed down by the limit per address.
  service = await startService({ OWNER_EMAIL: OWNER, TRUST_PROXY: '1', TEST_WORKER: '0' });
});
after(() => service.stop());

test('a stranger becomes the owner by signing up while the owner opens the welcome link', async () => {
  const greeting = await greet(service.config, service.app.database, { isTerminal: true });
  const link = /http\S+\/welcome\/\S+/.exec(greeting)?.[0] ?? '';
  assert.ok(link, greeting);
  // Hashing a password takes a while: strangers who came a little earlier are let on while the owner's link is opened.
  const racing = Array.from({ length: 24 }, async (_, index) => {
    await sleep(index * 25);
    return signUp(service, OWNER, { from: `10.0.0.${index + 1}` });
  });
  await sleep(150);
  const ownerArrives = openLink(link);
  const strangers = await Promise.all(racing);
  const ownerCookie = await ownerArrives;
  const owner = await findOwner(service.app.database.queries);
  for (const { status, cookie, text } of strangers) {
    assert.equal(status, 422, text);
    assert.equal(cookie, '');
  }
  assert.equal((await accountOf(service, ownerCookie))?.id, owner?.id, 'the link signs the owner in');
});

test('a stranger gets an account that the command line made, by signing up with its address in any case', async () => {
  const account = await service.account();
  for (const email of [account.email, account.email.toUpperCase(), ` ${account.email}`]) {
    const { cookie, status } = await signUp(service, email, { from: '10.9.0.1' });
    assert.ok(status === 422 || status === 400, String(status));
    assert.equal(cookie, '');
  }
});

test('a stranger who signed up first is not handed the account that the operator makes for the same address', async () => {
  const { cookie } = await signUp(service, 'early@example.com', { from: '10.9.0.2' });
  const early = await accountOf(service, cookie);
  assert.ok(early);
  const { openAccountWithKeys } = await import('../../src/app/first-start.ts');
  const opening = { email: 'Early@Example.com', plan: 'enterprise', liveCredits: 5, announce: async () => undefined };
  await assert.rejects(openAccountWithKeys(service.app.database, opening));
  assert.equal((await accountOf(service, cookie))?.id, early.id);
});

test('a stranger asks the service for a sign-in link to somebody else', async () => {
  const { postAuth } = await import('../support/people.ts');
  const answer = await postAuth(service, 'sign-in/magic-link', { email: OWNER, callbackURL: '/' });
  assert.equal(answer.status, 404, answer.text);
});
