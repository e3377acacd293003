// The server: its API keeps, checks and removes records, and its pages are served.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { schema } from '../public/data/schema.js';
import { validateRecord } from '../public/lib/validate.js';
import { seed } from '../server/seed.js';
import { createApp } from '../server.js';

const [name] = Object.keys(schema);

function goodValues(entity) {
  const examples = {
    number: 1,
    money: 1,
    percent: 1,
    rating: 1,
    date: '2026-01-31',
    time: '09:30',
    email: 'a@example.com',
    url: 'https://example.com',
    boolean: true,
  };
  return Object.fromEntries(
    entity.fields.map((field) => [field.name, field.options?.[0] ?? examples[field.type] ?? 'Example']),
  );
}

async function withApp(folder, work) {
  const app = createApp({ dataFile: join(folder, 'records.json') });
  await new Promise((resolve) => app.listen(0, '127.0.0.1', resolve));
  try {
    await work(`http://127.0.0.1:${app.address().port}`);
  } finally {
    app.closeAllConnections();
    await new Promise((resolve) => app.close(resolve));
  }
}

function call(base, method, path, body) {
  return fetch(`${base}${path}`, {
    method,
    headers: { 'Content-Type': 'application/json' },
    body: body && JSON.stringify(body),
  });
}

test('every example record is valid', () => {
  for (const [entity, records] of Object.entries(seed))
    for (const record of records) assert.deepEqual(validateRecord(schema[entity], record).errors, {});
});

test('records are kept through the API and survive a restart', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'app-'));
  let id;
  await withApp(folder, async (base) => {
    const made = await call(base, 'POST', `/api/${name}`, goodValues(schema[name]));
    assert.equal(made.status, 201);
    id = (await made.json()).id;
    assert.equal((await call(base, 'PUT', `/api/${name}/${id}`, goodValues(schema[name]))).status, 200);
  });
  await withApp(folder, async (base) => {
    assert.equal((await call(base, 'GET', `/api/${name}/${id}`)).status, 200);
    assert.equal((await call(base, 'DELETE', `/api/${name}/${id}`)).status, 204);
    assert.equal((await call(base, 'GET', `/api/${name}/${id}`)).status, 404);
  });
  await rm(folder, { recursive: true });
});

test('wrong input is refused, unknown lists do not exist, pages are served', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'app-'));
  await withApp(folder, async (base) => {
    const required = schema[name].fields.some((field) => field.required);
    assert.equal((await call(base, 'POST', `/api/${name}`, {})).status, required ? 400 : 201);
    assert.equal((await call(base, 'GET', '/api/nothing')).status, 404);
    const page = await call(base, 'GET', '/any/page');
    assert.match(await page.text(), /<div id="root">/);
    assert.equal((await call(base, 'GET', '/../server.js')).status, 404);
  });
  await rm(folder, { recursive: true });
});

test('accounts: sign up, refuse a wrong password, sign in', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'app-'));
  await withApp(folder, async (base) => {
    const form = { name: 'Ada', email: 'ada@example.com', password: 'correct horse' };
    const made = await call(base, 'POST', '/api/auth/signup', form);
    assert.equal(made.status, 201);
    const me = await fetch(`${base}/api/auth/me`, {
      headers: { cookie: made.headers.get('set-cookie').split(';')[0] },
    });
    assert.equal((await me.json()).email, form.email);
    assert.equal((await call(base, 'POST', '/api/auth/signin', { ...form, password: 'wrong wrong' })).status, 401);
    assert.equal((await call(base, 'POST', '/api/auth/signin', form)).status, 200);
  });
  await rm(folder, { recursive: true });
});
