// Teams: members join by invitation, act in their role for the account that they chose, and end at once when they are removed.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { rolesFor } from '../../src/http/role-table.ts';
import { ROLE_TABLE } from '../fixtures/role-table.ts';
import { openDesk } from '../support/operator-kit.ts';
import { paidRoute } from '../support/paid-route.ts';
import { linkIn, mailsTo } from '../support/people.ts';
import { nameOf } from '../support/route-names.ts';
import { startService, type TestService } from '../support/service.ts';
import { invite, join, makeKey, makePerson, type Person, signInTo, tokenIn } from '../support/team-kit.ts';

let service: TestService;
let owner: Person;

before(async () => {
  service = await startService({ TEST_WORKER: '0' }, paidRoute);
  owner = await makePerson(service);
});
after(() => service.stop());

const paid = (key: string) => service.call('POST', '/v1/test/paid', { key, body: {} });
const knock = async (key: string) => (await service.call('GET', '/v1/account', { key })).status;

test('the role table opens to other roles exactly the listed routes, and every one of them exists', () => {
  const open = service.app.routes
    .map((route) => [nameOf(route), rolesFor(route).join(' ')] as const)
    .filter(([, roles]) => roles !== 'owner admin');
  assert.deepEqual(Object.fromEntries(open), ROLE_TABLE);
});

test('whoever an account is opened for is its owner', async () => {
  const account = await owner.call('GET', '/account');
  assert.deepEqual(account.json.member.role, 'owner');
  const { json } = await owner.call('GET', '/account/members');
  assert.deepEqual(
    json.data.map((one: { email: string; role: string; is_founder: boolean }) => [one.email, one.role, one.is_founder]),
    [[owner.email, 'owner', true]],
  );
});

test('an invited user joins once, acts for the account, and switches back to their own', async () => {
  const token = await invite(owner, 'developer');
  const guest = await makePerson(service);
  const preview = await guest.call('POST', '/account/invitations/preview', { token });
  assert.deepEqual([preview.json.role, preview.json.invited_by], ['developer', owner.email]);
  assert.equal((await guest.call('POST', '/account/invitations/accept', { token })).status, 200);
  const acting = (await guest.call('GET', '/account')).json;
  assert.deepEqual([acting.id, acting.member.email, acting.member.role], [owner.home.id, guest.email, 'developer']);
  // Another session of the same user still acts for their own account.
  const elsewhere = await signInTo(service, guest.home);
  assert.equal((await elsewhere.call('GET', '/account')).json.id, guest.home.id);
  const listed = (await guest.call('GET', '/account/memberships')).json.data;
  assert.deepEqual(
    listed.map((one: { account_id: string; is_current: boolean }) => [one.account_id, one.is_current]),
    [
      [guest.home.id, false],
      [owner.home.id, true],
    ],
  );
  await guest.call('POST', '/account/switch', { account_id: guest.home.id });
  assert.equal((await guest.call('GET', '/account')).json.id, guest.home.id);
  const foreign = await guest.call('POST', '/account/switch', { account_id: (await service.account()).id });
  assert.deepEqual([foreign.status, foreign.json.error.code], [404, 'not_found']);
});

test('an invitation of an address opens for its user only; without a mail server the answer has the link to pass on', async () => {
  const guest = await makePerson(service);
  const stranger = await makePerson(service);
  const made = await owner.call('POST', '/account/invitations', { role: 'viewer', email: guest.email.toUpperCase() });
  const link = linkIn((await mailsTo(service, guest.email))[0]);
  assert.deepEqual([made.status, made.json.url, made.json.email], [201, link, guest.email]);
  const token = tokenIn(link);
  const foreign = await stranger.call('POST', '/account/invitations/accept', { token });
  assert.deepEqual([foreign.status, foreign.json.error.code], [403, 'access_denied']);
  assert.equal((await guest.call('POST', '/account/invitations/accept', { token })).json.role, 'viewer');
});

