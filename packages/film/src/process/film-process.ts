// The film's own process: one plan in, progress and the end out. It ends with its parent, and its encoder with it.
import type { FilmOrderMessage, FilmReply } from './film-plan.ts';
import { shootFilm } from './shoot.ts';

const stop = new AbortController();
const sound = Promise.withResolvers<string | undefined>();

process.on('message', (message: FilmOrderMessage) => {
  if (message.kind === 'sound') sound.resolve(message.path);
  else
    shootFilm(message.plan, sound.promise, send, stop.signal).then(
      (film) => leave({ kind: 'made', ...film }),
      (error: unknown) => leave({ kind: 'failed', message: describe(error) }),
    );
});
process.on('disconnect', quit);
process.on('SIGTERM', quit);

/** The encoder is ended by the signal; a moment later this process is gone too, whatever its threads do. */
function quit(): void {
  stop.abort(new Error('The film was given up.'));
  setTimeout(() => process.exit(1), 100);
}

function send(reply: FilmReply): void {
  if (process.connected) process.send?.(reply);
}

function leave(reply: FilmReply): void {
  if (!process.connected) process.exit(1);
  process.send?.(reply, () => process.disconnect());
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}
