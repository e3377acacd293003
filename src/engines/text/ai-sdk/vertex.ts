// Google Vertex AI: where its Gemini models are, and the fetch that shows the service account's token to it.
import type { UpstreamSettings } from '../upstream-settings.ts';
import type { GoogleToken } from './google-token.ts';

/** The package recognises Vertex by this name: its API takes no ids of function calls, for one. */
export const VERTEX = 'google.vertex.chat';

/** `base_url` replaces Google's address with the version of the API. */
export function vertexUrl({ name, base_url: url, project, location }: UpstreamSettings): string {
  if (project === undefined || location === undefined)
    throw new Error(`The upstream "${name}" needs a project and a location.`);
  const base = url?.replace(/\/+$/, '') ?? `https://${hostOf(location)}/v1beta1`;
  return `${base}/projects/${project}/locations/${location}/publishers/google`;
}

function hostOf(location: string): string {
  if (location === 'global') return 'aiplatform.googleapis.com';
  if (location === 'eu' || location === 'us') return `aiplatform.${location}.rep.googleapis.com`;
  return `${location}-aiplatform.googleapis.com`;
}

/** The package writes a header for the key of another API, which is left out. */
export function withToken(send: typeof globalThis.fetch, token: GoogleToken | undefined): typeof globalThis.fetch {
  return async (input, init = {}) => {
    const headers = new Headers(init.headers);
    headers.delete('x-goog-api-key');
    if (token) headers.set('authorization', `Bearer ${await token.read(init.signal ?? undefined)}`);
    const response = await send(input, { ...init, headers });
    if (response.status === 401) token?.forget();
    return response;
  };
}
