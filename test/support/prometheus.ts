// A real Prometheus with the configuration that we ship: it scrapes the given services every second and evaluates our alert rules.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { needProgram } from '../../packages/kit/test/support/programs.ts';
import { freePort } from './free-port.ts';
import { MONITORING } from './monitoring.ts';
import { until } from './until.ts';

export interface LoadedRule {
  name: string;
  health: string;
  lastError?: string;
  alerts: { state: 'pending' | 'firing'; labels: Record<string, string>; annotations: Record<string, string> }[];
}

export interface Prometheus {
  /** The labels of the series that a selector finds. */
  series(selector: string): Promise<Record<string, string>[]>;
  /** How many series the expression gives now; throws if it is not valid. */
  count(expression: string): Promise<number>;
  rules(): Promise<LoadedRule[]>;
  stop(): Promise<void>;
}

export async function startPrometheus(origins: readonly string[], publicUrl: string): Promise<Prometheus> {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-prometheus-'));
  const shipped = parse(await readFile(join(MONITORING, 'prometheus.yaml'), 'utf8'));
  // What a test cannot have: the names of containers, and minutes.
  const { dns_sd_configs: _, ...scraped } = shipped.scrape_configs[0];
  const configuration = {
    ...shipped,
    global: { ...shipped.global, scrape_interval: '1s', evaluation_interval: '1s' },
    rule_files: [join(MONITORING, 'alerts.yaml')],
    scrape_configs: [{ ...scraped, static_configs: [{ targets: origins.map((origin) => new URL(origin).host) }] }],
  };
  await writeFile(join(folder, 'prometheus.yaml'), stringify(configuration));
  const port = await freePort();
  const child: ChildProcess = spawn(
    needProgram('prometheus'),
    [
      `--config.file=${join(folder, 'prometheus.yaml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      // Before Prometheus 3 it is off by default.
      '--enable-feature=expand-external-labels',
    ],
    { stdio: 'ignore', env: { ...process.env, PUBLIC_URL: publicUrl } },
  );
  const ask = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`);
    const { status, data, error } = (await answer.json()) as { status: string; data: unknown; error?: string };
    if (status !== 'success') throw new Error(`${path}: ${error}`);
    return data;
  };
  const isReady = () => {
    if (child.exitCode !== null) throw new Error(`Prometheus ended with ${child.exitCode}`);
    return fetch(`http://127.0.0.1:${port}/-/ready`).then(
      (answer) => answer.ok,
      () => false,
    );
  };
  await until(isReady, { saying: 'Prometheus is ready' });
  return {
    series: async (selector) =>
      (await ask(`series?match[]=${encodeURIComponent(selector)}`)) as Record<string, string>[],
    count: async (expression) =>
      ((await ask(`query?query=${encodeURIComponent(expression)}`)) as { result: unknown[] }).result.length,
    rules: async () =>
      ((await ask('rules')) as { groups: { rules: LoadedRule[] }[] }).groups.flatMap(({ rules }) => rules),
    async stop() {
      // One that has ended by itself says so only once.
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit');
        child.kill('SIGTERM');
        await ended;
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}
