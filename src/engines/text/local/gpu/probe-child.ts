// A process that opens the GPU once and describes it; a crashing driver ends only this process.
import { serveTasks } from '@atelier/kit';
import type { GpuKind } from './builds.ts';
import { openLlama } from './open-llama.ts';

export interface ProbeTask {
  kind: GpuKind;
  folders: Readonly<Record<string, string>>;
  version: string;
}

export interface ProbeAnswer {
  names: string[];
  memoryBytes: number;
}

serveTasks<ProbeTask, ProbeAnswer>(async ({ kind, folders, version }) => {
  const llama = await openLlama({ use: kind, folders, version });
  const [names, memory] = await Promise.all([llama.getGpuDeviceNames(), llama.getVramState()]);
  return { names, memoryBytes: memory.total };
});
