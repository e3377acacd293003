// Serves made files: by unguessable id, with ranges, an ETag and a name for downloads.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Artifact, ArtifactStore } from '../artifacts/port.ts';
import { ServiceError } from '../core/errors.ts';
import type { Extension } from './server.ts';

const FILE_NAME = /^([0-9a-z]{26})\.([0-9a-z]{1,8})$/;

export function filePages(artifacts: ArtifactStore): Extension {
  return (app: FastifyInstance) => {
    app.route({
      method: ['GET', 'HEAD'],
      url: '/files/:name',
      handler: (request, reply) => serveFile(artifacts, request, reply),
    });
  };
}

async function serveFile(
  artifacts: ArtifactStore,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { name } = request.params as { name: string };
  const match = FILE_NAME.exec(name);
  const artifact = match?.[1] ? await artifacts.find(match[1]) : undefined;
  if (!artifact || artifact.extension !== match?.[2]) throw new ServiceError('not_found', 'There is no such file.');
  setFileHeaders(reply, artifact, 'download' in (request.query as object));
  if (request.headers['if-none-match'] === `"${artifact.id}"`) return reply.code(304).send();
  const range = rangeOf(request.headers.range, artifact.bytes);
  if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${artifact.bytes}`).send();
  const length = range ? range.end - range.start + 1 : artifact.bytes;
  reply.header('content-length', length);
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${artifact.bytes}`);
  if (request.method === 'HEAD' || length === 0) return reply.send();
  return reply.send(await artifacts.read(artifact, range));
}

function setFileHeaders(reply: FastifyReply, artifact: Artifact, isDownload: boolean): void {
  reply.headers({
    'content-type': artifact.contentType,
    etag: `"${artifact.id}"`,
    'accept-ranges': 'bytes',
    // An id never gets another content.
    'cache-control': 'private, max-age=31536000, immutable',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    // Whatever a file holds, it runs nothing here.
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  });
  const fileName = encodeURIComponent(artifact.name || `${artifact.id}.${artifact.extension}`);
  if (isDownload) reply.header('content-disposition', `attachment; filename*=UTF-8''${fileName}`);
}

type Range = { start: number; end: number };

/** One range; several at once are answered with everything, as the standard allows. */
function rangeOf(header: string | undefined, size: number): Range | undefined | 'unsatisfiable' {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return undefined;
  const isSuffix = match[1] === '';
  const start = isSuffix ? Math.max(0, size - Number(match[2])) : Number(match[1]);
  const end = isSuffix || match[2] === '' ? size - 1 : Math.min(Number(match[2]), size - 1);
  if (start > end || start >= size) return 'unsatisfiable';
  return { start, end };
}
