// Tags of WAV: a list of information that players show, and the XMP of a file; both stand before the samples.
import { chunksOf, isRiff, joinRiff, riffChunk } from './riff.ts';

interface WavMark {
  generator: string;
  sentence: string;
  /** Absent in a stream: whoever skips a head of 44 bytes hears what it adds. */
  xmp?: string;
}

export function markWav(file: Buffer, { generator, sentence, xmp }: WavMark): Buffer {
  if (!isRiff(file, 'WAVE')) return file;
  const parts: Buffer[] = [];
  const added = [
    riffChunk('LIST', Buffer.concat([Buffer.from('INFO'), infoOf('ISFT', generator), infoOf('ICMT', sentence)])),
    ...(xmp === undefined ? [] : [riffChunk('_PMX', Buffer.from(xmp))]),
  ];
  for (const { name, whole } of chunksOf(file)) {
    if (name === '_PMX') continue;
    parts.push(whole);
    if (name === 'fmt ') parts.push(...added);
  }
  return joinRiff(file, parts);
}

function infoOf(id: string, text: string): Buffer {
  return riffChunk(id, Buffer.from(`${text}\0`));
}
