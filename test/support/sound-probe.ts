// Measures sound files with other people's tools: ffprobe for what they are, ffmpeg's ebur128 for how loud they are.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { needProgram } from '../../packages/kit/test/support/programs.ts';
import { bringWeights, SOUND_BANK } from './weights.ts';

const run = promisify(execFile);

export interface Probe {
  codec: string;
  seconds: number;
  sampleRate: number;
  channels: number;
  tags: Record<string, string>;
}

export async function probe(path: string): Promise<Probe> {
  const { stdout } = await run(needProgram('ffprobe'), [
    '-v',
    'error',
    '-show_format',
    '-show_streams',
    '-of',
    'json',
    path,
  ]);
  const { streams, format } = JSON.parse(stdout);
  const tags = { ...streams[0].tags, ...format.tags };
  return {
    codec: streams[0].codec_name,
    seconds: Number(format.duration),
    sampleRate: Number(streams[0].sample_rate),
    channels: streams[0].channels,
    tags: Object.fromEntries(Object.entries(tags).map(([name, value]) => [name.toLowerCase(), String(value)])),
  };
}

export async function measureLoudness(path: string): Promise<{ lufs: number; truePeak: number }> {
  const { stderr } = await run(
    needProgram('ffmpeg'),
    ['-hide_banner', '-nostats', '-i', path, '-af', 'ebur128=peak=true', '-f', 'null', '-'],
    {
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  const summary = stderr.slice(stderr.lastIndexOf('Summary:'));
  return {
    lufs: Number(/I:\s+(-?[\d.]+) LUFS/.exec(summary)?.[1]),
    truePeak: Number(/Peak:\s+(-?[\d.]+|-inf) dBFS/.exec(summary)?.[1]),
  };
}

export async function soundBankPath(): Promise<string> {
  const files = await bringWeights(SOUND_BANK);
  const path = files['bank.sf3'];
  if (!path) throw new Error('the sound bank has no file');
  return path;
}
