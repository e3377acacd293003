// Which scopes the routes of LiteLLM that a key may call come to here. A key gets a scope only if it could do all that the scope allows.
import type { Scope } from '../../core/scopes.ts';
import { StaysBehind } from './stays-behind.ts';

type Module = Scope extends `${infer Name}:${string}` ? Name : never;

const WORK = {
  chat: [
    ...['/chat/completions', '/completions', '/responses', '/embeddings', '/rerank', '/moderations'],
    '/vector_stores',
  ],
  image: ['/images/generations', '/images/edits'],
  video: ['/videos'],
  audio: ['/audio/speech', '/audio/transcriptions'],
  files: ['/files'],
} as const satisfies Partial<Record<Module, readonly string[]>>;
/** Batches; the jobs of all other kinds can be read and cancelled with it, too. */
const ALL = [...(Object.keys(WORK) as Module[]), 'jobs'] as const satisfies readonly Module[];
const GROUPS = ['llm_api_routes', 'openai_routes'];
const KEY_TYPES = ['default', 'llm_api'];

/** Never the account, its payments or the operator: keys of LiteLLM that manage stay there. */
export function scopesOf(routes: readonly string[] | null | undefined, keyType: string | null | undefined): string[] {
  if (keyType && !KEY_TYPES.includes(keyType))
    throw new StaysBehind('a key that manages or only reads has no counterpart');
  if (!routes || routes.length === 0 || routes.some((route) => GROUPS.includes(route))) return [...ALL];
  const may = (path: string) => routes.some((route) => isWithin(path, route));
  const scopes: string[] = Object.entries(WORK).flatMap(([scope, paths]) => (paths.every(may) ? [scope] : []));
  if (scopes.length === Object.keys(WORK).length && may('/batches')) return [...ALL];
  if (scopes.length === 0) throw new StaysBehind('its allowed_routes are fewer than any scope here allows');
  return scopes;
}

/** As LiteLLM compares: the path itself, what lies under it, and a pattern that ends in `/*`. */
function isWithin(path: string, route: string): boolean {
  if (!route.startsWith('/')) return false;
  const prefix = route.replace(/\/\*$/, '').replace(/^\/v1(?=\/|$)/, '');
  return path === prefix || path.startsWith(`${prefix}/`);
}
