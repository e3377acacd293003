// Transcribes a recording.
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { type Command, given, printJson, textOption } from '../command.ts';
import { Complaint } from '../complaint.ts';

const SUBTITLES = ['text', 'srt', 'vtt'] as const;

export const transcribe: Command = {
  name: 'transcribe',
  usage: 'FILE',
  summary: 'Prints what is said in a recording, as text or as subtitles.',
  options: {
    format: { type: 'string', short: 'f', help: 'text, srt or vtt (text)', value: 'NAME' },
    language: {
      type: 'string',
      short: 'l',
      help: 'the language spoken, e.g. de; detected if absent',
      value: 'CODE',
    },
    model: { type: 'string', short: 'm', help: 'an id of `atelier models`', value: 'ID' },
    english: { type: 'boolean', help: 'translate it into English' },
  },
  examples: ['atelier transcribe meeting.mp3', 'atelier transcribe talk.wav -f srt > talk.srt'],
  async run(call) {
    const [path] = call.words;
    if (!path) throw new Complaint('The file is missing: atelier transcribe FILE', 2);
    const name = textOption(call, 'format') ?? 'text';
    const format = SUBTITLES.find((one) => one === name);
    if (!format) throw new Complaint(`--format is ${SUBTITLES.join(', ')}, not "${name}".`, 2);
    const bytes = await readFile(path).catch(() => {
      throw new Complaint(`The file ${path} cannot be read.`);
    });
    const file = new File([new Uint8Array(bytes)], basename(path));
    const { audio } = call.client();
    const order = given({ file, language: textOption(call, 'language'), model: textOption(call, 'model') });
    const options = { signal: call.signal };
    if (call.options.english === true) {
      const { language: _spoken, ...recording } = order;
      const reply = await audio.translate(recording, options);
      return call.isJson ? printJson(reply) : void process.stdout.write(`${reply.text}\n`);
    }
    if (call.isJson) return printJson(await audio.transcribe({ ...order, response_format: 'verbose_json' }, options));
    process.stdout.write(await audio.subtitles(order, format, options));
  },
};
