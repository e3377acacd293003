// Reads a stream up to its first part: until then another engine may still be tried.

export async function openFirst<T>(stream: AsyncIterable<T>): Promise<AsyncGenerator<T>> {
  const parts = stream[Symbol.asyncIterator]();
  return withFirst(await parts.next(), parts);
}

async function* withFirst<T>(first: IteratorResult<T>, rest: AsyncIterator<T>): AsyncGenerator<T> {
  try {
    for (let next = first; !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}
