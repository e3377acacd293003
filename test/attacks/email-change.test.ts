// Somebody with an account of their own wants another's by taking their address.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { greet } from '../../src/commands/greeting.ts';
import { meetAt } from '../support/meet-at.ts';
import { accountOf, linkIn, mailsTo, openLink, PASSWORD, postAuth, signUp } from '../support/people.ts';
import { startService, type TestService } from '../support/service.ts';

const OWNER = 'owner@example.com';
let service: TestService;
let ownerLink: string;
before(async () => {
  service = await startService({ OWNER_EMAIL: OWNER, TRUST_PROXY: '1', TEST_WORKER: '0' });
  ownerLink =
    /http\S+\/welcome\/\S+/.exec(await greet(service.config, service.app.database, { isTerminal: true }))?.[0] ?? '';
});
after(() => service.stop());

let visitors = 0;
function from(): string {
  visitors += 1;
  return `10.1.0.${visitors}`;
}

async function userEmail(cookie: string): Promise<string> {
  const answer = await fetch(`${service.origin}/auth/get-session`, { headers: { cookie } });
  return ((await answer.json()) as { user: { email: string } }).user.email;
}

test("a customer takes the owner's address before the owner first signs in, and waits for the owner's link", async () => {
  const mallory = await signUp(service, 'mallory@example.com', { from: from() });
  const own = await accountOf(service, mallory.cookie);
  const asked = await postAuth(
    service,
    'change-email',
    { newEmail: 'Owner@example.com' },
    { cookie: mallory.cookie, from: from() },
  );
  assert.ok(asked.status < 500, `${asked.status} ${asked.text}`);
  assert.equal(await userEmail(mallory.cookie), 'mallory@example.com');
  assert.equal((await accountOf(service, mallory.cookie))?.email, 'mallory@example.com');
  const owner = await accountOf(service, await openLink(ownerLink));
  assert.notEqual(owner?.id, own?.id);
  assert.equal(owner?.is_owner, true);
  assert.equal((await mailsTo(service, OWNER)).length, 0, 'no confirmation is offered for an address in use');
});

test('a customer moves to an address that nobody confirmed', async () => {
  const eve = await signUp(service, 'eve@example.com', { from: from() });
  const asked = await postAuth(
    service,
    'change-email',
    { newEmail: 'invented@example.org' },
    { cookie: eve.cookie, from: from() },
  );
  assert.equal(asked.status, 200, asked.text);
  assert.equal(await userEmail(eve.cookie), 'eve@example.com');
  assert.equal((await accountOf(service, eve.cookie))?.email, 'eve@example.com');
});

test('the confirmed address changes everywhere at once, and its link works once and for its person only', async () => {
  const ada = await signUp(service, 'ada@example.com', { from: from() });
  const other = await signUp(service, 'other@example.com', { from: from() });
  await postAuth(service, 'change-email', { newEmail: 'Ada.New@example.com' }, { cookie: ada.cookie, from: from() });
  const link = linkIn((await mailsTo(service, 'ada.new@example.com'))[0]);
  assert.ok(link);
  await openLink(link);
  assert.equal((await accountOf(service, ada.cookie))?.email, 'ada@example.com', 'nobody was signed in');
  await openLink(link, other.cookie);
  assert.equal((await accountOf(service, ada.cookie))?.email, 'ada@example.com', 'somebody else was signed in');
  await openLink(link, ada.cookie);
  assert.equal((await accountOf(service, ada.cookie))?.email, 'ada.new@example.com');
  assert.equal(await userEmail(ada.cookie), 'ada.new@example.com');
  const told = await mailsTo(service, 'ada@example.com');
  assert.ok(
    told.some((mail) => mail.includes('ada.new@example.com')),
    'the old address is told',
  );
});

