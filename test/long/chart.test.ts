// The Helm chart: Helm finds no fault in it, deploy/kubernetes is what it renders, and a real Kubernetes API server takes every object
// of it, in several arrangements, and would admit every pod under the rule `restricted`. Needs Go, which builds Helm, etcd and the API
// server once (half an hour of two cores). No container is started: the pods themselves are not shown to run.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { parseAllDocuments, stringify } from 'yaml';
import { findHelm } from '../../scripts/helm.mjs';
import { renderKubernetes } from '../../scripts/render-kubernetes.mjs';
import { ROOT } from '../support/documents.ts';
import { type ApiServer, moduleFolder, startApiServer } from '../support/kube-apiserver.ts';
import { until } from '../support/until.ts';

const CHART = join(ROOT, 'deploy/chart');
const PLAIN = join(CHART, 'plain.yaml');
/** Of the Prometheus Operator, whose kinds the chart uses where they exist. */
const OPERATOR = 'github.com/prometheus-operator/prometheus-operator@v0.85.0';
const NAMESPACE = 'atelier';
const SECRETS = {
  SECRET: 'a secret of this test, long enough',
  DATABASE_URL: 'postgres://a:b@postgres/atelier',
  S3_URL: 'https://s3.example.com/files',
};

interface KubernetesObject {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels?: Record<string, string> };
  spec?: { template?: { metadata?: object; spec?: object } };
}

/** What else an operator may choose. */
const ARRANGEMENTS: Record<string, object> = {
  'the smallest': { secrets: { values: SECRETS } },
  'everything on': {
    image: { digest: `sha256:${'a'.repeat(64)}`, pullSecrets: ['registry'] },
    previewOrigin: 'https://previews.example.com',
    secrets: { existing: 'my-secret' },
    files: { config: { upstreams: [{ name: 'far', base_url: 'https://far.example.com/v1' }] }, prices: { a: 1 } },
    api: {
      autoscaling: { enabled: false },
      tolerations: [{ key: 'a', operator: 'Exists' }],
      affinity: {
        nodeAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: {
            nodeSelectorTerms: [{ matchExpressions: [{ key: 'b', operator: 'Exists' }] }],
          },
        },
      },
      nodeSelector: { disk: 'ssd' },
      podAnnotations: { a: 'b' },
      podLabels: { c: 'd' },
      priorityClassName: 'system-cluster-critical',
    },
    worker: { autoscaling: { enabled: false }, maxUnavailable: '50%' },
    models: { storageClass: 'shared' },
    monitoring: { enabled: true, hasToken: true, labels: { release: 'prometheus' } },
  },
  'a gateway without weights': {
    secrets: { values: { ...SECRETS, METRICS_TOKEN: 'a token of this test' } },
    models: { enabled: false },
    ingress: { tlsSecret: '', annotations: {} },
    monitoring: { enabled: true, rules: false },
  },
  'inside a mesh': {
    secrets: { values: SECRETS },
    worker: { enabled: false },
    ingress: { enabled: false },
    networkPolicy: { enabled: false },
    migrate: { enabled: false },
    models: { existingClaim: 'weights' },
  },
};

