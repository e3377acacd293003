// The thread that checks: files first, then secrets, then the framework's own compiler.
import { serveTasks } from '@atelier/kit';
import { bundleProject } from './bundle.ts';
import type { CheckResult, PreviewApp } from './port.ts';
import { checkPython } from './python-check.ts';
import { findSecrets } from './secrets.ts';

serveTasks(check);

async function check(app: PreviewApp): Promise<CheckResult> {
  const { files, framework } = app;
  const secrets = findSecrets(files);
  const result =
    framework === 'python' ? await checkPython(files, AbortSignal.timeout(20_000)) : await bundleProject(app);
  return secrets.length === 0 ? result : { problems: [...secrets, ...result.problems], bundle: null };
}
