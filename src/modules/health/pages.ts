// Health pages: liveness, readiness and metrics.
import { createHash, timingSafeEqual } from 'node:crypto';
import { ServiceError } from '../../core/errors.ts';
import { answerJson, type Page, page, type Visit } from '../../http/page.ts';
import { embeddedIPv4, isPublicAddress } from '../../net/address-guard.ts';

const PROBE_LIMIT_MS = 5_000;

/** A part that readiness checks: its name and whether it responds. */
export interface Probe {
  name: string;
  isReady(): boolean | Promise<boolean>;
}

/** The metrics of this service as text. */
export interface MetricsText {
  contentType: string;
  text(): Promise<string>;
}

export interface Health {
  /** Without these no request can be answered. */
  parts: readonly Probe[];
  /** Whether there is a model for each kind of work. Informative, unless the request names kinds: `?engines=text,music`. */
  engines: readonly Probe[];
  /** Whether backups work. Informative: a service whose archive is unavailable keeps running. */
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
        const needed = String(query.engines ?? '')
          .split(',')
          .filter((name) => name !== '');
        const stopping = isStopping();
        const ready =
          !stopping &&
          Object.values(ofParts).every(Boolean) &&
          needed.every((name) => Object.hasOwn(ofEngines, name) && ofEngines[name]);
        const status = stopping ? 'stopping' : ready ? 'ready' : 'not ready';
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

async function askAll(probes: readonly Probe[]): Promise<Record<string, boolean>> {
  return Object.fromEntries(
    await Promise.all(probes.map(async (probe) => [probe.name, await isReady(probe)] as const)),
  );
}

/** A part that does not answer, like a database behind a broken network, is not ready. */
async function isReady(probe: Probe): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), PROBE_LIMIT_MS);
  });
  try {
    return await Promise.race([probe.isReady(), tooLate]);
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
