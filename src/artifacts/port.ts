// The interface of artifact stores: put a file once, read it by its unguessable id, remove it.
import type { Readable } from 'node:stream';

export interface Artifact {
  id: string;
  accountId: string;
  environment: 'live' | 'test';
  extension: string;
  contentType: string;
  bytes: number;
  /** The file name of downloads. */
  name: string;
  /** Path of the URL: /files/{id}.{ext} */
  path: string;
  createdAt: Date;
}

export interface NewArtifact {
  accountId: string;
  environment: 'live' | 'test';
  extension: string;
  contentType: string;
  name: string;
  /** Made by the service (the default), uploaded for later use, or the input of a job. Uploads and inputs count towards a quota and expire. */
  purpose?: 'made' | 'upload' | 'input';
  /** Bytes, a stream, or the path of a local file, which is copied. */
  source: Uint8Array | Readable | { filePath: string };
}

export interface ArtifactStore {
  put(artifact: NewArtifact, signal?: AbortSignal): Promise<Artifact>;
  find(id: string): Promise<Artifact | undefined>;
  /** Reads an inclusive byte range, or the whole file. */
  read(artifact: Artifact, range?: { start: number; end: number }): Promise<Readable>;
  remove(id: string): Promise<void>;
}
