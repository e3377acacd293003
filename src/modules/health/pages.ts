// Health pages: liveness, readiness and metrics.
import { createHash, timingSafeEqual } from 'node:crypto';
import { ServiceError } from '../../core/errors.ts';
import { answerJson, type Page, page, type Visit } from '../../http/page.ts';
import { embeddedIPv4, isPublicAddress } from '../../net/address-guard.ts';

const PROBE_LIMIT_MS = 5_000;
/** Shorter than Kubernetes waits by the shipped manifests: a bucket that hangs must not look like a node that hangs. */
const OPTIONAL_LIMIT_MS = 2_000;

/** A part that readiness checks: its name and whether it responds. */
export interface Probe {
  name: string;
  /** While it is away, this process still does the rest of its work: it is shown, and takes no traffic away. */
  isOptional?: boolean;
  /** The signal aborts when nobody waits for the answer any more. */
  isReady(signal: AbortSignal): boolean | Promise<boolean>;
}

/** The metrics of this service as text. */
export interface MetricsText {
  contentType: string;
  text(): Promise<string>;
}

export interface Health {
  /** Without those that are not optional no request can be answered. */
  parts: readonly Probe[];
  /** Whether there is a model for each kind of work. Informative, unless the request names kinds. */
  engines: readonly Probe[];
  /** Whether backups work. Informative, too: a service whose archive is unavailable keeps running. */
  backups?: readonly Probe[];
  metrics: MetricsText;
  /** The token that allows reading the metrics from anywhere; null: only internal addresses may read them. */
  metricsToken: string | null;
  /**
   * A server that is about to stop is not ready, so that a balancer redirects new connections before they are refused.
   */
  isStopping?(): boolean;
}

export function healthPages(health: Health): Page[] {
  const { parts, engines, backups = [], metrics, metricsToken, isStopping = () => false } = health;
  return [
    page('GET', '/healthz', { run: () => answerJson({ status: 'ok' }) }),
    page('GET', '/readyz', {
      run: async (visit) => {
        const { query } = visit;
        const [ofParts, ofEngines, ofBackups] = await Promise.all([askAll(parts), askAll(engines), askAll(backups)]);
        const required = [
          ...namesIn(query.require),
          ...parts.filter((part) => !part.isOptional).map(({ name }) => name),
        ];
        const all = { ...ofBackups, ...ofEngines, ...ofParts };
        const stopping = isStopping();
        const ready =
          !stopping &&
          required.every((name) => Object.hasOwn(all, name) && all[name]) &&
          namesIn(query.engines).every((name) => Object.hasOwn(ofEngines, name) && ofEngines[name]);
        const isWhole = Object.values(ofParts).every(Boolean);
        const status = stopping ? 'stopping' : !ready ? 'not ready' : isWhole ? 'ready' : 'degraded';
        // An external balancer needs only the status.
        if (!isInside(visit)) return answerJson({ status }, { status: ready ? 200 : 503 });
        const body = {
          status,
          parts: ofParts,
          engines: ofEngines,
          ...(backups.length > 0 ? { backups: ofBackups } : {}),
        };
        return answerJson(body, { status: ready ? 200 : 503 });
      },
    }),
    page('GET', '/metrics', {
      run: async (visit) => {
        if (metricsToken === null ? !isInside(visit) : !hasToken(visit, metricsToken))
          throw new ServiceError('not_found', 'There is nothing at this path.');
        return { status: 200, headers: { 'content-type': metrics.contentType }, body: await metrics.text() };
      },
    }),
  ];
}

/** From this machine or its private networks, and not through a proxy, which may forward requests from anywhere. */
function isInside({ ip, headers }: Visit): boolean {
  const isPassedOn = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'].some(
    (name) => name in headers,
  );
  return !isPassedOn && !isPublicAddress(embeddedIPv4(ip) ?? ip);
}

function hasToken({ headers }: Visit, token: string): boolean {
  const [sent, wanted] = [headers.authorization ?? '', `Bearer ${token}`].map((text) =>
    createHash('sha256').update(text).digest(),
  );
  return sent !== undefined && wanted !== undefined && timingSafeEqual(sent, wanted);
}

function namesIn(list: unknown): string[] {
  return String(list ?? '')
    .split(',')
    .filter((name) => name !== '');
}

async function askAll(probes: readonly Probe[]): Promise<Record<string, boolean>> {
  return Object.fromEntries(
    await Promise.all(probes.map(async (probe) => [probe.name, await isReady(probe)] as const)),
  );
}

/** A part that does not answer, like a database behind a broken network, is not ready. */
async function isReady(probe: Probe): Promise<boolean> {
  const ended = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), probe.isOptional ? OPTIONAL_LIMIT_MS : PROBE_LIMIT_MS);
  });
  try {
    return await Promise.race([probe.isReady(ended.signal), tooLate]);
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
    ended.abort();
  }
}
