// The system calls that no sandboxed program needs: a seccomp filter refuses them, so that no program creates
// namespaces or memory outside its limits.
import { endianness } from 'node:os';

interface Machine {
  /** AUDIT_ARCH_… of linux/audit.h */
  audit: number;
  clone: number;
  refused: readonly number[];
  /** Calls of another ABI of the same machine start here. */
  foreignFrom: number | null;
}

/** The same numbers on every architecture: calls added after 2018. */
const COMMON = [
  // io_uring_setup, io_uring_enter, io_uring_register: they make other calls that the filter does not see.
  ...[425, 426, 427],
  // open_tree, move_mount, fsopen, fsconfig, fsmount, fspick, mount_setattr
  ...[428, 429, 430, 431, 432, 433, 442],
  // memfd_secret, process_madvise
  ...[447, 440],
];

const MACHINES: Readonly<Partial<Record<NodeJS.Architecture, Machine>>> = {
  x64: {
    audit: 0xc000003e,
    clone: 56,
    refused: [
      // unshare, setns, mount, umount2, pivot_root
      ...[272, 308, 165, 166, 155],
      // memfd_create; shmget, semget, msgget; mq_open: memory that belongs to no process
      ...[319, 29, 64, 68, 240],
      // ptrace, process_vm_readv, process_vm_writev
      ...[101, 310, 311],
      // add_key, request_key, keyctl, bpf, perf_event_open, userfaultfd
      ...[248, 249, 250, 321, 298, 323],
      ...COMMON,
    ],
    foreignFrom: 0x40000000,
  },
  arm64: {
    audit: 0xc00000b7,
    clone: 220,
    refused: [
      ...[97, 268, 40, 39, 41],
      ...[279, 194, 190, 186, 180],
      ...[117, 270, 271],
      ...[217, 218, 219, 280, 241, 282],
      ...COMMON,
    ],
    foreignFrom: null,
  },
};

/** Its flags lie in memory, which a filter cannot read. Without it, the C library uses clone. */
const CLONE3 = 435;
/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID and NEWNET. */
const NEW_NAMESPACES = 0x7e020000;

const LOAD = 0x20;
const RETURN = 0x06;
const IF_EQUAL = 0x15;
const IF_AT_LEAST = 0x35;
const IF_ANY_BIT = 0x45;
/** Where struct seccomp_data holds the number, the machine, and the lower half of the first argument. */
const AT = { number: 0, machine: 4, firstArgument: 16 };
const ALLOW = 0x7fff0000;
const KILL_PROCESS = 0x80000000;
const refuseWith = (errno: number) => 0x00050000 | errno;
const NOT_PERMITTED = refuseWith(1);
const NOT_KNOWN = refuseWith(38);

/** A BPF program in the form that bubblewrap takes; null: no filter is known for this machine. */
export function systemCallFilter(architecture: NodeJS.Architecture = process.arch): Buffer | null {
  const machine = MACHINES[architecture];
  if (!machine || endianness() !== 'LE') return null;
  const { audit, clone, refused, foreignFrom } = machine;
  const returnIf = (test: number, value: number, result: number) => [step(test, value, [0, 1]), step(RETURN, result)];
  return Buffer.concat([
    step(LOAD, AT.machine),
    step(IF_EQUAL, audit, [1, 0]),
    step(RETURN, KILL_PROCESS),
    step(LOAD, AT.number),
    ...(foreignFrom === null ? [] : returnIf(IF_AT_LEAST, foreignFrom, NOT_KNOWN)),
    ...returnIf(IF_EQUAL, CLONE3, NOT_KNOWN),
    ...refused.flatMap((number) => returnIf(IF_EQUAL, number, NOT_PERMITTED)),
    step(IF_EQUAL, clone, [0, 3]),
    step(LOAD, AT.firstArgument),
    step(IF_ANY_BIT, NEW_NAMESPACES, [0, 1]),
    step(RETURN, NOT_PERMITTED),
    step(RETURN, ALLOW),
  ]);
}

/** struct sock_filter; the last two are the numbers of instructions to skip if the test is true and if it is false. */
function step(code: number, value: number, [ifTrue, ifFalse]: [number, number] = [0, 0]): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt16LE(code, 0);
  bytes.writeUInt8(ifTrue, 2);
  bytes.writeUInt8(ifFalse, 3);
  bytes.writeUInt32LE(value >>> 0, 4);
  return bytes;
}