let folder: string;
let server: ApiServer;
/** `v1 Deployment` → where its objects are. */
const places = new Map<string, { path: string; isNamespaced: boolean }>();

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-chart-'));
  server = await startApiServer();
  const namespace = parseObjects(readFileSync(join(ROOT, 'deploy/kubernetes/namespace.yaml'), 'utf8'))[0];
  assert.ok(namespace);
  assert.equal((await server.call('POST', '/api/v1/namespaces', namespace)).status, 201);
  const kinds = join(moduleFolder(OPERATOR), 'example', 'prometheus-operator-crd');
  for (const name of ['servicemonitors', 'prometheusrules']) {
    const [definition] = parseObjects(readFileSync(join(kinds, `monitoring.coreos.com_${name}.yaml`), 'utf8'));
    const made = await server.call(
      'POST',
      '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
      definition as object,
    );
    assert.equal(made.status, 201, made.body.message);
  }
  for (const group of ['monitoring.coreos.com/v1'])
    await until(async () => (await server.call('GET', `/apis/${group}`)).status === 200, {
      saying: 'the kinds of the Prometheus Operator are known',
    });
});
after(async () => {
  await server?.stop();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

function helm(...args: string[]) {
  return spawnSync(findHelm(), args, { encoding: 'utf8' });
}

function valuesFile(values: object): string {
  const path = join(folder, `${Math.random()}.yaml`);
  writeFileSync(path, stringify(values));
  return path;
}

function template(values: object, release = 'atelier'): string {
  const args = ['template', release, CHART, '--namespace', NAMESPACE, '--values', valuesFile(values)];
  const { status, stdout, stderr } = helm(...args);
  assert.equal(status, 0, stderr);
  return stdout;
}

function parseObjects(text: string): KubernetesObject[] {
  return parseAllDocuments(text)
    .map((document) => document.toJS() as KubernetesObject | null)
    .filter((object) => object !== null);
}

async function placeOf({ apiVersion, kind }: KubernetesObject): Promise<{ path: string; isNamespaced: boolean }> {
  const key = `${apiVersion} ${kind}`;
  const known = places.get(key);
  if (known) return known;
  const base = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  const { body } = await server.call('GET', base);
  const { resources } = body as { resources?: { name: string; kind: string; namespaced: boolean }[] };
  const found = resources?.find((one) => one.kind === kind && !one.name.includes('/'));
  assert.ok(found, `the API server knows no ${key}`);
  const place = {
    path: found.namespaced ? `${base}/namespaces/${NAMESPACE}/${found.name}` : `${base}/${found.name}`,
    isNamespaced: found.namespaced,
  };
  places.set(key, place);
  return place;
}

/** As `kubectl apply --server-side --dry-run=server`: checked and admitted, not kept. Unknown fields are errors. */
async function dryRun(object: KubernetesObject) {
  const { path } = await placeOf(object);
  const query = 'dryRun=All&fieldManager=test&fieldValidation=Strict';
  return server.call('PATCH', `${path}/${object.metadata.name}?${query}`, object);
}

/** A Deployment is admitted whatever its pods are; the pod itself is what `restricted` refuses. */
function podOf({ metadata, spec }: KubernetesObject): KubernetesObject | undefined {
  const pod = spec?.template?.spec;
  return pod && ({ apiVersion: 'v1', kind: 'Pod', metadata: { name: metadata.name }, spec: pod } as KubernetesObject);
}

async function assertTaken(objects: readonly KubernetesObject[]): Promise<number> {
  for (const object of objects.flatMap((one) => [one, podOf(one)].filter((each) => each !== undefined))) {
    const { status, warnings, body } = await dryRun(object);
    const name = `${object.kind} ${object.metadata.name}`;
    assert.ok(status === 200 || status === 201, `${name}: ${status} ${body.message}`);
    assert.deepEqual(warnings, [], name);
  }
  return objects.length;
}

test('helm lint finds nothing', () => {
  const { status, stdout, stderr } = helm('lint', CHART, '--strict', '--values', PLAIN);
  assert.equal(status, 0, stdout + stderr);
});

test('deploy/kubernetes is what Helm renders from the chart', () => {
  for (const [name, content] of renderKubernetes(ROOT))
    assert.equal(readFileSync(join(ROOT, 'deploy/kubernetes', name), 'utf8'), content, `${name}: npm run generate`);
});

test('an API server takes every object of deploy/kubernetes, and would admit its pods', async () => {
  const files = readdirSync(join(ROOT, 'deploy/kubernetes')).filter((name) => name !== 'kustomization.yaml');
  const objects = files.flatMap((name) => parseObjects(readFileSync(join(ROOT, 'deploy/kubernetes', name), 'utf8')));
  console.log(`deploy/kubernetes: ${await assertTaken(objects)} objects taken`);
});

for (const [name, values] of Object.entries(ARRANGEMENTS))
  test(`an API server takes the chart: ${name}`, async () => {
    console.log(`${name}: ${await assertTaken(parseObjects(template(values, 'shop')))} objects taken`);
  });

test('the API server would refuse a mistake and a pod with rights', async () => {
  const deployment = parseObjects(template({ secrets: { values: SECRETS } })).find(({ kind }) => kind === 'Deployment');
  assert.ok(deployment);
  const misspelt = structuredClone(deployment) as KubernetesObject & { spec: Record<string, unknown> };
  misspelt.spec.replica = 3;
  assert.match((await dryRun(misspelt)).body.message ?? '', /replica/);
  const pod = structuredClone(podOf(deployment)) as KubernetesObject & {
    spec: { securityContext: Record<string, unknown> };
  };
  pod.spec.securityContext.runAsNonRoot = false;
  const refused = await dryRun(pod);
  assert.equal(refused.status, 403);
  assert.match(refused.body.message ?? '', /violates PodSecurity "restricted/);
});

test('other settings start other pods, and the same ones do not', () => {
  const sums = (values: object) => [...template(values).matchAll(/checksum\/settings: (\w+)/g)].map(([, sum]) => sum);
  const values = { secrets: { values: SECRETS } };
  assert.deepEqual(sums(values), sums(values));
  assert.notDeepEqual(sums(values), sums({ ...values, settings: { SERVICE_NAME: 'Studio' } }));
  assert.notDeepEqual(sums(values), sums({ ...values, files: { config: { upstreams: [] } } }));
});

test('values that cannot work are refused with a sentence', () => {
  const refused: [object, RegExp][] = [
    [{}, /secrets\.values\.SECRET is missing/],
    [{ secrets: { values: { ...SECRETS, S3_URL: undefined } } }, /secrets\.values\.S3_URL is missing/],
    [{ secrets: { existing: 'mine', values: SECRETS } }, /not both/],
    [{ secrets: { values: { ...SECRETS, SIGN_UPS: 'open' } } }, /SIGN_UPS is in `settings` and in `secrets\.values`/],
    [{ secrets: { values: SECRETS }, previewOrigin: 'https://atelier.example.com' }, /another host/],
    [{ secrets: { values: SECRETS }, replicas: 2 }, /replicas/],
    [{ secrets: { values: SECRETS }, settings: { SECRET: 'x' } }, /SECRET/],
  ];
  for (const [values, words] of refused) {
    const { status, stderr } = helm('template', 'atelier', CHART, '--values', valuesFile(values));
    assert.notEqual(status, 0, String(words));
    assert.match(stderr, words);
  }
});

test('a setting of null is left out, so that the operator can change it while the service runs', () => {
  const text = template({ secrets: { values: SECRETS }, settings: { SIGN_UPS: null } });
  assert.doesNotMatch(text, /SIGN_UPS/);
  assert.match(text, /FREE_GRANT: "0"/);
});
