// Writes a mark into a file of any format that is made here, without encoding it anew.
import { markFlac } from './formats/flac.ts';
import { markId3 } from './formats/id3.ts';
import { markJpeg } from './formats/jpeg.ts';
import { markMp4 } from './formats/mp4.ts';
import { markOpus } from './formats/ogg.ts';
import { markPng } from './formats/png.ts';
import { markSvg } from './formats/svg.ts';
import { markWav } from './formats/wav.ts';
import { markWebm } from './formats/webm.ts';
import { markWebp } from './formats/webp.ts';
import { type Mark, sentenceOf, tagsOf, xmpOf } from './xmp.ts';

type Writer = (file: Buffer, mark: Mark) => Buffer;

const id3: Writer = (file, mark) => markId3(file, { xmp: xmpOf(mark), tags: tagsOf(mark) });

const WRITERS: Readonly<Record<string, Writer>> = {
  'image/png': (file, mark) => markPng(file, xmpOf(mark)),
  'image/jpeg': (file, mark) => markJpeg(file, xmpOf(mark)),
  'image/webp': (file, mark) => markWebp(file, xmpOf(mark)),
  'image/svg+xml': (file, mark) => markSvg(file, xmpOf(mark)),
  'audio/mpeg': id3,
  'audio/aac': id3,
  'audio/wav': (file, mark) =>
    markWav(file, { generator: mark.generator, sentence: sentenceOf(mark), xmp: xmpOf(mark) }),
  'audio/flac': (file, mark) => markFlac(file, tagsOf(mark)),
  'audio/ogg': (file, mark) => markOpus(file, tagsOf(mark)),
  'video/mp4': (file, mark) => markMp4(file, xmpOf(mark)),
  'video/webm': (file, mark) => markWebm(file, tagsOf(mark)),
};

export function canCarryMark(contentType: string): boolean {
  return contentType in WRITERS;
}

/** The file itself if it is not what its type says. */
export function writeMark(file: Buffer, contentType: string, mark: Mark): Buffer {
  return WRITERS[contentType]?.(file, mark) ?? file;
}
