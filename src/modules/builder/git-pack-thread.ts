// The thread that writes the history of a project as git objects: hashing and compressing take seconds for a large one.
import { gunzipSync } from 'node:zlib';
import { serveCalls } from '../../core/call-thread.ts';
import { ServiceError } from '../../core/errors.ts';
import { safeFiles } from '../../core/project-path.ts';
import type { ProjectFile } from '../../store/projects.ts';
import type { PackedHistory, PackQuestion } from './git-history.ts';
import { GitObjects } from './git-objects.ts';

serveCalls(packHistory, ({ pack }: PackedHistory) => [pack.buffer as ArrayBuffer]);

function packHistory({ versions, tip }: PackQuestion): PackedHistory {
  const objects = new GitObjects();
  const commits: string[] = [];
  let skipped = tip === null ? 0 : -1;
  for (const { message, atMs, files } of versions) {
    const commit = objects.addVersion({ message, at: new Date(atMs), files: unpack(files) });
    commits.push(commit);
    if (commit === tip) skipped = objects.count;
  }
  if (skipped < 0)
    throw new ServiceError(
      'invalid_parameter',
      'The branch of the remote has commits that this project lacks. Nothing was pushed, because that would overwrite them. Name another branch, or an empty repository.',
      { param: 'branch' },
    );
  const known = tip === null ? -1 : commits.indexOf(tip);
  // A copy of its own, because the memory moves to the caller.
  const pack = new Uint8Array(objects.packAfter(skipped));
  return { head: commits.at(-1) ?? '', added: commits.length - 1 - known, pack };
}

function unpack(packed: Uint8Array): ProjectFile[] {
  return safeFiles(JSON.parse(gunzipSync(packed).toString('utf8')) as ProjectFile[]);
}
