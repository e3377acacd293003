// A model hub on loopback that answers as the real one does: metadata in headers, a redirect to storage on another host, LFS checksums, gates and limits.
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface HubRepoContent {
  commit: string;
  licence: string;
  isGated?: boolean;
  /** Large files are in LFS storage, small ones in git, as on the hub. */
  files: Map<string, { content: Buffer; isLfs: boolean }>;
}

export interface SeenRequest {
  host: 'hub' | 'storage';
  method: string;
  url: string;
  range: string | undefined;
  authorization: string | undefined;
}

export interface HubServer {
  url: string;
  storageUrl: string;
  repos: Map<string, HubRepoContent>;
  /** Old name → new name: the hub redirects with a relative location. */
  renamed: Map<string, string>;
  seen: SeenRequest[];
  token: string;
  /** Statuses for the next requests to the hub, before it answers normally. */
  refusals: { status: number; headers?: Record<string, string> }[];
  /** Cuts each of the next downloads after so many bytes. */
  cuts: number[];
  pauseMs: number;
  /** Replaces where storage is. */
  redirectTo: string | undefined;
  /** What storage sends in place of the file. */
  forged: Buffer | 'endless' | undefined;
  close(): Promise<void>;
}

/** `port`: where the hub itself listens; any free one if left out. */
export async function startHubServer(port = 0): Promise<HubServer> {
  const hub = createServer((request, response) => void serveHub(request, response));
  const storage = createServer((request, response) => void serveStorage(request, response));
  const state: HubServer = {
    url: await listen(hub, port),
    storageUrl: await listen(storage),
    repos: new Map(),
    renamed: new Map(),
    seen: [],
    token: 'hf_secret',
    refusals: [],
    cuts: [],
    pauseMs: 0,
    redirectTo: undefined,
    forged: undefined,
    close: async () => {
      await Promise.all([hub, storage].map(close));
    },
  };
  return state;

  function note(host: SeenRequest['host'], { method = '', url = '', headers }: IncomingMessage): void {
    state.seen.push({ host, method, url, range: headers.range, authorization: headers.authorization });
  }

  function serveHub(request: IncomingMessage, response: ServerResponse): unknown {
    note('hub', request);
    const refusal = state.refusals.shift();
    if (refusal) return void response.writeHead(refusal.status, refusal.headers).end();
    const path = decodeURIComponent(new URL(request.url ?? '/', state.url).pathname);
    const api = /^\/api\/models\/([^/]+\/[^/]+)\/revision\/([^/]+)$/.exec(path);
    const file = /^\/([^/]+\/[^/]+)\/resolve\/([^/]+)\/(.+)$/.exec(path);
    const [, name = '', revision = '', inside = ''] = api ?? file ?? [];
    const moved = state.renamed.get(name);
    if (moved) return void response.writeHead(307, { location: (request.url ?? '').replace(name, moved) }).end();
    const repo = state.repos.get(name);
    const isKnown = request.headers.authorization === `Bearer ${state.token}`;
    // The hub does not tell a stranger whether a repository is missing or private.
    if (!repo) return refuse(response, isKnown ? 404 : 401, 'RepoNotFound');
    if (revision !== 'main' && revision !== repo.commit) return refuse(response, 404, 'RevisionNotFound');
    if (api) return describeRepo(response, name, repo);
    if (repo.isGated && !isKnown) return refuse(response, 401, 'GatedRepo');
    const found = repo.files.get(inside);
    if (!found) return refuse(response, 404, 'EntryNotFound');
    return found.isLfs
      ? pointToStorage(response, name, inside, repo)
      : serveSmall(request, response, found.content, repo);
  }

  function describeRepo(response: ServerResponse, id: string, repo: HubRepoContent): void {
    const siblings = [...repo.files].map(([rfilename, { content, isLfs }]) => ({
      rfilename,
      size: content.length,
      blobId: gitSha1(content),
      ...(isLfs ? { lfs: { sha256: sha256(content), size: content.length, pointerSize: 134 } } : {}),
    }));
    const gated = repo.isGated ? 'manual' : false;
    const body = { id, sha: repo.commit, gated, private: false, cardData: { license: repo.licence }, siblings };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }

  function pointToStorage(response: ServerResponse, name: string, inside: string, repo: HubRepoContent): void {
    const content = repo.files.get(inside)?.content ?? Buffer.alloc(0);
    response.writeHead(302, {
      location: state.redirectTo ?? `${state.storageUrl}/repos/${name}/${sha256(content)}?X-Amz-Signature=abc`,
      'x-repo-commit': repo.commit,
      'x-linked-size': content.length,
      'x-linked-etag': `"${sha256(content)}"`,
      'x-xet-hash': sha256(Buffer.from(sha256(content))),
      link: `<${state.url}/api/models/${name}/xet-read-token/${repo.commit}>; rel="xet-auth"`,
    });
    response.end('Found. Redirecting');
  }

  function serveSmall(request: IncomingMessage, response: ServerResponse, content: Buffer, repo: HubRepoContent): void {
    const headers = { etag: `"${gitSha1(content)}"`, 'x-repo-commit': repo.commit, 'content-length': content.length };
    response.writeHead(200, headers).end(request.method === 'HEAD' ? undefined : content);
  }

  async function serveStorage(request: IncomingMessage, response: ServerResponse): Promise<void> {
    note('storage', request);
    const hash = new URL(request.url ?? '/', state.storageUrl).pathname.split('/').at(-1);
    const all = [...state.repos.values()].flatMap(({ files }) => [...files.values()]);
    const file = all.find(({ content }) => sha256(content) === hash)?.content;
    if (!file) return void response.writeHead(403).end();
    if (state.forged === 'endless') return sendEndlessly(response);
    const content = state.forged ?? file;
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
    if (from > 0 && from >= content.length)
      return void response.writeHead(416, { 'content-range': `bytes */${content.length}` }).end();
    const range = from > 0 ? { 'content-range': `bytes ${from}-${content.length - 1}/${content.length}` } : {};
    response.writeHead(from > 0 ? 206 : 200, { 'content-length': content.length - from, ...range });
    const end = Math.min(content.length, from + (state.cuts.shift() ?? content.length));
    for (let at = from; at < end && !response.destroyed; at += 65_536) {
      response.write(content.subarray(at, Math.min(at + 65_536, end)));
      if (state.pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, state.pauseMs));
    }
    // What was written must leave before the connection breaks.
    if (end < content.length) return void setTimeout(() => response.destroy(), 20);
    response.end();
  }
}

async function sendEndlessly(response: ServerResponse): Promise<void> {
  response.writeHead(200);
  const piece = Buffer.alloc(65_536, 1);
  while (!response.destroyed) {
    if (!response.write(piece)) await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'x-error-code': code, 'x-error-message': code }).end(`{"error":"${code}"}`);
}

function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

function gitSha1(content: Buffer): string {
  return createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex');
}

async function listen(server: Server, port = 0): Promise<string> {
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
