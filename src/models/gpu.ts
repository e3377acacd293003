// Finds the machine's GPU and its memory from what the system reports; it loads no driver and starts nothing that could hang.
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { promisify } from 'node:util';

export interface Gpu {
  name: string;
  kind: 'cuda' | 'vulkan' | 'metal';
  /** Undefined if the system does not say. */
  memoryBytes: number | undefined;
}

const run = promisify(execFile);
const ASK_TIMEOUT_MS = 3_000;
/** macOS lets the GPU use about three quarters of the unified memory. */
const METAL_SHARE = 0.75;
const VENDORS: Record<string, string> = { '0x1002': 'AMD', '0x8086': 'Intel', '0x10de': 'NVIDIA' };

export async function findGpu(platform: NodeJS.Platform = process.platform): Promise<Gpu | undefined> {
  if (platform === 'darwin') return findMetal();
  return (await findNvidia()) ?? findDrmCard();
}

function findMetal(): Gpu | undefined {
  if (process.arch !== 'arm64') return undefined;
  return { name: 'Apple silicon', kind: 'metal', memoryBytes: totalmem() * METAL_SHARE };
}

async function findNvidia(): Promise<Gpu | undefined> {
  const query = ['--query-gpu=name,memory.total', '--format=csv,noheader,nounits'];
  const answer = await run('nvidia-smi', query, { timeout: ASK_TIMEOUT_MS }).catch(() => undefined);
  if (answer) return parseNvidiaSmi(answer.stdout);
  // A container without nvidia-smi still shows the kernel's driver.
  const [card] = listFolder('/proc/driver/nvidia/gpus');
  if (!card) return undefined;
  const text = readText(`/proc/driver/nvidia/gpus/${card}/information`) ?? '';
  return { name: /Model:\s*(.+)/.exec(text)?.[1]?.trim() ?? 'NVIDIA GPU', kind: 'cuda', memoryBytes: undefined };
}

/** `NVIDIA H200, 143771`: one line per GPU, in MiB. The largest counts, because a model is loaded on one. */
export function parseNvidiaSmi(text: string): Gpu | undefined {
  const gpus = text.split('\n').flatMap((line): Gpu[] => {
    const [, name, mebibytes] = /^(.+?),\s*(\d+)\s*$/.exec(line.trim()) ?? [];
    return name && mebibytes ? [{ name, kind: 'cuda', memoryBytes: Number(mebibytes) * 1024 ** 2 }] : [];
  });
  return gpus.sort((left, right) => (right.memoryBytes ?? 0) - (left.memoryBytes ?? 0))[0];
}

/** Cards of AMD and others, as the kernel lists them; a card without memory of its own shares that of the machine. */
export function findDrmCard(folder = '/sys/class/drm'): Gpu | undefined {
  const cards = listFolder(folder).filter((name) => /^card\d+$/.test(name));
  const gpus = cards.flatMap((card): Gpu[] => {
    const vendor = VENDORS[readText(`${folder}/${card}/device/vendor`) ?? ''];
    const memory = Number(readText(`${folder}/${card}/device/mem_info_vram_total`) ?? Number.NaN);
    return vendor && memory > 0 ? [{ name: `${vendor} GPU (${card})`, kind: 'vulkan', memoryBytes: memory }] : [];
  });
  return gpus.sort((left, right) => (right.memoryBytes ?? 0) - (left.memoryBytes ?? 0))[0];
}

function listFolder(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return undefined;
  }
}
