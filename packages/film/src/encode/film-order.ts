// What an encoder is asked to do, and the command that does it.
import type { PixelFormat } from './pixels.ts';

export interface Command {
  command: string;
  args: string[];
}

export interface SoundOrder {
  film: string;
  sound: Sound;
  seconds: number;
  format: FilmOrder['format'];
  path: string;
}

export interface FilmOrder {
  /** Where the film goes; nothing is there until `finish` is done. */
  path: string;
  width: number;
  height: number;
  fps: number;
  format: 'mp4' | 'webm';
  pixels: PixelFormat;
}

export interface Sound {
  /** A WAV or any usual sound file. Cut or filled up with silence to the film's own length. */
  path: string;
  fadeOutSeconds?: number;
}
