// Money under fire from two processes at once: exact whatever happens.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { leaseOf, moneyOf, pay } from '../../support/paid-calls.ts';
import { paidRoute } from '../../support/paid-route.ts';
import { type ServerProcess, startServerProcess } from '../../support/server-process.ts';
import { startService, type TestService } from '../../support/service.ts';

let service: TestService;
let servers: ServerProcess[];
before(async () => {
  service = await startService({}, paidRoute);
  const settings = { DATABASE_URL: service.databaseUrl, DATA_DIR: service.config.dataDir };
  const entry = new URL('../../support/paid-server.ts', import.meta.url);
  servers = await Promise.all([startServerProcess(entry, settings), startServerProcess(entry, settings)]);
});
after(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await service.stop();
});

test('200 callers at two processes on a balance for 50 calls: exactly 50 succeed, 150 get 402, nothing is left and nothing is owed', async () => {
  const account = await service.account({ credits: 50 });
  const calls = Array.from({ length: 200 }, (_, index) => pay(servers[index % 2]?.origin ?? '', account.liveKey));
  const statuses = await Promise.all(calls);
  assert.equal(statuses.filter((status) => status === 200).length, 50);
  assert.equal(statuses.filter((status) => status === 402).length, 150);
  assert.deepEqual(await moneyOf(service, account.id), { balance: 0, held: 0, sum: 0, holds: 0, entries: 50 });
});

test('leases of two processes never make a call fail that could be paid, nor pay for one that could not', async () => {
  const affordable = 600;
  const account = await service.account({ credits: affordable * 5 });
  const origins = servers.map(({ origin }) => origin);
  let refused = 0;
  let paid = 0;
  let hadLease = false;
  const caller = async (index: number) => {
    for (let call = 0; call < (affordable + 80) / 20; call += 1) {
      const status = await pay(origins[(index + call) % 2] ?? '', account.liveKey, { credits: 5 });
      if (status === 200) paid += 1;
      else if (status === 402) refused += 1;
      else assert.fail(`the server answered ${status}`);
      if (index === 0 && call === 15) hadLease = (await leaseOf(service, account.id)).leased > 0;
    }
  };
  await Promise.all(Array.from({ length: 20 }, (_, index) => caller(index)));
  assert.ok(hadLease, 'there were leases while the balance was large');
  assert.equal(paid, affordable);
  assert.equal(refused, 80);
  assert.deepEqual(await moneyOf(service, account.id), { balance: 0, held: 0, sum: 0, holds: 0, entries: affordable });
  assert.deepEqual(await leaseOf(service, account.id), { leased: 0, inLeases: 0 });
});
