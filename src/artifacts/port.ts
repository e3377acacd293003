// Where made files live: put once, read by an unguessable id, removed with their owner's word.
import type { Readable } from 'node:stream';

export interface Artifact {
  id: string;
  accountId: string;
  environment: 'live' | 'test';
  extension: string;
  contentType: string;
  bytes: number;
  /** The name a download gets. */
  name: string;
  /** Path below the origin: /files/{id}.{ext} */
  path: string;
  createdAt: Date;
}

export interface NewArtifact {
  accountId: string;
  environment: 'live' | 'test';
  extension: string;
  contentType: string;
  name: string;
  /** Made here (the default), sent to be used later, or the input of a job. What was sent has a quota and a life. */
  purpose?: 'made' | 'upload' | 'input';
  /** Bytes, a stream, or a file on this machine that is copied. */
  source: Uint8Array | Readable | { filePath: string };
}

export interface ArtifactStore {
  put(artifact: NewArtifact, signal?: AbortSignal): Promise<Artifact>;
  find(id: string): Promise<Artifact | undefined>;
  /** Inclusive byte range, or everything. */
  read(artifact: Artifact, range?: { start: number; end: number }): Promise<Readable>;
  remove(id: string): Promise<void>;
}
