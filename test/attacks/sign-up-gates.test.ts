// Strangers want free credits without end, or an account where none is given.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { SMTPServer } from 'smtp-server';
import { startCaptchaStandIn } from '../support/captcha-stand-in.ts';
import { freePort } from '../support/free-port.ts';
import { type OperatorKit, openDesk } from '../support/operator-kit.ts';
import { accountOf, fromDashboard, linkIn, mailsTo, openLink, postAuth, signUp } from '../support/people.ts';
import { startService, type TestService } from '../support/service.ts';
import { invite, makePerson, tokenIn } from '../support/team-kit.ts';

let mailing: TestService;
let inviting: TestService;
let closed: TestService;
let guarded: TestService;
let desk: OperatorKit;
let smtp: SMTPServer;
const verifier = await startCaptchaStandIn();
const mails: string[] = [];

before(async () => {
  const port = await freePort();
  smtp = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        mails.push(Buffer.concat(chunks).toString().replace(/=\r\n/g, '').replace(/=3D/g, '='));
        done();
      });
    },
  });
  await new Promise<void>((resolve) => smtp.listen(port, '127.0.0.1', resolve));
  const common = { TEST_WORKER: '0', TRUST_PROXY: '1' };
  mailing = await startService({ ...common, SMTP_URL: `smtp://127.0.0.1:${port}` });
  inviting = await startService({ ...common, SIGN_UPS: 'invite', SIGN_UP_DOMAINS: 'example.com, Example.org' });
  closed = await startService({ ...common, SIGN_UPS: 'closed' });
  guarded = await startService({
    ...common,
    CAPTCHA_PROVIDER: 'cloudflare-turnstile',
    CAPTCHA_SITE_KEY: 'site',
    CAPTCHA_SECRET_KEY: 'captcha-secret',
    CAPTCHA_VERIFY_URL: verifier.url,
  });
  desk = await openDesk(inviting);
});
after(async () => {
  await Promise.all([mailing, inviting, closed, guarded].map((service) => service.stop()));
  await new Promise<void>((resolve) => smtp.close(() => resolve()));
  await verifier.close();
});

async function credits(service: TestService, cookie: string): Promise<number> {
  return (await service.call('GET', '/v1/payments/balance', { headers: fromDashboard(service, cookie) })).json.credits;
}

async function verificationOf(address: string): Promise<string> {
  for (let tries = 0; tries < 100; tries += 1) {
    const mail = mails.find((one) => one.includes(`To: ${address}`) && one.includes('verify-email'));
    if (mail) return /https?:\S+verify-email\S+/.exec(mail)?.[0] ?? '';
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`no mail came to ${address}`);
}

test('a stranger gets free credits for an invented address', async () => {
  const { cookie, status, text } = await signUp(mailing, 'invented@example.com', { from: '10.4.0.1' });
  assert.equal(status, 200, text);
  assert.equal(await credits(mailing, cookie), 0);
  const link = await verificationOf('invented@example.com');
  await Promise.all([openLink(link, cookie), openLink(link, cookie), openLink(link, cookie)]);
  assert.equal(await credits(mailing, cookie), 100, 'the confirmed address gets them, once');
});

test('a stranger gets free credits again and again with one mailbox', async () => {
  const paid: number[] = [];
  for (const [index, address] of ['box@example.com', 'box+1@example.com', 'box+2@example.com'].entries()) {
    const { cookie } = await signUp(mailing, address, { from: `10.4.1.${index}` });
    await openLink(await verificationOf(address), cookie);
    paid.push(await credits(mailing, cookie));
  }
  assert.deepEqual(paid, [100, 0, 0]);
  const same = ['grace.hopper@gmail.com', 'gracehopper@gmail.com', 'g.race.hopper+2@googlemail.com'];
  const again: number[] = [];
  for (const [index, address] of same.entries()) {
    const { cookie } = await signUp(mailing, address, { from: `10.4.5.${index}` });
    await openLink(await verificationOf(address), cookie);
    again.push(await credits(mailing, cookie));
  }
  assert.deepEqual(again, [100, 0, 0], 'dots and googlemail lead to the same mailbox');
});

test('a stranger signs up where sign-ups are closed, with or without an invite', async () => {
  const invite = await inviteFrom(inviting);
  for (const token of ['', invite]) {
    const { status, text, cookie } = await signUp(closed, 'a@example.com', { from: '10.4.0.2', invite: token });
    assert.equal(status, 403);
    assert.match(text, /accepts no new accounts/);
    assert.equal(cookie, '');
  }
});

async function inviteFrom(service: TestService): Promise<string> {
  const made = await service.call('POST', '/v1/operator/invites', { key: desk.key, body: { reason: 'a friend' } });
  assert.equal(made.status, 201, made.text);
  return new URL(made.json.url).searchParams.get('invite') ?? '';
}

