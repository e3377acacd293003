// Parses the options of the commands strictly: an unknown flag is an error.
import { parseArgs } from 'node:util';
import { ConfigError } from '../config/values.ts';

export function readOptions<const Names extends readonly string[]>(
  args: readonly string[],
  names: Names,
): { verb: string; options: Partial<Record<Names[number], string>>; json: boolean } {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        json: { type: 'boolean' },
        ...Object.fromEntries(names.map((name) => [name, { type: 'string' as const }])),
      },
    });
    const { json = false, ...options } = values as Record<string, unknown>;
    return {
      verb: positionals[0] ?? '',
      options: options as Partial<Record<Names[number], string>>,
      json: json === true,
    };
  } catch (error) {
    throw new ConfigError(error instanceof Error ? error.message : String(error));
  }
}

/** Prints JSON, or one `name: value` line per field. */
export function print(json: boolean, value: Record<string, unknown>): void {
  const text = json
    ? JSON.stringify(value)
    : Object.entries(value)
        .map(([name, one]) => `${name}: ${one}`)
        .join('\n');
  process.stdout.write(`${text}\n`);
}
