// Sends generated requests to a service and compares every answer with the OpenAPI document.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RequestMaker } from './api-fuzz.ts';
import { readDocumented } from './documented-answers.ts';
import { prepareObjects } from './example-objects.ts';
import { pricesWithoutRequestLimits } from './hostile-target.ts';
import { startMisbehavingUpstream } from './misbehaving-upstream.ts';
import { startService } from './service.ts';

export interface FuzzReport {
  operations: number;
  sent: number;
  /** How many answers had each status. */
  statuses: Record<string, number>;
  faults: string[];
}

const AT_ONCE = 8;
/** Far more than any answer takes: a busy machine is slow. */
const ANSWER_MS = 60_000;
/** What would start rendering, download weights or wait for a worker is called by an account without credits. */
const COSTLY = /^POST \/(image|images|builder|music|video|audio|batches)/;
/** What this service does not offer is a 501, and an engine whose weights are absent a 503; nothing fails. */
const REFUSALS = [501, 503];

export async function fuzzService(requests: number, seed: number): Promise<FuzzReport> {
  const upstream = await startMisbehavingUpstream();
  const service = await startService({
    TEST_WORKER: '0',
    ALLOW_BUILTIN_SALES: '1',
    OPENAI_BASE_URL: upstream.baseUrl,
    // No weights: the default model is the upstream's, which answers at once.
    MODELS_DIR: join(tmpdir(), `atelier-fuzz-no-weights-${process.pid}`),
    PRICES: await pricesWithoutRequestLimits('/tmp'),
  });
  try {
    const objects = await prepareObjects(service, 'mock-good-1');
    const rich = await service.account({ plan: 'free', credits: 1_000_000 });
    const poor = await service.account({ plan: 'free', credits: 0 });
    const documented = readDocumented((await service.call('GET', '/openapi.json')).json);
    const ids = new Map<string, string>();
    for (const route of service.app.routes.filter(({ method, prefix }) => method === 'GET' && prefix === '/v1')) {
      const params = await objects.make(route.path);
      const template = route.path.replace(/:(\w+)/g, '{$1}');
      if (template !== route.path)
        ids.set(
          template,
          route.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? 'x'),
        );
    }
    const owned = new Set(
      service.app.routes.filter(({ ownerOnly }) => ownerOnly).map(({ path }) => path.split('/')[1]),
    );
    const maker = new RequestMaker(documented, ids, seed);
    const report: FuzzReport = { operations: maker.operationCount, sent: 0, statuses: {}, faults: [] };
    const keyOf = (name: string, url: string) => {
      if (owned.has(url.split(/[/?]/)[1])) return objects.operatorKey;
      if (COSTLY.test(name)) return poor.liveKey;
      return [...ids.values()].some((known) => url.startsWith(known)) ? objects.account.liveKey : rich.liveKey;
    };
    const send = async (index: number) => {
      const { name, method, url, headers, body } = maker.make(index);
      const prefix = /^\w+ \/(v1beta|v2|api|mcp)\b/.test(name) ? '' : '/v1';
      const leaving = new AbortController();
      const answer = await fetch(`${service.origin}${prefix}${url}`, {
        method,
        headers: { authorization: `Bearer ${keyOf(name, url)}`, ...headers },
        ...(body === undefined ? {} : { body }),
        signal: AbortSignal.any([leaving.signal, AbortSignal.timeout(ANSWER_MS)]),
      }).catch((error: Error) => error);
      report.sent += 1;
      const told = `${method} ${url.slice(0, 150)} ${body?.slice(0, 200) ?? ''}`;
      if (answer instanceof Error) {
        report.faults.push(`${told}: no answer: ${answer.message}`);
        return;
      }
      const isStream = !/json|pdf|csv|zip|bundle/.test(answer.headers.get('content-type') ?? '');
      const text = isStream ? '' : await answer.text().catch(() => '');
      leaving.abort();
      const { status } = answer;
      report.statuses[status] = (report.statuses[status] ?? 0) + 1;
      if (status >= 500 && !REFUSALS.includes(status)) report.faults.push(`${told}: ${status} ${text.slice(0, 200)}`);
      const fault = documented.faultOf(name, { status, headers: answer.headers, text });
      // A path whose hostile id is no path of the API at all is answered by the router, not by the operation.
      const isOther = status === 404 || status === 405;
      if (fault && !(isOther && /%|\.\./.test(url))) report.faults.push(`${told}: ${fault}`);
    };
    for (let at = 0; at < requests; at += AT_ONCE)
      await Promise.all(Array.from({ length: Math.min(AT_ONCE, requests - at) }, (_, offset) => send(at + offset)));
    return report;
  } finally {
    await service.stop();
    await upstream.close();
  }
}
