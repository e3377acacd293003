// The worker process of one diffusion model, run by Bare: loads the weights once and makes one image or video at a time.
/* global Buffer */
import { binding, serveTasks, ToldError } from './bare-tasks.mjs';

/** Every path must be present: the addon reads all of them. */
const NO_FILES = {
  path: '',
  diffusionModelPath: '',
  highNoiseDiffusionModelPath: '',
  uncondDiffusionModelPath: '',
  clipLPath: '',
  clipGPath: '',
  t5XxlPath: '',
  llmPath: '',
  vaePath: '',
  clipVisionPath: '',
  esrganPath: '',
  audioVaePath: '',
  embeddingsConnectorsPath: '',
};

/**
 * The runtime skips tensors that do not fit, and reports only in its log how much of an adapter the last image used.
 */
const ADAPTER_USED = /\((\d+) \/ \d+\) LoRA tensors have been applied/;
const LONGEST_LOG_MS = 10_000;
let adapterUse = Promise.withResolvers();

serveTasks({ create, writeJob, hear, check: checkAdapter });

function create({ files, config, adapter }, listener) {
  if (adapter) binding.setLogger((_level, line) => hearAdapter(String(line)));
  return binding.createInstance({}, { ...NO_FILES, ...files, config }, listener);
}

function writeJob({ params, image, makes }) {
  adapterUse = Promise.withResolvers();
  const mode = `${image ? 'img' : 'txt'}2${makes === 'video' ? 'vid' : 'img'}`;
  const job = { type: 'text', input: JSON.stringify({ ...params, mode }) };
  if (image) job.initImageBuffer = new Uint8Array(Buffer.from(image, 'base64'));
  return job;
}

/** Progress as JSON text, the image or the video (AVI) as bytes, and at the end an error or an object. */
function hear(job, { event, data, error }) {
  if (typeof event === 'string' && event.includes('Error')) job.reject(new Error(String(error ?? data)));
  else if (typeof data === 'string') reportStep(job, JSON.parse(data));
  else if (data instanceof Uint8Array) job.keep(data);
  else if (data && typeof data === 'object') job.end();
}

/** The tensors of an adapter are counted in the same way while they are read. */
function reportStep(job, { step, total }) {
  if (typeof step === 'number' && total <= job.task.params.steps) job.report({ step, total });
}

function hearAdapter(line) {
  const used = ADAPTER_USED.exec(line)?.[1];
  if (used !== undefined) adapterUse.resolve(Number(used));
}

async function checkAdapter({ model }) {
  if (!model.adapter) return;
  const silence = setTimeout(() => adapterUse.resolve(undefined), LONGEST_LOG_MS);
  const used = await adapterUse.promise;
  clearTimeout(silence);
  if (used === 0) throw new ToldError('The adapter (LoRA) of this model fits no part of its weights.');
  if (used === undefined) throw new ToldError('The runtime did not say whether it used the adapter (LoRA).');
}
