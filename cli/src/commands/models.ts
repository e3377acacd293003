// Lists the models and whether they are ready.
import { type Command, printJson, textOption } from '../command.ts';
import { printTable } from '../table.ts';

export const models: Command = {
  name: 'models',
  usage: '',
  summary: 'Lists the models of the service with what they can do.',
  options: { module: { type: 'string', help: 'only those of chat, image …', value: 'NAME' } },
  examples: ['atelier models', 'atelier models --module image --json'],
  async run(call) {
    const wanted = textOption(call, 'module');
    const all = (await call.client().models.list({ signal: call.signal })).data;
    const data = wanted ? all.filter((model) => model.module === wanted) : all;
    if (call.isJson) return printJson(data);
    printTable(
      ['id', 'module', 'engine', 'ready', 'can'],
      data.map((model) => [
        model.id,
        model.module,
        model.engine,
        model.ready ? 'yes' : 'not yet',
        model.capabilities.join(' '),
      ]),
    );
  },
};
