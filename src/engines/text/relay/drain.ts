// Reads the rest of a complete stream to its end for a limited time, so that its connection can be used again.

const DRAIN_MS = 1_000;

export async function drain(chunks: AsyncIterator<Uint8Array>): Promise<void> {
  const timer = setTimeout(() => void chunks.return?.(), DRAIN_MS);
  timer.unref();
  try {
    while (!(await chunks.next()).done);
  } catch {
    // The stream was complete: it does not matter how its connection ended.
  } finally {
    clearTimeout(timer);
  }
}