test('a customer keeps a link for an address and uses it after its next holder signed up', async () => {
  const mallory = await signUp(service, 'victim@example.com', { from: from() });
  const change = (newEmail: string) =>
    postAuth(service, 'change-email', { newEmail }, { cookie: mallory.cookie, from: from() });
  await change('kept@example.net');
  const kept = linkIn((await mailsTo(service, 'kept@example.net'))[0]);
  await change('moved@example.net');
  await openLink(linkIn((await mailsTo(service, 'moved@example.net'))[0]), mallory.cookie);
  assert.equal((await accountOf(service, mallory.cookie))?.email, 'moved@example.net');
  const victim = await signUp(service, 'victim@example.com', { from: from() });
  const own = await accountOf(service, victim.cookie);
  assert.ok(own);
  const stolen = await accountOf(service, await openLink(kept));
  assert.notEqual(stolen?.id, own.id, 'the kept link signs in as the victim');
  assert.equal((await accountOf(service, victim.cookie))?.email, 'victim@example.com');
});

test('two people confirm the same address at once: one gets it, the other keeps what they had', async () => {
  const people = await Promise.all(
    ['one@example.com', 'two@example.com'].map((email) => signUp(service, email, { from: from() })),
  );
  for (const { cookie } of people)
    await postAuth(service, 'change-email', { newEmail: 'wanted@example.com' }, { cookie, from: from() });
  const links = (await mailsTo(service, 'wanted@example.com', 2)).map(linkIn);
  assert.equal(links.length, 2);
  await Promise.all(people.flatMap(({ cookie }) => links.map((link) => openLink(link, cookie))));
  const emails = await Promise.all(people.map(async ({ cookie }) => (await accountOf(service, cookie))?.email));
  assert.equal(emails.filter((email) => email === 'wanted@example.com').length, 1, String(emails));
  assert.deepEqual(await Promise.all(people.map(({ cookie }) => userEmail(cookie))), emails);
});

test('a customer asks for many addresses at once: five strangers get an email', async () => {
  const { cookie } = await signUp(service, 'flood@example.com', { from: from() });
  const ask = (newEmail: string) => postAuth(service, 'change-email', { newEmail }, { cookie, from: from() });
  for (let made = 0; made < 3; made += 1) assert.equal((await ask(`stranger-${made}@example.net`)).status, 200);
  const calls = Array.from({ length: 8 }, (_, index) => () => ask(`stranger-${index + 3}@example.net`));
  const answers = await meetAt(service.app.database, sql`lock table settings in share mode`, calls);
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 200, 429, 429, 429, 429, 429, 429]);
});

test('the database itself refuses an address in another spelling, for people and for accounts', async () => {
  await signUp(service, 'spelled@example.com', { from: from() });
  const { queries } = service.app.database;
  const insertUser = sql`insert into auth_users (id, name, email, email_verified) values ('x', 'x', 'SPELLED@example.com', true)`;
  await assert.rejects(insertUser.execute(queries));
  await assert.rejects(sql`update accounts set email = 'Spelled@example.com' where email = ${OWNER}`.execute(queries));
  await assert.rejects(
    sql`update auth_users set email = 'Owner@example.com' where email = 'spelled@example.com'`.execute(queries),
  );
});

test('a customer sends mails without end to a stranger by asking for changes', async () => {
  const spammer = await signUp(service, 'spammer@example.com', { from: from() });
  const statuses: number[] = [];
  for (let tries = 0; tries < 15; tries += 1) {
    const body = { newEmail: 'bombed@example.org' };
    statuses.push((await postAuth(service, 'change-email', body, { cookie: spammer.cookie, from: from() })).status);
  }
  assert.ok((await mailsTo(service, 'bombed@example.org')).length <= 5, String(statuses));
  assert.ok(statuses.includes(429), String(statuses));
  assert.ok(
    (await postAuth(service, 'sign-in/email', { email: 'spammer@example.com', password: PASSWORD }, { from: from() }))
      .status === 200,
  );
});
