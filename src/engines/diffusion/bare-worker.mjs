// The worker process of one diffusion model, run by Bare: loads the weights once and makes one image or video at a time.
// Plain JavaScript, because Bare cannot read TypeScript. Every message is one line of JSON; images are in base64.
/* global Bare, Buffer */
const [, , addonUrl] = Bare.argv;
const binding = Bare.Addon.load(new URL(addonUrl)).exports;
const parent = Bare.IPC;

let instance = null;
let current = null;
let queue = Promise.resolve();
let unread = '';

parent.on('data', (bytes) => {
  unread += bytes.toString('latin1');
  for (let end = unread.indexOf('\n'); end >= 0; end = unread.indexOf('\n')) {
    const line = unread.slice(0, end);
    unread = unread.slice(end + 1);
    receive(JSON.parse(Buffer.from(line, 'latin1').toString()));
  }
});
// An uncaught error ends the process at once; Bare.exit would wait until the step that is being computed is done.
parent.on('end', () => {
  throw new Error('the parent process is gone');
});

function receive({ id, task, message }) {
  if (message === 'cancel' && current?.id === id) binding.cancel(instance);
  if (task) queue = queue.then(() => answer(id, task));
}

async function answer(id, task) {
  try {
    if (!instance) {
      say({ id, report: { stage: 'loading' } });
      await load(task.model);
    }
    const made = await make(id, task);
    if (task.model.adapter) await checkAdapter();
    say({ id, result: { made: made.toString('base64') } });
  } catch (error) {
    const message = String(error?.message ?? error);
    say({ id, failure: error instanceof AdapterError ? { code: 'engine_failed', message } : { message } });
  }
}

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

async function load({ files, config, adapter }) {
  if (adapter) binding.setLogger((_level, line) => hearAdapter(String(line)));
  const created = binding.createInstance({}, { ...NO_FILES, ...files, config }, hear);
  try {
    await binding.activate(created);
    instance = created;
  } catch (error) {
    binding.destroyInstance(created);
    throw error;
  }
}

function make(id, { params, image, makes }) {
  return new Promise((resolve, reject) => {
    current = { id, resolve, reject, made: null, steps: params.steps };
    adapterUse = Promise.withResolvers();
    const mode = `${image ? 'img' : 'txt'}2${makes === 'video' ? 'vid' : 'img'}`;
    const job = { type: 'text', input: JSON.stringify({ ...params, mode }) };
    if (image) job.initImageBuffer = new Uint8Array(Buffer.from(image, 'base64'));
    Promise.resolve(binding.runJob(instance, job)).then((isAccepted) => {
      if (!isAccepted) reject(new Error('the addon refused the job'));
    }, reject);
  }).finally(() => {
    current = null;
  });
}

/** The runtime skips what does not fit and says only in its log how much of an adapter the last image used. */
const ADAPTER_USED = /\((\d+) \/ \d+\) LoRA tensors have been applied/;
const LONGEST_LOG_MS = 10_000;
let adapterUse = Promise.withResolvers();

class AdapterError extends Error {}

function hearAdapter(line) {
  const used = ADAPTER_USED.exec(line)?.[1];
  if (used !== undefined) adapterUse.resolve(Number(used));
}

async function checkAdapter() {
  const silence = setTimeout(() => adapterUse.resolve(undefined), LONGEST_LOG_MS);
  const used = await adapterUse.promise;
  clearTimeout(silence);
  if (used === 0) throw new AdapterError('The adapter (LoRA) of this model fits no part of its weights.');
  if (used === undefined) throw new AdapterError('The runtime did not say whether it used the adapter (LoRA).');
}

/** The addon's events of a job: progress as JSON text, the image or the video (AVI) as bytes, and at the end an error or an object. */
function hear(_addon, event, data, error) {
  if (!current) return;
  if (typeof event === 'string' && event.includes('Error')) current.reject(new Error(String(error ?? data)));
  else if (typeof data === 'string') reportStep(JSON.parse(data));
  else if (data instanceof Uint8Array) current.made = Buffer.from(data);
  else if (data && typeof data === 'object') {
    if (current.made) current.resolve(current.made);
    else current.reject(new Error('the addon made nothing'));
  }
}

/** The tensors of an adapter are counted in the same way while they are read. */
function reportStep({ step, total }) {
  if (typeof step === 'number' && total <= current.steps)
    say({ id: current.id, report: { stage: 'painting', step, total } });
}

function say(message) {
  parent.write(`${JSON.stringify(message)}\n`);
}