test('used, revoked, expired and unknown invitations get the same refusal', async () => {
  const guest = await makePerson(service);
  const used = await invite(owner, 'viewer');
  await (await makePerson(service)).call('POST', '/account/invitations/accept', { token: used });
  const revoked = await owner.call('POST', '/account/invitations', { role: 'viewer' });
  assert.equal((await owner.call('DELETE', `/account/invitations/${revoked.json.id}`)).status, 200);
  const expired = await owner.call('POST', '/account/invitations', { role: 'viewer' });
  await service.app.database.pool.query(
    `update invitations set expires_at = now() - interval '1 second' where id = '${expired.json.id}'`,
  );
  const answers = [];
  for (const token of [used, tokenIn(revoked.json.url), tokenIn(expired.json.url), 'never-existed']) {
    const { status, json } = await guest.call('POST', '/account/invitations/accept', { token });
    answers.push([status, json.error.code, json.error.message]);
  }
  assert.equal(new Set(answers.map(String)).size, 1);
  assert.deepEqual(answers[0]?.slice(0, 2), [404, 'not_found']);
  const stranger = await makePerson(service);
  const foreign = await stranger.call('DELETE', `/account/invitations/${expired.json.id}`);
  assert.equal(foreign.status, 404);
});

test('an account may invite twenty times an hour', async () => {
  const inviter = await makePerson(service);
  for (let made = 0; made < 20; made += 1) await invite(inviter, 'viewer');
  const refused = await inviter.call('POST', '/account/invitations', { role: 'viewer' });
  assert.deepEqual([refused.status, refused.json.error.code], [429, 'rate_limit_exceeded']);
  assert.equal((await inviter.call('GET', '/account/invitations')).json.data.length, 20);
});

test('a removed member is refused at once, by session and by every key that they made', async () => {
  const boss = await makePerson(service);
  const developer = await join(service, boss, 'developer');
  const key = await makeKey(developer);
  const second = (await service.call('POST', '/v1/account/keys', { key: key.secret, body: { name: 'by key' } })).json;
  assert.equal(second.created_by, developer.email);
  assert.equal(await knock(key.secret), 200);
  assert.equal(await knock(second.key), 200);
  const elsewhere = await signInTo(service, developer.home);
  const endpoint = async (person: Pick<typeof boss, 'call'>, url: string) =>
    (await person.call('POST', '/webhooks', { url })).json.id as string;
  const made = await endpoint(developer, 'https://203.0.114.9/made');
  const moved = await endpoint(boss, 'https://203.0.114.9/of-the-boss');
  const kept = await endpoint(boss, 'https://203.0.114.9/kept');
  const elsewhereUrl = { url: 'https://203.0.114.9/moved' };
  assert.equal((await developer.call('PATCH', `/webhooks/${moved}`, elsewhereUrl)).status, 200);
  assert.equal((await developer.call('PATCH', `/webhooks/${kept}`, { description: 'the same place' })).status, 200);
  assert.equal((await boss.call('DELETE', `/account/members/${developer.memberId}`)).status, 200);
  assert.equal((await developer.call('GET', '/account')).status, 401);
  assert.equal(await knock(key.secret), 401);
  assert.equal(await knock(second.key), 401);
  const state = async (id: string) => (await boss.call('GET', `/webhooks/${id}`)).json;
  assert.deepEqual(
    [(await state(made)).enabled, (await state(moved)).enabled, (await state(kept)).enabled],
    [false, false, true],
  );
  assert.match((await state(made)).disabled_reason, /left the account/);
  assert.equal(
    (await boss.call('PATCH', `/webhooks/${made}`, { enabled: true })).json.enabled,
    true,
    'who stays may keep it',
  );
  // Their own account is untouched.
  assert.equal((await elsewhere.call('GET', '/account')).json.id, developer.home.id);
  assert.equal((await elsewhere.call('POST', '/account/switch', { account_id: boss.home.id })).status, 404);
});

