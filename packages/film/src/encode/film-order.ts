// An encoder's order, and the command that runs it.
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
  /** Where the video is written; nothing is there until `finish` is done. */
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
