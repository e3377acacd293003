// Files for other calls: images to edit, sounds to master.
import { actionOf, type Command, printJson } from '../command.ts';
import { readUpload } from '../read-upload.ts';
import { printTable } from '../table.ts';

export const files: Command = {
  name: 'files',
  usage: 'upload FILE…',
  summary: 'Uploads images and sounds; other calls take their id or URL.',
  options: {},
  examples: ['atelier files upload lake.png'],
  async run(call) {
    actionOf(call, files, { upload: true });
    const client = call.client();
    const uploads = await Promise.all(call.words.slice(1).map(readUpload));
    const stored = [];
    for (const file of uploads) stored.push(await client.files.upload(file, { signal: call.signal }));
    if (call.isJson) return printJson(stored);
    printTable(
      ['id', 'file', 'bytes', 'url'],
      stored.map((one) => [one.id, one.filename, String(one.bytes), one.url]),
    );
  },
};
