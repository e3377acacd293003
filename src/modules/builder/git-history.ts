// The history of a project for Git: reads all versions and has a thread write them as objects.
import { CallThread } from '../../core/call-thread.ts';
import { ServiceError } from '../../core/errors.ts';
import type { Database } from '../../store/database.ts';
import { type PackedVersion, readPackedVersions } from '../../store/projects.ts';

export interface PackQuestion {
  /** Oldest first. */
  versions: readonly PackedVersion[];
  /** The newest commit that the reader has; null: none. */
  tip: string | null;
}

export interface PackedHistory {
  /** The commit of the newest version. */
  head: string;
  /** How many commits the reader lacks. */
  added: number;
  /** The objects that the reader lacks. */
  pack: Uint8Array;
}

const MAX_VERSIONS = 1_000;
const MAX_PACKED_BYTES = 64 * 1024 * 1024;

const thread = new CallThread<PackQuestion, PackedHistory>(
  new URL('./git-pack-thread.ts', import.meta.url),
  () => new ServiceError('payload_too_large', 'The history of this project is too large for Git.'),
);

/** Refuses a `tip` that is not a commit of this project. */
export async function packHistory(
  database: Database,
  { projectId, tip }: { projectId: string; tip: string | null },
  signal?: AbortSignal,
): Promise<PackedHistory> {
  const bounds = { versions: MAX_VERSIONS, bytes: MAX_PACKED_BYTES };
  const versions = await readPackedVersions(database.queries, projectId, bounds);
  if (!versions)
    throw new ServiceError(
      'payload_too_large',
      `The history of this project is too large for Git: more than ${MAX_VERSIONS} versions, or more than 64 MB.`,
    );
  return thread.call({ versions, tip }, [], signal);
}

/** A file for `git clone`. */
export function bundleOf({ head, pack }: PackedHistory): Uint8Array {
  const header = Buffer.from(`# v2 git bundle\n${head} refs/heads/main\n${head} HEAD\n\n`);
  return Buffer.concat([header, pack]);
}
