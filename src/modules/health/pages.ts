// Health pages: liveness, readiness and metrics.
import { answerJson, type Page, page } from '../../http/page.ts';

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
        const [ofParts, ofEngines] = [await askAll(parts), await askAll(engines)];
        const needed = String(query.engines ?? '')
          .split(',')
          .filter((name) => name !== '');
        const stopping = isStopping();
        const ready =
          !stopping &&
          Object.values(ofParts).every(Boolean) &&
          needed.every((name) => Object.hasOwn(ofEngines, name) && ofEngines[name]);
        const status = stopping ? 'stopping' : ready ? 'ready' : 'not ready';
        const ofBackups = backups.length > 0 ? { backups: await askAll(backups) } : {};
        const body = { status, parts: ofParts, engines: ofEngines, ...ofBackups };
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

async function isReady(probe: Probe): Promise<boolean> {
  try {
    return await probe.isReady();
  } catch {
    return false;
  }
}
