// Races in a team: one invitation for twenty users, owners who demote each other, and a removal that another node must
// apply at once.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { meetAt } from '../../support/meet-at.ts';
import { startService, type TestService } from '../../support/service.ts';
import { invite, join, makeKey, makePerson, signInTo } from '../../support/team-kit.ts';
import { until } from '../../support/until.ts';

let service: TestService;
let other: TestService;

before(async () => {
  service = await startService({ TEST_WORKER: '0' });
  other = await startService({ TEST_WORKER: '0', DATABASE_URL: service.databaseUrl, DATA_DIR: service.config.dataDir });
});
after(async () => {
  await other.stop();
  await service.stop();
});

test('twenty users race for one invitation: one of them joins', async () => {
  const boss = await makePerson(service);
  const token = await invite(boss, 'viewer');
  const racers = [];
  for (let made = 0; made < 20; made += 1) racers.push(await makePerson(service));
  const answers = await Promise.all(
    racers.map((racer) => racer.call('POST', '/account/invitations/accept', { token })),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array.from({ length: 19 }, () => 404)]);
  assert.equal((await boss.call('GET', '/account/members')).json.data.length, 2);
});

test('one user who accepts twice at once is a member once', async () => {
  const boss = await makePerson(service);
  const guest = await makePerson(service);
  const tokens = [await invite(boss, 'viewer'), await invite(boss, 'admin')];
  const answers = await Promise.all(
    [...tokens, ...tokens].map((token) => guest.call('POST', '/account/invitations/accept', { token })),
  );
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  assert.equal((await boss.call('GET', '/account/members')).json.data.length, 2);
});

test('one user who joins many accounts at once stays within fifty memberships', async () => {
  const guest = await makePerson(service);
  const { queries } = service.app.database;
  const hosts = await Promise.all(Array.from({ length: 57 }, () => service.account()));
  const joined = hosts.slice(8).map(({ id }) => id);
  await sql`insert into members (id, account_id, user_id, role)
    select 'member_of_' || a.id, a.id, u.id, 'viewer' from accounts a, auth_users u
    where a.id = any(${joined.slice(0, 48)}::text[]) and u.email = ${guest.email}`.execute(queries);
  const tokens: string[] = [];
  for (const home of hosts.slice(0, 8))
    tokens.push(await invite({ home, ...(await signInTo(service, home)) }, 'viewer'));
  const accept = (token: string) => guest.call('POST', '/account/invitations/accept', { token });
  const answers = await meetAt(
    service.app.database,
    sql`lock table members in share mode`,
    tokens.map((token) => () => accept(token)),
  );
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, ...Array.from({ length: 7 }, () => 400)]);
});

test('two owners who demote each other at once leave one owner, twenty times', async () => {
  const boss = await makePerson(service);
  const second = await join(service, boss, 'owner');
  for (let round = 0; round < 20; round += 1) {
    const { data } = (await boss.call('GET', '/account/members')).json as {
      data: { id: string; email: string; role: string }[];
    };
    const idOf = (email: string) => data.find((one) => one.email === email)?.id ?? '';
    const answers = await Promise.all([
      boss.call('PATCH', `/account/members/${idOf(second.email)}`, { role: 'admin' }),
      second.call('PATCH', `/account/members/${idOf(boss.email)}`, { role: 'admin' }),
    ]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 403]);
    const [winner, loser] = answers[0]?.status === 200 ? [boss, second] : [second, boss];
    assert.equal((await winner.call('GET', '/account')).json.member.role, 'owner');
    const back = await winner.call('PATCH', `/account/members/${idOf(loser.email)}`, { role: 'owner' });
    assert.equal(back.status, 200);
  }
});

test('a removed member ends on another node, and so does a key made during the removal', async () => {
  const boss = await makePerson(service);
  for (let round = 0; round < 5; round += 1) {
    const developer = await join(service, boss, 'developer');
    const key = await makeKey(developer);
    const knock = async (secret: string) => (await other.call('GET', '/v1/account', { key: secret })).status;
    // The other node has the key in its cache when the member is removed.
    assert.equal(await knock(key.secret), 200);
    const [made, removed] = await Promise.all([
      developer.call('POST', '/account/keys', { name: 'late' }),
      boss.call('DELETE', `/account/members/${developer.memberId}`),
    ]);
    assert.equal(removed.status, 200);
    await until(async () => (await knock(key.secret)) === 401, { saying: 'the other node refuses the key' });
    if (made.status === 201) assert.equal(await knock(made.json.key), 401);
    assert.equal((await developer.call('GET', '/account')).status, 401);
  }
});
