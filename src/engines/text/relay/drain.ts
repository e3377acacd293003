// Reads the rest of a complete stream to its end for a limited time and length, so that its connection can be used again.

const DRAIN_MS = 1_000;
const DRAIN_BYTES = 1024 * 1024;

export async function drain(chunks: AsyncIterator<Uint8Array>): Promise<void> {
  const timer = setTimeout(() => void chunks.return?.(), DRAIN_MS);
  timer.unref();
  try {
    let left = DRAIN_BYTES;
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
      left -= next.value.length;
      if (left < 0) return void (await chunks.return?.());
    }
  } catch {
    // The stream was complete: it does not matter how its connection ended.
  } finally {
    clearTimeout(timer);
  }
}
