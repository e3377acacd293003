// models: lists, pulls and removes weights.
import { openModelStore } from '../app/local.ts';
import { loadConfig } from '../config/config.ts';
import { createLog } from '../core/log.ts';
import { runModelsCommand } from '../models/command.ts';

export async function runModels(args: string[]): Promise<void> {
  const config = loadConfig();
  const store = openModelStore(config, createLog({ level: 'error' }));
  process.exitCode = await runModelsCommand(args, store);
}
