// The page "Production on one page", typed on a bare Debian 12: every command, then a customer's day through nginx, then its parts away one by one.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import Stripe from 'stripe';
import { Agent, setGlobalDispatcher } from 'undici';
import { openAccountWithKeys } from '../../src/app/first-start.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { type DebianMachine, startDebianMachine } from '../support/debian-machine.ts';
import { blocksOf, ROOT } from '../support/documents.ts';
import { assertExactBooks, printFailures } from '../support/exact-books.ts';
import { MailServer } from '../support/mail-server.ts';
import { readSteps, type Step } from '../support/markdown-commands.ts';
import { type MixedLoad, startMixedLoad } from '../support/mixed-load.ts';
import { Newcomer } from '../support/newcomer.ts';
import { countOutcomes, type Outcomes, printOutcomes } from '../support/outcome-table.ts';
import { PASSWORD } from '../support/people.ts';
import { startReceiver } from '../support/receiver.ts';
import { type Relay, startForwardProxy, startRelay } from '../support/relays.ts';
import { MACHINE_PAGE } from '../support/run-pages.ts';
import { startS3 } from '../support/s3.ts';
import { STEADY_MODEL, startSteadyUpstream } from '../support/steady-upstream.ts';
import { eventOf } from '../support/stripe-kit.ts';
import { startStripeStandIn, stripeObject } from '../support/stripe-stand-in.ts';
import { until } from '../support/until.ts';
import { bringWeights, SOUND_BANK, TEST_MODELS_DIR } from '../support/weights.ts';

const NAME = 'ai.example.com';
const ORIGIN = `https://${NAME}`;
const PREVIEWS = 'https://previews.example.com';
const STRIPE_SECRET = 'whsec_test_secret_of_the_page';
const AWAY_MS = 15_000;
const CALM_MS = 4_000;
const LOAD = { chat: 3, stream: 3, job: 1 } as const;

const folder = mkdtempSync(join('/var/tmp', 'atelier-production-'));
const relays: Relay[] = [];
const mail = new MailServer();
const rows: Outcomes[] = [];
let machine: DebianMachine;
let newcomer: Newcomer;
let database: Database;
let parts: {
  s3: Awaited<ReturnType<typeof startS3>>;
  upstream: Awaited<ReturnType<typeof startSteadyUpstream>>;
  stripe: Awaited<ReturnType<typeof startStripeStandIn>>;
  receiver: Awaited<ReturnType<typeof startReceiver>>;
};
let hook = '';
let diagnose: (line: string) => void = () => undefined;

