// Prints a view's tree as JSX.
import type { Attribute, ViewNode } from './view-tree.ts';

const WIDTH = 110;
const RENAMED: Record<string, string> = {
  class: 'className',
  for: 'htmlFor',
  tabindex: 'tabIndex',
  novalidate: 'noValidate',
  maxlength: 'maxLength',
  readonly: 'readOnly',
  autocomplete: 'autoComplete',
};
const EVENTS: Record<string, string> = {
  click: 'onClick',
  submit: 'onSubmit',
  input: 'onChange',
  change: 'onChange',
  dragover: 'onDragOver',
  dragstart: 'onDragStart',
  drop: 'onDrop',
  keydown: 'onKeyDown',
};
const VOID = new Set(['img', 'input', 'br', 'hr', 'path', 'circle']);

export function printJsx(tree: ViewNode, indent: string): string {
  return printNode(tree, indent);
}

function printNode(node: ViewNode, indent: string): string {
  if (node.kind === 'element') return printElement(node, indent);
  if (node.kind === 'text') return printText(node.text);
  if (node.kind === 'slot') return '{children}';
  if (node.kind === 'value') return `{${node.code}}`;
  if (node.kind === 'loop') {
    const inner = `${indent}  `;
    return `{${node.list}.map((${node.item}) => (\n${inner}${printNode(node.node, inner)}\n${indent}))}`;
  }
  return `{${printBranches(node.branches, indent)}}`;
}

function printBranches(branches: { test: string | null; node: ViewNode }[], indent: string): string {
  const [first, ...rest] = branches;
  if (!first) return 'null';
  const inner = `${indent}  `;
  const shown = `(\n${inner}${printNode(first.node, inner)}\n${indent})`;
  if (first.test === null) return shown;
  const { test } = first;
  if (rest.length === 0) return `${/\|\||\?/.test(test) ? `(${test})` : test} && ${shown}`;
  return `${test} ? ${shown} : ${printBranches(rest, indent)}`;
}

function printElement(node: ViewNode & { kind: 'element' }, indent: string): string {
  const attributes = [...(node.key ? [`key={${node.key}}`] : []), ...node.attributes.map(printAttribute)];
  const oneLine = [`<${node.tag}`, ...attributes].join(' ');
  const open =
    indent.length + oneLine.length > WIDTH
      ? `<${node.tag}\n${attributes.map((attribute) => `${indent}  ${attribute}`).join('\n')}\n${indent}`
      : oneLine;
  if (node.children.length === 0) {
    const closed = VOID.has(node.tag) || /^[A-Z]/.test(node.tag);
    return closed ? `${open}${open.endsWith(`\n${indent}`) ? '' : ' '}/>` : `${open}></${node.tag}>`;
  }
  const inline = node.children.map((child) => printNode(child, indent)).join('');
  const isShort = !inline.includes('\n') && indent.length + open.length + inline.length < WIDTH;
  if (isShort && !open.includes('\n')) return `${open}>${inline}</${node.tag}>`;
  const inner = `${indent}  `;
  const lines = node.children.map((child) => `${inner}${printChildLine(child, inner)}`).join('\n');
  return `${open}>\n${lines}\n${indent}</${node.tag}>`;
}

/** On a line of its own a text would lose its outer spaces: they are written out. */
function printChildLine(node: ViewNode, indent: string): string {
  if (node.kind !== 'text') return printNode(node, indent);
  const text = printText(node.text.trim());
  return `${/^\s/.test(node.text) ? "{' '}" : ''}${text}${/\s$/.test(node.text) && node.text.trim() ? "{' '}" : ''}`;
}

function printText(text: string): string {
  return /[{}<>]/.test(text) ? `{${JSON.stringify(text)}}` : text;
}

function printAttribute(attribute: Attribute): string {
  if (attribute.kind === 'event') {
    const name = EVENTS[attribute.name] ?? `on${attribute.name}`;
    if (attribute.prevents) return `${name}={(event) => { event.preventDefault(); ${attribute.code}; }}`;
    return `${name}={(${attribute.code.includes('event') ? 'event' : ''}) => ${attribute.code}}`;
  }
  const name = RENAMED[attribute.name] ?? attribute.name;
  if (attribute.kind === 'bound') return `${name}={${attribute.code}}`;
  return attribute.value === '' && name !== 'alt' && name !== 'value' ? name : `${name}="${attribute.value}"`;
}
