// Items that are added together share a batch, and each gets its own result.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Batcher } from '../../src/core/batcher.ts';

function countingBatcher() {
  const sizes: number[] = [];
  const batcher = new Batcher(
    async (items: number[]) => {
      sizes.push(items.length);
      await new Promise(setImmediate);
      return items.map((item) => item * 2);
    },
    { items: 4, bytes: { most: 100, of: (item) => item } },
  );
  return { sizes, batcher };
}

test('what one event releases is one batch, whatever each item waits for before it is added', async () => {
  const { sizes, batcher } = countingBatcher();
  const addAfter = async (turns: number) => {
    for (let turn = 0; turn < turns; turn += 1) await undefined;
    return batcher.add(turns);
  };
  const results = await Promise.all([addAfter(0), addAfter(3), addAfter(9)]);
  assert.deepEqual([results, sizes], [[0, 6, 18], [3]]);
});

test('items added while a batch runs share the next ones, of at most the given size', async () => {
  const { sizes, batcher } = countingBatcher();
  const first = batcher.add(1);
  await new Promise(process.nextTick);
  const others = Array.from({ length: 6 }, (_, index) => batcher.add(index));
  assert.deepEqual(await Promise.all([first, ...others]), [2, 0, 2, 4, 6, 8, 10]);
  assert.deepEqual(sizes, [1, 4, 2]);
});

test('a batch ends before the item that would make it too large, and always has one', async () => {
  const { sizes, batcher } = countingBatcher();
  await Promise.all([150, 60, 40, 1, 99, 101, 100].map((item) => batcher.add(item)));
  assert.deepEqual(sizes, [1, 2, 2, 1, 1]);
});

test('what arrives in the turn of the event loop after a batch shares the next one with what waited', async () => {
  const { sizes, batcher } = countingBatcher();
  const first = batcher.add(1);
  await new Promise(process.nextTick);
  const waited = batcher.add(2);
  await first;
  await new Promise(setImmediate);
  assert.deepEqual(await Promise.all([waited, batcher.add(3)]), [4, 6]);
  assert.deepEqual(sizes, [1, 2]);
});

test('of many items a batch takes half of those in sight, so that the others are worked on while it runs; few share one', async () => {
  const sizesOf = async (count: number) => {
    const sizes: number[] = [];
    const batcher = new Batcher(async (items: number[]) => {
      sizes.push(items.length);
      await new Promise(setImmediate);
      return items;
    });
    const first = batcher.add(0);
    await new Promise(process.nextTick);
    await Promise.all([first, ...Array.from({ length: count }, (_, index) => batcher.add(index))]);
    return sizes;
  };
  assert.deepEqual(await sizesOf(39), [1, 20, 19]);
  assert.deepEqual(await sizesOf(8), [1, 8]);
});
