// Hears from the first moment on that the process should end: a signal during the start must not be lost.
export function whenAskedToStop(): Promise<void> {
  return new Promise((resolve) => {
    // Stays registered: Ctrl-C reaches us twice under npm, once from the terminal and once passed on.
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => resolve());
  });
}
