// Detects the format of an audio file by its first bytes. Playlists and other files that refer to files are not recognised.

/** FFmpeg's name of the format. The decoder gets it explicitly, so that FFmpeg never guesses. */
export type SoundFormat = 'wav' | 'mp3' | 'flac' | 'ogg' | 'mov' | 'aac' | 'aiff' | 'matroska';

const SIGNATURES: readonly (readonly [RegExp, SoundFormat])[] = [
  [/^(RIFF|RF64)[\s\S]{4}WAVE/, 'wav'],
  [/^fLaC/, 'flac'],
  [/^OggS/, 'ogg'],
  [/^[\s\S]{4}ftyp/, 'mov'],
  [/^FORM[\s\S]{4}AIF[FC]/, 'aiff'],
  [/^[\s\S]E\xdf\xa3/, 'matroska'],
  [/^\xff[\xf0\xf1\xf8\xf9]/, 'aac'],
  [/^(ID3|\xff[\xe2-\xef\xf2-\xf7\xfa-\xff])/, 'mp3'],
];

export const SOUND_HEAD_BYTES = 16;

export function sniffSound(bytes: Uint8Array): SoundFormat | undefined {
  const head = Buffer.from(bytes.subarray(0, SOUND_HEAD_BYTES)).toString('latin1');
  return SIGNATURES.find(([signature]) => signature.test(head))?.[1];
}
