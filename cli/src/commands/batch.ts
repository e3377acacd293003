// Batches, many calls from one file of JSON lines: starts, shows and cancels them, and downloads their results.
import { actionOf, type Command, type CommandCall, numberOption, printJson, textOption } from '../command.ts';
import { Complaint } from '../complaint.ts';
import { readUpload } from '../read-upload.ts';
import { contentOf, printContent, saveContent } from '../save-file.ts';
import { printFields, printTable } from '../table.ts';

type Batch = Awaited<ReturnType<ReturnType<CommandCall['client']>['batches']['get']>>;

export const batch: Command = {
  name: 'batch',
  aliases: ['batches'],
  usage: '[list | create FILE | get ID | cancel ID | output ID]',
  summary:
    'Runs the calls of a JSONL file within a day, at the lower price of batches; shows, cancels or downloads them.',
  options: {
    endpoint: { type: 'string', short: 'e', help: 'create: the path of every line (the first line’s)', value: 'PATH' },
    limit: { type: 'string', short: 'n', help: 'list: how many (20)', value: 'NUMBER' },
    errors: { type: 'boolean', help: 'output: the lines that failed instead of the answers' },
    output: { type: 'string', short: 'o', help: 'output: save it instead of printing it', value: 'FILE' },
  },
  examples: [
    'atelier batch create calls.jsonl',
    'atelier batch get batch_…',
    'atelier batch output batch_… -o answers.jsonl',
  ],
  async run(call) {
    const { action, subject } = actionOf(call, batch, {
      list: false,
      create: true,
      get: true,
      cancel: true,
      output: true,
    });
    const { batches } = call.client();
    const options = { signal: call.signal };
    if (action === 'list') return list(call);
    if (action === 'create') return create(call, subject);
    if (action === 'get') return show(call, await batches.get(subject, options));
    if (action === 'cancel') return show(call, await batches.cancel(subject, options));
    return output(call, await batches.get(subject, options));
  },
};

async function list(call: CommandCall): Promise<void> {
  const query = { limit: numberOption(call, 'limit') ?? 20 };
  const { data } = await call.client().batches.list(query, { signal: call.signal }).firstPage();
  if (call.isJson) return printJson(data);
  printTable(
    ['id', 'status', 'done', 'failed', 'of', 'endpoint'],
    data.map(({ id, status, request_counts: counts, endpoint }) => [
      id,
      status,
      String(counts.completed),
      String(counts.failed),
      String(counts.total),
      endpoint,
    ]),
  );
}

async function create(call: CommandCall, path: string): Promise<void> {
  const client = call.client();
  const options = { signal: call.signal };
  const file = await readUpload(path);
  const endpoint = textOption(call, 'endpoint') ?? (await endpointOf(file));
  const { id } = await client.files.upload(file, { ...options, purpose: 'batch' });
  const order = { input_file_id: id, endpoint: endpoint as '/v1/chat/completions', completion_window: '24h' as const };
  show(call, await client.batches.create(order, options));
}

/** Every line names the same path, so the first line is enough. */
async function endpointOf(file: File): Promise<string> {
  const [line = ''] = (await file.slice(0, 1_000_000).text()).split('\n', 1);
  try {
    return String(JSON.parse(line).url);
  } catch {
    throw new Complaint(`The first line of ${file.name} is not a call. Give its path with --endpoint.`, 2);
  }
}

async function output(call: CommandCall, made: Batch): Promise<void> {
  const wantsErrors = call.options.errors === true;
  const id = wantsErrors ? made.error_file_id : made.output_file_id;
  if (!id) throw new Complaint(`${made.id} has no ${wantsErrors ? 'errors' : 'answers'} (it is ${made.status}).`);
  const content = await contentOf(call, id);
  const path = textOption(call, 'output');
  if (path === undefined) {
    if (!call.isJson) return printContent(call, content);
    const lines = (await content.text()).split('\n').filter((line) => line !== '');
    return printJson(lines.map((line) => JSON.parse(line)));
  }
  const saved = await saveContent(call, content, path);
  if (call.isJson) return printJson({ id, saved: saved.path });
  process.stdout.write(`${saved.path}\n`);
}

function show(call: CommandCall, made: Batch): void {
  if (call.isJson) {
    printJson(made);
    return;
  }
  const { total, completed, failed } = made.request_counts;
  printFields({
    id: made.id,
    status: made.status,
    lines: `${completed} done, ${failed} failed, of ${total}`,
    endpoint: made.endpoint,
    output_file: made.output_file_id,
    error_file: made.error_file_id,
  });
  for (const { line, message } of made.errors?.data ?? [])
    process.stderr.write(`${line === null ? '' : `Line ${line}: `}${message}\n`);
}
