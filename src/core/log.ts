// One logger for the whole service; keys, secrets and bodies never reach it.
import { type Logger, pino } from 'pino';

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error' | 'fatal'> & { child(bindings: object): Log };

const SECRET_SHAPES = /\b(sk_(?:live|test)_|whsec_|sk-|rk_live_)[A-Za-z0-9_\-+/=]{6,}/g;

/** One-time links of the service: whoever reads one in a log could use it. */
const LINK_SHAPES = /((?:\/welcome\/|\/confirm-email\/|\/reset-password\/|[?&](?:invite|token)=))[A-Za-z0-9._-]{6,}/g;

const LEAST_SECRET_CHARACTERS = 8;
const hidden = new Set<string>();

/** For keys of any shape, an upstream's for example: they never appear in a log or an answer from here on. */
export function hideSecret(secret: string | undefined): void {
  if (secret && secret.length >= LEAST_SECRET_CHARACTERS) hidden.add(secret);
}

/** Blanks whatever is or looks like a secret inside a text that is about to be logged or shown. */
export function redact(text: string): string {
  const blank = (_: string, prefix: string) => `${prefix}…`;
  let clean = text;
  for (const secret of hidden) clean = clean.replaceAll(secret, '…');
  return clean.replace(SECRET_SHAPES, blank).replace(LINK_SHAPES, blank);
}

export function createLog(options: { level: string }): Log {
  return pino({
    level: options.level,
    redact: {
      paths: [
        'authorization',
        'password',
        'secret',
        'key',
        'token',
        'body',
        '*.authorization',
        '*.password',
        '*.secret',
        '*.key',
        '*.token',
        '*.body',
        'req.headers',
        'headers',
      ],
      censor: '…',
    },
    serializers: {
      err: (error: Error) => ({
        type: error.name,
        message: redact(error.message),
        stack: redact(error.stack ?? ''),
        ...(error.cause instanceof Error ? { cause: redact(error.cause.stack ?? error.cause.message) } : {}),
      }),
    },
    hooks: {
      logMethod(args, method) {
        const [first, ...rest] = args as [unknown, ...unknown[]];
        const clean = (value: unknown) => (typeof value === 'string' ? redact(value) : value);
        method.apply(this, [clean(first), ...rest.map(clean)] as Parameters<typeof method>);
      },
    },
  });
}

/** For tests and short commands: says nothing. */
export const silentLog: Log = pino({ level: 'silent' });
