// The shipped alert rules, evaluated by Prometheus's own tool: each fires in its case, and neither in a healthy service nor when it almost applies.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { stringify } from 'yaml';
import { needProgram } from '../../../packages/kit/test/support/programs.ts';
import { ALERT_CASES, HEALTHY } from '../../support/alert-cases.ts';
import { MONITORING, readRules } from '../../support/monitoring.ts';

const promtool = needProgram('promtool');
const rulesFile = join(MONITORING, 'alerts.yaml');
const rules = readRules();
const ORIGIN = 'https://atelier.example.com';

function run(...args: string[]): string {
  return execFileSync(promtool, args, { encoding: 'utf8', stdio: 'pipe' });
}

/** A test of promtool with the series of a healthy service, changed, and what must fire then. */
function testOf(
  name: string,
  changes: Record<string, string | null>,
  checks: { alert: string; minutes: number; firing?: { labels?: Record<string, string>; summary: string } }[],
) {
  const series = Object.entries({ ...HEALTHY, ...changes }).filter(([, values]) => values !== null);
  return {
    name,
    interval: '1m',
    external_labels: { atelier_url: ORIGIN },
    input_series: series.map(([series, values]) => ({ series, values })),
    alert_rule_test: checks.map(({ alert, minutes, firing }) => {
      const { labels, annotations } = rules.find((rule) => rule.alert === alert) ?? assert.fail(`no rule ${alert}`);
      return {
        eval_time: `${minutes}m`,
        alertname: alert,
        exp_alerts: firing
          ? [
              {
                exp_labels: { ...labels, ...firing.labels },
                exp_annotations: {
                  summary: firing.summary,
                  description: annotations.description,
                  runbook_url: annotations.runbook_url?.replace('{{ $externalLabels.atelier_url }}', ORIGIN),
                },
              },
            ]
          : [],
      };
    }),
  };
}

function evaluate(tests: object[]): void {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-alerts-'));
  const file = join(folder, 'tests.yaml');
  writeFileSync(file, stringify({ rule_files: [rulesFile], evaluation_interval: '1m', tests }));
  try {
    run('test', 'rules', file);
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    assert.fail(`${stdout ?? ''}${stderr ?? ''}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('Prometheus takes the rules and the configuration that scrapes the nodes', () => {
  assert.match(run('check', 'rules', rulesFile), new RegExp(`SUCCESS: ${rules.length} rules found`));
  assert.match(run('check', 'config', '--syntax-only', join(MONITORING, 'prometheus.yaml')), /SUCCESS/);
});

test('every rule has its cases', () => {
  assert.deepEqual(Object.keys(ALERT_CASES).sort(), rules.map(({ alert }) => alert).sort());
});

test('nothing fires in a healthy service', () => {
  const times = [5, 30, 120, 240];
  evaluate([
    testOf(
      'healthy',
      {},
      rules.flatMap(({ alert }) => times.map((minutes) => ({ alert, minutes }))),
    ),
  ]);
});

test('a service that vanished from the list of targets fires too', () => {
  const gone = Object.fromEntries(Object.keys(HEALTHY).map((series) => [series, null]));
  const firing = { labels: { job: 'atelier' }, summary: 'Every node and worker does not answer /metrics.' };
  evaluate([testOf('gone', gone, [{ alert: 'AtelierDown', minutes: 5, firing }])]);
});

for (const [alert, { fires, almost, minutes, tooEarly, labels, summary }] of Object.entries(ALERT_CASES))
  test(`${alert} fires in its case, with its words, and neither too early nor when it almost applies`, () => {
    const firing = { ...(labels && { labels }), summary };
    const everyFiveMinutes = Array.from({ length: 24 }, (_, index) => ({ alert, minutes: 5 * index + 1 }));
    evaluate([
      testOf('fires', fires, [
        { alert, minutes: tooEarly },
        { alert, minutes, firing },
      ]),
      testOf('almost', almost, everyFiveMinutes),
    ]);
  });
