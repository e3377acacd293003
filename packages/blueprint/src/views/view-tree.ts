// Reads a view, written once as an HTML template with Vue's directives, into a small tree that printers understand.
import { parse } from '@vue/compiler-sfc';

export type Attribute =
  | { kind: 'fixed'; name: string; value: string }
  | { kind: 'bound'; name: string; code: string }
  | { kind: 'event'; name: string; code: string; prevents: boolean };

export type ViewNode =
  | { kind: 'element'; tag: string; attributes: Attribute[]; children: ViewNode[]; key?: string }
  | { kind: 'text'; text: string }
  | { kind: 'value'; code: string }
  | { kind: 'choice'; branches: { test: string | null; node: ViewNode }[] }
  | { kind: 'loop'; list: string; item: string; node: ViewNode }
  | { kind: 'slot' };

export interface ViewSource {
  name: string;
  props: string[];
  uses: { names: string[]; from: string }[];
  markup: string;
  tree: ViewNode;
  /** The other views that this one shows, by name. */
  parts: string[];
}

interface RawDirective {
  type: number;
  name: string;
  value?: { content: string };
  arg?: { content: string };
  exp?: { content: string };
  modifiers?: { content: string }[];
}

interface RawNode {
  type: number;
  tag?: string;
  content?: string | { content: string };
  props?: RawDirective[];
  children?: RawNode[];
}

const ELEMENT = 1;
const TEXT = 2;
const INTERPOLATION = 5;
const ATTRIBUTE = 6;

export function readView(source: string): ViewSource {
  const [, name = '', list = ''] = /<!-- view (\w+)\(([^)]*)\) -->/.exec(source) ?? [];
  if (!name) throw new Error('a view must begin with <!-- view Name(props) -->');
  const uses = [...source.matchAll(/<!-- uses ([\w, ]+) from (\S+) -->/g)].map((found) => ({
    names: (found[1] ?? '').split(',').map((word) => word.trim()),
    from: found[2] ?? '',
  }));
  const markup = source.replace(/<!--[\s\S]*?-->\n/g, '').trim();
  const { descriptor, errors } = parse(`<template>${markup}</template>`);
  if (errors[0]) throw errors[0];
  const children = convertAll((descriptor.template?.ast as { children: RawNode[] } | undefined)?.children ?? []);
  const [tree] = children;
  if (!tree || children.length !== 1) throw new Error(`view ${name} must have one outer element`);
  const props = list.split(',').flatMap((word) => word.trim() || []);
  return { name, props, uses, markup, tree, parts: partsOf(tree).filter((part) => part !== name) };
}

function convertAll(nodes: RawNode[]): ViewNode[] {
  const result: ViewNode[] = [];
  for (const node of nodes) {
    if (node.type === TEXT) result.push({ kind: 'text', text: String(node.content) });
    if (node.type === INTERPOLATION) result.push({ kind: 'value', code: contentOf(node) });
    if (node.type === ELEMENT) addElement(result, node);
  }
  return result;
}

function contentOf(node: RawNode): string {
  return typeof node.content === 'object' ? node.content.content.trim() : (node.content ?? '');
}

function addElement(result: ViewNode[], node: RawNode): void {
  const props = node.props ?? [];
  const find = (name: string) => props.find((prop) => prop.type !== ATTRIBUTE && prop.name === name);
  const element = convertElement(node);
  const loop = find('for');
  if (loop?.exp) {
    const [, item = '', list = ''] = /^(.+?)\s+in\s+([\s\S]+)$/.exec(loop.exp.content) ?? [];
    result.push({ kind: 'loop', item: item.replace(/^\(|\)$/g, ''), list, node: element });
    return;
  }
  const test = find('if') ?? find('else-if');
  const last = result.at(-1);
  if (find('if')) result.push({ kind: 'choice', branches: [{ test: test?.exp?.content ?? '', node: element }] });
  else if ((find('else-if') || find('else')) && last?.kind === 'choice')
    last.branches.push({ test: test?.exp?.content ?? null, node: element });
  else result.push(element);
}

function convertElement(node: RawNode): ViewNode {
  if (node.tag === 'slot') return { kind: 'slot' };
  const attributes: Attribute[] = [];
  let key: string | undefined;
  for (const prop of node.props ?? []) {
    const name = prop.arg?.content ?? prop.name;
    const code = prop.exp?.content ?? '';
    if (prop.type === ATTRIBUTE) attributes.push({ kind: 'fixed', name, value: prop.value?.content ?? '' });
    else if (prop.name === 'bind' && name === 'key') key = code;
    else if (prop.name === 'bind') attributes.push({ kind: 'bound', name, code });
    else if (prop.name === 'on') {
      const prevents = (prop.modifiers ?? []).some((modifier) => modifier.content === 'prevent');
      attributes.push({ kind: 'event', name, code: code.replaceAll('$event', 'event'), prevents });
    }
  }
  const children = convertAll(node.children ?? []);
  return { kind: 'element', tag: node.tag ?? 'div', attributes, children, ...(key === undefined ? {} : { key }) };
}

function partsOf(node: ViewNode): string[] {
  const below = (nodes: ViewNode[]) => nodes.flatMap(partsOf);
  if (node.kind === 'choice') return unique(below(node.branches.map((branch) => branch.node)));
  if (node.kind === 'loop') return partsOf(node.node);
  if (node.kind !== 'element') return [];
  return unique([...(/^[A-Z]/.test(node.tag) ? [node.tag] : []), ...below(node.children)]);
}

function unique(names: string[]): string[] {
  return [...new Set(names)].sort();
}
