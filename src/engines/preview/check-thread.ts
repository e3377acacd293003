// The thread that checks a project: files first, then secrets, then the framework's own compiler.
import { parentPort } from 'node:worker_threads';
import { bundleProject } from './bundle.ts';
import type { CheckAnswer, CheckOrder } from './check-worker.ts';
import type { CheckResult } from './port.ts';
import { checkPython } from './python-check.ts';
import { findSecrets } from './secrets.ts';

parentPort?.on('message', async (order: CheckOrder) => {
  const answer: CheckAnswer = await check(order).then(
    (result) => ({ id: order.id, result }),
    (error: unknown) => ({ id: order.id, failure: error instanceof Error ? error.message : String(error) }),
  );
  parentPort?.postMessage(answer);
});

async function check({ files, framework }: CheckOrder): Promise<CheckResult> {
  const secrets = findSecrets(files);
  const result =
    framework === 'python'
      ? await checkPython(files, AbortSignal.timeout(20_000))
      : await bundleProject(files, framework);
  return secrets.length === 0 ? result : { problems: [...secrets, ...result.problems], bundle: null };
}
