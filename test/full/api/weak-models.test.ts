// A small model says what it is not good for, in the list of models and in its code, and to the operator how a better one is connected.
import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';
import { FAMILIES } from '../../support/tiny-gguf/families.ts';
import { openTinyStore, type TinyStore } from '../../support/tiny-gguf/tiny-store.ts';

let tiny: TinyStore;
let service: TestService;
let account: TestAccount;

before(async () => {
  const llama = FAMILIES.llama;
  assert.ok(llama);
  tiny = await openTinyStore({ weak: llama, sound: llama });
  const [weak, sound] = ['tiny-weak', 'tiny-sound'].map((id) => tiny.store.entry(id));
  const models = { 'tiny-weak': { ...weak, settings: { weakAt: ['code', 'nonsense'] } }, 'tiny-sound': sound };
  writeFileSync(join(tiny.folder, 'config.json'), JSON.stringify({ models }));
  service = await startService({
    MODELS_DIR: join(tiny.folder, 'models'),
    CONFIG: join(tiny.folder, 'config.json'),
    GPU: 'off',
    TEST_WORKER: '0',
  });
  account = await service.account();
});
after(async () => {
  await service.stop();
  rmSync(tiny.folder, { recursive: true, force: true });
});

test('the list of models says what a model is weak at and, to the operator alone, how a better one is connected', async () => {
  const find = async (key: string, id: string) =>
    (await service.call('GET', '/v1/models', { key })).json.data.find((model: { id: string }) => model.id === id);
  const operator = await service.account({ isOwner: true });
  const [first, second] = (await find(operator.liveKey, 'tiny-weak')).warnings;
  assert.match(first, /tiny-weak is a small model, and the code it writes is often wrong/);
  assert.match(second, /OPENAI_BASE_URL=\S+ npm start/);
  assert.deepEqual((await find(account.liveKey, 'tiny-weak')).warnings, [first]);
  assert.equal((await find(account.liveKey, 'tiny-sound')).warnings, undefined);
  assert.equal((await find(account.liveKey, 'tinyllama-1.1b-chat-1')).warnings.length, 2);
});

test('code of a weak model comes with the warning, code of another does not', async () => {
  const write = async (model: string) => {
    const body = { prompt: 'Add two numbers.', language: 'python', model, max_tokens: 16 };
    return service.call('POST', '/v1/code/generate', { key: account.liveKey, body });
  };
  const weak = await write('tiny-weak');
  assert.equal(weak.status, 200, weak.text);
  assert.ok(weak.json.warnings.some((warning: string) => /often wrong/.test(warning)));
  const sound = await write('tiny-sound');
  const warnings: string[] = sound.json.warnings ?? [];
  assert.ok(!warnings.some((warning) => /often wrong/.test(warning)));
  assert.equal(
    warnings.some((warning) => /does not parse/.test(warning)),
    !sound.json.syntax.ok,
  );
});
