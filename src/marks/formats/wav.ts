// Tags of WAV: a list of information that players show, and the XMP of a file; both stand before the samples.
import { KeptBytes } from './kept-bytes.ts';
import { chunkName, isRiff, joinRiff, riffChunk, visitChunks } from './riff.ts';

const [XMP, FORMAT] = [chunkName('_PMX'), chunkName('fmt ')];

interface WavMark {
  generator: string;
  sentence: string;
  /** Absent in a stream: whoever skips a head of 44 bytes hears what it adds. */
  xmp?: string;
}

export function markWav(file: Buffer, { generator, sentence, xmp }: WavMark): Buffer {
  if (!isRiff(file, 'WAVE')) return file;
  const added = [
    riffChunk('LIST', Buffer.concat([Buffer.from('INFO'), infoOf('ISFT', generator), infoOf('ICMT', sentence)])),
    ...(xmp === undefined ? [] : [riffChunk('_PMX', Buffer.from(xmp))]),
  ];
  const [before, after] = [new KeptBytes(file), new KeptBytes(file)];
  let isBefore = true;
  visitChunks(file, (name, start, end) => {
    if (name === XMP) return;
    (isBefore ? before : after).keep(start, end);
    if (name === FORMAT) isBefore = false;
  });
  return joinRiff(file, [...before.take(), ...(isBefore ? [] : added), ...after.take()]);
}

function infoOf(id: string, text: string): Buffer {
  return riffChunk(id, Buffer.from(`${text}\0`));
}
