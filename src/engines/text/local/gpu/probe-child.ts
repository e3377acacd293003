// A process that opens the GPU once and says what it is; a driver that crashes takes only this process down.
import { getLlama, LlamaLogLevel } from 'node-llama-cpp';
import type { GpuKind } from './builds.ts';
import { provideBuilds } from './provide-builds.ts';

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
  provideBuilds(folders, version);
  const llama = await getLlama({ gpu: kind, build: 'never', logLevel: LlamaLogLevel.error });
  const [names, memory] = await Promise.all([llama.getGpuDeviceNames(), llama.getVramState()]);
  process.send?.({ names, memoryBytes: memory.total } satisfies ProbeAnswer, () => process.exit(0));
});
