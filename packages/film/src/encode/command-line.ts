// The arguments of `ffmpeg`: frames from its standard input to a silent video, then the same video with sound.
import type { Command, FilmOrder, SoundOrder } from './film-order.ts';
import { SETTINGS, soundFilters } from './settings.ts';

const QUIET = ['-v', 'error', '-nostdin', '-y', '-protocol_whitelist', 'file,pipe'];
/** No dates and no versions: the same film is the same file. */
const SAME = ['-fflags', '+bitexact', '-flags:v', '+bitexact', '-flags:a', '+bitexact'];

export function encodeByCommand(order: FilmOrder, path: string): Command {
  const { video, videoCodec } = SETTINGS[order.format];
  const matrix = order.pixels === 'yuv420p' ? [] : ['-vf', 'scale=out_color_matrix=bt709:out_range=tv,format=yuv420p'];
  return {
    command: 'ffmpeg',
    args: [
      ...QUIET.filter((word) => word !== '-nostdin'),
      ...['-f', 'rawvideo', '-pix_fmt', order.pixels, '-s', `${order.width}x${order.height}`],
      ...['-framerate', String(order.fps), '-i', 'pipe:0', ...matrix],
      ...['-c:v', videoCodec, ...flags(video), '-g', String(order.fps * 2), '-threads', '2', '-pix_fmt', 'yuv420p'],
      ...['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv'],
      ...SAME,
      ...fastStart(order.format),
      path,
    ],
  };
}

export function soundByCommand({ film, sound, seconds, format, path }: SoundOrder): Command {
  const { audioCodec, audioBitrate } = SETTINGS[format];
  return {
    command: 'ffmpeg',
    args: [
      ...QUIET,
      ...['-i', film, '-i', sound.path, '-map', '0:v:0', '-map', '1:a:0', '-c:v', 'copy'],
      ...['-c:a', audioCodec, '-b:a', audioBitrate, '-ar', '48000', '-ac', '2'],
      ...['-af', soundFilters(sound, seconds), '-t', seconds.toFixed(6)],
      ...SAME,
      ...fastStart(format),
      path,
    ],
  };
}

function flags(options: Readonly<Record<string, string>>): string[] {
  return Object.entries(options).flatMap(([name, value]) => [`-${name}`, value]);
}

/** The index before the pictures: a browser starts playing before the whole file is there. */
function fastStart(format: FilmOrder['format']): string[] {
  return format === 'mp4' ? ['-movflags', '+faststart'] : [];
}
