// Prints plain data as a JavaScript literal in the code style of the generated apps.
export function printValue(value: unknown, indent = ''): string {
  if (typeof value === 'string') return printText(value);
  if (value === null || typeof value !== 'object') return String(value);
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const parts = isList
    ? value.map((each) => printValue(each, inner))
    : Object.entries(value).map(
        ([key, each]) => `${/^[a-zA-Z_$][\w$]*$/.test(key) ? key : printText(key)}: ${printValue(each, inner)}`,
      );
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  if (parts.length === 0) return `${open}${close}`;
  const oneLine = isList ? `[${parts.join(', ')}]` : `{ ${parts.join(', ')} }`;
  if (!oneLine.includes('\n') && indent.length + oneLine.length < 110) return oneLine;
  return `${open}\n${parts.map((part) => `${inner}${part},`).join('\n')}\n${indent}${close}`;
}

function printText(text: string): string {
  const escaped = text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n');
  return `'${escaped.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}'`;
}
