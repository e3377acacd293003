// Names the role in the first delta of a stream: OpenAI's own clients refuse an answer without it, and some servers leave it out.

const DELTA = /"delta":\s*\{(\s*\})?/;
const ROLE = '"role":"assistant"';

/** Changes the first frame only, and nothing of one that names a role or holds no delta. */
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
