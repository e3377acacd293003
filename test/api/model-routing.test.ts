// How upstreams of one model share its calls: the cheapest, the fastest, or the one that has read the conversation before.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { configWith } from '../support/config-file.ts';
import { type MisbehavingUpstream, startMisbehavingUpstream } from '../support/misbehaving-upstream.ts';
import { type OperatorKit, openDesk } from '../support/operator-kit.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

let left: MisbehavingUpstream;
let right: MisbehavingUpstream;
let service: TestService;
let desk: OperatorKit;
let customer: TestAccount;

before(async () => {
  [left, right] = await Promise.all([startMisbehavingUpstream(), startMisbehavingUpstream()]);
  const price = { input: 100, output: 300 };
  const entry = (name: string, upstream: MisbehavingUpstream, models: object[]) => ({
    ...{ name, base_url: upstream.baseUrl, list_models: false, retries: 0 },
    models: models.map((model) => ({ ...model, price })),
  });
  const shared = (own: object) => ({ id: 'shared-1', upstream_id: 'mock-good-1', ...own });
  const CONFIG = await configWith([
    entry('left', left, [shared({ cost: { input: 30, output: 20 } }), { id: 'raced-1', upstream_id: 'mock-slow-1' }]),
    entry('right', right, [shared({ cost: { input: 10, output: 60 } }), { id: 'raced-1', upstream_id: 'mock-good-1' }]),
  ]);
  service = await startService({ CONFIG });
  desk = await openDesk(service);
  customer = await service.account({ credits: 1_000, plan: 'enterprise' });
});
after(async () => {
  await service.stop();
  await Promise.all([left.close(), right.close()]);
});

async function route(routing: string[]) {
  const body = { value: { model_routing: routing }, reason: 'A test of it' };
  const answer = await service.call('PUT', '/v1/operator/settings/service', { key: desk.key, body });
  assert.equal(answer.status, 200, answer.text);
}

interface Turn {
  role: string;
  content: string;
}

/** Which upstream answered. */
async function ask(model: string, messages: Turn[]): Promise<'left' | 'right'> {
  const before = [left.calls.length, right.calls.length];
  const body = { model, messages, max_tokens: 50 };
  const answer = await service.call('POST', '/v1/chat/completions', { key: customer.liveKey, body });
  assert.equal(answer.status, 200, answer.text);
  const [atLeft = 0, atRight = 0] = [left.calls.length, right.calls.length].map(
    (now, index) => now - (before[index] ?? 0),
  );
  assert.equal(atLeft + atRight, 1);
  return atLeft === 1 ? 'left' : 'right';
}

const say = (content: string): Turn[] => [{ role: 'user', content }];

test('the cheapest upstream gets every call; without a policy both have their share', async () => {
  await route(['shared-*=cheapest']);
  for (let call = 0; call < 12; call += 1) assert.equal(await ask('shared-1', say(`Call ${call}`)), 'right');
  await route([]);
  const shared = new Set<string>();
  for (let call = 0; call < 40; call += 1) shared.add(await ask('shared-1', say(`Call ${call}`)));
  assert.deepEqual([...shared].sort(), ['left', 'right']);
});

test('the upstream whose answers came first gets the next ones, and the other is measured now and then', async () => {
  await route(['raced-1=weight']);
  const met = new Set<string>();
  for (let call = 0; call < 60 && met.size < 2; call += 1) met.add(await ask('raced-1', say('Who is faster?')));
  assert.equal(met.size, 2, 'both were measured');
  await route(['raced-1=fastest']);
  let atRight = 0;
  for (let call = 0; call < 30; call += 1) atRight += (await ask('raced-1', say('Who is faster?'))) === 'right' ? 1 : 0;
  assert.ok(atRight >= 24, `${atRight} of 30`);
});

test('the calls of a conversation go to the same upstream, and both upstreams have conversations', async () => {
  await route(['*=sticky']);
  const places = new Map<string, number>();
  for (let conversation = 0; conversation < 24; conversation += 1) {
    const messages = [{ role: 'system', content: 'Be brief.' }, ...say(`I am customer ${conversation}.`)];
    const first = await ask('shared-1', messages);
    for (let turn = 0; turn < 3; turn += 1) {
      messages.push({ role: 'assistant', content: 'Yes.' }, ...say(`And ${turn}?`));
      assert.equal(await ask('shared-1', messages), first, `conversation ${conversation}`);
    }
    places.set(first, (places.get(first) ?? 0) + 1);
  }
  assert.equal(places.size, 2, JSON.stringify([...places]));
});

test('a policy that does not exist is refused by name', async () => {
  for (const routing of [['*=random'], ['sticky'], '*=sticky']) {
    const body = { value: { model_routing: routing }, reason: 'A test of it' };
    const answer = await service.call('PUT', '/v1/operator/settings/service', { key: desk.key, body });
    assert.deepEqual([answer.status, answer.json.error.code], [400, 'invalid_parameter'], answer.text);
  }
  await assert.rejects(startService({ MODEL_ROUTING: '*=dearest' }), /MODEL_ROUTING must be a list of model=policy/);
});
