// serve and start: the API, with or without a worker beside it, until a signal ends it.
import { type App, buildApp } from '../app.ts';
import { announceAccount } from '../app-events.ts';
import { type Config, loadConfig } from '../config.ts';
import { createLog } from '../core/log.ts';
import { type AccountKeys, makeOwner } from '../first-start.ts';
import { makeWelcomeToken } from '../modules/account/welcome-link.ts';
import { findOwner } from '../store/accounts.ts';
import { lockDataFolder } from '../store/data-folder-lock.ts';
import { whenAskedToStop } from './asked-to-stop.ts';

export async function runServe(_args: string[], role: { withWorker: boolean }): Promise<void> {
  const askedToStop = whenAskedToStop();
  const config = loadConfig();
  const log = createLog({ level: config.logLevel });
  const unlock = role.withWorker ? lockDataFolder(config.dataDir) : () => undefined;
  const app = await buildApp(config, log);
  const owner = await makeOwner(app.database, config, announceAccount);
  await app.server.listen({ host: config.host, port: config.port });
  process.stdout.write(await greeting(config, app, owner));
  if (role.withWorker) await app.startWorker();
  if (config.pullModels) void app.pullModels();
  await askedToStop;
  await app.stop();
  unlock();
  process.exit(0);
}

async function greeting(config: Config, app: App, made: AccountKeys | undefined): Promise<string> {
  const owner = await findOwner(app.database.queries);
  const token = owner ? await makeWelcomeToken(app.database.queries, owner.email) : '';
  const keys = made
    ? `\nYour keys, shown this once (keep them; more in the dashboard):\n  live     ${made.liveKey}\n  sandbox  ${made.testKey}\n\nTry it:\n  ${tryLine(config, made.liveKey)}\n`
    : '';
  return `
${config.serviceName} is running.
  API        ${config.publicUrl}/v1
  Sandbox    ${config.publicUrl}/sandbox/v1
  Docs       ${config.publicUrl}/docs
  Dashboard  ${config.publicUrl}/welcome/${token}
             (this link signs you in once, within a day)
${keys}
`;
}

function tryLine(config: Config, key: string): string {
  return `curl -N ${config.publicUrl}/v1/chat/completions -H "Authorization: Bearer ${key}" -H "Content-Type: application/json" -d '{"model":"atelier-chat-1","messages":[{"role":"user","content":"Write two lines about the sea."}],"stream":true,"max_tokens":120}'`;
}
