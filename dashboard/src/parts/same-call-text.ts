// Writes a call as curl, TypeScript and Python; the key is always a variable, never a secret.
export interface CallToShow {
  method: string;
  /** Below the base URL: `/chat/completions`. */
  path: string;
  body?: unknown;
  /** Form field → file name, for calls that send files. */
  files?: Record<string, string>;
}

export function curlOf(base: string, { method, path, body, files }: CallToShow): string {
  const lines = [`curl ${method === 'GET' || method === 'POST' ? '' : `-X ${method} `}${quote(`${base}${path}`)}`];
  if (method === 'POST' && body === undefined && !files) lines[0] = `curl -X POST ${quote(`${base}${path}`)}`;
  lines.push('-H "Authorization: Bearer $KEY"');
  if (files) {
    for (const [name, value] of Object.entries(body ?? {})) lines.push(`-F ${quote(`${name}=${asField(value)}`)}`);
    for (const [name, file] of Object.entries(files)) lines.push(`-F ${quote(`${name}=@${file}`)}`);
  } else if (body !== undefined) {
    lines.push('-H "Content-Type: application/json"', `-d ${quote(JSON.stringify(body))}`);
  }
  return lines.join(' \\\n  ');
}

export function typeScriptOf(base: string, { method, path, body, files }: CallToShow): string {
  const url = JSON.stringify(`${base}${path}`);
  if (files) {
    const fields = Object.entries(body ?? {}).map(
      ([name, value]) => `form.set(${JSON.stringify(name)}, ${JSON.stringify(asField(value))});`,
    );
    const blobs = Object.entries(files).map(
      ([name, file]) =>
        `form.set(${JSON.stringify(name)}, await openAsBlob(${JSON.stringify(file)}), ${JSON.stringify(file)});`,
    );
    return `import { openAsBlob } from 'node:fs';\n\nconst form = new FormData();\n${[...fields, ...blobs].join('\n')}\nconst response = await fetch(${url}, {\n  method: '${method}',\n  headers: { Authorization: \`Bearer \${process.env.KEY}\` },\n  body: form,\n});\nconsole.dir(await response.json(), { depth: null });`;
  }
  const json = body === undefined ? '' : `\n    'Content-Type': 'application/json',`;
  const sent = body === undefined ? '' : `\n  body: JSON.stringify(${indent(JSON.stringify(body, null, 2), 2)}),`;
  return `const response = await fetch(${url}, {\n  method: '${method}',\n  headers: {\n    Authorization: \`Bearer \${process.env.KEY}\`,${json}\n  },${sent}\n});\n${readingOf(body)}`;
}

export function pythonOf(base: string, { method, path, body, files }: CallToShow): string {
  const parts = [JSON.stringify(`${base}${path}`), 'headers={"Authorization": f"Bearer {os.environ[\'KEY\']}"}'];
  if (files) {
    const fields = Object.entries(body ?? {}).map(([name, value]) => [name, asField(value)]);
    if (fields.length > 0) parts.push(`data=${pythonValue(Object.fromEntries(fields), 1)}`);
    const opened = Object.entries(files).map(
      ([name, file]) => `${JSON.stringify(name)}: open(${JSON.stringify(file)}, "rb")`,
    );
    parts.push(`files={${opened.join(', ')}}`);
  } else if (body !== undefined) parts.push(`json=${pythonValue(body, 1)}`);
  const isStream = isStreaming(body);
  if (isStream) parts.push('stream=True');
  const reading = isStream
    ? 'for line in response.iter_lines(decode_unicode=True):\n    print(line)'
    : 'print(response.json())';
  return `import os\nimport requests\n\nresponse = requests.${method.toLowerCase()}(\n    ${parts.join(',\n    ')},\n)\n${reading}`;
}

function readingOf(body: unknown): string {
  if (!isStreaming(body)) return 'console.dir(await response.json(), { depth: null });';
  return 'for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) process.stdout.write(chunk);';
}

function isStreaming(body: unknown): boolean {
  return (body as { stream?: unknown } | undefined)?.stream === true;
}

function asField(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** For a POSIX shell: single quotes, with each inner one escaped. */
function quote(text: string): string {
  return /^[\w:/.,=@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

function indent(text: string, spaces: number): string {
  return text.replaceAll('\n', `\n${' '.repeat(spaces)}`);
}

function pythonValue(value: unknown, depth: number): string {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const inner = '    '.repeat(depth + 1);
  const close = '    '.repeat(depth);
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]';
    return `[\n${value.map((one) => `${inner}${pythonValue(one, depth + 1)}`).join(',\n')},\n${close}]`;
  }
  const members = Object.entries(value).filter(([, one]) => one !== undefined);
  if (members.length === 0) return '{}';
  const lines = members.map(([name, one]) => `${inner}${JSON.stringify(name)}: ${pythonValue(one, depth + 1)}`);
  return `{\n${lines.join(',\n')},\n${close}}`;
}
