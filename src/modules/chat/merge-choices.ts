// Runs several choices of one answer in parallel and yields their events as they arrive, each with its index.
import type { TextEvent } from '../../engines/text/port.ts';

export interface ChoiceEvent {
  index: number;
  event: TextEvent;
}

export async function* mergeChoices(choices: readonly AsyncIterable<TextEvent>[]): AsyncGenerator<ChoiceEvent> {
  const [only] = choices;
  if (only && choices.length === 1) {
    for await (const event of only) yield { index: 0, event };
    return;
  }
  const iterators = choices.map((choice) => choice[Symbol.asyncIterator]());
  const pending = new Map(iterators.map((iterator, index) => [index, step(iterator, index)]));
  try {
    while (pending.size > 0) {
      const { index, result } = await Promise.race(pending.values());
      const iterator = iterators[index];
      if (result.done || !iterator) {
        pending.delete(index);
        continue;
      }
      pending.set(index, step(iterator, index));
      yield { index, event: result.value };
    }
  } finally {
    // Choices that still wait may fail when they are stopped; nothing reads these errors any more.
    for (const waiting of pending.values()) waiting.catch(() => undefined);
    await Promise.allSettled(iterators.map((iterator) => iterator.return?.()));
  }
}

async function step(
  iterator: AsyncIterator<TextEvent>,
  index: number,
): Promise<{ index: number; result: IteratorResult<TextEvent> }> {
  return { index, result: await iterator.next() };
}
