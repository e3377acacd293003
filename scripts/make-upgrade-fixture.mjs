// Fills a database with the service of an earlier commit and keeps it as a fixture for test/full/contract/upgrade.test.ts:
// node_modules/.bin/node scripts/make-upgrade-fixture.mjs COMMIT FOLDER
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const [commit, target] = process.argv.slice(2);
if (!commit || !target) throw new Error('Usage: node_modules/.bin/node scripts/make-upgrade-fixture.mjs COMMIT FOLDER');
const ROOT = join(import.meta.dirname, '..');
const PORT = 18_764;
const ORIGIN = `http://127.0.0.1:${PORT}`;
const ANSWER = { role: 'assistant', content: 'Ninety metres.' };
const LISTS = ['payments/balance', 'payments/transactions', 'jobs', 'webhooks', 'account/keys', 'chat/conversations'];

const folder = mkdtempSync(join(tmpdir(), 'atelier-old-'));
const source = join(folder, 'source');
const upstream = createServer(answerChats).listen(0, '127.0.0.1');
await once(upstream, 'listening');
const env = {
  PATH: process.env.PATH,
  PORT: String(PORT),
  DATA_DIR: join(folder, 'data'),
  PULL_MODELS: '0',
  LOG_LEVEL: 'warn',
  ALLOW_PRIVATE_WEBHOOKS: '1',
  OPENAI_BASE_URL: `http://127.0.0.1:${upstream.address().port}/v1`,
};
try {
  unpack();
  const accounts = [openAccount('alice@example.com', 'payg', 500), openAccount('bob@example.com', 'free', 100)];
  const service = spawn(process.execPath, ['src/main.ts', 'start'], { cwd: source, env, stdio: 'inherit' });
  await untilReady();
  const recorded = [];
  for (const account of accounts) recorded.push(await liveAsCustomer(account));
  service.kill('SIGTERM');
  await once(service, 'exit');
  const out = resolve(target);
  rmSync(out, { recursive: true, force: true });
  runCommand('backup', '--to', out);
  cpSync(join(source, 'migrations'), join(out, 'migrations'), { recursive: true });
  writeFileSync(join(out, 'recorded.json'), `${JSON.stringify({ accounts: recorded }, null, 2)}\n`);
} finally {
  upstream.close();
  upstream.closeAllConnections();
  rmSync(folder, { recursive: true, force: true });
}

function unpack() {
  mkdirSync(source);
  const archive = execFileSync('git', ['archive', commit], { cwd: ROOT, maxBuffer: 1 << 30 });
  execFileSync('tar', ['x', '-C', source], { input: archive });
  symlinkSync(join(ROOT, 'node_modules'), join(source, 'node_modules'));
}

function runCommand(...args) {
  return execFileSync(process.execPath, ['src/main.ts', ...args, '--json'], { cwd: source, env, encoding: 'utf8' });
}

function openAccount(email, plan, credits) {
  return JSON.parse(runCommand('accounts', 'create', '--email', email, '--plan', plan, '--credits', String(credits)));
}

async function untilReady() {
  for (let tries = 0; tries < 600; tries += 1) {
    const answer = await fetch(`${ORIGIN}/healthz`).catch(() => undefined);
    if (answer?.ok) return;
    await wait(200);
  }
  throw new Error('the service of that commit does not answer');
}

/** Chats, a stream, an image as a job, a webhook that is tested, a purchase; then what every list shows. */
async function liveAsCustomer({ account_id, live_key, test_key }) {
  const call = async (method, path, body, headers = {}) => {
    const answer = await fetch(`${ORIGIN}/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${live_key}`, 'content-type': 'application/json', ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return text.startsWith('{') ? JSON.parse(text) : text;
  };
  const question = { model: 'lake-1', messages: [{ role: 'user', content: 'How deep is it?' }], max_tokens: 20 };
  await call('POST', 'chat/completions', question);
  await call('POST', 'chat/completions', { ...question, stream: true });
  const hook = await call('POST', 'webhooks', { url: `${env.OPENAI_BASE_URL}/hook`, events: ['*'] });
  await call('POST', `webhooks/${hook.id}/test`, {});
  const image = { prompt: 'a lake', width: 64, height: 64 };
  const { id } = await call('POST', 'image/generate', image, { prefer: 'respond-async' });
  for (let job = {}; job.status !== 'completed'; job = await call('GET', `jobs/${id}`)) await wait(200);
  const { url } = await call('POST', 'payments/checkout', { package: 'small' });
  const card = new URLSearchParams({ number: '4242 4242 4242 4242', expiry: '12/40', cvc: '123' });
  await fetch(url, { method: 'POST', body: card, redirect: 'manual' });
  // Deliveries and counters of usage are written a moment later.
  await wait(3_000);
  const lists = {};
  for (const path of [...LISTS, `jobs/${id}`, `webhooks/${hook.id}/deliveries`]) lists[path] = await call('GET', path);
  return { account_id, live_key, test_key, lists };
}

function answerChats(request, response) {
  let text = '';
  request.on('data', (chunk) => {
    text += chunk;
  });
  request.on('end', () => {
    const fields = { id: 'chatcmpl-1', created: 1_700_000_000, model: 'lake-1' };
    const usage = { prompt_tokens: 9, completion_tokens: 4, total_tokens: 13 };
    const sendJson = (body) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (request.method === 'GET') return sendJson({ object: 'list', data: [{ id: 'lake-1', object: 'model' }] });
    if (request.url.endsWith('/hook')) return sendJson({ received: true });
    if (!JSON.parse(text).stream)
      return sendJson({
        ...fields,
        object: 'chat.completion',
        choices: [{ index: 0, message: ANSWER, finish_reason: 'stop' }],
        usage,
      });
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const choice of [
      { index: 0, delta: ANSWER, finish_reason: null },
      { index: 0, delta: {}, finish_reason: 'stop' },
    ])
      response.write(`data: ${JSON.stringify({ ...fields, object: 'chat.completion.chunk', choices: [choice] })}\n\n`);
    response.write(`data: ${JSON.stringify({ ...fields, object: 'chat.completion.chunk', choices: [], usage })}\n\n`);
    return response.end('data: [DONE]\n\n');
  });
}
