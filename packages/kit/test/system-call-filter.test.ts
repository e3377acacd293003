// The filter of system calls on every machine that it is written for, run by a small interpreter of its steps.
import assert from 'node:assert/strict';
import test from 'node:test';
import { systemCallFilter } from '../src/system-call-filter.ts';

const [ALLOWED, NOT_PERMITTED, NOT_KNOWN, NO_SUCH_FAMILY] = [0x7fff0000, 0x50001, 0x50026, 0x50061];
const MACHINES = {
  x64: { audit: 0xc000003e, read: 0, clone: 56, mmap: 9, socket: 41, socketpair: 53, unshare: 272 },
  arm64: { audit: 0xc00000b7, read: 63, clone: 220, mmap: 222, socket: 198, socketpair: 199, unshare: 97 },
} as const;

/** What the kernel is told to do with the call. */
function judge(filter: Buffer, audit: number, number: number, args: readonly number[]): number {
  const call = Buffer.alloc(64);
  call.writeUInt32LE(number, 0);
  call.writeUInt32LE(audit, 4);
  for (const [index, value] of args.entries()) call.writeUInt32LE(value, 16 + index * 8);
  let seen = 0;
  for (let at = 0; at < filter.length; at += 8) {
    const [code, value] = [filter.readUInt16LE(at), filter.readUInt32LE(at + 4)];
    if (code === 0x06) return value;
    if (code === 0x20) seen = call.readUInt32LE(value);
    else {
      const tests = new Map([
        [0x15, seen === value],
        [0x35, seen >= value],
        [0x45, (seen & value) !== 0],
      ]);
      const isTrue = tests.get(code);
      assert.notEqual(isTrue, undefined, `step ${code}`);
      at += 8 * filter.readUInt8(at + (isTrue ? 2 : 3));
    }
  }
  throw new Error('the filter ends without a decision');
}

for (const architecture of ['x64', 'arm64'] as const)
  test(`on ${architecture}, sockets, memory and namespaces are decided by their arguments`, () => {
    const { audit, read, clone, mmap, socket, socketpair, unshare } = MACHINES[architecture];
    const filter = systemCallFilter(architecture);
    assert.ok(filter);
    const decide = (number: number, ...args: number[]) => judge(filter, audit, number, args);
    assert.equal(decide(read, 3), ALLOWED);
    assert.equal(decide(unshare), NOT_PERMITTED);
    for (let family = 0; family < 64; family += 1) {
      const expected = [1, 2, 10].includes(family) ? ALLOWED : NO_SUCH_FAMILY;
      assert.equal(decide(socketpair, family, 1, 0), expected, `pair of ${family}`);
      assert.equal(decide(socket, family, 1, 0), family === 16 ? ALLOWED : expected, `family ${family}`);
      assert.equal(decide(socket, family, 1, 15), expected, `family ${family} with a protocol`);
    }
    // Private, shared and shared-validated mappings, of a file and of none.
    for (const [flags, expected] of [
      [0x02, ALLOWED],
      [0x22, ALLOWED],
      [0x01, ALLOWED],
      [0x03, ALLOWED],
      [0x21, NOT_PERMITTED],
      [0x23, NOT_PERMITTED],
    ] as const)
      assert.equal(decide(mmap, 0, 4096, 3, flags), expected, `flags ${flags}`);
    assert.equal(decide(clone, 0x11), ALLOWED);
    assert.equal(decide(clone, 0x10000011), NOT_PERMITTED);
    assert.equal(decide(435), NOT_KNOWN);
  });

test('calls of a 32-bit program, and of the x32 kind, do not exist', () => {
  const filter = systemCallFilter('x64');
  assert.ok(filter);
  // socketcall of i386, and socket of x32.
  assert.equal(judge(filter, 0x40000003, 102, [1]), NOT_KNOWN);
  assert.equal(judge(filter, 0xc000003e, 0x40000029, [40, 1]), NOT_KNOWN);
});
