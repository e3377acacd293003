// Health pages: liveness, readiness and metrics.
import { answerJson, type Page, page } from '../../http/page.ts';

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
  /** Whether backups are in order. Informative: a service whose archive is away goes on. */
  backups?: readonly Probe[];
  metrics: MetricsText;
  /** A server that is about to stop is not ready, so that a balancer sends to others before its connections are refused. */
  isStopping?(): boolean;
}

export function healthPages({ parts, engines, backups = [], metrics, isStopping = () => false }: Health): Page[] {
  return [
    page('GET', '/healthz', { run: () => answerJson({ status: 'ok' }) }),
    page('GET', '/readyz', {
      run: async ({ query }) => {
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
      run: async () => ({
        status: 200,
        headers: { 'content-type': metrics.contentType },
        body: await metrics.text(),
      }),
    }),
  ];
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
