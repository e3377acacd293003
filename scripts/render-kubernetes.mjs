// Renders deploy/kubernetes from deploy/chart with Helm, and keeps the checksums of both, by which a quick test sees that they are in step.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findHelm } from './helm.mjs';

const CHART = 'deploy/chart';
const RENDERED = 'deploy/kubernetes';
/** Written by hand, for Kustomize. */
const BY_HAND = ['kustomization.yaml', 'namespace.yaml'];

export function checksumFile(root) {
  return join(root, 'deploy', 'kubernetes.sha256');
}

/** As `sha256sum` prints them: of the chart, and of what was rendered from it. */
export function kubernetesChecksums(root) {
  const files = [CHART, RENDERED].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .map((name) => `${folder}/${name}`)
      .filter((path) => statSync(join(root, path)).isFile() && !BY_HAND.some((name) => path === `${RENDERED}/${name}`)),
  );
  return files
    .sort()
    .map(
      (path) =>
        `${createHash('sha256')
          .update(readFileSync(join(root, path)))
          .digest('hex')}  ${path}\n`,
    )
    .join('');
}

/** File name → content, one for each template that gives an object. */
export function renderKubernetes(root) {
  const chart = join(root, CHART);
  const text = execFileSync(
    findHelm(),
    ['template', 'atelier', chart, '--namespace', 'atelier', '--values', join(chart, 'plain.yaml')],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const rendered = new Map();
  for (const part of text.split(/^---\n/m)) {
    const [, name, content] = /^# Source: atelier\/templates\/(\S+)\n([\s\S]*)$/.exec(part) ?? [];
    if (name === undefined || content.trim() === '') continue;
    const words = `# Rendered from deploy/chart by npm run generate: change the chart, or add a patch to kustomization.yaml.\n`;
    // Nobody but Kustomize or kubectl manages these.
    const own = content.replace(/^ +app\.kubernetes\.io\/managed-by: Helm\n/gm, '').trim();
    rendered.set(name, rendered.has(name) ? `${rendered.get(name)}---\n${own}\n` : `${words}${own}\n`);
  }
  if (rendered.size < 5) throw new Error(`helm template gave only ${[...rendered.keys()].join(', ')}`);
  return rendered;
}

export function writeKubernetes(root) {
  const rendered = renderKubernetes(root);
  for (const name of readdirSync(join(root, RENDERED)))
    if (!BY_HAND.includes(name) && !rendered.has(name)) rmSync(join(root, RENDERED, name));
  for (const [name, content] of rendered) writeFileSync(join(root, RENDERED, name), content);
  writeFileSync(checksumFile(root), kubernetesChecksums(root));
}

/** A release changes nothing else of them, and can be made without Helm. */
export function stampKubernetes(root, { before, version }) {
  if (readFileSync(checksumFile(root), 'utf8') !== kubernetesChecksums(root))
    throw new Error('deploy/kubernetes is not what deploy/chart says: npm run generate');
  stamp(join(root, CHART, 'Chart.yaml'), { before, version });
  for (const name of readdirSync(join(root, RENDERED)))
    if (!BY_HAND.includes(name)) stamp(join(root, RENDERED, name), { before, version });
  writeFileSync(checksumFile(root), kubernetesChecksums(root));
}

function stamp(path, { before, version }) {
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll(before, version));
}
