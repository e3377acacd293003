// The library of content credentials (C2PA) as WebAssembly, in a worker thread: it reads files through classes that only browsers have.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { initSync, WasmBuilder, WasmReader } from '@contentauth/c2pa-wasm';

/** A file in memory, as far as the library asks. */
class MemoryBlob {
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  get size(): number {
    return this.bytes.byteLength;
  }

  slice(start: number, end: number): MemoryBlob {
    return new MemoryBlob(this.bytes.subarray(start, end));
  }
}

class MemoryReader {
  readAsArrayBuffer(blob: MemoryBlob): ArrayBuffer {
    return new Uint8Array(blob.bytes).buffer;
  }
}

let isOpen = false;

export function openLibrary() {
  if (!isOpen) {
    Object.assign(globalThis, { FileReaderSync: MemoryReader });
    const path = fileURLToPath(import.meta.resolve('@contentauth/c2pa-wasm/c2pa.wasm'));
    initSync({ module: readFileSync(path) });
    isOpen = true;
  }
  return { WasmBuilder, WasmReader, blobOf: (bytes: Uint8Array) => new MemoryBlob(bytes) as unknown as Blob };
}

/** Nothing is fetched: what a file names elsewhere stays unread. `signers`: certificates that are trusted, as PEM. */
export function librarySettings(signers?: string): string {
  return JSON.stringify({
    verify: {
      verify_trust: signers !== undefined,
      verify_after_sign: false,
      remote_manifest_fetch: false,
      ocsp_fetch: false,
    },
    builder: { thumbnail: { enabled: false } },
    ...(signers === undefined ? {} : { trust: { allowed_list: signers } }),
  });
}