before(async () => {
  await bringWeights(SOUND_BANK);
  // The user of the service reads the repository and the certificates there.
  chmodSync(folder, 0o755);
  for (const name of ['memory', 'tls']) mkdirSync(join(folder, name));
  execFileSync('git', ['clone', '--quiet', '--bare', '--depth', '1', `file://${ROOT}`, join(folder, 'atelier.git')]);
  machine = await startDebianMachine({ [folder]: folder, [TEST_MODELS_DIR]: '/srv/models' });
  makeCertificates(machine.outside);
  const [s3, upstream, stripe, receiver] = await Promise.all([
    startS3(),
    startSteadyUpstream(),
    startStripeStandIn(),
    startReceiver(),
  ]);
  parts = { s3, upstream, stripe, receiver };
  await mail.listen(machine.outside);
  newcomer = new Newcomer({
    cwd: '/',
    memory: join(folder, 'memory'),
    through: machine.inside,
    env: await environment(),
    replace: await replacements(),
    say: (line) => diagnose(line),
  });
  await machine.run(`echo '127.0.0.1 localhost ${NAME} previews.example.com' > /etc/hosts`);
  useDispatcher();
});
after(async () => {
  await database?.close();
  for (const relay of relays) relay.close();
  await mail.close();
  parts?.receiver.close();
  await Promise.all([parts?.s3.stop(), parts?.upstream.stop(), parts?.stripe.close(), machine?.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

const steps = readSteps(blocksOf(MACHINE_PAGE));
const stepOf = (words: string): Step => {
  const step = steps.find(({ command }) => command.text.includes(words));
  assert.ok(step, `the page has a block with ${words}`);
  return step;
};
const [UPGRADE, DISASTER] = [stepOf('git pull'), stepOf('drop database')];

test('every command of the page works on a bare Debian', { timeout: 1_800_000 }, async (t) => {
  diagnose = (line) => t.diagnostic(line);
  for (const step of steps.filter((one) => one !== UPGRADE && one !== DISASTER)) {
    if (step.command.text.includes('nginx-site.conf')) await giveCertificate();
    if (step.command.text.includes('enable --quiet --now atelier@3001')) await trustOwnAuthority();
    await newcomer.follow(step).catch(async (error) => {
      t.diagnostic(await machine.run('systemctl --failed --no-pager; journalctl --no-pager -n 80'));
      throw error;
    });
  }
  await machine.run(`runuser -u postgres -- psql -q -c 'create role root superuser login'`);
  const url = `postgresql://root@/atelier?host=${encodeURIComponent(machine.pathOf('/run/postgresql'))}`;
  database = openDatabase({ connectionString: url, max: 2 }, () => undefined);
  assert.match(await database.pool.query('select version()').then(({ rows: [row] }) => row.version), /PostgreSQL 15/);
  const targets = await until(() => healthyTargets(), { saying: 'Prometheus reads all nodes' });
  assert.equal(targets, 4);
  const plain = await machine.run(`curl -s -o /dev/null -w '%{http_code} %{redirect_url}' http://${NAME}/x`);
  assert.equal(plain, `301 ${ORIGIN}/x`);
  assert.equal((await fetch(`${PREVIEWS}/`)).status, 404, 'nothing but applications lives on their origin');
});

test("a customer's day, through nginx", { timeout: 600_000 }, async () => {
  const email = 'customer@example.org';
  const signedUp = await postAuth('sign-up/email', { email, password: PASSWORD, name: 'Ada' });
  const cookie = cookiesOf(signedUp);
  assert.equal(signedUp.status, 200, await signedUp.text());
  const link = await until(() => mail.linkTo(email, 'verify-email'), { saying: 'the mail has come' });
  assert.ok(link.startsWith(ORIGIN), link);
  const opened = await fetch(link, { redirect: 'manual', headers: { cookie } });
  assert.equal(opened.status, 302, await opened.text());
  const asPerson = { cookie: cookiesOf(opened) || cookie, origin: ORIGIN, 'sec-fetch-site': 'same-origin' };
  const made = await ask('POST', '/account/keys', asPerson, { name: 'Day', scopes: ['*'] });
  const key = { authorization: `Bearer ${made.secret ?? made.key}` };
  assert.equal((await ask('GET', '/payments/balance', key)).credits, 100);

  const { secret } = await ask('POST', '/webhooks', key, { url: hook, events: ['payment.succeeded'] });
  await buy(key, 500);
  await until(async () => (await ask('GET', '/payments/balance', key)).credits === 600, {
    saying: 'the credits are there',
    everyMs: 3_000,
  });
  await parts.receiver.got(1);
  const [delivery] = parts.receiver.received;
  assert.ok(delivery);
  new Webhook(secret).verify(delivery.body, delivery.headers as Record<string, string>);

  const question = { model: STEADY_MODEL, messages: [{ role: 'user', content: 'How deep is the lake?' }] };
  const chat = await ask('POST', '/chat/completions', key, question);
  assert.match(chat.choices[0].message.content, /ninety/);
  await readsAsItComes(key, { ...question, stream: true });

  const song = await ask('POST', '/music/generate', key, { prompt: 'calm piano', duration: 30, instrumental: true });
  await until(async () => (await ask('GET', `/jobs/${song.id}`, key)).status === 'completed', {
    saying: 'the song is made',
    // Within the calls a minute of the plan.
    everyMs: 3_000,
    withinMs: 300_000,
  });
  const { audio_url } = await ask('GET', `/music/${song.id}`, key);
  const sound = await fetch(audio_url);
  assert.ok((await sound.arrayBuffer()).byteLength > 50_000, audio_url);
  const {
    rows: [books],
  } = await database.pool.query(
    `select b.balance, b.held, (select sum(amount) from ledger l where l.account_id = b.account_id and l.environment = 'live') as sum
     from balances b join accounts a on a.id = b.account_id where a.email = $1 and b.environment = 'live'`,
    [email],
  );
  assert.deepEqual([Number(books.balance), Number(books.held)], [Number(books.sum), 0]);
});

test('the bucket is away', { timeout: 300_000 }, () =>
  disturb('the bucket away for 15 s', async () => {
    const comeBack = await parts.s3.goAway();
    await wait(AWAY_MS);
    await comeBack();
  }, ['a job failed: service_unavailable']),
);

test('Redis is away', { timeout: 300_000 }, () =>
  disturb('Redis away for 15 s', async () => {
    await machine.run('systemctl stop redis-server');
    await wait(AWAY_MS);
    await machine.run('systemctl start redis-server');
  }, []),
);

test('PostgreSQL restarts', { timeout: 300_000 }, () =>
  disturb('a restart of PostgreSQL', () => machine.run('systemctl restart postgresql'), [
    '503 service_unavailable, Retry-After',
    'a stream ended with 200 service_unavailable',
  ]),
);

test('the upgrade of the page, node by node', { timeout: 600_000 }, async (t) => {
  diagnose = (line) => t.diagnostic(line);
  await release();
  await disturb('an upgrade, node by node', () => newcomer.follow(UPGRADE), []);
});

test('the database is gone: the last backup brings it back', { timeout: 600_000 }, async (t) => {
  diagnose = (line) => t.diagnostic(line);
  const load = await startLoad();
  await wait(CALM_MS);
  const backupMs = await timeOf(() => machine.run('systemctl start atelier-backup'));
  await load.stop();
  await assertExactBooks(database, load.customers);
  await machine.run('systemctl start atelier-backup');
  const size = (await machine.run('du -sh $(ls -d /var/backups/atelier/* | tail -1) | cut -f1')).trim();
  const before = await ledger();
  await database.close();
  const restoreMs = await timeOf(() => newcomer.follow(DISASTER));
  database = openDatabase(
    {
      connectionString: `postgresql://root@/atelier?host=${encodeURIComponent(machine.pathOf('/run/postgresql'))}`,
      max: 2,
    },
    () => undefined,
  );
  assert.deepEqual(await ledger(), before);
  const [customer] = load.customers;
  assert.equal((await ask('GET', '/account', { authorization: `Bearer ${customer?.key}` })).id, customer?.accountId);
  console.log(
    `backup under load ${(backupMs / 1000).toFixed(1)} s, ${size}; from the stop to ready with ${before.entries} entries of the ledger: ${(restoreMs / 1000).toFixed(1)} s`,
  );
});

test('what customers saw', () => {
  printOutcomes(rows);
  assert.equal(rows.length, 4);
});

/** Runs a disturbance under a light load; afterwards everybody is served again and every account is exact. */
async function disturb(what: string, work: () => unknown, expected: readonly string[]): Promise<void> {
  const load = await startLoad();
  await work();
  const doneBefore = load.customers.map(({ done }) => done);
  await until(() => load.customers.every(({ done }, index) => done > (doneBefore[index] ?? 0)), {
    saying: 'everybody is served again',
  });
  await wait(CALM_MS);
  await load.stop();
  const { names } = printFailures(load.customers);
  // What lost the database before it could settle is held until it expires; the service releases it itself.
  await database.pool.query(`update holds set expires_at = now() - interval '1 second' where account_id = any($1)`, [
    load.customers.map(({ accountId }) => accountId),
  ]);
  await assertExactBooks(database, load.customers);
  rows.push(await countOutcomes(what, database, load.customers));
  assert.deepEqual(
    names.filter((name) => !expected.includes(name)),
    [],
  );
}

async function startLoad(): Promise<MixedLoad> {
  const account = () => {
    const email = `load-${Math.random().toString(36).slice(2)}@example.com`;
    const announce = async () => undefined;
    return openAccountWithKeys(database, { email, plan: 'enterprise', liveCredits: 10_000, announce });
  };
  const load = await startMixedLoad({ origin: ORIGIN, model: STEADY_MODEL, customers: LOAD, account });
  await load.untilServed();
  return load;
}

async function ledger(): Promise<{ entries: number; sum: number; accounts: number }> {
  const {
    rows: [row],
  } = await database.pool.query(
    `select count(*)::int as entries, coalesce(sum(amount), 0)::bigint as sum, (select count(*)::int from accounts) as accounts from ledger`,
  );
  return row;
}

/** A checkout at Stripe's stand-in, paid, and told by an event that Stripe's own package signs. */
async function buy(key: Record<string, string>, credits: number): Promise<void> {
  const { id } = await ask('POST', '/payments/checkout', key, { credits });
  const { id: account } = await ask('GET', '/account', key);
  const payload = JSON.stringify(
    eventOf('checkout.session.completed', {
      ...stripeObject('checkout.session'),
      id: parts.stripe.sessions.get(id),
      client_reference_id: id,
      payment_status: 'paid',
      payment_intent: `pi_${id}`,
      amount_total: credits,
      currency: 'usd',
      metadata: { checkout_id: id, account_id: account },
    }),
  );
  const send = (secret: string) =>
    fetch(`${ORIGIN}/stripe/webhook`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'stripe-signature': new Stripe('sk_test_x').webhooks.generateTestHeaderString({ payload, secret }),
      },
      body: payload,
    });
  assert.equal((await send('whsec_of_somebody_else')).status, 403);
  assert.equal((await send(STRIPE_SECRET)).status, 200);
}

/** Words of a stream arrive one after the other: nginx does not keep them. */
async function readsAsItComes(key: Record<string, string>, body: object): Promise<void> {
  const headers = { ...key, 'content-type': 'application/json' };
  const answer = await fetch(`${ORIGIN}/v1/chat/completions`, { method: 'POST', headers, body: JSON.stringify(body) });
  assert.ok(answer.body);
  let [text, pieces] = ['', 0];
  for await (const piece of answer.body) {
    text += Buffer.from(piece).toString();
    pieces += 1;
  }
  assert.ok(text.endsWith('data: [DONE]\n\n') && pieces >= 5, `${pieces} pieces`);
}

// biome-ignore lint/suspicious/noExplicitAny: the shape is what the test checks.
async function ask(method: string, path: string, headers: Record<string, string>, body?: object): Promise<any> {
  const answer = await fetch(`${ORIGIN}/v1${path}`, {
    method,
    headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await answer.text();
  assert.ok(answer.ok, `${method} ${path}: ${answer.status} ${text}`);
  return JSON.parse(text);
}

function postAuth(path: string, body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json', origin: ORIGIN };
  return fetch(`${ORIGIN}/auth/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
}

function cookiesOf(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((one) => one.split(';', 1)[0])
    .join('; ');
}

async function healthyTargets(): Promise<number> {
  const text = await machine.run('curl -s 127.0.0.1:9090/api/v1/targets || true');
  const targets: { health: string }[] = text.startsWith('{') ? JSON.parse(text).data.activeTargets : [];
  return targets.length > 0 && targets.every(({ health }) => health === 'up') ? targets.length : 0;
}

async function timeOf(work: () => unknown): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

/** An authority of its own, and a certificate for the names of the page and for the receiver of webhooks. */
function makeCertificates(outside: string): void {
  const file = (name: string) => join(folder, 'tls', name);
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe' });
  const fresh = ['req', '-newkey', 'rsa:2048', '-nodes'];
  openssl(...fresh, '-x509', '-days', '2', '-subj', '/CN=Test', '-keyout', file('ca.key'), '-out', file('ca.pem'));
  openssl(...fresh, '-subj', `/CN=${NAME}`, '-keyout', file('privkey.pem'), '-out', file('request.pem'));
  writeFileSync(file('names'), `subjectAltName=DNS:${NAME},DNS:previews.example.com,IP:${outside}\n`);
  const signed = ['x509', '-req', '-days', '2', '-CA', file('ca.pem'), '-CAkey', file('ca.key'), '-CAcreateserial'];
  openssl(...signed, '-in', file('request.pem'), '-extfile', file('names'), '-out', file('fullchain.pem'));
  // Where the way to npm and Debian is looked into, its authority is one of this machine's.
  const trusted = readFileSync('/etc/ssl/certs/ca-certificates.crt');
  writeFileSync(file('trusted.pem'), Buffer.concat([trusted, readFileSync(file('ca.pem'))]));
}

/** What `git pull` brings: a commit, in a repository that the user of the service may read. */
async function release(): Promise<void> {
  const [bare, copy] = ['atelier.git', 'copy'].map((name) => join(folder, name));
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', copy ?? '', '-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], {
      stdio: 'pipe',
    });
  execFileSync('git', ['clone', '--quiet', `file://${bare}`, copy ?? ''], { stdio: 'pipe' });
  git('commit', '--quiet', '--allow-empty', '-m', 'release: a new one');
  git('push', '--quiet');
  await machine.run(`git config --system --add safe.directory '*'`);
}

/** As certbot's hook of the page does it. */
async function giveCertificate(): Promise<void> {
  const tls = join(folder, 'tls');
  await machine.run(`install -D -m 600 -t /etc/ssl/atelier ${tls}/fullchain.pem ${tls}/privkey.pem`);
}

/** The receiver of webhooks has a certificate of the same authority. */
async function trustOwnAuthority(): Promise<void> {
  const unit = '/etc/systemd/system/atelier-worker.service.d';
  await machine.run(
    `mkdir -p ${unit}; cp ${folder}/tls/ca.pem /etc/ssl/own.pem; printf '[Service]\\nEnvironment=NODE_EXTRA_CA_CERTS=/etc/ssl/own.pem\\n' > ${unit}/own.conf`,
  );
}

async function environment(): Promise<NodeJS.ProcessEnv> {
  const proxy = await startForwardProxy(machine.outside);
  relays.push(proxy);
  const trusted = join(folder, 'tls', 'trusted.pem');
  return {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    HOME: '/root',
    LANG: 'C.UTF-8',
    http_proxy: `http://${machine.outside}:${proxy.port}`,
    https_proxy: `http://${machine.outside}:${proxy.port}`,
    no_proxy: `127.0.0.1,localhost,${NAME}`,
    CURL_CA_BUNDLE: trusted,
    NODE_EXTRA_CA_CERTS: trusted,
    npm_config_cafile: trusted,
  };
}

/** What stands in the page → what it is here. */
async function replacements(): Promise<Record<string, string>> {
  const { outside } = machine;
  const pass = async (url: string) => {
    const relay = await startRelay(outside, Number(new URL(url).port));
    relays.push(relay);
    return url.replace(new URL(url).host, `${outside}:${relay.port}`);
  };
  const [key, cert] = ['privkey.pem', 'fullchain.pem'].map((name) => readFileSync(join(folder, 'tls', name)));
  assert.ok(key && cert);
  const receiver = await startRelay(outside, Number(new URL(parts.receiver.url).port), { key, cert });
  relays.push(receiver);
  hook = `https://${outside}:${receiver.port}/hook`;
  const here = [
    `STRIPE_API_BASE=${await pass(parts.stripe.url)}`,
    'ALLOW_PRIVATE_WEBHOOKS=1',
    'PULL_MODELS=0',
    'MODELS_DIR=/srv/models',
  ];
  return {
    'https://git.example.com/atelier.git': `file://${join(folder, 'atelier.git')}`,
    'https://KEY:SECRET@s3.example.com/bucket?region=eu-central-1': await pass(parts.s3.url),
    'smtps://user:password@mail.example.com': mail.url,
    'sk_live_…': 'sk_test_x',
    'whsec_…': STRIPE_SECRET,
    'sk-…': 'sk-of-the-upstream',
    'https://api.openai.com/v1': await pass(parts.upstream.baseUrl),
    'STOP_DELAY_SECONDS=5\n': `STOP_DELAY_SECONDS=5\n${here.join('\n')}\n`,
  };
}

/** The names of the page lead to the machine, and its authority is believed. */
function useDispatcher(): void {
  const ca = readFileSync(join(folder, 'tls', 'ca.pem'));
  setGlobalDispatcher(
    new Agent({
      connect: {
        ca,
        lookup: (_name, options, found) =>
          options.all ? found(null, [{ address: machine.address, family: 4 }]) : found(null, machine.address, 4),
      },
    }),
  );
}
