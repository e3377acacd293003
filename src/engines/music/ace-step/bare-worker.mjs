// The worker process of ACE-Step, run by Bare: opens the weights once and makes one song at a time.
// Plain JavaScript, because Bare cannot read TypeScript. Every message is one line of JSON; the sound is in base64.
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
    const sound = await make(id, task.params);
    say({ id, result: { made: sound.toString('base64') } });
  } catch (error) {
    say({ id, failure: { message: String(error?.message ?? error) } });
  }
}

/** The text settings are those of the host; the addon wants numbers. */
async function load({ files, config }) {
  const { threads, backendsDir } = config;
  const settings = { inferenceSteps: 0, shift: 0, useGPU: false, nGpuLayers: 0, threads: Number(threads), backendsDir };
  const created = binding.createInstance({}, { engineType: 'acestep', ...files, ...settings }, hear);
  try {
    await binding.activate(created);
    instance = created;
  } catch (error) {
    binding.destroyInstance(created);
    throw error;
  }
}

function make(id, { prompt, ...params }) {
  return new Promise((resolve, reject) => {
    current = { id, resolve, reject, sound: null };
    const job = { type: 'text', input: prompt, taskType: 'text2music', ...params };
    Promise.resolve(binding.runJob(instance, job)).then((isAccepted) => {
      if (!isAccepted) reject(new Error('the addon refused the job'));
    }, reject);
  }).finally(() => {
    current = null;
  });
}

/** The addon's events of a job: progress, the sound, and at the end an error or statistics. */
function hear(_addon, _event, data, error) {
  if (!current) return;
  if (typeof error === 'string' && error !== '') current.reject(new Error(error));
  else if (typeof data?.progressTotal === 'number') {
    const { progressStage: part, progressStep: step, progressTotal: total } = data;
    say({ id: current.id, report: { stage: 'painting', part, step, total } });
  } else if (data?.outputArray) current.sound = soundOf(data);
  else if (typeof data?.totalTimeMs === 'number' || typeof data?.audioDurationMs === 'number') {
    if (current.sound) current.resolve(current.sound);
    else current.reject(new Error('the addon made no sound'));
  }
}

/** A copy: the memory belongs to the addon. */
function soundOf({ outputArray, sampleRate, channels }) {
  if (sampleRate !== 48_000 || channels !== 2) throw new Error('the addon made a sound of another format');
  return Buffer.from(new Uint8Array(outputArray.buffer, outputArray.byteOffset, outputArray.byteLength));
}

function say(message) {
  parent.write(`${JSON.stringify(message)}\n`);
}
