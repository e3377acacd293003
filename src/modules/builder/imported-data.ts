// Validates data imported into a project, and converts it for the preview and the server.
import { ServiceError } from '../../core/errors.ts';
import { isProjectPath } from '../../core/project-path.ts';
import type { DataKind } from '../../store/project-data.ts';
import type { DataBody } from './link-schema.ts';

/** The localStorage of a preview, as JSON. */
export const STORAGE_LIMIT_BYTES = 512 * 1024;
/** The disk content that the sandbox returns. */
const DISK_LIMIT_BYTES = 8_000_000;

export interface KeptPart {
  kind: DataKind;
  content: Uint8Array;
}

export function dataToKeep({ storage, files, published_files: published }: DataBody): KeptPart[] {
  const parts: KeptPart[] = [];
  if (storage) parts.push({ kind: 'storage', content: storageOf(storage) });
  if (files) parts.push({ kind: 'disk', content: diskOf('files', files) });
  if (published) parts.push({ kind: 'published', content: diskOf('published_files', published) });
  return parts;
}

function storageOf(storage: Record<string, string>): Uint8Array {
  const content = Buffer.from(JSON.stringify(storage));
  if (content.length > STORAGE_LIMIT_BYTES) throw refusal('storage', 'This is more than a preview may keep: 512 KB.');
  return content;
}

function diskOf(param: string, files: NonNullable<DataBody['files']>): Uint8Array {
  let bytes = 0;
  for (const [at, { path, base64 }] of files.entries()) {
    if (!path.startsWith('data/') || !isProjectPath(path))
      throw refusal(`${param}[${at}].path`, `"${path}" is not the path of a file below data/.`);
    if (!isBase64(base64)) throw refusal(`${param}[${at}].base64`, 'This is not base64.');
    bytes += Buffer.byteLength(base64, 'base64');
  }
  if (bytes > DISK_LIMIT_BYTES) throw refusal(param, 'This is more than an application may keep: 8 MB.');
  if (new Set(files.map(({ path }) => path)).size < files.length) throw refusal(param, 'A path is named twice.');
  return Buffer.from(JSON.stringify(files));
}

/** One pass without backtracking: values are megabytes long. */
function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
}

function refusal(param: string, message: string): ServiceError {
  return new ServiceError('invalid_parameter', message, { param });
}