test('the last owner and the founder stay; an admin touches no owner', async () => {
  const boss = await makePerson(service);
  const [me] = (await boss.call('GET', '/account/members')).json.data;
  const demoted = await boss.call('PATCH', `/account/members/${me.id}`, { role: 'admin' });
  assert.deepEqual([demoted.status, demoted.json.error.code], [403, 'access_denied']);
  assert.equal((await boss.call('POST', '/account/leave', { account_id: boss.home.id })).status, 403);
  const admin = await join(service, boss, 'admin');
  for (const [method, path, body] of [
    ['PATCH', `/account/members/${me.id}`, { role: 'viewer' }],
    ['PATCH', `/account/members/${me.id}`, { monthly_credit_cap: 0 }],
    ['PATCH', `/account/members/${admin.memberId}`, { role: 'owner' }],
    ['DELETE', `/account/members/${me.id}`, undefined],
    ['POST', '/account/invitations', { role: 'owner' }],
  ] as const) {
    const refused = await admin.call(method, path, body);
    assert.deepEqual([refused.status, refused.json.error.code], [403, 'access_denied'], `${method} ${path}`);
  }
  await boss.call('PATCH', `/account/members/${admin.memberId}`, { role: 'owner' });
  assert.equal((await admin.call('DELETE', `/account/members/${me.id}`)).status, 403);
  assert.equal((await admin.call('PATCH', `/account/members/${me.id}`, { role: 'viewer' })).status, 200);
  assert.equal((await boss.call('PATCH', `/account/members/${admin.memberId}`, { role: 'viewer' })).status, 403);
});

test('a key may do what the role of its maker allows, now', async () => {
  const boss = await makePerson(service);
  const developer = await join(service, boss, 'developer');
  const bossKey = await makeKey(boss);
  const key = await makeKey(developer);
  assert.equal((await service.call('GET', '/v1/account/log', { key: key.secret })).status, 403);
  for (const [method, path] of [
    ['POST', `/account/keys/${bossKey.id}/rotate`],
    ['PATCH', `/account/keys/${bossKey.id}`],
    ['DELETE', `/account/keys/${bossKey.id}`],
  ] as const) {
    const refused = await developer.call(method, path, method === 'DELETE' ? undefined : {});
    assert.deepEqual([refused.status, refused.json.error.code], [403, 'access_denied'], `${method} ${path}`);
  }
  assert.equal((await service.call('POST', '/v1/webhooks', { key: key.secret, body: {} })).status, 400);
  await boss.call('PATCH', `/account/members/${developer.memberId}`, { role: 'viewer' });
  assert.equal((await service.call('POST', '/v1/webhooks', { key: key.secret, body: {} })).status, 403);
  assert.equal((await service.call('GET', '/v1/webhooks', { key: key.secret })).status, 200);
  const admin = await join(service, boss, 'admin');
  assert.equal((await admin.call('POST', `/account/keys/${bossKey.id}/rotate`, {})).status, 403);
  assert.equal((await admin.call('DELETE', `/account/keys/${bossKey.id}`)).status, 200);
});

test('no key, whatever its scopes, changes who belongs to the team', async () => {
  const boss = await makePerson(service);
  const key = (await makeKey(boss)).secret;
  const asKey = (method: string, path: string, body?: object) =>
    service.call(method, `/v1${path}`, { key, ...(body ? { body } : {}) });
  assert.equal((await asKey('GET', '/account/members')).status, 200);
  for (const [method, path, body] of [
    ['POST', '/account/invitations', { role: 'viewer' }],
    ['POST', '/account/invitations/accept', { token: 'x' }],
    ['PATCH', '/account/members/member_x', { role: 'viewer' }],
    ['DELETE', '/account/members/member_x', undefined],
    ['POST', '/account/switch', { account_id: boss.home.id }],
    ['POST', '/account/leave', { account_id: boss.home.id }],
  ] as const)
    assert.equal((await asKey(method, path, body)).status, 403, `${method} ${path}`);
});

