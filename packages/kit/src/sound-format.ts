// Says by its first bytes what kind of sound file something is; playlists and descriptions of other files are none.

/** By the name that FFmpeg has for it: the decoder is told, and guesses nothing. */
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
  return SIGNATURES.find(([sign]) => sign.test(head))?.[1];
}
