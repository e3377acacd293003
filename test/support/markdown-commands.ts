// Reads out of a Markdown page what a newcomer would type, and what the page promises to be printed.

export interface Block {
  file: string;
  line: number;
  language: string;
  /** What stands behind the language: `not-run="…"`, `background="…"`, `slow`, `prints`. */
  notes: Record<string, string>;
  text: string;
}

export interface Step {
  command: Block;
  /** The block behind it that is marked `prints`. */
  promise: Block | undefined;
}

/** Every fenced block of a page, in order. */
export function readBlocks(file: string, markdown: string): Block[] {
  const blocks: Block[] = [];
  let open: Block | undefined;
  for (const [index, line] of markdown.split('\n').entries()) {
    const fence = /^```(.*)$/.exec(line);
    if (open && fence) {
      blocks.push(open);
      open = undefined;
    } else if (open) open.text += `${line}\n`;
    else if (fence) {
      const [language = '', ...rest] = (fence[1] ?? '').split(' ');
      open = { file, line: index + 1, language, notes: readNotes(rest.join(' ')), text: '' };
    }
  }
  if (open) throw new Error(`${file}:${open.line}: the block never ends`);
  return blocks;
}

/** Every block of commands with what it promises. */
export function readSteps(blocks: readonly Block[]): Step[] {
  return blocks.flatMap((command, index) => {
    if (command.language !== 'sh') return [];
    const next = blocks[index + 1];
    return [{ command, promise: next && 'prints' in next.notes ? next : undefined }];
  });
}

function readNotes(text: string): Record<string, string> {
  const notes = [...text.matchAll(/([\w-]+)(?:="([^"]*)")?/g)];
  return Object.fromEntries(notes.map(([, name = '', value = '']) => [name, value]));
}

/** Throws unless what was printed is what the block says; `…` stands for anything. */
export function checkPromise(promise: Block, printed: string): void {
  const where = `${promise.file}:${promise.line}`;
  if (promise.language === 'json') {
    const wrong = jsonDifference(JSON.parse(promise.text), lastJson(printed), '');
    if (wrong) throw new Error(`${where} promises otherwise: ${wrong}\nprinted: ${printed.slice(0, 2_000)}`);
    return;
  }
  let rest = printed;
  for (const line of promise.text.split('\n').filter((one) => one.trim())) {
    const found = new RegExp(line.trim().split('…').map(escapeText).join('.*')).exec(rest);
    if (!found) throw new Error(`${where} promises "${line}"\nprinted: ${printed.slice(0, 2_000)}`);
    rest = rest.slice(found.index + found[0].length);
  }
}

function lastJson(printed: string): unknown {
  const start = printed.search(/^[[{]/m);
  try {
    return JSON.parse(printed.slice(Math.max(0, start)));
  } catch {
    throw new Error(`no JSON was printed: ${printed.slice(0, 2_000)}`);
  }
}

/** What is promised must be there; more may be. Numbers are examples, words are not, unless they have a `…`. */
function jsonDifference(wanted: unknown, got: unknown, path: string): string | undefined {
  if (typeof wanted === 'string') {
    const pattern = new RegExp(`^${wanted.split('…').map(escapeText).join('[^]*')}$`);
    return typeof got === 'string' && pattern.test(got) ? undefined : `${path} is ${JSON.stringify(got)}`;
  }
  if (Array.isArray(wanted)) {
    if (!Array.isArray(got)) return `${path} is no list`;
    if (got.length < wanted.length) return `${path} has ${got.length} items`;
    return wanted.map((one, index) => jsonDifference(one, got[index], `${path}[${index}]`)).find(Boolean);
  }
  if (typeof wanted === 'object' && wanted !== null) {
    if (typeof got !== 'object' || got === null) return `${path} is no object`;
    const fields = got as Record<string, unknown>;
    return Object.entries(wanted)
      .map(([name, one]) => jsonDifference(one, fields[name], `${path}.${name}`))
      .find(Boolean);
  }
  if (typeof wanted === 'number') return typeof got === 'number' ? undefined : `${path} is ${JSON.stringify(got)}`;
  return wanted === got ? undefined : `${path} is ${JSON.stringify(got)}`;
}

function escapeText(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
