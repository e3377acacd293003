// Exports over OTLP what /metrics reads from the areas, under the same names with dots.
import type { Meter } from '@opentelemetry/api';
import { type MetricSettings, readInTime } from './metrics.ts';

export function observeIn(meter: Meter, metrics: readonly MetricSettings[]): void {
  for (const { name, help: description, read } of metrics) {
    const isCounter = name.endsWith('_total');
    const plain = `atelier.${name.replace(/_total$/, '')}`;
    const observed = isCounter
      ? meter.createObservableCounter(plain, { description })
      : meter.createObservableGauge(plain, { description });
    observed.addCallback(async (result) => {
      for (const { labels, value } of await readInTime(read)) result.observe(value, labels);
    });
  }
}
