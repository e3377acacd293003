// Reads /metrics as Prometheus does: names, types, labels and values.

export interface ReadMetric {
  type: string;
  samples: { name: string; labels: Record<string, string>; value: number }[];
}

export type ReadMetrics = Map<string, ReadMetric>;

export async function readMetrics(origin: string): Promise<ReadMetrics> {
  return parseMetrics(await (await fetch(`${origin}/metrics`)).text());
}

export function parseMetrics(text: string): ReadMetrics {
  const metrics: ReadMetrics = new Map();
  let current: ReadMetric = { type: '', samples: [] };
  for (const line of text.split('\n')) {
    const [, named, type] = /^# TYPE (\S+) (\S+)$/.exec(line) ?? [];
    if (named && type) {
      current = { type, samples: [] };
      metrics.set(named, current);
    }
    const [, name, labels = '', value] = /^([a-z_]\w*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (!name) continue;
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key = '', text = '']) => [key, text]);
    current.samples.push({ name, labels: Object.fromEntries(pairs), value: Number(value) });
  }
  return metrics;
}

/** The value of the sample with at least these labels; undefined if there is none. */
export function sampleOf(metrics: ReadMetrics, name: string, labels: Record<string, string> = {}): number | undefined {
  const family = metrics.get(name) ?? metrics.get(name.replace(/_(?:count|sum|bucket)$/, ''));
  return family?.samples.find(
    (sample) => sample.name === name && Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
  )?.value;
}
