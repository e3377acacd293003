// The builder's projects: lists them, shows one with its preview URL, saves its files, deletes one.
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { actionOf, type Command, type CommandCall, given, numberOption, printJson, textOption } from '../command.ts';
import { Complaint } from '../complaint.ts';
import { printFields, printTable } from '../table.ts';

export const projects: Command = {
  name: 'projects',
  usage: '[list | show ID | download ID | delete ID]',
  summary: 'Lists the applications that you built, shows one, downloads its files or deletes it.',
  options: {
    output: { type: 'string', short: 'o', help: 'download: where to save the zip', value: 'FILE' },
    version: { type: 'string', help: 'download: another version than the latest', value: 'NUMBER' },
    limit: { type: 'string', short: 'n', help: 'list: how many (20)', value: 'NUMBER' },
  },
  examples: ['atelier projects', 'atelier projects download proj_… -o hives.zip'],
  async run(call) {
    const { action, subject } = actionOf(call, projects, { list: false, show: true, download: true, delete: true });
    const client = call.client();
    const options = { signal: call.signal };
    if (action === 'list') return list(call);
    if (action === 'download') return download(call, subject);
    if (action === 'show') {
      const project = await client.builder.projects.get(subject, options);
      if (call.isJson) return printJson(project);
      return printFields(project);
    }
    const gone = await client.builder.projects.delete(subject, options);
    if (call.isJson) return printJson(gone);
    process.stdout.write(`${gone.id} is deleted, with all its versions.\n`);
  },
};

async function list(call: CommandCall): Promise<void> {
  const query = { limit: numberOption(call, 'limit') ?? 20 };
  const { data } = await call.client().builder.projects.list(query, { signal: call.signal }).firstPage();
  if (call.isJson) return printJson(data);
  printTable(
    ['id', 'name', 'framework', 'version', 'preview'],
    data.map((one) =>
      [one.id, one.name, one.framework, one.version, one.preview_url].map((cell) => String(cell ?? '')),
    ),
  );
}

async function download(call: CommandCall, id: string): Promise<void> {
  const query = given({ version: numberOption(call, 'version') });
  const zip = await call.client().builder.projects.download(id, query, { signal: call.signal });
  const path = resolve(textOption(call, 'output') ?? `${id}.zip`);
  await writeFile(path, Buffer.from(await zip.arrayBuffer())).catch((error) => {
    throw new Complaint(`${path} could not be written: ${error.message}`);
  });
  if (call.isJson) return printJson({ saved: path, bytes: zip.size });
  process.stdout.write(`${path}\n`);
}
