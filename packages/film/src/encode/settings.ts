// The codecs of each format and how they are set: for good pictures from two cores, within bounded memory.
import type { Sound } from './film-order.ts';

export interface CodecSettings {
  videoCodec: 'libx264' | 'libvpx-vp9';
  audioCodec: 'aac' | 'libopus';
  audioBitrate: string;
  video: Readonly<Record<string, string>>;
}

export const SETTINGS: Readonly<Record<'mp4' | 'webm', CodecSettings>> = {
  mp4: {
    videoCodec: 'libx264',
    audioCodec: 'aac',
    audioBitrate: '192k',
    // A short look-ahead: at 4k each frame that it holds is 12 MB.
    video: { preset: 'veryfast', crf: '18', 'x264-params': 'rc-lookahead=4:sync-lookahead=0' },
  },
  webm: {
    videoCodec: 'libvpx-vp9',
    audioCodec: 'libopus',
    audioBitrate: '160k',
    video: { deadline: 'realtime', 'cpu-used': '6', 'row-mt': '1', crf: '28', 'b:v': '0', 'lag-in-frames': '0' },
  },
};

/** Exactly as long as the film: filled up with silence, faded out, cut. */
export function soundFilters(sound: Sound, seconds: number): string {
  const fade = Math.min(sound.fadeOutSeconds ?? 0, seconds / 2);
  return [
    'aresample=48000',
    'apad',
    `atrim=end=${seconds.toFixed(6)}`,
    ...(fade > 0 ? [`afade=t=out:st=${(seconds - fade).toFixed(3)}:d=${fade.toFixed(3)}`] : []),
  ].join(',');
}
