// Connects a model server that runs on the service's machine, such as Ollama. Without this command it is not used.
import { type Command, type CommandCall, printJson } from '../command.ts';
import { Complaint } from '../complaint.ts';
import { printTable } from '../table.ts';

export const connect: Command = {
  name: 'connect',
  usage: '[NAME]',
  summary:
    'Connects Ollama, LM Studio, llama.cpp, vLLM, ComfyUI or a Stable Diffusion web UI that runs on the machine of the\n' +
    'service. Needs a key of the operator with the scope "operator". Without NAME: the only one that was found.',
  options: {
    list: { type: 'boolean', help: 'only show what was found' },
    off: { type: 'boolean', help: 'disconnect NAME again' },
  },
  examples: ['atelier connect --list', 'atelier connect ollama', 'atelier connect ollama --off'],
  async run(call) {
    const { localServers } = call.client().operator;
    const options = { signal: call.signal };
    if (call.options.list) return list(call);
    const [named] = call.words;
    if (call.options.off) {
      if (!named) throw new Complaint('Name the server: atelier connect ollama --off', 2);
      const left = await localServers.disconnect(named, {}, options);
      if (call.isJson) return printJson(left.data);
      process.stdout.write(`${named} is disconnected.\n`);
      return;
    }
    const server = await localServers.connect(named ?? (await choose(call)), {}, options);
    if (call.isJson) return printJson(server);
    process.stdout.write(`${server.title} at ${server.url} is connected. Its models: ${server.models.join(', ')}\n`);
  },
};

async function list(call: CommandCall): Promise<void> {
  const { data } = await call.client().operator.localServers.list({ signal: call.signal });
  if (call.isJson) return printJson(data);
  printTable(
    ['name', 'url', 'state', 'models'],
    data.map((one) => [one.id, one.url, one.state, one.models.join(' ')]),
  );
}

async function choose(call: CommandCall): Promise<string> {
  const { data } = await call.client().operator.localServers.list({ signal: call.signal });
  const free = data.filter(({ state }) => state === 'found');
  const [only] = free;
  if (only && free.length === 1) return only.id;
  if (free.length > 1)
    throw new Complaint(`Name the server: atelier connect ${free.map(({ id }) => id).join(' | ')}`, 2);
  throw new Complaint(
    data.length > 0
      ? "Every model server on the service's machine is already connected. See: atelier connect --list"
      : "No model server answers on the service's machine. Start one there, then try again.",
  );
}