test("a member's cap binds what their keys spend together, and nobody else", async () => {
  const boss = await makePerson(service);
  // Routes that only tests have are for owners and admins.
  const spender = await join(service, boss, 'admin');
  const keys = [(await makeKey(spender)).secret, (await makeKey(spender, { monthly_credit_cap: 2 })).secret] as const;
  const patch = (cap: number | null) =>
    boss.call('PATCH', `/account/members/${spender.memberId}`, { monthly_credit_cap: cap });
  assert.equal((await patch(3)).json.monthly_credit_cap, 3);
  assert.equal((await paid(keys[0])).status, 200);
  assert.equal((await paid(keys[1])).status, 200);
  assert.equal((await paid(keys[1])).status, 200);
  // The second key has reached its own cap, the first one the member's.
  for (const key of keys) {
    const refused = await paid(key);
    assert.deepEqual([refused.status, refused.json.error.code], [402, 'insufficient_credits']);
  }
  const bySession = await spender.call('POST', '/test/paid', {});
  assert.deepEqual([bySession.status, bySession.json.error.code], [402, 'insufficient_credits']);
  assert.equal((await paid((await makeKey(boss)).secret)).status, 200);
  const { data } = (await boss.call('GET', '/account/members')).json;
  assert.equal(data.find((one: { id: string }) => one.id === spender.memberId).spent_this_month, 3);
  await patch(null);
  assert.equal((await paid(keys[0])).status, 200);
});

test('the log says who did what, newest first and page by page', async () => {
  const boss = await makePerson(service);
  const developer = await join(service, boss, 'developer');
  const key = await makeKey(developer);
  await boss.call('PATCH', `/account/members/${developer.memberId}`, { role: 'viewer' });
  await service.app.database.pool.query(`update accounts set plan = 'free' where id = '${boss.home.id}'`);
  await boss.call('DELETE', `/account/members/${developer.memberId}`);
  const first = (await boss.call('GET', '/account/log?limit=4')).json;
  assert.deepEqual(
    first.data.map((one: { action: string; actor: { email: string } }) => [one.action, one.actor.email]),
    [
      ['member.remove', boss.email],
      ['plan.change', null],
      ['member.change', boss.email],
      ['key.create', developer.email],
    ],
  );
  assert.equal(first.data[3].target, key.id);
  assert.deepEqual(first.data[2].after.role, 'viewer');
  const rest = (await boss.call('GET', `/account/log?cursor=${first.next_cursor}`)).json;
  assert.deepEqual(
    rest.data.map((one: { action: string }) => one.action),
    ['member.join', 'member.invite'],
  );
  assert.deepEqual((await owner.call('GET', '/account/log?action=member.remove')).json.data, []);
});

test('the log names who changed the plan: the operator, the member with a code, the member who opened the checkout', async () => {
  const boss = await makePerson(service);
  const desk = await openDesk(service);
  const reason = 'a test';
  const act = await desk.act(`/accounts/${boss.home.id}/plan`, { plan: 'free', reason });
  assert.equal(act.status, 200, act.text);
  const codes = await desk.act('/codes', { reason, plan: 'pro', days: 30 });
  assert.equal(codes.status, 201, codes.text);
  const redeemed = await boss.call('POST', '/payments/redeem', { code: codes.json.codes[0] });
  assert.equal(redeemed.status, 200, redeemed.text);
  const payer = await makePerson(service);
  assert.equal((await desk.act(`/accounts/${payer.home.id}/plan`, { plan: 'free', reason })).status, 200);
  const buyer = await join(service, payer, 'billing');
  const checkout = await buyer.call('POST', '/payments/checkout', { plan: 'pro' });
  assert.equal(checkout.status, 200, checkout.text);
  await fetch(checkout.json.url, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ number: '4242 4242 4242 4242', expiry: '12/40', cvc: '123' }),
  });
  const changes = async (person: Person) =>
    (await person.call('GET', '/account/log?action=plan.change')).json.data.map(
      (one: { actor: { email: string | null }; after: { plan: string } }) => [one.after.plan, one.actor.email],
    );
  assert.deepEqual(await changes(boss), [
    ['pro', boss.email],
    ['free', desk.owner.email],
  ]);
  const { rows } = await service.app.database.pool.query(
    `select actor_email from account_log where action = 'plan.change' and actor_email = $1`,
    [buyer.email],
  );
  assert.equal(rows.length, 1);
});
