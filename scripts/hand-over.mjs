// Replaces this process with a command (execve); where Node cannot, runs it as a child and exits like the child.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/** With execve npm signals the command directly; without it (Node 20, first start) signals are forwarded. */
export async function handOver(program, args, cwd) {
  process.chdir(cwd);
  if (typeof process.execve === 'function' && process.platform !== 'win32') {
    process.execve(program, [program, ...args], process.env);
  }
  const { code, signal } = await runChild(program, args, { cwd });
  if (signal) process.kill(process.pid, signal);
  else process.exitCode = code ?? 1;
}

/** Runs a child in our process group. Forwards each kind of signal once, however often npm and the terminal repeat it. */
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
    const stopForwarding = () => {
      for (const [name, forward] of forwards) process.removeListener(name, forward);
    };
    child.once('error', (error) => {
      stopForwarding();
      reject(error);
    });
    child.once('close', (code, signal) => {
      stopForwarding();
      resolve({ code: code ?? (signal ? 128 + (constants.signals[signal] ?? 0) : 1), signal });
    });
  });
}
