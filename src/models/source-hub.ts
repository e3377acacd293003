// Resolves `hf:` addresses: the file's URL on the hub or its mirror, and the checksum that the hub states.
import { type HttpSource, requestFrom } from './source-http.ts';

export interface Hub {
  url: string;
  token?: string;
}

export interface HubFile extends HttpSource {
  /** sha256 for large files; the git blob's sha1 for small files, which the hub keeps in git itself. */
  checksum: { algorithm: 'sha256' | 'git-sha1'; hex: string } | undefined;
}

/** `hf:owner/repo@revision/path/in/repo`; the default revision is main. */
export async function locateOnHub(address: string, hub: Hub, signal: AbortSignal): Promise<HubFile> {
  const match = /^hf:([^/]+\/[^/@]+)(?:@([^/]+))?\/(.+)$/.exec(address);
  if (!match?.[1] || !match[3])
    throw new Error(`not a valid hub source: ${address} (expected hf:owner/repo@revision/path)`);
  const url = `${hub.url.replace(/\/$/, '')}/${match[1]}/resolve/${match[2] ?? 'main'}/${match[3]}`;
  const headers: Record<string, string> = hub.token ? { authorization: `Bearer ${hub.token}` } : {};
  // Redirects are not followed: the checksum is in the hub's own response, not in that of the storage it redirects to.
  const answer = await requestFrom(url, {
    method: 'HEAD',
    redirect: 'manual',
    headers: { ...headers, 'accept-encoding': 'identity' },
    signal,
  });
  if (answer.status >= 400) throw new Error(`${url} answered ${answer.status}`);
  return { url, headers, checksum: readChecksum(answer.headers.get('x-linked-etag') ?? answer.headers.get('etag')) };
}

function readChecksum(etag: string | null): HubFile['checksum'] {
  const hex = etag?.replace(/^W\//, '').replaceAll('"', '') ?? '';
  if (/^[0-9a-f]{64}$/.test(hex)) return { algorithm: 'sha256', hex };
  if (/^[0-9a-f]{40}$/.test(hex)) return { algorithm: 'git-sha1', hex };
  return undefined;
}
