// Attacks with answers of the customer's own size: a long conversation comes in pages, so that slow readers cannot fill the memory.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

const MEGABYTE = 1024 * 1024;
/** Fifty calls of 20 items each. */
const CALLS = 50;
const ITEMS = 20;
const ITEM_BYTES = 11_000;

let service: TestService;
let account: TestAccount;
let id: string;

before(async () => {
  service = await startService({ TEST_WORKER: '0' });
  account = await service.account({ credits: 1_000 });
  const made = await service.call('POST', '/v1/conversations', { key: account.liveKey, body: {} });
  id = made.json.id;
  for (let call = 0; call < CALLS; call += 1) {
    const items = Array.from({ length: ITEMS }, (_, index) => ({
      role: 'user',
      content: `${call * ITEMS + index} ${'x'.repeat(ITEM_BYTES)}`,
    }));
    const { status, text } = await service.call('POST', `/v1/conversations/${id}/items`, {
      key: account.liveKey,
      body: { items },
    });
    assert.equal(status, 200, text.slice(0, 300));
  }
});
after(async () => {
  await service.stop();
});

test('a conversation of 11 MB is read in pages, whole and in order', async () => {
  const read: string[] = [];
  let cursor: string | null = null;
  let pages = 0;
  do {
    const query: string = cursor === null ? '' : `?cursor=${cursor}`;
    const { json, text } = await service.call('GET', `/v1/chat/conversations/${id}${query}`, { key: account.liveKey });
    assert.ok(text.length < 2.2 * MEGABYTE, `${text.length} bytes`);
    assert.equal(json.has_more, json.next_cursor !== null);
    read.push(...json.messages.map(({ content }: { content: string }) => content.split(' ')[0]));
    cursor = json.next_cursor;
    pages += 1;
  } while (cursor !== null && pages < 100);
  assert.ok(pages > 4);
  assert.deepEqual(
    read,
    Array.from({ length: CALLS * ITEMS }, (_, index) => String(index)),
  );
});

test('the items of a conversation come in pages of bytes too, in both orders', async () => {
  for (const order of ['asc', 'desc']) {
    const seen: string[] = [];
    let after = '';
    for (let pages = 0; pages < 100; pages += 1) {
      const path = `/v1/conversations/${id}/items?limit=100&order=${order}${after}`;
      const { json, text } = await service.call('GET', path, { key: account.liveKey });
      assert.ok(text.length < 2.2 * MEGABYTE, `${text.length} bytes`);
      seen.push(...json.data.map((item: { content: { text: string }[] }) => item.content[0]?.text.split(' ')[0]));
      if (!json.has_more) break;
      after = `&after=${json.last_id}`;
    }
    const wanted = Array.from({ length: CALLS * ITEMS }, (_, index) => String(index));
    assert.deepEqual(seen, order === 'asc' ? wanted : wanted.reverse(), order);
  }
});
