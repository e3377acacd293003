// The account's videos: lists them, shows one, downloads its file, deletes one.
import { actionOf, type Command, type CommandCall, numberOption, printJson, textOption } from '../command.ts';
import { Complaint } from '../complaint.ts';
import { fileNameFor, saveFile } from '../save-file.ts';
import { printFields, printTable } from '../table.ts';

export const videos: Command = {
  name: 'videos',
  usage: '[list | show ID | download ID | delete ID]',
  summary: 'Lists the videos that you made, shows one, saves it, or deletes it.',
  options: {
    limit: { type: 'string', short: 'n', help: 'list: how many (20)', value: 'NUMBER' },
    output: { type: 'string', short: 'o', help: 'download: where to save it', value: 'FILE' },
  },
  examples: ['atelier videos', 'atelier videos download job_… -o waves.mp4'],
  async run(call) {
    const { action, subject } = actionOf(call, videos, { list: false, show: true, download: true, delete: true });
    const { video } = call.client();
    const options = { signal: call.signal };
    if (action === 'list') return list(call);
    if (action === 'download') return download(call, subject);
    if (action === 'show') {
      const one = await video.get(subject, options);
      return call.isJson ? printJson(one) : printFields(one);
    }
    const gone = await video.delete(subject, options);
    if (call.isJson) return printJson(gone);
    process.stdout.write(`${gone.id} is deleted.\n`);
  },
};

async function list(call: CommandCall): Promise<void> {
  const query = { limit: numberOption(call, 'limit') ?? 20 };
  const { data } = await call.client().video.list(query, { signal: call.signal }).firstPage();
  if (call.isJson) return printJson(data);
  printTable(
    ['id', 'status', 'type', 'seconds', 'created', 'file'],
    data.map((one) =>
      [one.id, one.status, one.type, one.duration, one.created_at?.slice(0, 16), one.video_url].map((cell) =>
        String(cell ?? ''),
      ),
    ),
  );
}

async function download(call: CommandCall, id: string): Promise<void> {
  const { video_url: url, status } = await call.client().video.get(id, { signal: call.signal });
  if (!url) throw new Complaint(`${id} has no file (it is ${status}). Follow it: atelier jobs follow ${id}`);
  const saved = await saveFile(call, url, textOption(call, 'output') ?? fileNameFor(id, url));
  if (call.isJson) return printJson({ id, saved: saved.path });
  process.stdout.write(`${saved.path}\n`);
}
