// Reads single settings: numbers, choices, lists and URLs, each with an error that says what to change.
import { LEAST_RETENTION_DAYS } from '../core/retention.ts';

/** Thrown for invalid settings; its message tells the operator what to change. */
export class ConfigError extends Error {}

export function oneOf<const T extends string>(name: string, value: string, known: readonly T[]): T {
  const found = known.find((one) => one === value);
  if (!found) throw new ConfigError(`${name} must be one of ${known.join(', ')}, not "${value}".`);
  return found;
}

export function commaList(value: string): string[] {
  return value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

export function wholeNumber(name: string, value: string, { from, to }: { from: number; to: number }): number {
  const number = Number(value);
  if (!Number.isInteger(number) || number < from || number > to) {
    throw new ConfigError(`${name} must be a whole number from ${from} to ${to}, not "${value}".`);
  }
  return number;
}

/** With less than a week, data that running jobs still need could be deleted. */
export function retentionDays(name: string, value: string): number {
  const days = wholeNumber(name, value, { from: 0, to: 36_500 });
  if (days !== 0 && days < LEAST_RETENTION_DAYS)
    throw new ConfigError(`${name} must be 0 (forever) or at least ${LEAST_RETENTION_DAYS} days, not "${value}".`);
  return days;
}

export function secondsList(value: string): readonly number[] {
  const seconds = value.split(',').map(Number);
  if (seconds.some((second) => !Number.isFinite(second) || second < 0)) {
    throw new ConfigError('WEBHOOK_RETRY_SECONDS must be a comma-separated list of seconds, e.g. 30,300,1800,7200.');
  }
  return seconds;
}

export function originOf(host: string, port: number): string {
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${shown.includes(':') ? `[${shown}]` : shown}:${port}`;
}

export function trimSlash(url: string): string {
  return url.replace(/\/+$/, '');
}

/** `name=model` pairs. */
export function namePairs(value: string): string[] {
  const pairs = commaList(value);
  const wrong = pairs.find((pair) => !/^[^=\s]+=[^=\s]+$/.test(pair));
  if (wrong !== undefined)
    throw new ConfigError(`MODEL_NAMES must be a list of name=model, separated by commas; "${wrong}" is none.`);
  return pairs;
}

/** `model=policy` pairs. */
export function routingPairs(value: string): string[] {
  const pairs = commaList(value);
  const wrong = pairs.find((pair) => !ROUTING_PAIR.test(pair));
  if (wrong !== undefined)
    throw new ConfigError(
      `MODEL_ROUTING must be a list of model=policy, separated by commas, with a policy of weight, cheapest, fastest and sticky; "${wrong}" is none.`,
    );
  return pairs;
}

const ROUTING_PAIR = /^[^=\s]{1,200}=(?:weight|cheapest|fastest|sticky)$/;

const MEMORY_UNITS: Readonly<Record<string, number>> = { MB: 1e6, GB: 1e9 };
const LEAST_MEMORY = 100e6;

/** "8GB" or "1500MB"; null if it is not set. */
export function memorySize(name: string, value: string | null): number | null {
  if (value === null) return null;
  const [, number, unit] = /^(\d+(?:\.\d+)?)\s*(MB|GB)$/i.exec(value) ?? [];
  const bytes = Number(number) * (MEMORY_UNITS[unit?.toUpperCase() ?? ''] ?? Number.NaN);
  if (!(bytes >= LEAST_MEMORY))
    throw new ConfigError(`${name} must be a size of 100MB or more, e.g. 8GB, not "${value}".`);
  return bytes;
}
