// Speaks the model hub's protocol: where a file is, its checksum and size, and what a repository contains.
import type { Response } from 'undici';
import { describeStatus, Refused } from './download-error.ts';
import { requestFollowing } from './redirects.ts';
import type { HttpSource } from './source-http.ts';

/** The hub or a mirror that answers like it. */
export interface Hub {
  url: string;
  token?: string;
}

export interface HubFile extends Omit<HttpSource, 'maxBytes'> {
  /** sha256 for large files; the git blob's sha1 for small files, which the hub keeps in git itself. */
  checksum: { algorithm: 'sha256' | 'git-sha1'; hex: string } | undefined;
  bytes: number | undefined;
}

export interface HubAddress {
  repo: string;
  revision: string;
  path: string;
}

export interface HubRepo {
  commit: string;
  licence: string;
  isGated: boolean;
  files: ReadonlyMap<string, { bytes: number | undefined; sha256: string | undefined }>;
}

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;
const MAX_LISTING_BYTES = 8 * 1024 * 1024;

/** `hf:owner/repo@revision/path/in/repo`; the default revision is main. */
export function parseHubAddress(address: string): HubAddress {
  const [, owner = '', name = '', revision = 'main', path = ''] =
    /^hf:([^/@]+)\/([^/@]+)(?:@([^/]+))?\/(.+)$/.exec(address) ?? [];
  const isPath = path.split('/').every((part) => /^[^\\?#%\p{Cc}]+$/u.test(part) && part !== '.' && part !== '..');
  if (![owner, name, revision].every((part) => NAME.test(part)) || !isPath)
    throw new Error(`not a valid hub source: ${address} (expected hf:owner/repo@revision/path)`);
  return { repo: `${owner}/${name}`, revision, path };
}

export async function locateOnHub(address: string, hub: Hub, signal: AbortSignal): Promise<HubFile> {
  const { repo, revision, path } = parseHubAddress(address);
  const encoded = path.split('/').map(encodeURIComponent).join('/');
  const url = `${hub.url.replace(/\/$/, '')}/${repo}/resolve/${revision}/${encoded}`;
  const headers = authorization(hub);
  // The checksum is in the hub's own response, not in that of the storage it redirects to.
  const ask = { ...headers, 'accept-encoding': 'identity' };
  const answer = await requestFollowing(url, { method: 'HEAD', headers: ask, signal, staysOnHost: true });
  if (answer.status >= 400) throw new Refused(`${url} answered ${describeStatus(answer)}`, answer);
  return { url, headers, checksum: readChecksum(answer), bytes: readSize(answer) };
}

export async function lookUpRepo(address: HubAddress, hub: Hub, signal: AbortSignal): Promise<HubRepo> {
  const url = `${hub.url.replace(/\/$/, '')}/api/models/${address.repo}/revision/${address.revision}?blobs=true`;
  const answer = await requestFollowing(url, { headers: authorization(hub), signal });
  if (!answer.ok) {
    await answer.body?.cancel();
    throw new Refused(`${url} answered ${describeStatus(answer)}`, answer);
  }
  return readRepo(await readBounded(answer));
}

function authorization(hub: Hub): Record<string, string> {
  return hub.token ? { authorization: `Bearer ${hub.token}` } : {};
}

async function readBounded(answer: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of answer.body ?? []) {
    length += piece.length;
    if (length > MAX_LISTING_BYTES) throw new Error(`the hub's description of the repository is too long`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

interface RepoAnswer {
  sha?: unknown;
  gated?: unknown;
  cardData?: { license?: unknown; license_name?: unknown } | null;
  siblings?: { rfilename?: unknown; size?: unknown; lfs?: { sha256?: unknown; size?: unknown } | null }[];
}

function readRepo(text: string): HubRepo {
  const answer = JSON.parse(text) as RepoAnswer;
  const files = new Map<string, { bytes: number | undefined; sha256: string | undefined }>();
  for (const { rfilename, size, lfs } of answer.siblings ?? []) {
    if (typeof rfilename !== 'string') continue;
    const sha256 = typeof lfs?.sha256 === 'string' && /^[0-9a-f]{64}$/.test(lfs.sha256) ? lfs.sha256 : undefined;
    files.set(rfilename, { bytes: numberOf(lfs?.size) ?? numberOf(size), sha256 });
  }
  const { license, license_name: name } = answer.cardData ?? {};
  const stated = license === 'other' ? name : license;
  return {
    commit: typeof answer.sha === 'string' && NAME.test(answer.sha) ? answer.sha : 'main',
    licence: SPDX[String(stated).toLowerCase()] ?? (typeof stated === 'string' ? stated : 'unknown'),
    isGated: Boolean(answer.gated),
    files,
  };
}

/** The hub writes licences in small letters. */
const SPDX: Record<string, string> = {
  'apache-2.0': 'Apache-2.0',
  mit: 'MIT',
  'bsd-3-clause': 'BSD-3-Clause',
  'bsd-2-clause': 'BSD-2-Clause',
  'cc0-1.0': 'CC0-1.0',
  'cc-by-4.0': 'CC-BY-4.0',
  isc: 'ISC',
};

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

function readChecksum({ headers }: Response): HubFile['checksum'] {
  const etag = headers.get('x-linked-etag') ?? headers.get('etag');
  const hex = etag?.replace(/^W\//, '').replaceAll('"', '') ?? '';
  if (/^[0-9a-f]{64}$/.test(hex)) return { algorithm: 'sha256', hex };
  if (/^[0-9a-f]{40}$/.test(hex)) return { algorithm: 'git-sha1', hex };
  return undefined;
}

/** The length of a redirect's own body is not the file's. */
function readSize(answer: Response): number | undefined {
  const own = answer.status < 300 ? answer.headers.get('content-length') : null;
  const text = answer.headers.get('x-linked-size') ?? own;
  return text && /^\d+$/.test(text) ? numberOf(Number(text)) : undefined;
}
