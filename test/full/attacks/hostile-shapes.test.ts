// Bodies of every hostile shape: none keeps the event loop busy.
import { after, before, test } from 'node:test';
import { hostileShapes } from '../../support/hostile-shapes.ts';
import { provePassing } from '../../support/hostile-shapes-proof.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';

let service: TestService;
let attacker: TestAccount;

before(async () => {
  service = await startService({ TEST_WORKER: '0' });
  attacker = await service.account();
});
after(() => service.stop());

for (const { name } of hostileShapes())
  test(`an attacker blocks the event loop with ${name}`, { timeout: 240_000 }, () =>
    provePassing(service, attacker, name),
  );
