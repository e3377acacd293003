// Searches loopback for model servers; never mistakes this service, or another Atelier, for one.
import { type Ask, askLoopback } from './ask.ts';
import { LOCAL_SERVER_KINDS, type LocalServerKind } from './kinds.ts';

/** Which kind to look for at which port. */
export interface SearchedPort {
  id: string;
  port: number;
}

export interface FoundServer {
  kind: LocalServerKind;
  port: number;
  url: string;
  version: string | null;
  models: string[];
}

export async function findLocalServers(places: readonly SearchedPort[], signal: AbortSignal): Promise<FoundServer[]> {
  const found = await Promise.all(places.map((place) => lookAt(place, signal)));
  return found.filter((one) => one !== undefined);
}

/** The time limit for all requests to one server: long enough for one whose machine is busy. A port that nobody listens on refuses at once. */
const LOOKING_MS = 6_000;

async function lookAt({ id, port }: SearchedPort, signal: AbortSignal): Promise<FoundServer | undefined> {
  const kind = kindById(id);
  const ask = askLoopback(port, AbortSignal.any([signal, AbortSignal.timeout(LOOKING_MS)]));
  const recognised = await kind?.recognise(ask);
  if (!kind || !recognised || (await mayBeAtelier(ask))) return undefined;
  return { kind, port, url: loopbackUrl(port), ...recognised };
}

/**
 * Another Atelier also speaks Ollama's and OpenAI's protocols; only its readiness page gives it away. A server that
 * does not answer this check could be one.
 */
async function mayBeAtelier(ask: Ask): Promise<boolean> {
  const answer = await ask('/readyz');
  if (!answer) return true;
  const readiness = answer.json;
  return readiness !== null && typeof readiness === 'object' && 'parts' in readiness && 'engines' in readiness;
}

export function kindById(id: string): LocalServerKind | undefined {
  return LOCAL_SERVER_KINDS.find((kind) => kind.id === id);
}

export function loopbackUrl(port: number): string {
  return `http://127.0.0.1:${port}`;
}

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]', '0.0.0.0']);

/** The port of a URL on this machine; undefined for every other URL. */
export function loopbackPort(url: string | undefined): number | undefined {
  const parsed = url === undefined ? null : URL.parse(url);
  if (!parsed || !LOOPBACK.has(parsed.hostname.toLowerCase())) return undefined;
  return Number(parsed.port) || (parsed.protocol === 'https:' ? 443 : 80);
}
