// Adds the role to a stream's first delta: OpenAI's own clients reject an answer without it, and some servers omit it.

const DELTA = /"delta":\s*\{(\s*\})?/;
const ROLE = '"role":"assistant"';

/** Changes only the first frame, and not one that names a role or has no delta. */
export function withRole(frames: Buffer): Buffer {
  const end = frames.indexOf('\n\n');
  // One character per byte keeps the offsets correct in any language.
  const first = frames.toString('latin1', 0, end < 0 ? frames.length : end);
  const delta = DELTA.exec(first);
  if (!delta || first.includes('"role"')) return frames;
  const at = delta.index + delta[0].indexOf('{') + 1;
  const isEmpty = delta[1] !== undefined;
  return Buffer.concat([frames.subarray(0, at), Buffer.from(isEmpty ? ROLE : `${ROLE},`), frames.subarray(at)]);
}
