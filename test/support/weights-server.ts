// A model hub and a package registry on loopback: real HTTP with ranges, checksums in headers, and failures on demand.
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

export interface WeightsServer {
  url: string;
  /** Every GET of a file, with the range that was asked for. */
  downloads: { path: string; range: string | undefined }[];
  /** Hub files by `owner/repo/resolve/revision/path`. */
  files: Map<string, Buffer>;
  /** Packages by `name@version`: path in the package → content. */
  packages: Map<string, Record<string, Buffer>>;
  /** Cut the next download after so many bytes. */
  cutAfter: number | undefined;
  /** Pause between pieces of 64 KB. */
  pauseMs: number;
  close(): Promise<void>;
}

export async function startWeightsServer(): Promise<WeightsServer> {
  const server = createServer((request, response) => void serve(request, response));
  const weights: WeightsServer = {
    url: '',
    downloads: [],
    files: new Map(),
    packages: new Map(),
    cutAfter: undefined,
    pauseMs: 0,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  weights.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return weights;

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = decodeURIComponent(new URL(request.url ?? '/', weights.url).pathname.slice(1));
    const file = weights.files.get(path);
    if (file) return serveFile(request, response, path, file);
    const packed = [...weights.packages].find(
      ([spec]) => path === spec.slice(0, spec.lastIndexOf('@')) || path === `${spec}.tgz`,
    );
    if (!packed) return void response.writeHead(404).end('{}');
    const tarball = packTarball(packed[1]);
    if (path.endsWith('.tgz')) return void response.end(tarball);
    return void response.end(JSON.stringify(describePackage(packed[0], tarball)));
  }

  async function serveFile(
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    file: Buffer,
  ): Promise<void> {
    const etag = `"${createHash('sha256').update(file).digest('hex')}"`;
    if (request.method === 'HEAD') return void response.writeHead(200, { 'x-linked-etag': etag }).end();
    const range = request.headers.range;
    weights.downloads.push({ path, range });
    const from = Number(/bytes=(\d+)-/.exec(range ?? '')?.[1] ?? 0);
    if (from >= file.length) return void response.writeHead(416).end();
    const contentRange = from > 0 ? { 'content-range': `bytes ${from}-${file.length - 1}/${file.length}` } : {};
    response.writeHead(from > 0 ? 206 : 200, { 'content-length': file.length - from, ...contentRange });
    const end = weights.cutAfter === undefined ? file.length : from + weights.cutAfter;
    weights.cutAfter = undefined;
    for (let at = from; at < Math.min(end, file.length); at += 65_536) {
      response.write(file.subarray(at, Math.min(at + 65_536, end)));
      await new Promise((resolve) => setTimeout(resolve, weights.pauseMs));
    }
    return void (end < file.length ? response.destroy() : response.end());
  }

  function describePackage(spec: string, tarball: Buffer) {
    const at = spec.lastIndexOf('@');
    const [name, version] = [spec.slice(0, at), spec.slice(at + 1)];
    const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
    const dist = { tarball: `${weights.url}/${spec}.tgz`, integrity };
    return { name, 'dist-tags': { latest: version }, versions: { [version]: { name, version, dist } } };
  }
}

function packTarball(files: Record<string, Buffer>): Buffer {
  const blocks = Object.entries({ 'package.json': Buffer.from('{"name":"x","version":"1.0.0"}'), ...files }).flatMap(
    ([name, content]) => [
      tarHeader(`package/${name}`, content.length),
      content,
      Buffer.alloc((512 - (content.length % 512)) % 512),
    ],
  );
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]));
}

function tarHeader(name: string, size: number): Buffer {
  const header = Buffer.alloc(512);
  header.write(name, 0);
  header.write('0000644\0', 100);
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  header.write('00000000000\0', 136);
  header.write('        ', 148);
  header.write('0', 156);
  header.write('ustar\x0000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}
