// Serves stored files by unguessable id, with ranges, an ETag and a download name, and pictures also in small.
import {
  type Artifact,
  type ArtifactStore,
  THUMBNAIL_WIDTHS,
  type ThumbnailStore,
  type ThumbnailWidth,
} from '../../artifacts/port.ts';
import { ServiceError } from '../../core/errors.ts';
import { type Page, type PageAnswer, page, type Visit } from '../../http/page.ts';

const FILE_NAME = /^([0-9a-z]{26})\.([0-9a-z]{1,8})$/;

/** Without `thumbnails` a picture is always sent as it is. */
export function filePages(artifacts: ArtifactStore, thumbnails?: ThumbnailStore): Page[] {
  return [page(['GET', 'HEAD'], '/files/:name', { run: (visit) => serveFile(artifacts, thumbnails, visit) })];
}

async function serveFile(
  artifacts: ArtifactStore,
  thumbnails: ThumbnailStore | undefined,
  visit: Visit,
): Promise<PageAnswer> {
  const match = FILE_NAME.exec(visit.params.name ?? '');
  const artifact = match?.[1] ? await artifacts.find(match[1]) : undefined;
  // The files of a batch have no public URL, because answers and events contain their ids.
  if (!artifact || artifact.isPrivate || artifact.extension !== match?.[2])
    throw new ServiceError('not_found', 'No file exists at this URL. It may have been deleted.');
  const width = THUMBNAIL_WIDTHS.find((one) => String(one) === visit.query.width);
  if (width === undefined || !thumbnails) return answerFile(artifacts, artifact, visit);
  const thumbnail = await answerThumbnail(thumbnails, artifact, { width, visit });
  if (thumbnail) return thumbnail;
  // Perhaps only while many are asked for: the next visit may get the small one.
  const whole = await answerFile(artifacts, artifact, visit);
  return { ...whole, headers: { ...whole.headers, 'cache-control': 'private, max-age=300' } };
}

/** The same id, and so the same who may see it. */
async function answerThumbnail(
  thumbnails: ThumbnailStore,
  artifact: Artifact,
  { width, visit }: { width: ThumbnailWidth; visit: Visit },
): Promise<PageAnswer | undefined> {
  const etag = `"${artifact.id}-${width}"`;
  const headers = { ...fileHeaders(artifact, false), etag, 'content-type': 'image/webp', 'accept-ranges': 'none' };
  if (visit.headers['if-none-match'] === etag) return { status: 304, headers };
  const made = await thumbnails.find(artifact, width);
  if (!made) return undefined;
  const length = { ...headers, 'content-length': String(made.length) };
  return { status: 200, headers: length, ...(visit.method === 'HEAD' ? {} : { body: made }) };
}

export async function answerFile(artifacts: ArtifactStore, artifact: Artifact, visit: Visit): Promise<PageAnswer> {
  // Opened as a page, an SVG is a document of this origin, so browsers save it instead. Pages can still embed it as an
  // image.
  const isDownload = 'download' in visit.query || artifact.contentType === 'image/svg+xml';
  const headers = fileHeaders(artifact, isDownload);
  if (visit.headers['if-none-match'] === headers.etag) return { status: 304, headers };
  const range = rangeOf(wantsRange(visit, headers.etag) ? visit.headers.range : undefined, artifact.bytes);
  if (range === 'unsatisfiable')
    return { status: 416, headers: { ...headers, 'content-range': `bytes */${artifact.bytes}` } };
  const length = range ? range.end - range.start + 1 : artifact.bytes;
  headers['content-length'] = String(length);
  if (range) headers['content-range'] = `bytes ${range.start}-${range.end}/${artifact.bytes}`;
  const status = range ? 206 : 200;
  if (visit.method === 'HEAD' || length === 0) return { status, headers };
  return { status, headers, body: await artifacts.read(artifact, range) };
}

function fileHeaders(artifact: Artifact, isDownload: boolean): Record<string, string> {
  const fileName = encodeURIComponent(artifact.name || `${artifact.id}.${artifact.extension}`);
  return {
    'content-type': artifact.contentType,
    etag: `"${artifact.id}"`,
    'accept-ranges': 'bytes',
    // The content behind an id never changes.
    'cache-control': 'private, max-age=31536000, immutable',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    // Nothing in a file may run as a script on this origin.
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    ...(isDownload ? { 'content-disposition': `attachment; filename*=UTF-8''${fileName}` } : {}),
  };
}

/** With If-Range the client wants a range only if the file is unchanged, else the whole file. */
function wantsRange({ headers }: Visit, etag: string | undefined): boolean {
  const known = headers['if-range'];
  return known === undefined || known === etag;
}

type Range = { start: number; end: number };

/** Serves one range; a request for several gets the whole file, as the standard allows. */
function rangeOf(header: string | undefined, size: number): Range | undefined | 'unsatisfiable' {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return undefined;
  const isSuffix = match[1] === '';
  const start = isSuffix ? Math.max(0, size - Number(match[2])) : Number(match[1]);
  const end = isSuffix || match[2] === '' ? size - 1 : Math.min(Number(match[2]), size - 1);
  if (start > end || start >= size) return 'unsatisfiable';
  return { start, end };
}
