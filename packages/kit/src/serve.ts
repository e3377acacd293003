// The worker's side of a host: runs tasks, sends progress and results, and ends with its parent.
import { parentPort, type Transferable } from 'node:worker_threads';
import { describeError, type FromWorker, type ToWorker } from './protocol.ts';

export interface TaskTools<Report, Message> {
  report(report: Report): void;
  /** Aborts when the caller cancels or the parent process ends. */
  signal: AbortSignal;
  /** The next message that the caller sends while the task runs. */
  nextMessage(): Promise<Message>;
}

export interface ServeOptions<Result> {
  /** Tasks run one after the other; otherwise concurrently. */
  oneAtATime?: boolean;
  /** Memory of the result that moves to the caller instead of being copied (threads only). */
  transfer?: (result: Result) => readonly Transferable[];
}

export type DoTask<Task, Result, Report, Message> = (
  task: Task,
  tools: TaskTools<Report, Message>,
) => Result | Promise<Result>;

interface RunningTask {
  stop: AbortController;
  messages: unknown[];
  wake: () => void;
}

/** Called once, by the file that is the worker. */
export function serveTasks<Task, Result, Report = never, Message = never>(
  doTask: DoTask<Task, Result, Report, Message>,
  options: ServeOptions<Result> = {},
): void {
  const running = new Map<number, RunningTask>();
  let queue: Promise<void> = Promise.resolve();

  listen((message) => {
    if ('cancel' in message) running.get(message.cancel)?.stop.abort(new Error('The caller cancelled the task.'));
    else if ('message' in message) {
      running.get(message.id)?.messages.push(message.message);
      running.get(message.id)?.wake();
    } else {
      const task = { stop: new AbortController(), messages: [], wake: () => undefined };
      running.set(message.id, task);
      const work = () => answer(message.id, message.task as Task, task);
      if (options.oneAtATime) queue = queue.then(work);
      else void work();
    }
  });

  async function answer(id: number, task: Task, own: RunningTask): Promise<void> {
    try {
      own.stop.signal.throwIfAborted();
      const tools = {
        report: (report: Report) => say({ id, report }),
        signal: own.stop.signal,
        nextMessage: () => nextOf(own) as Promise<Message>,
      };
      const result = await doTask(task, tools);
      say({ id, result }, options.transfer?.(result));
    } catch (error) {
      say({ id, failure: describeError(error) });
    } finally {
      running.delete(id);
    }
  }

  function listen(hear: (message: ToWorker) => void): void {
    if (parentPort) {
      parentPort.on('message', hear);
      return;
    }
    process.on('message', hear);
    const leave = () => {
      for (const { stop } of running.values()) stop.abort(new Error('The parent process has ended.'));
      // Gives tasks a moment to clean up.
      setTimeout(() => process.exit(1), running.size > 0 ? 100 : 0);
    };
    process.on('disconnect', leave);
    process.on('SIGTERM', leave);
  }
}

async function nextOf(task: RunningTask): Promise<unknown> {
  while (task.messages.length === 0) {
    task.stop.signal.throwIfAborted();
    await new Promise<void>((resolve) => {
      task.wake = resolve;
      task.stop.signal.addEventListener('abort', () => resolve(), { once: true });
    });
  }
  return task.messages.shift();
}

function say(message: FromWorker, transfer: readonly Transferable[] = []): void {
  if (parentPort) parentPort.postMessage(message, [...transfer]);
  else if (process.connected) process.send?.(message);
}
