// The edges of sign-up and team: who may open an account, what a failed sign-up leaves, and who still manages a team.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import type { Caller } from '../../src/core/caller.ts';
import { newId } from '../../src/core/ids.ts';
import type { Role } from '../../src/core/roles.ts';
import { makeToken, readToken, takeToken } from '../../src/modules/account/one-time-token.ts';
import {
  mayOpenAccount,
  openAccountFor,
  payPendingGrant,
  refuseSignUp,
  type SignUpRules,
} from '../../src/modules/account/sign-up.ts';
import {
  actAsManager,
  actAsMember,
  refuseFounder,
  refuseHigher,
  refuseLastOwner,
} from '../../src/modules/account/team-actor.ts';
import { makeWelcomeToken, openWelcome } from '../../src/modules/account/welcome-link.ts';
import { insertInvitation } from '../../src/store/invitations.ts';
import { findMember, type Member } from '../../src/store/members.ts';
import { claimAccount } from '../../src/store/users.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { createJobKit, type JobKit } from '../support/job-kit.ts';

const OPEN: SignUpRules = { mode: 'open', domains: [], freeCredits: 5, verifiesAddresses: true };
const INVITE: SignUpRules = { ...OPEN, mode: 'invite' };
const DAY_MS = 86_400_000;

let store: TestDatabase;
let kit: JobKit;

before(async () => {
  store = await createTestDatabase();
  kit = await createJobKit(store.url);
});
after(async () => {
  await kit.close();
  await store.drop();
});

function ask(rules: SignUpRules, asked: { email?: string; name?: string; invite?: string } = {}) {
  const person = { email: `${newId('p')}@example.com`, name: 'Ada', invite: '', getsMail: false, ...asked };
  return refuseSignUp(kit.database.queries, rules, person).then((refusal) => refusal?.code);
}

function may(rules: SignUpRules, { email = `${newId('p')}@example.com`, invite = '' } = {}) {
  return mayOpenAccount(kit.database.queries, rules, { email, invite });
}

async function makeInviteToken(goodForMs = DAY_MS): Promise<string> {
  return (await makeToken(kit.database.queries, {}, { kind: 'invite', goodForMs })).token;
}

test('whoever may open an account is told so, and everyone else why not', async () => {
  const { email: taken } = await kit.customer();
  const bound: SignUpRules = { ...OPEN, domains: ['example.com', 'example.org'] };
  assert.deepEqual([await ask(OPEN), await may(OPEN)], [undefined, true]);
  assert.deepEqual([await ask(bound), await may(bound)], [undefined, true]);
  assert.equal(await ask(OPEN, { name: 'a'.repeat(200) }), undefined);
  assert.equal(await ask(OPEN, { name: 'a'.repeat(201) }), 'NAME_TOO_LONG');
  const closed: SignUpRules = { ...OPEN, mode: 'closed' };
  assert.deepEqual([await ask(closed), await may(closed)], ['SIGN_UPS_CLOSED', false]);
  const address = { email: taken.toUpperCase() };
  assert.deepEqual([await ask(OPEN, address), await may(OPEN, address)], ['ADDRESS_TAKEN', false]);
  for (const email of ['a@example.net', 'a@notexample.com', 'a@example.com@example.net'])
    assert.deepEqual([await ask(bound, { email }), await may(bound, { email })], ['ADDRESS_NOT_ALLOWED', false]);
  assert.equal(await ask(bound, { email: `${newId('p')}@EXAMPLE.org` }), undefined);
});

test('an invite opens one account; asking whether it would uses nothing up', async () => {
  const invite = await makeInviteToken();
  assert.deepEqual([await ask(INVITE), await may(INVITE)], ['INVITE_NEEDED', false]);
  assert.deepEqual([await may(INVITE, { invite }), await may(INVITE, { invite })], [true, true]);
  assert.deepEqual([await ask(INVITE, { invite }), await ask(INVITE, { invite })], [undefined, 'INVITE_SPENT']);
  assert.equal(await may(INVITE, { invite }), false);
  const old = await makeInviteToken(-1);
  assert.deepEqual([await may(INVITE, { invite: old }), await ask(INVITE, { invite: old })], [false, 'INVITE_SPENT']);
});

test('an invitation to a team opens an account for the address that it was sent to', async () => {
  const { accountId } = await kit.customer();
  const invite = newId('token');
  const email = `${newId('p')}@example.com`;
  const invitation = { id: newId('inv'), accountId, email, role: 'developer' as const, monthlyCap: null };
  const sent = { inviterId: 'member_1', inviterEmail: 'i@example.com', expiresAt: new Date(Date.now() + DAY_MS) };
  await kit.database.transaction((trx) => insertInvitation(trx, { ...invitation, ...sent }, invite));
  for (const address of [email, email.toUpperCase()])
    assert.deepEqual(
      [await ask(INVITE, { email: address, invite }), await may(INVITE, { email: address, invite })],
      [undefined, true],
    );
  assert.deepEqual([await ask(INVITE, { invite }), await may(INVITE, { invite })], ['INVITE_SPENT', false]);
});

test('a token is good once, for its kind and time; the expired ones go when the next is made', async () => {
  const { queries } = kit.database;
  const stored = async () => {
    const { rows } = await sql`select 1 from settings where name like 'email-change:%'`.execute(queries);
    return rows.length;
  };
  const make = (goodForMs: number) => makeToken(queries, { userId: 'user_1' }, { kind: 'email-change', goodForMs });
  const [good, old] = [await make(DAY_MS), await make(-10)];
  assert.equal(await stored(), 2);
  assert.ok(Math.abs(good.expiresAt.getTime() - Date.now() - DAY_MS) < 600_000);
  assert.equal(await readToken(queries, 'email-change', old.token), undefined);
  assert.equal(await takeToken(queries, 'welcome', good.token), undefined);
  await make(DAY_MS);
  assert.equal(await stored(), 2, 'the expired one is gone');
  assert.equal((await readToken(queries, 'email-change', good.token))?.userId, 'user_1');
  assert.equal((await takeToken(queries, 'email-change', good.token))?.userId, 'user_1');
  assert.equal(await takeToken(queries, 'email-change', good.token), undefined);
});

