// Generates images, saves them, and shows them if the terminal can.
import { readFile } from 'node:fs/promises';
import { type Command, type CommandCall, given, numberOption, printJson, promptOf, textOption } from '../command.ts';
import { Complaint } from '../complaint.ts';
import { chooseDisplay, type Display, isDisplay, pictureText } from '../picture/show-picture.ts';
import { ProgressBar } from '../progress-bar.ts';
import { fileNameFor, saveFile } from '../save-file.ts';

export const image: Command = {
  name: 'image',
  usage: 'WHAT…',
  summary: 'Makes one or more images, shows them in the terminal and saves them.',
  options: {
    size: { type: 'string', help: '512x512, 1024x1024 or 1536x1024; others as WIDTHxHEIGHT', value: 'SIZE' },
    style: { type: 'string', help: 'realistic, artistic, anime or 3d', value: 'NAME' },
    count: { type: 'string', short: 'n', help: '1 to 4', value: 'NUMBER' },
    seed: { type: 'string', help: 'the same seed gives the same image', value: 'NUMBER' },
    model: { type: 'string', short: 'm', help: 'an id of `atelier models`', value: 'ID' },
    output: { type: 'string', short: 'o', help: 'where to save it (several: name-1, name-2 …)', value: 'FILE' },
    show: { type: 'string', help: 'kitty, iterm, blocks or off; detected if absent', value: 'HOW' },
  },
  examples: [
    'atelier image "two red balloons above a lake at sunset"',
    'atelier image "a fox" --style anime -n 2 -o fox.png',
  ],
  async run(call) {
    const display = displayOf(call);
    const prompt = await promptOf(call, 'what the image shows');
    const bar = new ProgressBar(!call.isJson);
    const made = await call
      .client()
      .image.generate(orderOf(call, prompt), { signal: call.signal, onProgress: (job) => bar.show(job) })
      .finally(() => bar.end());
    const saved: string[] = [];
    for (const [index, { url }] of made.images.entries()) {
      const name = textOption(call, 'output') ?? fileNameFor(prompt, url);
      const { path } = await saveFile(call, url, made.images.length > 1 ? numbered(name, index + 1) : name);
      saved.push(path);
      if (!call.isJson) await show(path, display);
    }
    if (call.isJson) return printJson({ ...made, saved });
    for (const warning of made.warnings ?? []) process.stderr.write(`Note: ${warning}\n`);
  },
};

function orderOf(call: CommandCall, prompt: string) {
  const size = textOption(call, 'size');
  const [, width, height] = /^(\d+)x(\d+)$/.exec(size ?? '') ?? [];
  if (size && !width) throw new Complaint(`--size is WIDTHxHEIGHT, not "${size}".`, 2);
  return given({
    prompt,
    width: width ? Number(width) : undefined,
    height: height ? Number(height) : undefined,
    style: textOption(call, 'style') as 'realistic' | undefined,
    count: numberOption(call, 'count'),
    seed: numberOption(call, 'seed'),
    model: textOption(call, 'model'),
  });
}

function displayOf(call: CommandCall): Display {
  const wanted = textOption(call, 'show');
  if (wanted === undefined) return chooseDisplay(process.stdout, process.env);
  if (!isDisplay(wanted)) throw new Complaint(`--show is kitty, iterm, blocks or off, not "${wanted}".`, 2);
  return wanted;
}

async function show(path: string, display: Display): Promise<void> {
  process.stdout.write(pictureText(await readFile(path), display, process.stdout.columns || 80));
  process.stdout.write(`${path}\n`);
}

function numbered(name: string, number: number): string {
  return name.replace(/(\.[^./]+)?$/, (ending) => `-${number}${ending}`);
}
