// The role table in practice: every route in every role, by session and by a key of a member with that role.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ROLES, type Role } from '../../../src/core/roles.ts';
import type { Route } from '../../../src/http/route.ts';
import { insertKey } from '../../../src/store/keys.ts';
import { ROLE_TABLE } from '../../fixtures/role-table.ts';
import { fromDashboard } from '../../support/people.ts';
import { nameOf, pathOf } from '../../support/route-names.ts';
import { startService, type TestService } from '../../support/service.ts';
import { join, makePerson } from '../../support/team-kit.ts';

let service: TestService;
const members = new Map<Role, { cookie: string; key: string }>();

before(async () => {
  service = await startService({ TEST_WORKER: '0' });
  for (const role of ROLES) {
    // A team for each role: all routes in all roles would be more calls than one account has a minute.
    const boss = await makePerson(service);
    const person = await join(service, boss, role);
    const { secret } = await insertKey(
      service.app.database.queries,
      { accountId: boss.home.id, environment: 'live' },
      { name: role, scopes: ['*'], memberId: person.memberId },
    );
    members.set(role, { cookie: person.cookie, key: secret });
  }
});
after(() => service.stop());

/** Streams that last until their reader leaves. */
const LASTING = new Set(['GET /webhooks/events']);

for (const role of ROLES)
  test(`every route answers a ${role} as the table says, by session and by key`, async () => {
    const { cookie = '', key = '' } = members.get(role) ?? {};
    const faults: string[] = [];
    let calls = 0;
    for (const route of service.app.routes.filter((one) => !one.ownerOnly)) {
      const isAllowed = (ROLE_TABLE[nameOf(route)] ?? 'owner admin').split(' ').includes(role);
      for (const [way, headers] of [
        ['session', fromDashboard(service, cookie)],
        ['key', { authorization: `Bearer ${key}` }],
      ] as const) {
        if (way === 'session' && route.anyKey) continue;
        const isRefused = await refusesRole(route, headers);
        calls += 1;
        if (isRefused === isAllowed) faults.push(`${nameOf(route)} by ${way}: ${isRefused ? 'refused' : 'let in'}`);
      }
    }
    assert.deepEqual(faults, []);
    assert.ok(calls > 250, `${calls} calls`);
  });

test("the operator's routes are closed to every member of another account, whatever their role", async () => {
  for (const route of service.app.routes.filter((one) => one.ownerOnly))
    for (const [role, { cookie }] of members) {
      const answer = await knock(route, fromDashboard(service, cookie));
      assert.equal(answer.status, 403, `${nameOf(route)} as ${role}`);
    }
});

test("in the operator's own account only owners and admins have the operator's routes", async () => {
  const operator = await makePerson(service, { isOwner: true });
  const [queue] = service.app.routes.filter((one) => nameOf(one) === 'GET /operator/queue');
  assert.ok(queue);
  for (const role of ROLES) {
    const { cookie } = await join(service, operator, role);
    const { status } = await knock(queue, fromDashboard(service, cookie));
    assert.equal(status, role === 'owner' || role === 'admin' ? 200 : 403, role);
  }
});

/** Whether the answer is the refusal of a role; every other answer, also another refusal, let the role in. */
async function refusesRole(route: Route, headers: Record<string, string>): Promise<boolean> {
  const { status, text } = await knock(route, headers);
  assert.notEqual(status, 401, nameOf(route));
  return status === 403 && text.includes('in this account may not do this');
}

async function knock(route: Route, headers: Record<string, string>): Promise<{ status: number; text: string }> {
  const leaving = new AbortController();
  const response = await fetch(`${service.origin}${pathOf(route, 'x'.repeat(20))}`, {
    method: route.method,
    headers: { ...headers, ...(route.method === 'GET' ? {} : { 'content-type': 'application/json' }) },
    signal: leaving.signal,
    ...(route.method === 'GET' ? {} : { body: '{}' }),
  });
  if (LASTING.has(nameOf(route)) && response.status === 200) {
    leaving.abort();
    return { status: 200, text: '' };
  }
  assert.notEqual(response.status, 429, nameOf(route));
  return { status: response.status, text: await response.text() };
}
