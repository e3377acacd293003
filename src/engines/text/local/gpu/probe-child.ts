// A process that opens the GPU once and says what it is; a driver that crashes takes only this process down.
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

process.once('message', async ({ kind, folders, version }: ProbeTask) => {
  const llama = await openLlama({ use: kind, folders, version });
  const [names, memory] = await Promise.all([llama.getGpuDeviceNames(), llama.getVramState()]);
  process.send?.({ names, memoryBytes: memory.total } satisfies ProbeAnswer, () => process.exit(0));
});
