// Waits for SIGINT or SIGTERM. Commands call it first, so that a signal during the start is not lost.
export function waitForStopSignal(): Promise<void> {
  return new Promise((resolve) => {
    // The handler stays registered, because under npm Ctrl-C arrives twice: from the terminal and from npm.
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => resolve());
  });
}
