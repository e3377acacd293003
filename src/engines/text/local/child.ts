// The process that holds one model: reads orders from its parent, sends events back in batches, and exits with its parent.
import { type FromModel, OrderError, type ToModel } from './protocol.ts';
import { loadModel, type ResidentModel } from './resident-model.ts';

let resident: Promise<ResidentModel> | undefined;
const running = new Map<number, AbortController>();
let outgoing: FromModel[] = [];

process.on('message', (message: ToModel) => {
  if (message.kind === 'load') load(message);
  else if (message.kind === 'abort') running.get(message.call)?.abort(new Error('aborted'));
  else if (message.kind === 'count') count(message);
  else generate(message);
});
process.on('disconnect', () => process.exit(0));

/** One message for everything in this turn of the event loop: four sequences produce four tokens at once. */
function send(message: FromModel): void {
  outgoing.push(message);
  if (outgoing.length > 1) return;
  setImmediate(() => {
    process.send?.(outgoing);
    outgoing = [];
  });
}

function load({ settings }: Extract<ToModel, { kind: 'load' }>): void {
  resident = loadModel(settings);
  resident.then(
    (model) => send({ kind: 'loaded', model: model.description }),
    (error: unknown) => send({ kind: 'load-failed', message: error instanceof Error ? error.message : String(error) }),
  );
}

async function count({ call, input, shape }: Extract<ToModel, { kind: 'count' }>): Promise<void> {
  try {
    const model = await resident;
    send({ kind: 'counted', call, tokens: model?.count(input, shape) ?? 0 });
  } catch (error) {
    fail(call, error);
  }
}

async function generate({ call, order }: Extract<ToModel, { kind: 'generate' }>): Promise<void> {
  const abort = new AbortController();
  running.set(call, abort);
  try {
    const model = await resident;
    for await (const event of model?.generate(order, abort.signal) ?? []) send({ kind: 'event', call, event });
  } catch (error) {
    if (!abort.signal.aborted) fail(call, error);
  } finally {
    running.delete(call);
  }
}

function fail(call: number, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  const failure = error instanceof OrderError ? error.failure : { code: 'engine_failed' as const, message };
  send({ kind: 'failed', call, failure });
}
