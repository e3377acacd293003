// Hands the process over to a command: the same process where Node can, else a child whose fate becomes ours.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/** With execve there is one process for npm to signal; without it (Node 20, first start) signals are passed on. */
export async function handOver(program, args, cwd) {
  process.chdir(cwd);
  if (typeof process.execve === 'function' && process.platform !== 'win32') {
    process.execve(program, [program, ...args], process.env);
  }
  const { code, signal } = await runChild(program, args, { cwd });
  if (signal) process.kill(process.pid, signal);
  else process.exitCode = code ?? 1;
}

/** Runs a child in our process group and passes each kind of signal on once, however often npm and the terminal repeat it. */
export function runChild(program, args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: 'inherit', ...options });
    const forwards = new Map();
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
      let isSent = false;
      const forward = () => {
        if (!isSent) child.kill(name);
        isSent = true;
      };
      forwards.set(name, forward);
      process.on(name, forward);
    }
    const letGo = () => {
      for (const [name, forward] of forwards) process.removeListener(name, forward);
    };
    child.once('error', (error) => {
      letGo();
      reject(error);
    });
    child.once('close', (code, signal) => {
      letGo();
      resolve({ code: code ?? (signal ? 128 + (constants.signals[signal] ?? 0) : 1), signal });
    });
  });
}
