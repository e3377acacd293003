// The shipped alert rules and dashboard as files: the guide lists every alert, panels are well formed, and all metrics are known.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { allExpressions, readDashboard, readRules, selectorsOf } from '../support/monitoring.ts';

const guide = (name: string) => readFileSync(join(import.meta.dirname, '../../docs/guides', `${name}.md`), 'utf8');
const DATASOURCE = { type: 'prometheus', uid: '\u0024{datasource}' };

test('the guide lists every alert under the heading that the alert links to, with its severity', () => {
  const listed = guide('alerts')
    .split('\n## ')
    .flatMap((section) => {
      const heading = section.split('\n', 1)[0]?.toLowerCase().replaceAll(' ', '-');
      return [...section.matchAll(/^\| `(Atelier\w+)`( \(critical\))? \|/gm)].map(
        ([, alert, critical]) => `${alert} ${critical ? 'critical' : 'warning'} #${heading}`,
      );
    });
  const shipped = readRules().map(
    ({ alert, labels, annotations }) =>
      `${alert} ${labels.severity} ${/#.*/.exec((annotations.runbook_url ?? '').replace(/^.*\}\}/, ''))}`,
  );
  assert.deepEqual(listed.sort(), shipped.sort());
});

test('every rule waits, has a summary and says what to do', () => {
  for (const { alert, for: patience, annotations } of readRules()) {
    assert.match(patience, /^\d+[mh]$/, alert);
    assert.deepEqual(Object.keys(annotations), ['summary', 'description', 'runbook_url'], alert);
  }
});

test('every panel asks the data source of the variable, has a description, and covers no other', () => {
  const { panels, templating } = readDashboard();
  assert.deepEqual(
    templating.list.map(({ name, type, query }) => ({ name, type, query })),
    [{ name: 'datasource', type: 'datasource', query: 'prometheus' }],
  );
  assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length);
  const taken = new Set<string>();
  for (const { title, type, description, datasource, gridPos, targets } of panels) {
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1)
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
        assert.ok(x < 24 && !taken.has(`${x} ${y}`), `${title} covers another panel`);
        taken.add(`${x} ${y}`);
      }
    if (type === 'row') continue;
    assert.deepEqual(datasource, DATASOURCE, title);
    assert.ok(description && targets && targets.length > 0, title);
    assert.equal(new Set(targets.map(({ refId }) => refId)).size, targets.length, title);
  }
});

test('rules and panels name only metrics that the guide describes, or those of Node', () => {
  const described = guide('telemetry');
  for (const { of, expr } of allExpressions()) {
    const selectors = selectorsOf(expr);
    assert.ok(selectors.length > 0, of);
    for (const selector of selectors) {
      const name = selector.replace(/\{.*/, '');
      const base = name.replace(/_(?:bucket|count|sum)$/, '');
      const isKnown = name === 'up' || /^atelier_(process|nodejs)_/.test(name) || described.includes(`\`${base}\``);
      assert.ok(isKnown, `${of}: ${name}`);
    }
  }
});
