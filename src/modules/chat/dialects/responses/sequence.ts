// The sequence numbers of written events: they stand at the end of each.

const SEQUENCE = /"sequence_number":(\d+)\}\n\n$/;
const FRAME_END = '\n\n';

/** JSON has no line breaks outside of its texts, so an empty line ends a frame. */
export function splitFrames(frames: string): string[] {
  return frames
    .split(FRAME_END)
    .filter((frame) => frame !== '')
    .map((frame) => frame + FRAME_END);
}

export function sequenceOf(frame: string): number {
  return Number(SEQUENCE.exec(frame)?.[1] ?? -1);
}
