// models: lists, pulls and removes weights.
import { loadConfig } from '../config.ts';
import { createLog } from '../core/log.ts';
import { runModelsCommand } from '../models/command.ts';
import { createModelStore } from '../models/store.ts';

export async function runModels(args: string[]): Promise<void> {
  const config = loadConfig();
  const store = createModelStore({
    modelsDir: config.modelsDir,
    hubUrl: config.hubUrl,
    log: createLog({ level: 'warn' }),
  });
  process.exitCode = await runModelsCommand(args, store);
}
