// What doctor says of the servers around the service: PostgreSQL's age, connections and clock, and whether mail can be sent.
import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { fileHandles, problemOfServer, wordsOfServer } from '../../src/commands/doctor-limits.ts';
import { checkMail } from '../../src/commands/doctor-mail.ts';
import { freePort } from '../support/free-port.ts';
import { MailServer } from '../support/mail-server.ts';

const SERVER = {
  version: 'PostgreSQL 17.2 on x',
  number: 170_002,
  fsync: 'on',
  maxConnections: 100,
  reserved: 3,
  clockSeconds: 0.2,
};

test('doctor says for how many processes the connections of PostgreSQL are enough, and what is wrong with it', () => {
  assert.equal(problemOfServer(SERVER, 32), null);
  assert.match(wordsOfServer(SERVER, 32), /enough for 2 processes; 4 need max_connections of 139/);
  assert.match(wordsOfServer(SERVER, 32), /^PostgreSQL 17\.2, its clock and ours are 0\.2 s apart/);
  assert.match(problemOfServer({ ...SERVER, maxConnections: 30 }, 32) ?? '', /one process needs 34/);
  assert.match(problemOfServer({ ...SERVER, clockSeconds: -60 }, 32) ?? '', /differ by 60 s/);
  assert.match(problemOfServer({ ...SERVER, fsync: 'off' }, 32) ?? '', /fsync is off/);
});

test('doctor names a PostgreSQL that is too old, and the oldest that will do', () => {
  const old = { ...SERVER, version: 'PostgreSQL 14.19 on x', number: 140_019 };
  assert.equal(problemOfServer(old, 32), 'PostgreSQL 14.19 is too old: the service needs PostgreSQL 15 or newer.');
  assert.equal(problemOfServer({ ...old, number: 150_000 }, 32), null);
});

test('doctor says how many files may be open', () => {
  const { name, problem, detail } = fileHandles();
  assert.equal(name, 'file handles');
  assert.ok(problem ? /at most \d+/.test(problem) : Number(detail) >= 4_096, `${problem} ${detail}`);
});

test('doctor signs in to the mail server without sending, and asks for a sender of your own', async (t) => {
  const server = new MailServer();
  await server.listen('127.0.0.1');
  t.after(() => server.close());
  const settings = { smtpUrl: server.url, mailFrom: 'Studio <no-reply@example.com>', dataDir: '/data' };
  const { host } = new URL(server.url);
  assert.deepEqual(await checkMail(settings), {
    name: 'mail',
    problem: null,
    detail: `${host} takes mails from Studio <no-reply@example.com>`,
  });
  assert.match((await checkMail({ ...settings, mailFrom: 'atelier@localhost' })).problem ?? '', /MAIL_FROM is/);
  assert.match((await checkMail({ ...settings, smtpUrl: null })).detail, /stored in \/data\/mail/);
  assert.deepEqual(server.mails, []);
});

test('doctor says that the mail server is away, refuses the password, or is no mail server', async (t) => {
  const from = { mailFrom: 'no-reply@example.com', dataDir: '/data' };
  const away = await checkMail({ ...from, smtpUrl: `smtp://127.0.0.1:${await freePort()}` });
  assert.match(away.problem ?? '', /does not take our mails: .*ECONNREFUSED/);
  const server = new MailServer({ password: 'right' });
  await server.listen('127.0.0.1');
  t.after(() => server.close());
  const { host } = new URL(server.url);
  const refused = await checkMail({ ...from, smtpUrl: `smtp://user:wrong@${host}` });
  assert.match(refused.problem ?? '', /does not take our mails: Invalid login/);
  assert.doesNotMatch(refused.problem ?? '', /wrong/, 'the password stays out of the output');
  const stranger = createServer((socket) =>
    socket.on('error', () => undefined).end('HTTP/1.1 400 Bad Request\r\n\r\n'),
  );
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
  t.after(() => stranger.close());
  const { port } = stranger.address() as { port: number };
  assert.match((await checkMail({ ...from, smtpUrl: `smtp://127.0.0.1:${port}` })).problem ?? '', /does not take/);
});
