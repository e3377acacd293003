// The check of the deployment files finds mistakes: in the Dockerfile's context, in the compose file and in Kubernetes objects.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after } from 'node:test';

const ROOT = join(import.meta.dirname, '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'atelier-deploy-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** File, the right text, the mistake, and what the check must say. */
const MISTAKES: [file: string, right: RegExp, wrong: string, words: RegExp][] = [
  ['Dockerfile.dockerignore', /^!docs\n/m, '', /Dockerfile copies docs, which Dockerfile\.dockerignore leaves out/],
  ['Dockerfile', /--from=modules/, '--from=moduls', /copies from the stage moduls, which does not exist/],
  ['browser.Dockerfile', /USER node/, 'USER root', /browser\.Dockerfile runs as root/],
  ['compose.yaml', /depends_on:/, 'depend_on:', /compose\.yaml.*depend_on/],
  ['kubernetes/api.yaml', /readinessProbe:/, 'readynessProbe:', /Deployment [\w-]+: no field .*\/readynessProbe/],
  ['kubernetes/previews.yaml', /replicas: \d+/, 'replicas: two', /spec\/replicas must be integer/],
  ['kubernetes/ingress.yaml', /pathType: \w+/, 'pathtype: Prefix', /required property pathType/],
  ['kubernetes/kustomization.yaml', /- worker\.yaml/, '- workers.yaml', /workers\.yaml does not exist/],
];

test('every mistake in the deployment files is named', () => {
  const copy = join(folder, 'deploy');
  cpSync(join(ROOT, 'deploy'), copy, { recursive: true });
  for (const [file, right, wrong] of MISTAKES) {
    const text = readFileSync(join(copy, file), 'utf8');
    assert.match(text, right, `${file} has no ${right} any more`);
    writeFileSync(join(copy, file), text.replace(right, wrong));
  }
  const { status, stderr } = spawnSync(process.execPath, [join(ROOT, 'scripts', 'check-deploy.mjs'), copy], {
    encoding: 'utf8',
  });
  assert.equal(status, 1);
  for (const [, , , words] of MISTAKES) assert.match(stderr, words);
});
