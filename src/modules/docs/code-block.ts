// Highlights code, and marks where the reader's own key and address go.
import { createRequire } from 'node:module';
import { escapeHtml } from '../../core/html-page.ts';

interface Highlighter {
  registerLanguage(name: string, language: unknown): void;
  getLanguage(name: string): unknown;
  highlight(code: string, options: { language: string; ignoreIllegals: boolean }): { value: string };
}

// Its types include those of the browser, which would replace Node's own in the whole service.
const require = createRequire(import.meta.url);
const hljs = require('highlight.js/lib/core') as Highlighter;
const LANGUAGES = ['bash', 'dockerfile', 'go', 'ini', 'json', 'nginx', 'python', 'typescript', 'yaml'];
for (const name of LANGUAGES) hljs.registerLanguage(name, require(`highlight.js/lib/languages/${name}`));

const LABELS: Readonly<Record<string, string>> = {
  sh: 'Shell',
  ts: 'TypeScript',
  python: 'Python',
  json: 'JSON',
  go: 'Go',
  nginx: 'nginx',
  text: 'Text',
  yaml: 'YAML',
  ini: 'Settings',
  dockerfile: 'Dockerfile',
};
const COLOURED_AS: Readonly<Record<string, string>> = { sh: 'bash', ts: 'typescript' };

export interface CodeFacts {
  language: string;
  /** The output of a command, not its input. */
  isOutput: boolean;
}

export function codeBlock(code: string, { language, isOutput }: CodeFacts): string {
  const label = isOutput ? 'Output' : (LABELS[language] ?? language);
  const shown = isOutput ? colourCode(code, language) : markBlanks(colourCode(code, language));
  const kind = isOutput ? ' output' : '';
  return `<figure class="code${kind}"><figcaption>${escapeHtml(label)}</figcaption><pre tabindex="0" aria-label="${escapeHtml(label)}"><code>${shown}</code></pre></figure>\n`;
}

function colourCode(code: string, language: string): string {
  const name = COLOURED_AS[language] ?? language;
  if (!hljs.getLanguage(name)) return escapeHtml(code);
  return hljs.highlight(code, { language: name, ignoreIllegals: true }).value;
}

const VARIABLE = (name: string) => `(?:<span class="hljs-variable">)?\\$${name}\\b(?:</span>)?`;
/** In this order: longest first. */
const BLANKS: readonly [pattern: RegExp, kind: string, shown: string][] = [
  [new RegExp(`${VARIABLE('ORIGIN')}/sandbox/v1`, 'g'), 'sandbox', '$ORIGIN/sandbox/v1'],
  [new RegExp(`${VARIABLE('ORIGIN')}/v1`, 'g'), 'base', '$ORIGIN/v1'],
  [/http:\/\/localhost:3000(?=\/(?:v1beta|v2|api)\/)/g, 'root', ''],
  [/http:\/\/localhost:3000\/v1/g, 'base', 'http://localhost:3000/v1'],
  [new RegExp(VARIABLE('ORIGIN'), 'g'), 'origin', '$ORIGIN'],
  [/http:\/\/localhost:3000/g, 'origin', 'http://localhost:3000'],
  [new RegExp(VARIABLE('KEY'), 'g'), 'key', '$KEY'],
  [/sk_(?:live|test)_…/g, 'key', ''],
];

/** `data-fill` names what the page's script inserts once the reader has given a key. */
function markBlanks(html: string): string {
  const pattern = new RegExp(BLANKS.map(([{ source }]) => `(?:${source})`).join('|'), 'g');
  return html.replace(pattern, (found) => {
    const known = BLANKS.find(([{ source }]) => new RegExp(`^(?:${source})$`).test(found));
    if (!known) return found;
    const [, kind, shown] = known;
    return `<span data-fill="${kind}">${shown || found}</span>`;
  });
}
