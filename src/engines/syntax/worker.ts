// The parsing thread: loads a grammar on first use and returns the syntax errors.
import { serveTasks } from '@atelier/kit';
import { Language, type Node, Parser } from 'web-tree-sitter';
import type { SyntaxProblem } from './port.ts';

export interface CheckTask {
  grammar: string;
  code: string;
}

const MAX_PROBLEMS = 20;
/** Of processor time: a busy machine must not leave code unchecked. */
const MAX_PARSE_MS = 5_000;
const MAX_EXCERPT = 40;

await Parser.init();
const languages = new Map<string, Promise<Language>>();

serveTasks(check);

async function check({ grammar, code }: CheckTask): Promise<SyntaxProblem[]> {
  const parser = new Parser();
  parser.setLanguage(await load(grammar));
  const before = process.threadCpuUsage();
  const isTooLong = () => process.threadCpuUsage(before).user > MAX_PARSE_MS * 1000;
  const tree = parser.parse(code, null, { progressCallback: isTooLong });
  try {
    if (!tree) throw new Error(`parsing took longer than ${MAX_PARSE_MS} ms`);
    return tree.rootNode.hasError ? collectProblems(tree.rootNode) : [];
  } finally {
    tree?.delete();
    parser.delete();
  }
}

function load(grammar: string): Promise<Language> {
  let language = languages.get(grammar);
  if (!language) {
    language = Language.load(grammar);
    languages.set(grammar, language);
  }
  return language;
}

/** Visits only branches that contain an error, and reports only the innermost errors. */
function collectProblems(root: Node): SyntaxProblem[] {
  const problems: SyntaxProblem[] = [];
  const waiting: Node[] = [root];
  while (waiting.length > 0 && problems.length < MAX_PROBLEMS) {
    const node = waiting.pop();
    if (!node) break;
    const inner = node.children.filter((child): child is Node => child?.hasError === true || child?.isMissing === true);
    if (node.isMissing) problems.push(problemAt(node, `${JSON.stringify(node.type)} is missing here`));
    else if (node.isError && inner.length === 0) problems.push(problemAt(node, describe(node)));
    for (const child of inner.reverse()) waiting.push(child);
  }
  // A tree may report an error without a node that shows where.
  return problems.length > 0 ? problems : [problemAt(root, 'this code does not parse')];
}

function describe(node: Node): string {
  const excerpt = node.text.trim().split('\n')[0]?.slice(0, MAX_EXCERPT) ?? '';
  return excerpt ? `unexpected ${JSON.stringify(excerpt)}` : 'something is missing here';
}

function problemAt(node: Node, message: string): SyntaxProblem {
  const { row, column } = node.startPosition;
  return { line: row + 1, column: column + 1, message };
}
