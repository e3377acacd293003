// Generates a video and downloads it.
import type { Film } from '@atelier/client';
import { type Command, given, numberOption, printJson, promptOf, textOption } from '../command.ts';
import { readUpload } from '../read-upload.ts';
import { fileNameFor, saveFile } from '../save-file.ts';
import { waitWithBar } from '../wait-with-bar.ts';

export const video: Command = {
  name: 'video',
  usage: 'WHAT…',
  summary: 'Makes a video, shows its progress, and saves it.',
  options: {
    type: { type: 'string', help: 'text-to-video, image-to-video or avatar', value: 'NAME' },
    duration: { type: 'string', short: 'd', help: '5 to 60 seconds (5)', value: 'SECONDS' },
    resolution: { type: 'string', short: 'r', help: '720p, 1080p or 4k', value: 'NAME' },
    image: { type: 'string', short: 'i', help: 'the image to animate, or the face that speaks', value: 'FILE' },
    script: { type: 'string', help: 'what an avatar says' },
    voice: { type: 'string', short: 'v', help: 'an id of `atelier voices`', value: 'ID' },
    style: { type: 'string', help: 'realistic, artistic, anime or 3d', value: 'NAME' },
    seed: { type: 'string', help: 'the same seed gives the same video', value: 'NUMBER' },
    output: { type: 'string', short: 'o', help: 'where to save it', value: 'FILE' },
  },
  examples: ['atelier video "waves on a beach at sunset" -d 5', 'atelier video "drift slowly" --image lake.png'],
  async run(call) {
    const prompt = await promptOf(call, 'what the video shows');
    const picture = textOption(call, 'image');
    const started = call.client().video.generate(
      given({
        prompt,
        type: textOption(call, 'type') as Film['type'],
        duration: numberOption(call, 'duration'),
        resolution: textOption(call, 'resolution') as Film['resolution'],
        image: picture === undefined ? undefined : await readUpload(picture),
        script: textOption(call, 'script'),
        voice: textOption(call, 'voice'),
        style: textOption(call, 'style') as 'realistic' | undefined,
        seed: numberOption(call, 'seed'),
      }),
      { signal: call.signal },
    );
    const made = await waitWithBar(started, call);
    const url = made.video_url ?? '';
    const saved = await saveFile(call, url, textOption(call, 'output') ?? fileNameFor(prompt, url));
    if (call.isJson) return printJson({ ...made, saved: saved.path });
    process.stdout.write(
      `${made.width} × ${made.height}, ${made.duration} s, ${made.fps} frames a second\n${saved.path}\n`,
    );
    for (const warning of made.warnings ?? []) process.stderr.write(`Note: ${warning}\n`);
  },
};
