// Names of another service as they are shown and stored here.

const MAX_CHARACTERS = 100;

/** Without what moves a terminal or a line: control and format characters. Empty for anything but a text. */
export function plainText(value: unknown): string {
  if (typeof value !== 'string') return '';
  return value
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '')
    .trim()
    .slice(0, MAX_CHARACTERS);
}
