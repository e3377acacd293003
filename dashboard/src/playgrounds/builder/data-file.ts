// Reads a data file exported from an application; the service validates its content.
import type { CallInput } from '../../api/client.ts';

export type AppData = NonNullable<CallInput<'PUT /builder/projects/{id}/data'>['body']>;

/** null if the text is not an export. */
export function readDataFile(text: string): AppData | null {
  try {
    const { object, storage, files, published_files } = JSON.parse(text) as AppData & { object?: unknown };
    if (object !== 'project.data') return null;
    return { storage: storage ?? null, files: files ?? null, published_files: published_files ?? null };
  } catch {
    return null;
  }
}
