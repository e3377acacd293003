// Writes an example call as a shell command, as TypeScript and as Python, each with standard tools only.
import type { ExampleCall } from './example-call.ts';

const ORIGIN = 'http://localhost:3000';
const KEY = 'sk_live_…';

export interface ExampleCode {
  id: 'curl' | 'ts' | 'python';
  label: string;
  language: string;
  code: string;
}

export function exampleCode(call: ExampleCall): ExampleCode[] {
  return [
    { id: 'curl', label: 'curl', language: 'sh', code: writeCurl(call) },
    { id: 'ts', label: 'TypeScript', language: 'ts', code: writeTypeScript(call) },
    { id: 'python', label: 'Python', language: 'python', code: writePython(call) },
  ];
}

function writeCurl({ method, url, bodyKind, body, answerKind, fileName }: ExampleCall): string {
  const plainMethod = bodyKind === 'none' ? 'GET' : 'POST';
  const flags = `${answerKind === 'stream' ? '-sN' : '-s'}${method === plainMethod ? '' : ` -X ${method}`}`;
  const lines = [`curl ${flags} ${shellWord(`${ORIGIN}${url}`)}`, `-H "Authorization: Bearer ${KEY}"`];
  if (bodyKind === 'json') lines.push('-H "Content-Type: application/json"', `-d ${shellText(JSON.stringify(body))}`);
  if (bodyKind === 'form') lines.push(...fieldsOf(body).map(([name, value]) => `-F ${shellText(`${name}=${value}`)}`));
  if (answerKind === 'file') lines.push(`-o ${fileName}`);
  return `${lines.join(' \\\n  ')}\n`;
}

function writeTypeScript({ method, url, bodyKind, body, answerKind, fileName }: ExampleCall): string {
  const imports = [...(bodyKind === 'form' ? ['openAsBlob'] : []), ...(answerKind === 'file' ? ['writeFileSync'] : [])];
  const headers = [
    `Authorization: 'Bearer ${KEY}'`,
    ...(bodyKind === 'json' ? ["'Content-Type': 'application/json'"] : []),
  ];
  const form =
    bodyKind === 'form'
      ? [
          'const form = new FormData();',
          ...fieldsOf(body).map(([name, value]) =>
            value.startsWith('@')
              ? `form.append('${name}', await openAsBlob('${value.slice(1)}'), '${value.slice(1)}');`
              : `form.append('${name}', ${quote(value)});`,
          ),
        ]
      : [];
  const sent =
    bodyKind === 'json'
      ? [`  body: JSON.stringify(${indent(JSON.stringify(body, null, 2), '  ')}),`]
      : bodyKind === 'form'
        ? ['  body: form,']
        : [];
  return `${[
    ...(imports.length > 0 ? [`import { ${imports.join(', ')} } from 'node:fs';`, ''] : []),
    ...form,
    `const answer = await fetch('${ORIGIN}${url}', {`,
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    `  headers: { ${headers.join(', ')} },`,
    ...sent,
    '});',
    'if (!answer.ok) throw new Error(await answer.text());',
    ...readInTypeScript(answerKind, fileName),
  ].join('\n')}\n`;
}

function readInTypeScript(kind: ExampleCall['answerKind'], fileName: string): string[] {
  if (kind === 'json') return ['console.log(await answer.json());'];
  if (kind === 'file') return [`writeFileSync('${fileName}', await answer.bytes());`];
  return [
    'const decoder = new TextDecoder();',
    'for await (const piece of answer.body ?? []) process.stdout.write(decoder.decode(piece, { stream: true }));',
  ];
}

function writePython({ method, url, bodyKind, body, answerKind, fileName }: ExampleCall): string {
  const headers = [`"Authorization": "Bearer ${KEY}"`];
  if (bodyKind === 'json') headers.push('"Content-Type": "application/json"');
  if (bodyKind === 'form') headers.push('"Content-Type": "multipart/form-data; boundary=" + boundary');
  const sent =
    bodyKind === 'json'
      ? [`    data=json.dumps(${indent(pythonValue(body), '    ')}).encode(),`]
      : bodyKind === 'form'
        ? ['    data=data,']
        : [];
  const isForm = bodyKind === 'form';
  const imports = [
    ...(isForm || bodyKind === 'json' || answerKind === 'json' ? ['json'] : []),
    ...(isForm ? ['pathlib'] : []),
    'urllib.request',
    ...(isForm ? ['uuid'] : []),
  ];
  return `${[
    `import ${imports.join(', ')}`,
    '',
    ...(isForm ? [...formInPython(body), ''] : []),
    'request = urllib.request.Request(',
    `    "${ORIGIN}${url}",`,
    `    method="${method}",`,
    `    headers={${headers.join(', ')}},`,
    ...sent,
    ')',
    'with urllib.request.urlopen(request) as answer:',
    ...(answerKind === 'json'
      ? ['    print(json.load(answer))']
      : answerKind === 'file'
        ? [`    open("${fileName}", "wb").write(answer.read())`]
        : ['    for line in answer:', '        print(line.decode(), end="")']),
  ].join('\n')}\n`;
}

/** The standard library cannot encode forms. */
function formInPython(body: unknown): string[] {
  const fields = fieldsOf(body);
  return [
    `fields = ${pythonValue(Object.fromEntries(fields.filter(([, value]) => !value.startsWith('@'))))}`,
    `files = ${pythonValue(Object.fromEntries(fields.filter(([, value]) => value.startsWith('@')).map(([name, value]) => [name, value.slice(1)])))}`,
    'boundary = uuid.uuid4().hex',
    'data = b""',
    'for name, value in fields.items():',
    '    data += f\'--{boundary}\\r\\nContent-Disposition: form-data; name="{name}"\\r\\n\\r\\n{value}\\r\\n\'.encode()',
    'for name, path in files.items():',
    '    data += f\'--{boundary}\\r\\nContent-Disposition: form-data; name="{name}"; filename="{path}"\\r\\n\\r\\n\'.encode()',
    '    data += pathlib.Path(path).read_bytes() + b"\\r\\n"',
    'data += f"--{boundary}--\\r\\n".encode()',
  ];
}

function fieldsOf(body: unknown): [string, string][] {
  return Object.entries((body ?? {}) as Record<string, unknown>).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
}

function pythonValue(value: unknown, margin = ''): string {
  const inner = `${margin}    `;
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) {
    if (value.every((one) => typeof one !== 'object' || one === null))
      return `[${value.map((one) => pythonValue(one)).join(', ')}]`;
    return `[\n${value.map((one) => `${inner}${pythonValue(one, inner)},\n`).join('')}${margin}]`;
  }
  if (typeof value === 'object') {
    const entries = Object.entries(value);
    if (entries.length === 0) return '{}';
    return `{\n${entries.map(([name, one]) => `${inner}${JSON.stringify(name)}: ${pythonValue(one, inner)},\n`).join('')}${margin}}`;
  }
  return JSON.stringify(value);
}

function indent(text: string, margin: string): string {
  return text.replaceAll('\n', `\n${margin}`);
}

function shellText(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** A URL with a query contains characters that a shell interprets. */
function shellWord(text: string): string {
  return /[?&;*()]/.test(text) ? `"${text}"` : text;
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;
}
