// Parses Python sources without running them.
import { spawn } from 'node:child_process';
import type { CheckResult, Problem, SourceFile } from './port.ts';
import { findPython } from './process-preview.ts';

const PROGRAM = `
import ast, json, sys
files = json.load(sys.stdin)
names = {f["path"][:-3].replace("/", ".") for f in files} | {f["path"].split("/")[0] for f in files}
problems = []
for f in files:
    try:
        tree = ast.parse(f["content"], f["path"])
    except SyntaxError as e:
        problems.append({"stage": "syntax", "file": f["path"], "line": e.lineno, "message": f"{e.msg}: {(e.text or '').strip()[:200]}"})
        continue
    for node in ast.walk(tree):
        wanted = [a.name for a in node.names] if isinstance(node, ast.Import) else [node.module] if isinstance(node, ast.ImportFrom) and node.level == 0 and node.module else []
        for name in wanted:
            if name.split(".")[0] not in sys.stdlib_module_names and name.split(".")[0] not in names and name not in names:
                problems.append({"stage": "imports", "file": f["path"], "line": node.lineno, "message": f"{name} cannot be imported: Python apps may use the standard library only"})
print(json.dumps(problems[:20]))
`;

export async function checkPython(files: readonly SourceFile[], signal: AbortSignal): Promise<CheckResult> {
  if (!files.some((file) => ['app.py', 'main.py', 'server.py'].includes(file.path)))
    return {
      problems: [{ stage: 'files', file: 'app.py', line: null, message: 'a Python app needs app.py' }],
      bundle: null,
    };
  const python = await findPython();
  // Without an interpreter the syntax cannot be checked; the app would fail at its start.
  if (!python) return { problems: [], bundle: null };
  const child = spawn(python.program, ['-I', '-S', '-c', PROGRAM], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: {},
    signal,
    timeout: 15_000,
  });
  child.stdin.on('error', () => {});
  child.stdin.end(JSON.stringify(files.filter((file) => file.path.endsWith('.py'))));
  let output = '';
  for await (const chunk of child.stdout) output += chunk;
  return { problems: JSON.parse(output) as Problem[], bundle: null };
}
