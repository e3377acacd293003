// Inspects one video with FFmpeg's libraries, in a separate process: reads path and poster from the command line, prints the facts as JSON.
// node-av is built with GPL parts and is optional: it must never be loaded into the service itself.
import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';

const [path = '', posterPath = '', format = ''] = process.argv.slice(2);

async function look(): Promise<object> {
  const { Decoder, Demuxer, FilterAPI } = await import('node-av/api');
  await using input = await Demuxer.open(path, { format, options: { protocol_whitelist: 'file' } });
  const video = input.video();
  if (!video) throw new Error('the file contains no video stream');
  const { width, height } = video.codecpar;
  const { AVSEEK_FLAG_BACKWARD } = await import('node-av/constants');
  // Back to the preceding key frame: there may be none after it.
  await input.seek(input.duration / 3, -1, AVSEEK_FLAG_BACKWARD);
  using decoder = await Decoder.create(video);
  using filter = FilterAPI.create('format=rgb24');
  for await (const frame of filter.frames(decoder.frames(input.packets(video.index)))) {
    if (!frame) continue;
    const raw = { width: frame.width, height: frame.height, channels: 3 as const };
    await writeFile(posterPath, await sharp(frame.toBuffer(), { raw }).jpeg({ quality: 90 }).toBuffer());
    break;
  }
  const { num, den } = video.avgFrameRate;
  return {
    durationSeconds: input.duration,
    width,
    height,
    fps: Math.round((num / (den || 1)) * 1000) / 1000,
    hasAudio: input.audio() !== undefined,
  };
}

look().then(
  (seen) => process.stdout.write(JSON.stringify(seen)),
  (error: unknown) => {
    process.stderr.write(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  },
);
