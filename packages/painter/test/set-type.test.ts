// Set type and traced outlines: text fits its box, a mask keeps its holes.
import assert from 'node:assert/strict';
import test from 'node:test';
import { setText } from '../src/graphics/set-type.ts';
import { traceMask } from '../src/graphics/trace-mask.ts';

test('text stays in its box, and empty text sets nothing', async () => {
  const box = { left: 10, top: 20, width: 200, height: 80 };
  const svg = await setText('please adopt me today', box, { face: 'sans', fill: '#000000' });
  const [xs, ys] = [coordinates(svg, 0), coordinates(svg, 1)];
  assert.ok(Math.min(...xs) >= 9 && Math.max(...xs) <= 211, `x from ${Math.min(...xs)} to ${Math.max(...xs)}`);
  assert.ok(Math.min(...ys) >= 19 && Math.max(...ys) <= 101, `y from ${Math.min(...ys)} to ${Math.max(...ys)}`);
  assert.equal(await setText('   ', box, { face: 'serif', fill: '#000000' }), '');
});

/** Every x or every y of the path's points. */
function coordinates(svg: string, axis: 0 | 1): number[] {
  const numbers = (/ d="([^"]*)"/.exec(svg)?.[1] ?? '').match(/-?\d+(?:\.\d+)?/g)?.map(Number) ?? [];
  return numbers.filter((_, i) => i % 2 === axis);
}

test('a mask is traced around its outside and its holes', () => {
  const side = 20;
  const bits = Uint8Array.from({ length: side * side }, (_, at) => {
    const away = Math.max(Math.abs((at % side) - 9.5), Math.abs(Math.floor(at / side) - 9.5));
    return away < 8 && away > 3 ? 1 : 0;
  });
  const path = traceMask({ width: side, height: side, bits });
  assert.equal(path.match(/M/g)?.length, 2);
  assert.equal(traceMask({ width: side, height: side, bits: new Uint8Array(side * side) }), '');
});
