// Files for other calls (images to edit, audio to master, lines of a batch) and the results of batches.
import { basename } from 'node:path';
import { actionOf, type Command, type CommandCall, given, numberOption, printJson, textOption } from '../command.ts';
import { readUpload } from '../read-upload.ts';
import { contentOf, printContent, saveContent } from '../save-file.ts';
import { printFields, printTable } from '../table.ts';

export const files: Command = {
  name: 'files',
  usage: '[list | upload FILE… | show ID | read ID | download ID | delete ID…]',
  summary: 'Lists files, uploads some, shows one, prints its content, saves it, or deletes some.',
  options: {
    purpose: { type: 'string', short: 'p', help: 'list, upload: batch, user_data, … (user_data)', value: 'NAME' },
    limit: { type: 'string', short: 'n', help: 'list: how many (20)', value: 'NUMBER' },
    output: { type: 'string', short: 'o', help: 'download: where to save it (its own name, here)', value: 'FILE' },
  },
  examples: ['atelier files upload lake.png', 'atelier files -n 5', 'atelier files read 0123… > answers.jsonl'],
  async run(call) {
    const needs = { list: false, upload: true, show: true, read: true, download: true, delete: true };
    const { action, subject } = actionOf(call, files, needs);
    const client = call.client();
    const options = { signal: call.signal };
    if (action === 'list') return list(call);
    if (action === 'upload') return upload(call);
    if (action === 'delete') return remove(call);
    if (action === 'download') return download(call, subject);
    if (action === 'show') {
      const file = await client.files.get(subject, options);
      return call.isJson ? printJson(file) : printFields(file);
    }
    const content = await contentOf(call, subject);
    if (call.isJson) return printJson({ id: subject, content: await content.text() });
    await printContent(call, content);
  },
};

async function list(call: CommandCall): Promise<void> {
  const query = given({ limit: numberOption(call, 'limit') ?? 20, purpose: purposeOf(call) });
  const { data } = await call.client().files.list(query, { signal: call.signal }).firstPage();
  if (call.isJson) return printJson(data);
  printTable(
    ['id', 'purpose', 'bytes', 'created', 'file'],
    data.map((one) => [
      one.id,
      one.purpose,
      String(one.bytes),
      new Date(one.created_at * 1_000).toISOString().slice(0, 16),
      one.filename,
    ]),
  );
}

async function upload(call: CommandCall): Promise<void> {
  const client = call.client();
  const purpose = purposeOf(call);
  const uploads = await Promise.all(call.words.slice(1).map(readUpload));
  const stored = [];
  for (const file of uploads)
    stored.push(await client.files.upload(file, { signal: call.signal, ...given({ purpose }) }));
  if (call.isJson) return printJson(stored);
  printTable(
    ['id', 'file', 'bytes', 'url'],
    stored.map((one) => [one.id, one.filename, String(one.bytes), one.url]),
  );
}

async function download(call: CommandCall, id: string): Promise<void> {
  const file = await call.client().files.get(id, { signal: call.signal });
  // The uploader chose the name: it must not lead out of this folder.
  const output = textOption(call, 'output') ?? basename(file.filename);
  const saved = await saveContent(call, await contentOf(call, id), output);
  if (call.isJson) return printJson({ id, saved: saved.path, bytes: file.bytes });
  process.stdout.write(`${saved.path}\n`);
}

async function remove(call: CommandCall): Promise<void> {
  const client = call.client();
  const gone = [];
  for (const id of call.words.slice(1)) gone.push(await client.files.delete(id, { signal: call.signal }));
  if (call.isJson) return printJson(gone);
  for (const { id } of gone) process.stdout.write(`${id} is deleted.\n`);
}

/** Not checked here: the service lists the valid purposes when it refuses one. */
function purposeOf(call: CommandCall): 'batch' | undefined {
  return textOption(call, 'purpose') as 'batch' | undefined;
}
