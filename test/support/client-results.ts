// The stored result of the last whole run of the matrix of clients, and the page of the documentation that is printed from it.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const CELLS = [
  'text',
  'stream',
  'tools',
  'parallel',
  'structured',
  'image',
  'pdf',
  'thinking',
  'cache',
  'abort',
  'retry',
] as const;
export type CellName = (typeof CELLS)[number];

export const UPSTREAM_KINDS = ['openai', 'anthropic', 'google'] as const;
export type UpstreamKind = (typeof UPSTREAM_KINDS)[number];

const FILE = join(import.meta.dirname, '../clients/results.json');
const PAGE = join(import.meta.dirname, '../../docs/guides/clients.md');

/** 'pass', 'pass: ' with a remark, or why not. */
export type CellResult = string;

export interface LibraryResult {
  client: string;
  api: string;
  /** "7.55.0", or with a provider's package "7.0.173, @ai-sdk/openai 4.0.118". */
  version: string;
  cells: Record<UpstreamKind, Record<CellName, CellResult>>;
}

export interface AgentResult {
  client: string;
  version: string;
  api: string;
  loops: Record<UpstreamKind, CellResult>;
}

export interface ClientResults {
  libraries?: { date: string; rows: LibraryResult[] };
  agents?: { date: string; rows: AgentResult[] };
  python?: { date: string; rows: AgentResult[] };
}

function readResults(): ClientResults {
  return JSON.parse(readFileSync(FILE, 'utf8')) as ClientResults;
}

/** Replaces one part, and prints the page again. */
export function storeResults(part: ClientResults): void {
  const results = { ...readResults(), ...part };
  writeFileSync(FILE, `${JSON.stringify(results, null, 2)}\n`);
  writeFileSync(PAGE, printClients(results));
}

export const today = () => new Date().toISOString().slice(0, 10);

export const PASS = 'pass';
const NAMES: Record<CellName, string> = {
  text: 'text',
  stream: 'stream',
  tools: 'tool loop',
  parallel: 'parallel tools',
  structured: 'structure',
  image: 'image',
  pdf: 'PDF',
  thinking: 'thoughts',
  cache: 'cached tokens',
  abort: 'abort',
  retry: 'again after 429',
};
const UPSTREAM_NAMES: Record<UpstreamKind, string> = {
  openai: 'OpenAI chat completions',
  anthropic: 'Anthropic Messages',
  google: 'Gemini',
};

export function printClients({ libraries, agents, python }: ClientResults = readResults()): string {
  const notes = new Map<string, number>();
  const note = (reason: string) => {
    if (!notes.has(reason)) notes.set(reason, notes.size + 1);
    return `${notes.get(reason)}`;
  };
  const parts = [
    INTRODUCTION,
    ...(libraries
      ? [
          `## Libraries\nRun on ${libraries.date}.\n`,
          table(
            ['client', 'API', ...CELLS.map((cell) => NAMES[cell])],
            libraries.rows.map((row) => [
              `\`${row.client}\` ${row.version}`,
              row.api,
              ...CELLS.map((cell) =>
                mark(
                  UPSTREAM_KINDS.map((kind) => row.cells[kind][cell]),
                  note,
                ),
              ),
            ]),
          ),
        ]
      : []),
    ...programs('Agents', agents, AGENTS, note),
    ...programs('Python', python, PYTHON, note),
    ...(notes.size > 0
      ? ['\n## Notes\n', [...notes].map(([reason, number]) => `${number}. ${reason}`).join('\n')]
      : []),
  ];
  return `${parts.join('\n')}\n`;
}

function programs(
  title: string,
  results: { date: string; rows: AgentResult[] } | undefined,
  words: string,
  note: (reason: string) => string,
): string[] {
  if (!results) return [];
  const rows = results.rows.map(({ client, version, api, loops }) => [
    `\`${client}\` ${version}`,
    api,
    ...UPSTREAM_KINDS.map((kind) => mark([loops[kind]], note)),
  ]);
  const head = ['client', 'API', ...UPSTREAM_KINDS.map((kind) => UPSTREAM_NAMES[kind])];
  return [`\n## ${title}\n${words} Run on ${results.date}.\n`, table(head, rows)];
}

/** One mark if all agree, otherwise one for each kind of upstream. */
function mark(results: CellResult[], note: (reason: string) => string): string {
  const marks = results.map((result) => {
    if (result === PASS) return '✓';
    const isPassed = result.startsWith(`${PASS}: `);
    return isPassed ? `✓ (${note(result.slice(PASS.length + 2))})` : `– (${note(result)})`;
  });
  return new Set(marks).size === 1 ? (marks[0] ?? '') : marks.join(' ');
}

function table(head: string[], rows: string[][]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

const INTRODUCTION = `# Clients that were tried

Each client below was installed from its registry, unchanged, and given this service's address and a key. Behind the service stood an upstream of each of three kinds: one that speaks
OpenAI's chat completions, one that speaks Anthropic's Messages, and one that speaks Gemini. So every API was answered by each dialect of an upstream. The upstreams follow a script; they
are no real models, and how well a model answers is not measured here. ✓ stands for all three; – names the reason below.

This page is printed from \`test/clients/results.json\`, which \`UPDATE=1 npm run test:long -- test/long/clients.test.ts\` writes; \`npm run clients -- refresh\` sets every client to its
newest version first. The libraries of OpenAI, Anthropic and Google are also run by every \`npm run test:full\`.
`;

const AGENTS = `Each agent gets a task without a person in front of it: read a file with its tools, change it, and say that it is done. ✓ stands for the whole loop: the file was read, the edit is on
disk, and the last answer was printed.`;
const PYTHON = `Each library asks for a text and has a tool of its own called, and what it offers of streams, structures and counts of tokens; \`UPDATE=1 npm run test:long -- test/long/python-clients.test.ts\` installs each in
its newest version. ✓ stands for the whole program (\`test/clients/python\`).`;
