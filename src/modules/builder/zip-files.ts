// Zip files of projects, packed in a thread: two megabytes of text take longer than other requests should wait.
import { CallThread } from '../../core/call-thread.ts';
import { ServiceError } from '../../core/errors.ts';
import type { ProjectFile } from '../../store/projects.ts';

const thread = new CallThread<readonly ProjectFile[], Uint8Array>(
  new URL('./zip-files-thread.ts', import.meta.url),
  () => new ServiceError('payload_too_large', 'This project is too large to be packed.'),
);

export function zipFiles(files: readonly ProjectFile[], signal?: AbortSignal): Promise<Uint8Array> {
  return thread.call(files, [], signal);
}
