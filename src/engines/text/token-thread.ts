// The thread that counts the tokens of long texts: a few megabytes of random letters take seconds.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { serveCalls } from '../../core/call-thread.ts';
import { countWith, endOfSlice, loadEncoding } from './encoding.ts';
import type { LongTexts } from './tokenizer.ts';

serveCalls(count);

/** Slice by slice: other calls get their turn between two slices, so a short text does not wait for a long one. */
async function count({ model, texts }: LongTexts): Promise<number> {
  const encoding = await loadEncoding(model);
  let tokens = 0;
  for (const text of texts)
    for (let at = 0; at < text.length; ) {
      const end = endOfSlice(text, at);
      tokens += countWith(encoding, text.slice(at, end));
      at = end;
      await nextTurn();
    }
  return tokens;
}
