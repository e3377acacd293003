// Sizes, durations and machines in words, for logs, commands and the operator's pages.
import type { Machine } from './machine.ts';

export function gigabytes(bytes: number): string {
  return bytes < 1e9 ? `${Math.round(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}

export function duration(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`;
  return seconds < 5_400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}

export function describeMachine({ memoryBytes, cores, gpu, isLimited }: Machine): string {
  const where = isLimited ? ' (the limits of this container)' : '';
  const card = gpu ? `${gpu.name}${gpu.memoryBytes ? ` with ${gigabytes(gpu.memoryBytes)}` : ''}` : 'no GPU';
  return `${gigabytes(memoryBytes)} of memory, ${cores} ${cores === 1 ? 'core' : 'cores'}${where} and ${card}`;
}