test('a stranger signs up without an invite, with an invented one, or two with the same', async () => {
  const bare = await signUp(inviting, 'b@example.com', { from: '10.4.0.3' });
  assert.deepEqual([bare.status, JSON.parse(bare.text).code], [403, 'INVITE_NEEDED']);
  const wrong = await signUp(inviting, 'b@example.com', { from: '10.4.0.3', invite: 'constructor' });
  assert.deepEqual([wrong.status, JSON.parse(wrong.text).code], [403, 'INVITE_SPENT']);
  const invite = await inviteFrom(inviting);
  const racing = await Promise.all(
    [1, 2, 3, 4, 5].map((index) => signUp(inviting, `race${index}@example.com`, { from: `10.4.2.${index}`, invite })),
  );
  assert.equal(racing.filter(({ status }) => status === 200).length, 1, racing.map(({ text }) => text).join('\n'));
  const winner = racing.find(({ status }) => status === 200);
  assert.ok(await accountOf(inviting, winner?.cookie ?? ''));
});

test('a stranger signs up from another domain, or from one that only looks alike', async () => {
  const invite = await inviteFrom(inviting);
  for (const domain of ['evil.test', 'example.com.evil.test', 'notexample.com', 'sub.example.com']) {
    const { status, text } = await signUp(inviting, `c@${domain}`, { from: '10.4.0.4', invite });
    assert.deepEqual([status, JSON.parse(text).code], [403, 'ADDRESS_NOT_ALLOWED'], domain);
  }
  assert.equal(
    (await signUp(inviting, 'c@EXAMPLE.org', { from: '10.4.0.5', invite })).status,
    200,
    'the invite is kept',
  );
});

test('an invitation to a team opens the sign-up for the address that it was sent to, and for no other', async () => {
  const boss = await makePerson(inviting);
  const invited = 'colleague@example.com';
  const mailed = await boss.call('POST', '/account/invitations', { role: 'viewer', email: invited });
  assert.equal(mailed.status, 201, mailed.text);
  const token = tokenIn(linkIn((await mailsTo(inviting, invited))[0]));
  const other = await signUp(inviting, 'friend@example.com', { from: '10.4.3.1', invite: token });
  assert.deepEqual([other.status, JSON.parse(other.text).code], [403, 'INVITE_SPENT']);
  const byLink = await signUp(inviting, invited, { from: '10.4.3.2', invite: await invite(boss, 'viewer') });
  assert.deepEqual([byLink.status, JSON.parse(byLink.text).code], [403, 'INVITE_SPENT'], 'a link is for anybody');
  const right = await signUp(inviting, invited, { from: '10.4.3.3', invite: token });
  assert.equal(right.status, 200, right.text);
  const body = { token };
  const headers = fromDashboard(inviting, right.cookie);
  const joined = await inviting.call('POST', '/v1/account/invitations/accept', { body, headers });
  assert.equal(joined.json.role, 'viewer', joined.text);
});

test('a stranger sends invitations from an invented address', async () => {
  const { cookie } = await signUp(mailing, 'spammer@example.com', { from: '10.4.3.4' });
  const headers = fromDashboard(mailing, cookie);
  const body = { role: 'viewer', email: 'many@example.com' };
  const refused = await mailing.call('POST', '/v1/account/invitations', { body, headers });
  assert.deepEqual([refused.status, refused.json.error.code], [403, 'access_denied']);
  await openLink(await verificationOf('spammer@example.com'), cookie);
  assert.equal((await mailing.call('POST', '/v1/account/invitations', { body, headers })).status, 201);
});

test('a customer, or an everyday key of the owner, makes invites', async () => {
  const customer = await inviting.account();
  for (const key of [customer.liveKey, desk.owner.liveKey])
    assert.equal((await inviting.call('POST', '/v1/operator/invites', { key, body: {} })).status, 403);
  const log = await desk.read('/audit?action=account.invite');
  assert.ok(log.json.data.length > 0);
  assert.doesNotMatch(log.text, /invite=/);
});

test('a program signs up without solving the captcha', async () => {
  const none = await signUp(guarded, 'd@example.com', { from: '10.4.0.6' });
  assert.equal(none.status, 400, none.text);
  const wrong = await signUp(guarded, 'd@example.com', {
    from: '10.4.0.7',
    headers: { 'x-captcha-response': 'wrong' },
  });
  assert.equal(wrong.status, 403, wrong.text);
  const right = await signUp(guarded, 'd@example.com', {
    from: '10.4.0.8',
    headers: { 'x-captcha-response': 'solved' },
  });
  assert.equal(right.status, 200, right.text);
  assert.ok(verifier.asked.every((one) => one.secret === 'captcha-secret'));
  const signIn = { email: 'd@example.com', password: 'correct horse battery' };
  assert.equal((await postAuth(guarded, 'sign-in/email', signIn, { from: '10.4.0.9' })).status, 200);
});
