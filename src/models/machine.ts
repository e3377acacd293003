// Inspects the machine: memory, cores, GPU and free disk, within the limits of a container. Only reads, and never fails.

import { readFileSync, statfsSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { dirname } from 'node:path';
import { findGpu, type Gpu } from './gpu.ts';

export interface Machine {
  /** The memory that this process may use: of the machine, or of its container. */
  memoryBytes: number;
  cores: number;
  gpu: Gpu | undefined;
  /** Free space of the folder of models; undefined if it cannot be read. */
  freeDiskBytes: number | undefined;
  /** The limit that the operator sets for all loaded models (MODELS_MEMORY). */
  budgetBytes?: number;
  /** In a container with a limit of its own for memory or cores. */
  isLimited: boolean;
}

export interface LookOptions {
  /** Folder under which the control groups are mounted. */
  cgroupFolder?: string;
  findGpu?: () => Promise<Gpu | undefined>;
}

export async function lookAtMachine(modelsDir: string, options: LookOptions = {}): Promise<Machine> {
  const cgroup = options.cgroupFolder ?? '/sys/fs/cgroup';
  const memoryLimit = readMemoryLimit(cgroup);
  const coreLimit = readCoreLimit(cgroup);
  const [memory, cores] = [totalmem(), availableParallelism()];
  return {
    memoryBytes: Math.min(memory, memoryLimit ?? memory),
    cores: Math.max(1, Math.min(cores, Math.floor(coreLimit ?? cores))),
    gpu: await (options.findGpu ?? findGpu)().catch(() => undefined),
    freeDiskBytes: freeDiskOf(modelsDir),
    isLimited: (memoryLimit ?? memory) < memory || (coreLimit ?? cores) < cores,
  };
}

/** Free bytes of the folder, or of the nearest folder above it that exists. */
export function freeDiskOf(folder: string): number | undefined {
  for (let path = folder; ; path = dirname(path)) {
    try {
      const { bavail, bsize } = statfsSync(path);
      return bavail * bsize;
    } catch {
      if (dirname(path) === path) return undefined;
    }
  }
}

/** Version 2 of control groups first, then version 1; "max" and absurd numbers mean no limit. */
function readMemoryLimit(folder: string): number | undefined {
  return readCount(`${folder}/memory.max`) ?? readCount(`${folder}/memory/memory.limit_in_bytes`);
}

function readCoreLimit(folder: string): number | undefined {
  const [quota, period] = readText(`${folder}/cpu.max`)?.split(' ') ?? [];
  if (quota && period && quota !== 'max') return positive(Number(quota) / Number(period));
  const oldQuota = readCount(`${folder}/cpu/cpu.cfs_quota_us`);
  const oldPeriod = readCount(`${folder}/cpu/cpu.cfs_period_us`);
  return oldQuota && oldPeriod ? positive(oldQuota / oldPeriod) : undefined;
}

function readCount(path: string): number | undefined {
  const count = positive(Number(readText(path) ?? Number.NaN));
  return count !== undefined && count < 2 ** 60 ? count : undefined;
}

function positive(value: number): number | undefined {
  return Number.isFinite(value) && value > 0 ? value : undefined;
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return undefined;
  }
}
