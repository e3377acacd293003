// The SSE reader against every way a network can cut a stream, and every line end the standard allows.
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { SseReader } from '../../src/net/sse-reader.ts';

const texts = fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }), { minLength: 1, maxLength: 8 });

test('however the bytes are cut, the same events come out', () => {
  fc.assert(
    fc.property(
      texts,
      fc.constantFrom('\n', '\r\n'),
      fc.array(fc.nat(40), { minLength: 1 }),
      fc.boolean(),
      (all, end, cuts, comments) => {
        const events = all.map((text) => JSON.stringify({ text }));
        const stream = Buffer.from(
          events.map((data) => `${comments ? `: hello${end}` : ''}data: ${data}${end}${end}`).join(''),
        );
        const reader = new SseReader();
        const seen: string[] = [];
        for (let at = 0, turn = 0; at < stream.length; turn += 1) {
          const size = 1 + (cuts[turn % cuts.length] ?? 0);
          for (const frame of reader.push(stream.subarray(at, at + size))) seen.push(frame.data.toString('utf8'));
          at += size;
        }
        assert.equal(reader.end(), undefined);
        assert.deepEqual(seen, events);
      },
    ),
    { numRuns: 300 },
  );
});

test('a plain frame can be copied as it came, a decorated one cannot', () => {
  const [plain, named] = new SseReader().push(Buffer.from('data: {"a":1}\n\nevent: x\ndata: {"a":2}\n\n'));
  assert.equal(plain?.raw?.toString(), 'data: {"a":1}\n\n');
  assert.equal(named?.raw, undefined);
  assert.equal(named?.event, 'x');
});

test('several data lines are one event, bare CR ends lines too, comments alone are nothing', () => {
  assert.equal(new SseReader().push(Buffer.from('data: a\ndata: b\n\n'))[0]?.data.toString(), 'a\nb');
  assert.equal(new SseReader().push(Buffer.from('data: a\r\r'))[0]?.data.toString(), 'a');
  assert.deepEqual(new SseReader().push(Buffer.from(': ping\n\n: ping\n\n')), []);
});

test('what an upstream said without a last blank line is not lost', () => {
  const reader = new SseReader();
  assert.deepEqual(reader.push(Buffer.from('data: [DONE]')), []);
  assert.equal(reader.end()?.data.toString(), '[DONE]');
});

test('an event without end is refused, not gathered for ever', () => {
  const reader = new SseReader(1000);
  assert.throws(() => {
    for (let round = 0; round < 100; round += 1) reader.push(Buffer.alloc(50, 'x'));
  }, RangeError);
});
