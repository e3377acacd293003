// Sums the metrics of all serving processes of one machine: the first process gathers them on request.
import cluster, { type Worker } from 'node:cluster';
import { AggregatorRegistry, type Registry } from 'prom-client';

interface Message {
  topic: 'metrics';
  id: number;
  text?: string;
  problem?: string;
}

let asked = 0;

/** Called once in a serving process: lets the first process read its metrics. */
export function shareMetrics(registry: Registry): void {
  AggregatorRegistry.setRegistries(registry);
  new AggregatorRegistry();
}

/** Called in a serving process: resolves to the metrics of all processes. */
export function askMetrics(): Promise<string> {
  asked += 1;
  const question: Message = { topic: 'metrics', id: asked };
  return new Promise((resolve, reject) => {
    const hear = (message: unknown) => {
      if (!isAbout(message) || message.id !== question.id) return;
      process.off('message', hear);
      if (message.text === undefined) reject(new Error(message.problem));
      else resolve(message.text);
    };
    process.on('message', hear);
    process.send?.(question);
  });
}

/** Runs in the first process. */
export function answerMetrics(): void {
  const everybody = new AggregatorRegistry();
  cluster.on('message', (worker: Worker, message: unknown) => {
    if (!isAbout(message)) return;
    const answer = (rest: Pick<Message, 'text' | 'problem'>) => {
      if (worker.isConnected()) worker.send({ ...message, ...rest });
    };
    everybody.clusterMetrics().then(
      (text) => answer({ text }),
      (error) => answer({ problem: String(error) }),
    );
  });
}

function isAbout(message: unknown): message is Message {
  return typeof message === 'object' && message !== null && 'topic' in message && message.topic === 'metrics';
}
