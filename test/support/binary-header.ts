// Reads for which system and processor an executable or library was built, and which glibc it needs.
import { open } from 'node:fs/promises';

export interface BinaryHeader {
  system: 'linux' | 'darwin';
  arch: string[];
  /** The newest GLIBC_2.y that the binary names. */
  glibcMinor?: number | undefined;
}

const ELF_ARCH: Record<number, string> = { 62: 'x64', 183: 'arm64' };
const MACH_ARCH: Record<number, string> = { 16777223: 'x64', 16777228: 'arm64' };
const OBJECT_FILE = 1;

/** Undefined for anything that is no executable and no library. */
export async function readBinary(path: string): Promise<BinaryHeader | undefined> {
  const file = await open(path);
  try {
    const head = Buffer.alloc(256);
    const { bytesRead } = await file.read(head, 0, head.length, 0);
    if (bytesRead < 32) return undefined;
    if (head.readUInt32BE(0) === 0x7f454c46) {
      if (head.readUInt16LE(16) === OBJECT_FILE) return undefined;
      return {
        system: 'linux',
        arch: [ELF_ARCH[head.readUInt16LE(18)] ?? 'unknown'],
        glibcMinor: await newestGlibc(file),
      };
    }
    if (head.readUInt32LE(0) === 0xfeedfacf)
      return { system: 'darwin', arch: [MACH_ARCH[head.readUInt32LE(4)] ?? 'unknown'] };
    if (head.readUInt32BE(0) === 0xcafebabe && head.readUInt32BE(4) < 8)
      return { system: 'darwin', arch: archesOfFat(head) };
    return undefined;
  } finally {
    await file.close();
  }
}

function archesOfFat(head: Buffer): string[] {
  const count = head.readUInt32BE(4);
  return Array.from({ length: count }, (_, index) => MACH_ARCH[head.readUInt32BE(8 + index * 20)] ?? 'unknown');
}

async function newestGlibc(file: Awaited<ReturnType<typeof open>>): Promise<number | undefined> {
  const text = (await file.readFile()).toString('latin1');
  const versions = [...text.matchAll(/GLIBC_2\.(\d+)/g)].map(([, minor]) => Number(minor));
  return versions.length > 0 ? Math.max(...versions) : undefined;
}
