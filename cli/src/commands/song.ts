// Generates a song and downloads it.
import { readFileSync } from 'node:fs';
import { type Command, given, numberOption, printJson, promptOf, textOption } from '../command.ts';
import { fileNameFor, saveFile } from '../save-file.ts';
import { waitWithBar } from '../wait-with-bar.ts';

export const song: Command = {
  name: 'song',
  aliases: ['music'],
  usage: 'WHAT…',
  summary: 'Makes a song, shows its progress, and saves it.',
  options: {
    genre: { type: 'string', short: 'g', help: 'e.g. pop, jazz', value: 'NAME' },
    duration: { type: 'string', short: 'd', help: '30 to 240 seconds (60)', value: 'SECONDS' },
    voice: { type: 'string', short: 'v', help: 'an id of `atelier voices`', value: 'ID' },
    lyrics: { type: 'string', help: 'a file with the lyrics; [Verse] and [Chorus] tags allowed', value: 'FILE' },
    instrumental: { type: 'boolean', help: 'no voice' },
    seed: { type: 'string', help: 'the same seed gives the same song', value: 'NUMBER' },
    format: { type: 'string', help: 'mp3 (default), wav or flac', value: 'NAME' },
    output: { type: 'string', short: 'o', help: 'where to save it', value: 'FILE' },
  },
  examples: [
    'atelier song "a warm pop song about summer rain" --duration 30',
    'atelier song "lo-fi" --instrumental -o study.mp3',
  ],
  async run(call) {
    const prompt = await promptOf(call, 'what the song is about');
    const lyrics = textOption(call, 'lyrics');
    const started = call.client().music.generate(
      given({
        prompt,
        genre: textOption(call, 'genre'),
        duration: numberOption(call, 'duration'),
        voice: textOption(call, 'voice'),
        lyrics: lyrics === undefined ? undefined : readFileSync(lyrics, 'utf8'),
        instrumental: call.options.instrumental === true ? true : undefined,
        seed: numberOption(call, 'seed'),
        format: textOption(call, 'format') as 'mp3' | 'wav' | 'flac' | undefined,
      }),
      { signal: call.signal },
    );
    const made = await waitWithBar(started, call);
    const url = made.audio_url ?? '';
    const saved = await saveFile(call, url, textOption(call, 'output') ?? fileNameFor(made.title ?? prompt, url));
    if (call.isJson) return printJson({ ...made, saved: saved.path });
    const facts = [made.genre, made.key, made.tempo && `${made.tempo} bpm`, made.duration && `${made.duration} s`];
    process.stdout.write(`${made.title} (${facts.filter(Boolean).join(', ')})\n${saved.path}\n`);
    for (const warning of made.warnings ?? []) process.stderr.write(`Note: ${warning}\n`);
  },
};
