// Pages that the server writes itself have the dashboard's colours, and escape what others wrote.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { htmlPage } from '../../src/core/html-page.ts';

const colours = (css: string) => new Map([...css.matchAll(/--color-([\w-]+):\s*([^;}]+)/g)].map((m) => [m[1], m[2]]));

test('the colours are those of the dashboard', () => {
  const dashboard = colours(readFileSync(new URL('../../dashboard/src/style.css', import.meta.url), 'utf8'));
  const own = colours(htmlPage({ language: 'en', serviceName: 'Atelier', heading: 'x', content: '' }));
  assert.ok(own.size >= 10);
  for (const [name, value] of own) assert.equal(value, dashboard.get(name), `--color-${name}`);
});

test('a name and a heading cannot add markup', () => {
  const html = htmlPage({ language: 'en', serviceName: '<b>&"', heading: "<script>'", content: '' });
  assert.doesNotMatch(html, /<b>|<script>/);
});
