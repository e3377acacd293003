// The worker process of one diffusion model, run by Bare: loads the weights once and makes one image at a time.
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
    say({ id, result: { image: (await make(id, task)).toString('base64') } });
  } catch (error) {
    say({ id, failure: { message: String(error?.message ?? error) } });
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

async function load({ files, config }) {
  const created = binding.createInstance({}, { ...NO_FILES, ...files, config }, hear);
  try {
    await binding.activate(created);
    instance = created;
  } catch (error) {
    binding.destroyInstance(created);
    throw error;
  }
}

function make(id, { params, image }) {
  return new Promise((resolve, reject) => {
    current = { id, resolve, reject, image: null };
    const mode = image ? 'img2img' : 'txt2img';
    const job = { type: 'text', input: JSON.stringify({ ...params, mode }) };
    if (image) job.initImageBuffer = new Uint8Array(Buffer.from(image, 'base64'));
    Promise.resolve(binding.runJob(instance, job)).then((isAccepted) => {
      if (!isAccepted) reject(new Error('the addon refused the job'));
    }, reject);
  }).finally(() => {
    current = null;
  });
}

/** The addon's events of a job: progress as JSON text, the image as bytes, and at the end an error or an object. */
function hear(_addon, event, data, error) {
  if (!current) return;
  if (typeof event === 'string' && event.includes('Error')) current.reject(new Error(String(error ?? data)));
  else if (typeof data === 'string') reportStep(JSON.parse(data));
  else if (data instanceof Uint8Array) current.image = Buffer.from(data);
  else if (data && typeof data === 'object') {
    if (current.image) current.resolve(current.image);
    else current.reject(new Error('the addon made no image'));
  }
}

function reportStep({ step, total }) {
  if (typeof step === 'number' && typeof total === 'number')
    say({ id: current.id, report: { stage: 'painting', step, total } });
}

function say(message) {
  parent.write(`${JSON.stringify(message)}\n`);
}
