// Reads PostgreSQL's text form of an analysed statement (pg_node_tree) into objects.

export interface TreeNode {
  node: string;
  fields: Record<string, Tree>;
}
export type Tree = string | null | TreeNode | Tree[];

const TOKEN = /[(){}[\]]|(?:\\.|[^\s(){}[\]\\])+/g;

export function readTree(text: string): Tree {
  const tokens = text.match(TOKEN) ?? [];
  let at = 0;
  const next = () => tokens[at++] ?? '';

  const readValue = (): Tree => {
    const token = next();
    if (token === '{') return readNode();
    if (token === '(') return readUntil(')');
    if (token === '[') return readUntil(']');
    return token === '<>' ? null : token.replace(/\\(.)/g, '$1');
  };
  const readUntil = (end: string): Tree[] => {
    const list: Tree[] = [];
    while (at < tokens.length && tokens[at] !== end) list.push(readValue());
    at += 1;
    return list;
  };
  const readNode = (): TreeNode => {
    const result: TreeNode = { node: next(), fields: {} };
    while (at < tokens.length && tokens[at] !== '}') {
      const name = next().slice(1);
      const value = readValue();
      // A constant is its length, followed by its bytes.
      result.fields[name] = tokens[at] === '[' ? readValue() : value;
    }
    at += 1;
    return result;
  };
  return readValue();
}

export function nodeOf(tree: Tree | undefined): TreeNode | undefined {
  return tree && typeof tree === 'object' && !Array.isArray(tree) ? tree : undefined;
}

export function nodesOf(tree: Tree | undefined): TreeNode[] {
  return Array.isArray(tree) ? tree.flatMap((item) => nodeOf(item) ?? nodesOf(item)) : [];
}

export function numberOf(tree: Tree | undefined): number {
  return typeof tree === 'string' ? Number(tree) : 0;
}
