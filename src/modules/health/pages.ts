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

export function healthPages(probes: readonly Probe[], metrics: MetricsText): Page[] {
  return [
    page('GET', '/healthz', () => answerJson({ status: 'ok' })),
    page('GET', '/readyz', async () => {
      const answers = await Promise.all(probes.map(async (probe) => [probe.name, await isReady(probe)] as const));
      const ready = answers.every(([, ok]) => ok);
      const body = { status: ready ? 'ready' : 'not ready', parts: Object.fromEntries(answers) };
      return answerJson(body, { status: ready ? 200 : 503 });
    }),
    page('GET', '/metrics', async () => ({
      status: 200,
      headers: { 'content-type': metrics.contentType },
      body: await metrics.text(),
    })),
  ];
}

async function isReady(probe: Probe): Promise<boolean> {
  try {
    return await probe.isReady();
  } catch {
    return false;
  }
}
