// The logger of the whole service. It redacts keys, secrets, request bodies and one-time links.
import { type Logger, type LoggerOptions, pino } from 'pino';
import type { LogLines } from './log-lines.ts';
import { isOfOutage, Outages, reasonOf } from './outages.ts';
import { keepsNothing } from './zero-retention.ts';

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error' | 'fatal'> & { child(bindings: object): Log };

/** How far something is; shown at a terminal only, where a later line takes its place. */
export function showProgress(log: Log, words: string): void {
  terminals.get(log)?.progress(words);
}

const SECRET_SHAPES = /\b(sk_(?:live|test)_|whsec_|sk-|rk_live_)[A-Za-z0-9_\-+/=]{6,}/g;

/** One-time links: anyone who can read the log could use them. */
const LINK_SHAPES = /((?:\/welcome\/|\/confirm-email\/|\/reset-password\/|[?&](?:invite|token)=))[A-Za-z0-9._-]{6,}/g;

const MIN_SECRET_CHARACTERS = 8;
const hiddenSecrets = new Set<string>();

/** Registers a secret of any shape, for example an upstream's API key: `redact` removes it from now on. */
export function hideSecret(secret: string | undefined): void {
  if (secret && secret.length >= MIN_SECRET_CHARACTERS) hiddenSecrets.add(secret);
}

/** Replaces registered secrets, and text that looks like a secret, before a text is logged or shown. */
export function redact(text: string): string {
  const blank = (_: string, prefix: string) => `${prefix}…`;
  let clean = text;
  for (const secret of hiddenSecrets) clean = clean.replaceAll(secret, '…');
  return clean.replace(SECRET_SHAPES, blank).replace(LINK_SHAPES, blank);
}

export interface LogSettings {
  level: string;
  /** Where lines for people go; absent: lines of JSON go to standard output. */
  lines?: LogLines | undefined;
}

const outages = new WeakMap<object, Outages>();
const terminals = new WeakMap<object, LogLines>();

/** What is away, as this log tells it. */
export function outagesOf(log: Log): Outages {
  let known = outages.get(log);
  if (!known) {
    known = new Outages((level, fields, message) => log[level](fields, message));
    outages.set(log, known);
  }
  return known;
}

export function createLog({ level, lines }: LogSettings): Log {
  const own = new Outages((level, fields, message) => log[level](fields, message));
  const log: Log = pino(optionsOf(level, own), lines ?? pino.destination({ dest: 1, sync: true }));
  outages.set(log, own);
  if (lines) terminals.set(log, lines);
  return log;
}

function optionsOf(level: string, outages: Outages): LoggerOptions {
  return {
    level,
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
        message: keepsNothing() ? UNTOLD : redact(error.message),
        stack: keepsNothing() ? framesOf(error) : redact(error.stack ?? ''),
        ...(error.cause instanceof Error && !keepsNothing()
          ? { cause: redact(error.cause.stack ?? error.cause.message) }
          : {}),
      }),
    },
    hooks: {
      logMethod(args, method) {
        const [first, ...rest] = args as [unknown, ...unknown[]];
        const error = errorIn(first);
        if (error !== undefined && outages.covers(error)) return;
        if (error !== undefined && isOfOutage(error)) {
          // A lost connection needs no stack: the code that lost it is not to blame.
          const { err: _, ...fields } = first as { err: unknown };
          method.apply(this, [
            { ...fields, reason: keepsNothing() ? UNTOLD : redact(reasonOf(error)) },
            ...rest,
          ] as Parameters<typeof method>);
          return;
        }
        const clean = (value: unknown) => (typeof value === 'string' ? redact(value) : value);
        method.apply(this, [clean(first), ...rest.map(clean)] as Parameters<typeof method>);
      },
    },
  };
}

/** A message can quote the request. */
export const UNTOLD = 'not told: zero retention';

function framesOf({ stack = '' }: Error): string {
  return stack
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .join('\n');
}

function errorIn(first: unknown): unknown {
  return typeof first === 'object' && first !== null && 'err' in first ? first.err : undefined;
}

/** Logs nothing; for tests and short commands. */
export const silentLog: Log = pino({ level: 'silent' });
