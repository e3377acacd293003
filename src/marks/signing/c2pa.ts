// The library of content credentials (C2PA) as WebAssembly, in a worker thread: it reads files through classes that only browsers have.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { initSync, WasmBuilder, WasmReader } from '@contentauth/c2pa-wasm';
import { boundMemory } from './bound-memory.ts';

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

/** `mostBytes`: the memory that the library may take in this thread. */
export function openLibrary(mostBytes?: number) {
  if (!isOpen) {
    Object.assign(globalThis, { FileReaderSync: MemoryReader });
    const module = readFileSync(fileURLToPath(import.meta.resolve('@contentauth/c2pa-wasm/c2pa.wasm')));
    initSync({ module: mostBytes === undefined ? module : boundMemory(module, mostBytes) });
    isOpen = true;
  }
  return { WasmBuilder, WasmReader, blobOf: (bytes: Uint8Array) => new MemoryBlob(bytes) as unknown as Blob };
}

export interface Trusted {
  /** Certificates that are trusted themselves, as PEM. */
  signers?: string;
  /** Authorities whose certificates are trusted, as PEM. */
  authorities?: string;
}

/** Nothing is fetched: what a file names elsewhere stays unread. */
export function librarySettings(trusted?: Trusted): string {
  const { signers, authorities = '' } = trusted ?? {};
  const list = { trust_kind: 'manifest', trust_anchors: authorities, ...(signers ? { allowed_list: signers } : {}) };
  return JSON.stringify({
    verify: {
      verify_trust: trusted !== undefined,
      verify_after_sign: false,
      remote_manifest_fetch: false,
      ocsp_fetch: false,
    },
    builder: { thumbnail: { enabled: false } },
    ...(trusted ? { trust: { anchors: [list] } } : {}),
  });
}
