// Reads and edits the first frame in a buffer of complete frames, each one line `data: {…}`.

const FIELD = 'data:';
const FRAME_END = '\n\n';

/** The JSON of the first frame. */
export function readFirstFrame(frames: Uint8Array): string {
  return asBuffer(frames).toString('utf8', FIELD.length, endOfFirst(frames));
}

export function editFirstFrame(frames: Uint8Array, edit: (json: string) => string): Buffer {
  const first = Buffer.from(`${FIELD} ${edit(readFirstFrame(frames).trim())}`);
  return Buffer.concat([first, frames.subarray(endOfFirst(frames))]);
}

function endOfFirst(frames: Uint8Array): number {
  return asBuffer(frames).indexOf(FRAME_END);
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
