// A zip file written while it is sent: one entry after the other, with one chunk in memory.
import { Zip, ZipPassThrough } from 'fflate';

export interface ZipEntry {
  name: string;
  /** Called when its turn has come. */
  open(): Promise<AsyncIterable<Uint8Array> | Iterable<Uint8Array>>;
}

/** Entries are stored uncompressed, because images, songs and videos are already compressed. */
export async function* zipEntries(
  entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const written: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    written.push(piece);
  });
  for await (const entry of entries) {
    const file = new ZipPassThrough(entry.name);
    zip.add(file);
    for await (const piece of await entry.open()) {
      signal.throwIfAborted();
      file.push(piece);
      yield* written.splice(0);
    }
    file.push(new Uint8Array(), true);
    yield* written.splice(0);
  }
  zip.end();
  yield* written.splice(0);
}
