// The service serves exactly the pages that the dashboard has.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { dashboardPages } from '../../src/modules/dashboard/pages.ts';
import { CUSTOMER_PATHS } from '../support/dashboard-paths.ts';
import { ROOT } from '../support/documents.ts';

const SETTINGS = {
  serviceName: 'Atelier',
  publicUrl: 'http://127.0.0.1:3000',
  previewOrigin: null,
  signUps: 'open' as const,
  captcha: null,
  signInProviders: [],
  smtpUrl: null,
};

const list = readFileSync(join(ROOT, 'dashboard/src/page-scripts.ts'), 'utf8');
const scripts = [...list.matchAll(/^ {2}'(\/[^']*)': \(\) => import\(/gm)].map(([, path = '']) => path);

test('every page of dashboard/src/page-scripts.ts is served, and no path without a page', () => {
  assert.ok(scripts.length > 20, `${scripts.length} pages`);
  const served = dashboardPages(SETTINGS).map(({ path }) => path);
  // The others are files that pages load.
  const pages = served.filter((path) => !path.endsWith('/:name') && path !== '/icon.svg' && path !== '/html-frame');
  const isServed = (path: string) => pages.some((pattern) => matches(pattern, path));
  assert.deepEqual(
    scripts.filter((path) => !isServed(path)),
    [],
    'add these to PAGES in src/modules/dashboard/pages.ts',
  );
  // The operator pages have one script for all of their paths.
  const unused = pages.filter(
    (pattern) => pattern !== '/operator/*' && !scripts.some((path) => matches(pattern, path)),
  );
  assert.deepEqual(unused, []);
});

test('the suites in test/full/browser open every page of a customer', () => {
  const isOutside = /^\/(sign-|reset$)/;
  const pages = scripts.filter((path) => !path.includes('$') && path !== '/operator' && !isOutside.test(path));
  const opened = new Set(CUSTOMER_PATHS.map((path) => path.replace(/\?.*/, '')));
  assert.deepEqual([...opened].sort(), pages.sort(), 'change CUSTOMER_PATHS in test/support/dashboard-paths.ts');
});

function matches(pattern: string, path: string): boolean {
  if (pattern.endsWith('/*')) return path.startsWith(pattern.slice(0, -1));
  return pattern.replace(/:(\w+)/g, '$$$1') === path;
}
