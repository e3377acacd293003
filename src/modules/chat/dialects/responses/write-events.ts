// Writes the events of a response as its answer arrives.
import type { WrittenFrames } from '../../../../core/written-frames.ts';
import type { StreamItem } from '../../answer-order.ts';
import type { OwnFields } from '../own-fields.ts';
import type { ResponseStream } from './native-response.ts';

/** Items read before the charge are sent after it, together with the end. */
export async function* writeEvents(
  writer: ResponseStream,
  items: AsyncIterable<StreamItem>,
  fields: OwnFields,
): AsyncGenerator<WrittenFrames> {
  try {
    for await (const item of items) {
      if (writer.hasEnded) continue;
      writer.read(item);
      const frames = writer.take();
      if (frames) yield frames;
    }
  } catch (error) {
    throw fields.rename(error);
  }
  // A stream that was aborted has no end.
  if (!writer.hasEnded) return;
  writer.writeEnd();
  const last = writer.take();
  if (last) yield last;
}
