// Runs the unit tests of a task over Python code that a model wrote, in the sandbox for generated programs.
import { Sandbox } from '@atelier/kit';

const sandbox = new Sandbox();
const LONGEST_MS = 5_000;

export async function passesTests(code: string, tests: readonly string[]): Promise<boolean> {
  const problem = await sandbox.problem();
  if (problem) throw new Error(`code that a model wrote runs in the sandbox only: ${problem}`);
  const program = [code, ...tests].join('\n');
  const command = ['/usr/bin/python3', '-I', '-c', program];
  const child = sandbox.start(
    { readable: {}, environment: {}, command },
    { stdin: 'ignore', signal: AbortSignal.timeout(LONGEST_MS) },
  );
  child.on('error', () => {});
  child.stdout?.resume();
  child.stderr?.resume();
  const status = await new Promise((resolve) => child.once('close', resolve));
  return status === 0;
}

/** The first fenced block; without a fence, everything from the first definition on. */
export function codeIn(answer: string): string {
  const fenced = /```(?:python|py)?\s*\n([\s\S]*?)(?:```|$)/i.exec(answer)?.[1];
  return fenced ?? /(?:^|\n)((?:def|import|from|class) [\s\S]*)/.exec(answer)?.[1] ?? answer;
}
