// The plain manifests of deploy/kubernetes are those of deploy/chart, by their checksums; test/long/chart.test.ts renders them anew with Helm.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { Ajv } from 'ajv';
import { parse, parseAllDocuments } from 'yaml';
import { checksumFile, kubernetesChecksums, writeKubernetes } from '../../scripts/render-kubernetes.mjs';
import { SETTING_GROUPS } from '../../src/config/declarations.ts';
import { ROOT } from '../support/documents.ts';

const CHART = join(ROOT, 'deploy/chart');
const RENDERED = join(ROOT, 'deploy/kubernetes');

interface Container {
  args: string[];
  envFrom: object[];
  env?: { name: string; value: string }[];
  resources: { limits: Record<string, string> };
  securityContext: object;
  readinessProbe?: object;
}

interface KubernetesObject {
  kind: string;
  metadata: { name: string };
  spec: { template: { spec: { containers: Container[]; securityContext: object; volumes: { emptyDir?: object }[] } } };
  data?: Record<string, string>;
}

function objects(): KubernetesObject[] {
  return readdirSync(RENDERED).flatMap((name) =>
    parseAllDocuments(readFileSync(join(RENDERED, name), 'utf8')).map(
      (document) => document.toJS() as KubernetesObject,
    ),
  );
}

test('deploy/kubernetes is rendered from deploy/chart', () => {
  const isStale = () => readFileSync(checksumFile(ROOT), 'utf8') !== kubernetesChecksums(ROOT);
  // Only then, because it needs Helm, or Go to build it.
  if (process.env.UPDATE === '1' && isStale()) writeKubernetes(ROOT);
  assert.ok(!isStale(), 'deploy/kubernetes or deploy/chart has changed by itself: npm run generate');
});

test('the chart has the version of the service', () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const chart = parse(readFileSync(join(CHART, 'Chart.yaml'), 'utf8'));
  assert.deepEqual([chart.version, chart.appVersion], [version, version]);
});

test('every pod runs without rights, writes to bounded folders only, has limits, and answers probes', () => {
  const pods = objects().filter(({ kind }) => kind === 'Deployment' || kind === 'Job');
  assert.deepEqual(pods.map(({ metadata }) => metadata.name.replace(/-\d.*/, '')).sort(), [
    'atelier-api',
    'atelier-migrate',
    'atelier-previews',
    'atelier-worker',
  ]);
  for (const { kind, metadata, spec } of pods) {
    const { containers, securityContext, volumes } = spec.template.spec;
    assert.partialDeepStrictEqual(
      securityContext,
      { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
      metadata.name,
    );
    for (const { emptyDir } of volumes) if (emptyDir) assert.ok('sizeLimit' in emptyDir, metadata.name);
    for (const container of containers) {
      assert.deepEqual(
        container.securityContext,
        { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
        metadata.name,
      );
      assert.deepEqual(Object.keys(container.resources.limits).sort(), ['ephemeral-storage', 'memory'], metadata.name);
      assert.equal(container.readinessProbe !== undefined, kind === 'Deployment', metadata.name);
    }
  }
});

test('nobody can sign up and nothing is given away by default, and every setting of the chart exists', () => {
  const declared = new Set(SETTING_GROUPS.flatMap(({ settings }) => Object.keys(settings)));
  const { data = {} } = objects().find(({ kind }) => kind === 'ConfigMap') ?? {};
  assert.equal(data.SIGN_UPS, 'closed');
  assert.equal(data.FREE_GRANT, '0');
  const own = objects().flatMap(({ kind, spec }) =>
    kind === 'Deployment' ? (spec.template.spec.containers[0]?.env ?? []).map(({ name }) => name) : [],
  );
  for (const name of [...Object.keys(data), ...own, ...secretNames()]) assert.ok(declared.has(name), name);
});

function secretNames(): string[] {
  return Object.keys(parse(readFileSync(join(CHART, 'plain.yaml'), 'utf8')).secrets.values);
}

test('the schema of the values takes the defaults and the plain ones, and refuses what would go wrong silently', () => {
  const read = (name: string) => readFileSync(join(CHART, name), 'utf8');
  const validate = new Ajv({ strict: false, allErrors: true }).compile(JSON.parse(read('values.schema.json')));
  const errorsOf = (values: object) => (validate(values) ? [] : validate.errors);
  const defaults = parse(read('values.yaml'));
  const plain = parse(read('plain.yaml'));
  assert.deepEqual(errorsOf(defaults), []);
  assert.deepEqual(errorsOf({ ...defaults, ...plain }), []);
  for (const wrong of [
    { replicas: 3 },
    { image: { repository: 'x', tag: 'latest' } },
    { publicUrl: 'atelier.example.com' },
    { publicUrl: 'https://atelier.example.com/path' },
    { settings: { SIGN_UPS: 'no' } },
    { settings: { FREE_GRANT: 0 } },
    { settings: { SECRET: 'in a ConfigMap, for all to read' } },
    { secrets: { values: { SECRET: 'short' } } },
    { secrets: { values: { DATABASE_URL: 'mysql://x' } } },
    { api: { ...defaults.api, volumes: {} } },
    { api: { ...defaults.api, resources: { limits: { memory: 'much' } } } },
    { worker: { ...defaults.worker, slots: 3 } },
    { networkPolicy: { enabled: 'yes' } },
  ])
    assert.notDeepEqual(errorsOf({ ...defaults, ...wrong }), [], JSON.stringify(wrong));
});