test('a welcome link signs in to its account once', async () => {
  const { accountId } = await kit.customer();
  const token = await makeWelcomeToken(kit.database.queries, accountId);
  const userId = await openWelcome(kit.database, token);
  assert.equal(userId, await kit.database.transaction((trx) => claimAccount(trx, accountId)));
  assert.deepEqual(
    [await openWelcome(kit.database, token), await openWelcome(kit.database, 'none')],
    [undefined, undefined],
  );
});

async function addUser(email = `${newId('p')}@example.com`) {
  const userId = newId('user');
  await sql`insert into auth_users (id, name, email, email_verified) values (${userId}, 'Ada', ${email}, false)`.execute(
    kit.database.queries,
  );
  return { userId, email, name: 'Ada' };
}

async function creditsOf(userId: string): Promise<{ live: number; pending: number } | undefined> {
  const { rows } = await sql<{ live: number; pending: number }>`
    select b.balance / 1000000 as live, a.pending_grant / 1000000 as pending from accounts a
    join balances b on b.account_id = a.id and b.environment = 'live' where a.user_id = ${userId}`.execute(
    kit.database.queries,
  );
  return rows[0];
}

test('the free credits wait for the proof of the address, come once for a mailbox, and a failed sign-up leaves no user', async () => {
  const announce = async () => undefined;
  const open = async (rules: SignUpRules, isVerified: boolean, email?: string) => {
    const person = await addUser(email);
    await openAccountFor(kit.database, { ...person, isVerified }, { rules, announce });
    return person;
  };
  const waiting = await open(OPEN, false, 'ada+1@mail.example');
  assert.deepEqual(await creditsOf(waiting.userId), { live: 0, pending: 5 });
  await payPendingGrant(kit.database, waiting.userId);
  await payPendingGrant(kit.database, waiting.userId);
  assert.deepEqual(await creditsOf(waiting.userId), { live: 5, pending: 0 });
  assert.deepEqual(await creditsOf((await open(OPEN, true, 'ada+2@mail.example')).userId), { live: 0, pending: 0 });
  assert.deepEqual(await creditsOf((await open(OPEN, true)).userId), { live: 5, pending: 0 });
  const unproved = await open({ ...OPEN, verifiesAddresses: false }, false);
  assert.deepEqual(await creditsOf(unproved.userId), { live: 5, pending: 0 });

  const unlucky = await addUser();
  const failing = { rules: OPEN, announce: () => Promise.reject(new Error('the disk is full')) };
  await assert.rejects(openAccountFor(kit.database, { ...unlucky, isVerified: true }, failing), /disk is full/);
  assert.equal(await creditsOf(unlucky.userId), undefined);
  assert.equal(await ask(OPEN, { email: unlucky.email }), undefined, 'the address is free again');
});

async function join({ accountId }: Caller, role: Role): Promise<Member> {
  const { accountId: own } = await kit.customer();
  const userId = await kit.database.transaction((trx) => claimAccount(trx, own));
  const id = newId('member');
  await sql`insert into members (id, account_id, user_id, role) values (${id}, ${accountId}, ${userId ?? ''}, ${role})`.execute(
    kit.database.queries,
  );
  return (await findMember(kit.database.queries, accountId, id)) as Member;
}

test('what a member may do to the team counts now, not when they asked', async () => {
  const account = await kit.customer();
  const denied = { code: 'access_denied' };
  await kit.database.transaction((trx) => claimAccount(trx, account.accountId));
  const [admin, second] = [await join(account, 'admin'), await join(account, 'owner')];
  const actor = { ...account, member: { ...admin, role: 'owner' as const, sessionId: 'ses_1' } };
  const act = <T>(work: typeof actAsManager) =>
    kit.database.transaction((trx) => work(trx, actor)) as Promise<T | Member>;
  assert.equal(((await act(actAsManager)) as Member).role, 'admin');
  await sql`update members set role = 'billing' where id = ${admin.id}`.execute(kit.database.queries);
  assert.equal(((await act(actAsMember)) as Member).role, 'billing');
  await assert.rejects(act(actAsManager), { ...denied, message: 'You no longer manage this account.' });
  await sql`delete from members where id = ${admin.id}`.execute(kit.database.queries);
  await assert.rejects(act(actAsMember), { ...denied, message: 'You are no longer a member of this account.' });
  const nobody = { ...account, member: undefined } as Caller;
  await assert.rejects(
    kit.database.transaction((trx) => actAsMember(trx, nobody)),
    denied,
  );

  await kit.database.transaction((trx) => refuseLastOwner(trx, second));
  await sql`delete from members where account_id = ${account.accountId} and id <> ${second.id}`.execute(
    kit.database.queries,
  );
  await assert.rejects(
    kit.database.transaction((trx) => refuseLastOwner(trx, second)),
    denied,
  );
  await kit.database.transaction((trx) => refuseLastOwner(trx, { ...second, role: 'admin' }));
  refuseHigher('owner', 'owner');
  refuseHigher('admin', 'admin');
  assert.throws(() => refuseHigher('admin', 'owner'), denied);
  refuseFounder({ ...second, isFounder: false });
  assert.throws(() => refuseFounder({ ...second, isFounder: true }), denied);
});
