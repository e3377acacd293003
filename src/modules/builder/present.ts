// Turns projects, versions and builds into response bodies.
import { extname } from 'node:path';
import type { Requested } from '../../engines/blueprint/port.ts';
import type { PresentableJob } from '../../jobs/kinds.ts';
import type { ProjectFile, ProjectRow, VersionRow } from '../../store/projects.ts';

export interface Addresses {
  publicUrl: string;
  previewOrigin: string | null;
}

const LANGUAGES: Record<string, string> = {
  '.js': 'javascript',
  '.mjs': 'javascript',
  '.jsx': 'jsx',
  '.ts': 'typescript',
  '.tsx': 'tsx',
  '.vue': 'vue',
  '.css': 'css',
  '.html': 'html',
  '.json': 'json',
  '.md': 'markdown',
  '.py': 'python',
};

export function showFile(file: ProjectFile): object {
  const language = LANGUAGES[extname(file.path)] ?? 'text';
  return { path: file.path, content: file.content, language, bytes: Buffer.byteLength(file.content) };
}

export function previewUrl(addresses: Addresses, previewId: string): string {
  return `${addresses.previewOrigin ?? addresses.publicUrl}/preview/${previewId}/`;
}

export function showProject(project: ProjectRow, addresses: Addresses): object {
  return {
    id: project.id,
    object: 'project',
    name: project.name,
    framework: project.framework,
    version: project.version,
    preview_url: previewUrl(addresses, project.previewId),
    created_at: project.createdAt.toISOString(),
    updated_at: project.updatedAt.toISOString(),
  };
}

export function showVersion(version: VersionRow, addresses: Addresses): object {
  return {
    object: 'project.version',
    version: version.number,
    prompt: version.prompt,
    summary: version.summary,
    engine: version.engine,
    files_count: version.filesCount,
    bytes: version.bytes,
    changed: version.changed,
    requested: version.requested,
    download_url: version.archivePath ? `${addresses.publicUrl}${version.archivePath}?download` : null,
    created_at: version.createdAt.toISOString(),
  };
}

/** The stored result of a build: everything but the files, which are read from the version. */
export interface BuildResult {
  project_id: string;
  version: number;
  name: string;
  framework: string;
  changed: string[];
  summary: string;
  engine: string;
  rounds: number;
  preview_path: string | null;
  archive_path: string;
  warnings: string[];
  understood: string[];
  /** Absent in builds from before items were reviewed. */
  requested?: Requested[] | null;
}

export function buildPresenter(addresses: Addresses): (job: PresentableJob) => Record<string, unknown> {
  return ({ result, payload, extra }) => {
    const { project_id } = payload as { project_id: string };
    if (!result) return { ...extra, project_id };
    const { preview_path, archive_path, ...rest } = result as BuildResult;
    return {
      ...rest,
      preview_url: preview_path ? `${addresses.previewOrigin ?? addresses.publicUrl}${preview_path}` : null,
      download_url: `${addresses.publicUrl}${archive_path}?download`,
    };
  };
}
