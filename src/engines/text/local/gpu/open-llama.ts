// Opens the library on the CPU or on a GPU; the error explains why a GPU cannot be opened.
import { getLlama, type Llama, LlamaLogLevel, NoBinaryFoundError } from 'node-llama-cpp';
import type { RunsOn } from './builds.ts';
import { provideBuilds } from './provide-builds.ts';

type Logger = (level: LlamaLogLevel, message: string) => void;

export async function openLlama({ use, folders, version }: RunsOn, logger?: Logger): Promise<Llama> {
  provideBuilds(folders, version);
  const gpu = use === 'off' ? false : use;
  const quiet = { build: 'never', logLevel: LlamaLogLevel.error } as const;
  try {
    return await getLlama({ gpu, ...quiet, ...(logger ? { logger } : {}) });
  } catch (error) {
    if (!(error instanceof NoBinaryFoundError)) throw error;
    throw new Error(
      `llama.cpp has no ${use} build that starts on this machine; the driver or the runtime of ${use} may be missing`,
      { cause: error },
    );
  }
}
