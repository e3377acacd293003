// Calls the public API as the person signed in, in the environment that is chosen.
import type { Calls } from './contract.ts';
import { basePath } from './environment.ts';
import { problemOf, unreachable } from './problem.ts';

export type CallName = keyof Calls;
export type Reply<C extends CallName> = Calls[C]['reply'];
export type Body<C extends CallName> = Calls[C]['body'];

export interface CallInput<C extends CallName> {
  params?: Calls[C]['params'];
  query?: Calls[C]['query'];
  body?: Calls[C]['body'];
  /** Sent as multipart/form-data together with the body's members. */
  files?: Record<string, Blob>;
}

/** `await call('GET /account')`; rejects with an ApiProblem. */
export async function call<C extends CallName>(
  name: C,
  input: CallInput<C> = {},
  signal?: AbortSignal,
): Promise<Reply<C>> {
  const response = await send(name, input, signal);
  return (await response.json()) as Reply<C>;
}

/** The raw answer, already known to be a success: for streams and downloads. */
export async function send<C extends CallName>(
  name: C,
  input: CallInput<C> = {},
  signal?: AbortSignal,
): Promise<Response> {
  const { method, url } = addressOf(name, input);
  const response = await fetchOrExplain(url, {
    method,
    ...(input.files ? formOf(input) : jsonOf(input.body)),
    ...(signal ? { signal } : {}),
  });
  if (!response.ok) throw problemOf(response.status, await response.json().catch(() => undefined));
  return response;
}

/** The address of a call, for links and downloads that the browser follows itself. */
export function addressOf<C extends CallName>(name: C, input: CallInput<C> = {}): { method: string; url: string } {
  const [method = 'GET', template = ''] = name.split(' ', 2);
  const params = (input.params ?? {}) as Record<string, string>;
  const path = template.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(String(params[key] ?? '')));
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined && value !== null && value !== '') query.set(key, String(value));
  }
  const search = query.size > 0 ? `?${query}` : '';
  return { method, url: `${basePath()}${path}${search}` };
}

export async function fetchOrExplain(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { credentials: 'same-origin', ...init });
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw unreachable();
  }
}

function jsonOf(body: unknown): RequestInit {
  if (body === undefined) return {};
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

function formOf({ body, files }: { body?: unknown; files?: Record<string, Blob> }): RequestInit {
  const form = new FormData();
  for (const [name, value] of Object.entries(body ?? {})) {
    if (value !== undefined) form.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  for (const [name, file] of Object.entries(files ?? {})) form.set(name, file);
  return { body: form };
}
