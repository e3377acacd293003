// Projects, versions and files as the builder's responses contain them.
import type { Reply } from '../../api/client.ts';
import { renew, useCall } from '../../api/queries.ts';
import type { RequestedItem } from './requested-list.tsx';

export interface Project {
  id: string;
  name: string;
  framework: string;
  version: number;
  preview_url: string;
  updated_at: string;
}

/** The prefixes of variables that reach the page; null: the application has a server, which gets all of them. */
export function publicPrefixOf({ framework }: Project): string | null {
  if (framework === 'nodejs' || framework === 'python') return null;
  return framework === 'nextjs' ? 'NEXT_PUBLIC_' : 'VITE_';
}

export interface Version {
  version: number;
  prompt: string;
  summary: string;
  changed: string[];
  requested: RequestedItem[] | null;
  created_at: string;
}

export type AppFile = NonNullable<Reply<'POST /builder/build'>['files']>[number];

/** The API's contract leaves the members of these lists open. */
interface Listed<T> {
  data: T[];
  has_more?: boolean;
}

export function useProjects(limit: number) {
  const { data, ...rest } = useCall('GET /builder/projects', { query: { limit } });
  return { list: data as Listed<Project> | undefined, ...rest };
}

export function useProject(id: string) {
  const { data, ...rest } = useCall('GET /builder/projects/{id}', { params: { id } });
  return { project: data as Project | undefined, ...rest };
}

export function useVersions(id: string) {
  const { data, ...rest } = useCall('GET /builder/projects/{id}/versions', { params: { id } });
  return { versions: (data as Listed<Version> | undefined)?.data, ...rest };
}

/** For the given version: another version is another query. */
export function useFiles(id: string, version: number) {
  const { data, ...rest } = useCall('GET /builder/projects/{id}/files', { params: { id }, query: { version } });
  return { files: (data as Listed<AppFile> | undefined)?.data, ...rest };
}

/** Refetches everything that shows the project. */
export function renewProject(): Promise<void> {
  return renew(
    'GET /builder/projects',
    'GET /builder/projects/{id}',
    'GET /builder/projects/{id}/versions',
    'GET /builder/projects/{id}/files',
    'GET /payments/balance',
  );
}
