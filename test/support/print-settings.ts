// Writes the page of settings out of their declarations.
import { SETTING_GROUPS } from '../../src/config/declarations.ts';

export function printSettings(): string {
  const groups = SETTING_GROUPS.map(({ title, settings }) => {
    const rows = Object.entries(settings).map(([name, { meaning, default: fixed, otherwise, example, isSecret }]) => {
      const words = isSecret ? `${meaning} Or \`${name}_FILE\`, the path of a file with it.` : meaning;
      return `| \`${name}\` | ${words} | ${fixed === undefined ? otherwise : `\`${fixed}\``} | \`${example}\` |`;
    });
    return [`## ${title}`, '| name | meaning | default | example |', '|---|---|---|---|', ...rows].join('\n');
  });
  return `${[
    '# Settings',
    '',
    '<!-- Generated from `src/config/declarations.ts`, from which the service takes names and defaults; do not edit. -->',
    '',
    'Settings come from the environment or from a `.env` file in the folder of the service. The environment wins. Put quotes around a value with a `#`.',
    'A wrong value ends the start with a message that says what is allowed. Several settings can also be changed while the service runs: see [operators](guides/operators.md).',
    '',
    ...groups.map((group) => `${group}\n`),
  ].join('\n')}`.replace(/\n+$/, '\n');
}
