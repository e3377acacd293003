// models connect and disconnect: the model servers of this machine, from the command line.

import { ConfigError } from '../config/values.ts';
import type { LocalServerLine } from '../modules/operators/local-server-service.ts';
import { describeServer, type LocalServers } from '../upstreams/local-servers.ts';

const LOOKING_MS = 10_000;

/** Without a name: the one server that is not connected yet. */
export async function connectServer(servers: LocalServers, name: string | undefined): Promise<void> {
  const signal = AbortSignal.timeout(LOOKING_MS);
  const server = await servers.connect(name ?? (await chooseServer(servers, signal)), signal);
  const what = server.models.length === 1 ? '1 model' : `${server.models.length} models`;
  print(
    `${server.title} at ${server.url} is connected, with ${what}. A running service offers them within a few seconds.`,
  );
}

export async function disconnectServer(servers: LocalServers, name: string | undefined): Promise<void> {
  if (!name) throw new ConfigError('Name the server: npm run models -- disconnect ollama');
  await servers.disconnect(name);
  print(`${name} is disconnected.`);
}

async function chooseServer(servers: LocalServers, signal: AbortSignal): Promise<string> {
  const all = await servers.list(signal);
  const free = all.filter(({ state }) => state === 'found');
  const [only] = free;
  if (only && free.length === 1) return only.id;
  if (free.length > 1)
    throw new ConfigError(`Name the server: npm run models -- connect ${only?.id}\n${free.map(lineOf).join('\n')}`);
  throw new ConfigError(
    all.length > 0
      ? 'Every model server that answers on this machine is connected already.'
      : 'No model server answers on this machine. Start Ollama, LM Studio, llama.cpp, vLLM, ComfyUI or a Stable Diffusion web UI first.',
  );
}

function lineOf(server: LocalServerLine): string {
  return `  ${server.id}: ${describeServer(server)}`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
