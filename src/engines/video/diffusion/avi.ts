// Extracts the JPEG frames of an AVI file, the format in which the diffusion runtime returns a video.

const MAX_FRAMES = 1_024;
const CHUNK_HEAD = 8;

/** In order. Throws if the file is not an AVI, is truncated or has no frames. */
export function readAviFrames(bytes: Uint8Array): Uint8Array[] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (nameAt(file, 0) !== 'RIFF' || nameAt(file, 8) !== 'AVI ') throw new Error('the video is not an AVI file');
  const frames: Uint8Array[] = [];
  for (const { name, data } of chunksOf(file.subarray(12))) {
    if (name !== 'LIST' || nameAt(data, 0) !== 'movi') continue;
    for (const chunk of chunksOf(data.subarray(4))) {
      if (!/^\d\dd[bc]$/.test(chunk.name)) continue;
      if (frames.length === MAX_FRAMES) throw new Error(`the video has more than ${MAX_FRAMES} frames`);
      frames.push(chunk.data);
    }
  }
  if (frames.length === 0) throw new Error('the video has no frames');
  return frames;
}

function* chunksOf(bytes: Buffer): Generator<{ name: string; data: Buffer }> {
  for (let at = 0; at + CHUNK_HEAD <= bytes.length; ) {
    const length = bytes.readUInt32LE(at + 4);
    const end = at + CHUNK_HEAD + length;
    if (end > bytes.length) throw new Error('the video is cut off');
    yield { name: nameAt(bytes, at), data: bytes.subarray(at + CHUNK_HEAD, end) };
    // Chunks begin at even offsets.
    at = end + (length % 2);
  }
}

function nameAt(bytes: Buffer, at: number): string {
  return bytes.toString('latin1', at, at + 4);
}
