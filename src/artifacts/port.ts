// The interface of artifact stores: put a file once, read it by its unguessable id, remove it.
import type { Readable } from 'node:stream';

export const UPLOAD_PURPOSES = ['user_data', 'vision', 'assistants', 'batch'] as const;
export const FILE_PURPOSES = [...UPLOAD_PURPOSES, 'batch_output'] as const;
export type FilePurpose = (typeof FILE_PURPOSES)[number];

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
  /** Readable only with a key of its account: it has no public URL. */
  isPrivate: boolean;
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
  /** What the file is for in the words of GET /files. Made files without one are not listed there. */
  filePurpose?: FilePurpose;
  /** The file ends here, even if its retention lasts longer. */
  expiresAt?: Date;
  /** Bytes, a stream, or the path of a local file, which is copied. */
  source: Uint8Array | Readable | { filePath: string };
}

export interface ArtifactStore {
  put(artifact: NewArtifact, signal?: AbortSignal): Promise<Artifact>;
  find(id: string): Promise<Artifact | undefined>;
  /** Reads an inclusive byte range, or the whole file. */
  read(artifact: Artifact, range?: { start: number; end: number }): Promise<Readable>;
  remove(id: string): Promise<void>;
  /** Removes the bytes of artifacts whose rows are gone already. */
  discard(ids: readonly string[]): Promise<void>;
}
