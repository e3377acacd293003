// Speaks a text and saves the audio.
import { writeFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { type Command, given, numberOption, printJson, promptOf, textOption } from '../command.ts';
import { Complaint } from '../complaint.ts';

const FORMATS = ['mp3', 'opus', 'aac', 'flac', 'wav', 'pcm'] as const;

export const speak: Command = {
  name: 'speak',
  usage: 'TEXT…',
  summary: 'Speaks a text, given or piped in, and saves the audio.',
  options: {
    voice: { type: 'string', help: 'an id of `atelier voices`', value: 'ID' },
    speed: { type: 'string', help: '1 is natural', value: 'NUMBER' },
    model: { type: 'string', short: 'm', help: 'an id of `atelier models`', value: 'ID' },
    output: {
      type: 'string',
      short: 'o',
      help: 'where to save it (speech.mp3); its ending is the format',
      value: 'FILE',
    },
  },
  examples: ['atelier speak "Good evening."', 'atelier speak --voice am_onyx -o story.wav < story.txt'],
  async run(call) {
    const path = textOption(call, 'output') ?? 'speech.mp3';
    const format = FORMATS.find((one) => `.${one}` === extname(path));
    if (!format) throw new Complaint(`--output ends in .${FORMATS.join(', .')}, not "${path}".`, 2);
    const order = given({
      input: await promptOf(call, 'what to speak'),
      response_format: format,
      voice: textOption(call, 'voice'),
      speed: numberOption(call, 'speed'),
      model: textOption(call, 'model'),
    });
    const sound = await call.client().audio.speech(order, { signal: call.signal });
    await writeFile(path, Buffer.from(await sound.arrayBuffer()));
    if (call.isJson) return printJson({ saved: path, bytes: sound.size });
    process.stdout.write(`${path}\n`);
  },
};
