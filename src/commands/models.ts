// models: lists, pulls and removes weights; connects and disconnects the model servers of this machine.
import { openModelStore } from '../app/local.ts';
import { loadConfig } from '../config/config.ts';
import { createLog } from '../core/log.ts';
import { runModelsCommand } from '../models/command.ts';
import { LocalServers } from '../upstreams/local-servers.ts';
import { connectServer, disconnectServer } from './local-servers.ts';

export async function runModels(args: string[]): Promise<void> {
  const config = loadConfig();
  const [action, name] = args.filter((arg) => !arg.startsWith('--'));
  if (action === 'connect') return connectServer(new LocalServers(config), name);
  if (action === 'disconnect') return disconnectServer(new LocalServers(config), name);
  const store = openModelStore(config, createLog({ level: 'error' }));
  process.exitCode = await runModelsCommand(args, store);
}
