// The form for a new upstream offers exactly the kinds of servers that the service connects.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { MAKES, WORK } from '../../dashboard/src/operators/upstream-form.ts';
import { type OperatorKit, openDesk } from '../support/operator-kit.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let desk: OperatorKit;

before(async () => {
  service = await startService();
  desk = await openDesk(service);
});
after(() => service.stop());

for (const makes of MAKES)
  test(`the kinds of servers that make ${makes}`, async () => {
    const models = WORK[makes].hasModels ? { models: [{ id: 'a-1' }] } : {};
    const settings = { kind: 'abacus', base_url: 'http://127.0.0.1:9', ...models };
    const body = { name: 'wrong', makes, settings, reason: 'A test of it' };
    const { status, json } = await service.call('POST', '/v1/operator/upstreams', { key: desk.key, body });
    assert.equal(status, 400);
    const [, kinds] = /kind must be one of (.*)/.exec(json.error.message) ?? [];
    assert.deepEqual(kinds?.split(', '), WORK[makes].kinds, json.error.message);
  });
