// Shared by the Bare workers: reads tasks from the parent process, opens the addon with the first task's weights, and
// runs one job at a time. Plain JavaScript, because Bare cannot read TypeScript. Every message is one line of JSON;
// results are in base64.
/* global Bare, Buffer */
const [, , addonUrl] = Bare.argv;
const parent = Bare.IPC;

export const binding = Bare.Addon.load(new URL(addonUrl)).exports;

/** An error whose message is for the customer. */
export class ToldError extends Error {}

/**
 * `create(model, listener)` makes the addon's instance, `writeJob(task)` what the addon runs, and `hear(job, event)` settles the job by the addon's events.
 * `check(task)` may refuse what was made.
 */
export function serveTasks({ create, writeJob, hear, check }) {
  let instance = null;
  let current = null;
  let queue = Promise.resolve();

  readMessages(({ id, task, message }) => {
    if (message === 'cancel' && current?.id === id) binding.cancel(instance);
    if (task) queue = queue.then(() => answer(id, task));
  });

  async function answer(id, task) {
    try {
      if (!instance) {
        say({ id, report: { stage: 'loading' } });
        instance = await load(task.model);
      }
      const made = await make(id, task);
      await check?.(task);
      say({ id, result: { made: made.toString('base64') } });
    } catch (error) {
      const message = String(error?.message ?? error);
      say({ id, failure: error instanceof ToldError ? { code: 'engine_failed', message } : { message } });
    }
  }

  async function load(model) {
    const created = create(model, (_addon, event, data, error) => {
      if (current) hear(current, { event, data, error });
    });
    try {
      await binding.activate(created);
      return created;
    } catch (error) {
      binding.destroyInstance(created);
      throw error;
    }
  }

  function make(id, task) {
    return new Promise((resolve, reject) => {
      current = new Job({ id, task, resolve, reject });
      Promise.resolve(binding.runJob(instance, writeJob(task))).then((isAccepted) => {
        if (!isAccepted) reject(new Error('the addon refused the job'));
      }, reject);
    }).finally(() => {
      current = null;
    });
  }
}

class Job {
  constructor({ id, task, resolve, reject }) {
    this.id = id;
    this.task = task;
    this.resolve = resolve;
    this.reject = reject;
    this.made = null;
  }

  /** A copy: the memory belongs to the addon. */
  keep({ buffer, byteOffset, byteLength }) {
    this.made = Buffer.from(new Uint8Array(buffer, byteOffset, byteLength));
  }

  report(step) {
    say({ id: this.id, report: { stage: 'painting', ...step } });
  }

  end() {
    if (this.made) this.resolve(this.made);
    else this.reject(new Error('the addon made nothing'));
  }
}

function readMessages(receive) {
  let unread = '';
  parent.on('data', (bytes) => {
    unread += bytes.toString('latin1');
    for (let end = unread.indexOf('\n'); end >= 0; end = unread.indexOf('\n')) {
      const line = unread.slice(0, end);
      unread = unread.slice(end + 1);
      receive(JSON.parse(Buffer.from(line, 'latin1').toString()));
    }
  });
  // An uncaught error ends the process at once; Bare.exit would wait for the current step to finish.
  parent.on('end', () => {
    throw new Error('the parent process is gone');
  });
}

function say(message) {
  parent.write(`${JSON.stringify(message)}\n`);
}
