// The log of a service process: short lines at a terminal, JSON elsewhere.
import type { Config } from '../config/settings.ts';
import { createLog, type Log } from '../core/log.ts';
import { LogLines } from '../core/log-lines.ts';

export function openLog({ logLevel: level, logFormat }: Pick<Config, 'logLevel' | 'logFormat'>): Log {
  const isTerminal = process.stdout.isTTY === true;
  const isText = logFormat === 'text' || (logFormat === null && isTerminal);
  const isColoured = isTerminal && process.stdout.hasColors();
  const lines = isText ? new LogLines(process.stdout, { isColoured, isLive: isTerminal }) : undefined;
  return createLog({ level, lines });
}
