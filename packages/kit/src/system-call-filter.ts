// The system calls that no sandboxed program needs: a seccomp filter refuses them, so that no program creates
// namespaces, memory outside its limits, or sockets that its network namespace does not confine.
import { endianness } from 'node:os';

interface Machine {
  /** AUDIT_ARCH_… of linux/audit.h */
  audit: number;
  clone: number;
  mmap: number;
  socket: number;
  socketpair: number;
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
    mmap: 9,
    socket: 41,
    socketpair: 53,
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
    mmap: 222,
    socket: 198,
    socketpair: 199,
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

/** AF_UNIX, AF_INET and AF_INET6. The network namespace does not confine the others: AF_VSOCK reaches a machine's host. */
const FAMILIES = [1, 2, 10];
/** With this family and the protocol NETLINK_ROUTE, the C library lists the network interfaces of the namespace. */
const AF_NETLINK = 16;
const NETLINK_ROUTE = 0;
/** Shared memory without a file counts towards no process's RLIMIT_DATA. */
const MAP_SHARED = 0x01;
const MAP_ANONYMOUS = 0x20;

const LOAD = 0x20;
const RETURN = 0x06;
const IF_EQUAL = 0x15;
const IF_AT_LEAST = 0x35;
const IF_ANY_BIT = 0x45;
/** Where struct seccomp_data holds the number, the machine, and the lower halves of arguments: these arguments are `int`s. */
const AT = { number: 0, machine: 4, firstArgument: 16, thirdArgument: 32, fourthArgument: 40 };
const ALLOW = 0x7fff0000;
const refuseWith = (errno: number) => 0x00050000 | errno;
const NOT_PERMITTED = refuseWith(1);
const NOT_KNOWN = refuseWith(38);
const NO_SUCH_FAMILY = refuseWith(97);

/** A BPF program in the form that bubblewrap takes; null: no filter is known for this machine. */
export function systemCallFilter(architecture: NodeJS.Architecture = process.arch): Buffer | null {
  const machine = MACHINES[architecture];
  if (!machine || endianness() !== 'LE') return null;
  const { audit, clone, mmap, socket, socketpair, refused, foreignFrom } = machine;
  const families = FAMILIES.flatMap((family) => returnIf(IF_EQUAL, family, ALLOW));
  return Buffer.concat([
    step(LOAD, AT.machine),
    step(IF_EQUAL, audit, [1, 0]),
    step(RETURN, NOT_KNOWN),
    step(LOAD, AT.number),
    ...(foreignFrom === null ? [] : returnIf(IF_AT_LEAST, foreignFrom, NOT_KNOWN)),
    ...returnIf(IF_EQUAL, CLONE3, NOT_KNOWN),
    ...refused.flatMap((number) => returnIf(IF_EQUAL, number, NOT_PERMITTED)),
    ...decide(clone, [
      step(LOAD, AT.firstArgument),
      ...returnIf(IF_ANY_BIT, NEW_NAMESPACES, NOT_PERMITTED),
      step(RETURN, ALLOW),
    ]),
    ...decide(mmap, [
      step(LOAD, AT.fourthArgument),
      step(IF_ANY_BIT, MAP_SHARED, [1, 0]),
      step(RETURN, ALLOW),
      ...returnIf(IF_ANY_BIT, MAP_ANONYMOUS, NOT_PERMITTED),
      step(RETURN, ALLOW),
    ]),
    ...decide(socketpair, [step(LOAD, AT.firstArgument), ...families, step(RETURN, NO_SUCH_FAMILY)]),
    ...decide(socket, [
      step(LOAD, AT.firstArgument),
      ...families,
      step(IF_EQUAL, AF_NETLINK, [1, 0]),
      step(RETURN, NO_SUCH_FAMILY),
      step(LOAD, AT.thirdArgument),
      ...returnIf(IF_EQUAL, NETLINK_ROUTE, ALLOW),
      step(RETURN, NO_SUCH_FAMILY),
    ]),
    step(RETURN, ALLOW),
  ]);
}

function returnIf(test: number, value: number, result: number): Buffer[] {
  return [step(test, value, [0, 1]), step(RETURN, result)];
}

/** The steps for one system call; they end with a return. */
function decide(number: number, steps: readonly Buffer[]): Buffer[] {
  return [step(IF_EQUAL, number, [0, steps.length]), ...steps];
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
