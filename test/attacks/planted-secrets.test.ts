// Secrets are planted everywhere a service is given one; then everything that leaves it is searched: a whole backup, telemetry, and the log.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import pino from 'pino';
import { dumpLines } from '../../src/store/postgres/dump.ts';
import { turnOnSecondFactor } from '../support/authenticator.ts';
import { type ObedientUpstream, startObedientUpstream } from '../support/obedient-upstream.ts';
import { openDesk } from '../support/operator-kit.ts';
import { accountOf, linkIn, mailsTo, PASSWORD, postAuth, signUp } from '../support/people.ts';
import { startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const GIVEN = {
  SECRET: 'planted-secret-of-the-service-0123456789',
  OPENAI_API_KEY: 'planted-key-of-the-upstream',
  STRIPE_SECRET_KEY: 'sk_test_plantedkeyofstripe00',
  STRIPE_WEBHOOK_SECRET: 'whsec_plantedsigningsecret00',
  METRICS_TOKEN: 'planted-token-of-the-metrics-0123456789',
  GITHUB_CLIENT_SECRET: 'planted-secret-of-github',
  OTEL_EXPORTER_OTLP_HEADERS: 'authorization=planted-header-of-telemetry',
};
const PROMPT = 'the planted words of a prompt';

const exported: string[] = [];
const receiver = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  exported.push(Buffer.concat(chunks).toString('utf8'));
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
});
const logged: string[] = [];
/** Name → text that nothing may hold. */
const secrets: Record<string, string> = {
  ...GIVEN,
  password: PASSWORD,
  OTEL_EXPORTER_OTLP_HEADERS: 'planted-header-of-telemetry',
};
let service: TestService;
let upstream: ObedientUpstream;

