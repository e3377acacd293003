// Speaks Git's smart HTTP protocol with a remote that a customer named: reads a branch, and pushes a pack to it.
import { ServiceError } from '../../core/errors.ts';
import { checkUrl, type GuardedFetch, type GuardedRequest, type GuardedResponse } from '../../net/guarded-fetch.ts';
import { flushPacket, packet, readPackets } from './git-packets.ts';

export interface Remote {
  url: string;
  username: string;
  token: string;
  /** Allows private addresses and plain http, for a Git server in a private network. */
  allowPrivate: boolean;
}

export interface RemoteBranch {
  /** The repository's URL after redirects. */
  base: string;
  /** The branch's commit; null if the branch does not exist. */
  tip: string | null;
}

const NO_COMMIT = '0'.repeat(40);
const MAX_REDIRECTS = 3;
const MAX_REFS_BYTES = 4 * 1024 * 1024;
const MAX_REPORT_BYTES = 1024 * 1024;
const ADVERTISEMENT = 'application/x-git-receive-pack-advertisement';

export class GitRemote {
  readonly #fetch: GuardedFetch;
  readonly #remote: Remote;
  readonly #deadlineMs: number;

  constructor(fetch: GuardedFetch, remote: Remote, timeoutMs: number) {
    this.#fetch = fetch;
    this.#remote = remote;
    this.#deadlineMs = Date.now() + timeoutMs;
  }

  async readBranch(ref: string, signal: AbortSignal): Promise<RemoteBranch> {
    const rules = { allowPrivate: this.#remote.allowPrivate, httpsOnly: !this.#remote.allowPrivate };
    const { origin, pathname } = checkUrl(this.#remote.url, rules);
    let base = `${origin}${pathname.replace(/\/+$/, '')}`;
    for (let redirects = 0; ; redirects += 1) {
      const asked = `${base}/info/refs?service=git-receive-pack`;
      const answer = await this.#send(asked, { maxBytes: MAX_REFS_BYTES }, signal);
      if (answer.status < 300 || answer.status > 399) return { base, tip: tipOf(answer, ref) };
      if (redirects === MAX_REDIRECTS) throw refusal('url', 'The remote redirects too often.');
      base = redirectedBase(asked, answer);
    }
  }

  /** The remote refuses the push if the branch has moved since it was read. */
  async push(
    { base, tip }: RemoteBranch,
    { ref, head, pack }: { ref: string; head: string; pack: Uint8Array },
    signal: AbortSignal,
  ): Promise<void> {
    const command = packet(`${tip ?? NO_COMMIT} ${head} ${ref}\0 report-status agent=atelier\n`);
    const request = {
      method: 'POST' as const,
      contentType: 'application/x-git-receive-pack-request',
      body: Buffer.concat([command, flushPacket, pack]),
      maxBytes: MAX_REPORT_BYTES,
    };
    const answer = await this.#send(`${base}/git-receive-pack`, request, signal);
    refuseStatus(answer);
    const lines = readPackets(answer.body).map((line) => line.toString('utf8').trim());
    const problem = lines.find((line) => line.startsWith('ng ') || /^unpack (?!ok$)/.test(line));
    if (problem) throw refusal('branch', `The remote refused the push: ${readable(problem)}`);
    if (!lines.includes(`ok ${ref}`)) throw failure('The remote did not confirm the push.');
  }

  async #send(
    url: string,
    request: { method?: 'POST'; contentType?: string; body?: Uint8Array; maxBytes: number },
    signal: AbortSignal,
  ): Promise<GuardedResponse> {
    const { method = 'GET', contentType, body, maxBytes } = request;
    const { username, token, allowPrivate } = this.#remote;
    const headers: Record<string, string> = {
      authorization: `Basic ${Buffer.from(`${username}:${token}`).toString('base64')}`,
      'user-agent': 'git/2.0 (atelier)',
      ...(contentType ? { 'content-type': contentType } : {}),
    };
    const timeoutMs = Math.max(1, this.#deadlineMs - Date.now());
    const options: GuardedRequest = {
      method,
      headers,
      maxBytes,
      timeoutMs,
      allowPrivate,
      httpsOnly: !allowPrivate,
      signal,
    };
    try {
      return await this.#fetch(url, { ...options, ...(body ? { body } : {}) });
    } catch (error) {
      signal.throwIfAborted();
      throw inWords(error);
    }
  }
}

/** The token is for one server only: a redirect to another one is not followed. */
function redirectedBase(asked: string, { headers }: GuardedResponse): string {
  const target = URL.parse(headers.location ?? '', asked);
  const suffix = '/info/refs';
  if (!target?.pathname.endsWith(suffix))
    throw refusal('url', 'The remote redirects to something that is no repository.');
  if (target.origin !== new URL(asked).origin)
    throw refusal('url', `The remote redirects to another server. If you trust it, name its URL: ${target.origin}`);
  return `${target.origin}${target.pathname.slice(0, -suffix.length)}`;
}

function tipOf(answer: GuardedResponse, ref: string): string | null {
  refuseStatus(answer);
  if (!answer.headers['content-type']?.startsWith(ADVERTISEMENT))
    throw refusal('url', 'There is no Git repository at this URL that can be pushed to over HTTP.');
  const lines = readPackets(answer.body).map((line) => line.toString('utf8'));
  const [first = ''] = lines.filter((line) => !line.startsWith('#'));
  const capabilities = first.split('\0')[1]?.trim().split(' ') ?? [];
  if (!capabilities.includes('report-status')) throw refusal('url', 'The remote does not say whether a push worked.');
  if (capabilities.some((each) => each.startsWith('object-format=') && each !== 'object-format=sha1'))
    throw refusal('url', 'The remote uses SHA-256 for its objects; only SHA-1 is supported.');
  for (const line of lines) {
    const [, id, name] = /^([0-9a-f]{40}) ([^\0\n]+)/.exec(line) ?? [];
    if (id && name === ref) return id;
  }
  return null;
}

function refuseStatus({ status }: GuardedResponse): void {
  if (status === 401 || status === 403)
    throw refusal('token', `The remote refused the token (${status}). It needs the right to write to the repository.`);
  if (status === 404) throw refusal('url', 'The remote has no such repository, or the token may not see it.');
  if (status === 413) throw failure('The remote refuses a push of this size.');
  if (status !== 200) throw failure(`The remote answered with status ${status}.`);
}

function inWords(error: unknown): unknown {
  if (error instanceof ServiceError)
    return error.code === 'payload_too_large'
      ? refusal('url', 'The remote answers with more than a push needs: too many branches and tags.')
      : error;
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return new ServiceError('engine_timeout', 'The remote did not answer in time. It may have taken the push or not.');
  return refusal('url', 'The remote cannot be reached.', error);
}

/** Part of the remote's message is shown, as plain text. */
function readable(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, ' ').slice(0, 200);
}

function refusal(param: string, message: string, cause?: unknown): ServiceError {
  return new ServiceError('invalid_parameter', message, { param, cause });
}

function failure(message: string): ServiceError {
  return new ServiceError('engine_failed', message);
}
