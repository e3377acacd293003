// Attacks by documents: a PDF file that takes long to read, and another account that waits for its own.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { deflateSync } from 'node:zlib';
import { startService, type TestService } from '../support/service.ts';
import { smallPdf } from '../support/small-pdf.ts';

let service: TestService;
before(async () => {
  service = await startService({ TEST_WORKER: '0' });
});
after(() => service.stop());

/** 13 kB that grow to five million operators. */
function slowPdf(): Buffer {
  const content = deflateSync(Buffer.from('q '.repeat(5_000_000)));
  const objects = [
    Buffer.from('<</Type/Catalog/Pages 2 0 R>>'),
    Buffer.from('<</Type/Pages/Kids[3 0 R]/Count 1>>'),
    Buffer.from('<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R>>'),
    Buffer.concat([
      Buffer.from(`<</Length ${content.length}/Filter/FlateDecode>>stream\n`),
      content,
      Buffer.from('\nendstream'),
    ]),
  ];
  const parts = [Buffer.from('%PDF-1.4\n')];
  for (const [index, object] of objects.entries())
    parts.push(Buffer.from(`${index + 1} 0 obj`), object, Buffer.from('\nendobj\n'));
  return Buffer.concat([...parts, Buffer.from('trailer<</Root 1 0 R>>\n%%EOF')]);
}

const counting = (pdf: Uint8Array) => ({
  model: 'sandbox-echo-1',
  max_tokens: 5,
  messages: [
    {
      role: 'user',
      content: [
        {
          type: 'document',
          source: { type: 'base64', media_type: 'application/pdf', data: Buffer.from(pdf).toString('base64') },
        },
        { type: 'text', text: 'x' },
      ],
    },
  ],
});

test('a free account keeps the reader of documents busy, and others wait behind it', async () => {
  const [attacker, victim] = [await service.account({ plan: 'free' }), await service.account({ plan: 'free' })];
  const count = (key: string, pdf: Uint8Array, signal?: AbortSignal) =>
    fetch(`${service.origin}/sandbox/v1/messages/count_tokens`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(counting(pdf)),
      ...(signal ? { signal } : {}),
    });
  const leaving = new AbortController();
  let pending = 9;
  const slow = slowPdf();
  const attack = Array.from({ length: 9 }, () =>
    count(attacker.testKey, slow, leaving.signal)
      .catch(() => undefined)
      .finally(() => {
        pending -= 1;
      }),
  );
  await wait(300);
  const answer = await count(victim.testKey, smallPdf('Good evening.'));
  const text = await answer.text();
  assert.equal(answer.status, 200, text);
  assert.ok(pending > 0, 'the victim was answered before the attack had ended');
  leaving.abort();
  await Promise.all(attack);
  const afterwards = await count(attacker.testKey, smallPdf('Good evening.'));
  assert.ok([200, 429].includes(afterwards.status), 'whoever leaves gives the place back');
});