before(async () => {
  upstream = await startObedientUpstream();
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) });
  service = await startService(
    {
      ...GIVEN,
      OPENAI_BASE_URL: upstream.baseUrl,
      GITHUB_CLIENT_ID: 'client',
      REQUEST_LOG: 'metadata',
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`,
      OTEL_METRIC_EXPORT_INTERVAL: '200',
    },
    undefined,
    log as never,
  );
});
after(async () => {
  await service.stop();
  await upstream.close();
  receiver.closeAllConnections();
  receiver.close();
});

/** The token in the path or the query of a link. */
const tokenOf = (link: string) => new URL(link).searchParams.get('token') ?? link.split('/').at(-1) ?? link;

async function plant(): Promise<void> {
  const owner = await openDesk(service);
  const { liveKey: key, testKey } = await service.account();
  Object.assign(secrets, { liveKey: key, testKey, deskKey: owner.key });
  const call = async (method: string, path: string, body: object, by = key) => {
    const answer = await service.call(method, `/v1${path}`, { key: by, body });
    assert.ok(answer.status < 300, `${path}: ${answer.text}`);
    return answer.json;
  };
  // An account that masks nothing: what a route knows to be a secret is not kept all the same.
  await call('PATCH', '/requests/settings', { level: 'bodies', rules: { mask: [], mask_fields: [] } });
  const made = await call('POST', '/account/keys', { name: 'made' });
  secrets.madeKey = made.key;
  secrets.rotatedKey = (await call('POST', `/account/keys/${made.id}/rotate`, {})).key;
  const hook = await call('POST', '/webhooks', { url: 'https://example.org/hook', events: ['*'] });
  secrets.webhookSecret = hook.secret;
  secrets.rotatedWebhook = (await call('POST', `/webhooks/${hook.id}/rotate-secret`, {})).secret;
  const built = await call('POST', '/builder/build', {
    prompt: 'A quiz',
    framework: 'react',
    preview: false,
    model: 'blueprint-1',
  });
  secrets.variable = 'planted-value-of-a-variable';
  await call('PUT', `/builder/projects/${built.project_id}/variables/MAIL_KEY`, { value: secrets.variable });
  secrets.liveUpstream = 'planted-key-of-a-live-upstream';
  const settings = {
    base_url: upstream.baseUrl,
    list_models: false,
    models: [{ id: 'planted-1', upstream_id: 'big-1', price: { input: 1_000, output: 2_000 } }],
  };
  await call(
    'POST',
    '/operator/upstreams',
    { name: 'planted', settings, api_key: secrets.liveUpstream, reason: 'A test' },
    owner.key,
  );
  secrets.code = (
    await call('POST', '/operator/codes', { count: 1, credits: 5, reason: 'A test' }, owner.key)
  ).codes[0];

  const email = 'planted@example.com';
  await signUp(service, email);
  const first = await postAuth(service, 'sign-in/email', { email, password: PASSWORD });
  const { key: factor, cookie, codes } = await turnOnSecondFactor(service, first.cookie);
  secrets.session =
    decodeURIComponent(/session_token=([^;]+)/.exec(cookie || first.cookie)?.[1] ?? '').split('.')[0] ?? '';
  secrets.secondFactor = factor.toString('base64');
  secrets.recoveryCode = codes[0] ?? '';
  assert.ok(await accountOf(service, cookie || first.cookie));
  const asked = await postAuth(service, 'request-password-reset', { email, redirectTo: '/reset' });
  assert.equal(asked.status, 200, asked.text);
  const mails = await mailsTo(service, email, 2);
  secrets.mailedToken = tokenOf(linkIn(mails.find((mail) => /reset/i.test(mail))));
  assert.ok(secrets.mailedToken.length > 10, mails.join());

  const chatKey = (await service.account()).liveKey;
  for (const model of ['obedient-1', 'planted-1']) {
    const answer = await service.call('POST', '/v1/chat/completions', {
      key: chatKey,
      body: { model, max_tokens: 5, messages: [{ role: 'user', content: PROMPT }] },
      headers: { 'x-api-key': 'planted-header-of-a-client' },
    });
    assert.equal(answer.status, 200, answer.text);
  }
  secrets.clientHeader = 'planted-header-of-a-client';
  for (const path of [
    '/v1/chat/completions?key=planted-key-in-a-url',
    '/v1beta/models/obedient-1:generateContent?key=planted-key-in-a-url',
    '/nowhere?key=planted-key-in-a-url',
  ])
    await service.call('POST', path, { body: {} });
  secrets.inUrl = 'planted-key-in-a-url';
  await service.call('POST', '/v1/chat/completions', { key: 'sk_live_plantedwrongkey0000000', body: {} });
  secrets.wrongKey = 'sk_live_plantedwrongkey0000000';
}

/** As it is, in base64 and in hex, as the database writes bytes. */
const forms = (secret: string) => [
  secret,
  Buffer.from(secret).toString('base64').replace(/=+$/, '').slice(0, -1),
  Buffer.from(secret).toString('hex'),
];
function found(text: string): string[] {
  const inText = ([, secret]: [string, string]) => forms(secret).some((form) => text.includes(form));
  return Object.entries(secrets)
    .filter(inText)
    .map(([name]) => name);
}

test('neither a backup, nor telemetry, nor the log holds a planted secret or a prompt', async () => {
  await plant();
  secrets.prompt = PROMPT;
  await until(() => exported.some((text) => text.includes('chat planted-1')), { saying: 'the spans have arrived' });
  const client = await service.app.database.pool.connect();
  try {
    const logOf = async () => (await client.query("select 1 from request_log where route like '%webhooks%'")).rowCount;
    await until(async () => (await logOf()) === 2, { saying: 'the requests are logged' });
    const inBackup = new Set<string>();
    let table = '';
    for await (const line of dumpLines(client)) {
      if (line.startsWith('#')) table = line.slice(1);
      else for (const name of found(line)) inBackup.add(`${name} in ${table}`);
    }
    // The token of a session is signed with SECRET in its cookie: alone it opens nothing, as below.
    assert.deepEqual([...inBackup], ['session in auth_sessions']);
    const { rows } = await client.query<{ line: string }>('select b::text as line from request_bodies b');
    assert.ok(rows.length > 0, 'bodies of other calls are kept');
    assert.deepEqual(
      rows.flatMap(({ line }) => found(line)),
      [],
      'bodies of the request log, which a backup leaves out',
    );
  } finally {
    client.release();
  }
  assert.ok(exported.length > 1 && logged.length > 0);
  assert.deepEqual([found(exported.join('\n')), found(logged.join('\n'))], [[], []]);
});

test('the token of a session that a backup holds opens nothing without SECRET', async () => {
  for (const cookie of [secrets.session, `${secrets.session}.`, `${secrets.session}.${'A'.repeat(43)}=`])
    assert.equal(await accountOf(service, `atelier.session_token=${encodeURIComponent(cookie ?? '')}`), undefined);
});
