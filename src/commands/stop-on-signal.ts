// Ends the process in good order when it is asked to.
export function stopOnSignal(stop: () => Promise<void>): void {
  let isStopping = false;
  const onSignal = async () => {
    // Ctrl-C reaches us twice under npm: once from the terminal, once passed on.
    if (isStopping) return;
    isStopping = true;
    await stop();
    process.exit(0);
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
}
