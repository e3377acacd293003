// Prints a view's tree as calls of `h(tag, attributes, children)`, for the apps that run without a framework.
import type { Attribute, ViewNode } from './view-tree.ts';

export function printHyper(tree: ViewNode, indent: string): string {
  if (tree.kind === 'text') return JSON.stringify(tree.text);
  if (tree.kind === 'value') return tree.code;
  if (tree.kind === 'slot') return 'children';
  if (tree.kind === 'loop') {
    const inner = `${indent}  `;
    return `${tree.list}.map((${tree.item}) =>\n${inner}${printHyper(tree.node, inner)},\n${indent})`;
  }
  if (tree.kind === 'choice') return printChoice(tree.branches, indent);
  return printElement(tree, indent);
}

function printChoice(branches: { test: string | null; node: ViewNode }[], indent: string): string {
  const [first, ...rest] = branches;
  if (!first) return 'null';
  const inner = `${indent}  `;
  const shown = printHyper(first.node, inner);
  if (first.test === null) return shown;
  return `${first.test}\n${inner}? ${shown}\n${inner}: ${printChoice(rest, inner)}`;
}

function printElement(node: ViewNode & { kind: 'element' }, indent: string): string {
  const attributes = [...(node.key ? [`key: ${node.key}`] : []), ...node.attributes.map(printAttribute)];
  const isPart = /^[A-Z]/.test(node.tag);
  const tag = isPart ? node.tag : `'${node.tag}'`;
  const given = attributes.length ? `{ ${attributes.join(', ')} }` : '{}';
  if (node.children.length === 0) return isPart ? `${node.tag}(${given})` : `h(${tag}, ${given})`;
  const inner = `${indent}  `;
  const lines = node.children.map((child) => `${inner}${printHyper(child, inner)},`).join('\n');
  const call = isPart ? `${node.tag}(${given}, [` : `h(${tag}, ${given}, [`;
  return `${call}\n${lines}\n${indent}])`;
}

function printAttribute(attribute: Attribute): string {
  if (attribute.kind === 'event') {
    const body = attribute.prevents ? `{ event.preventDefault(); ${attribute.code}; }` : attribute.code;
    const takes = attribute.prevents || attribute.code.includes('event');
    return `on${attribute.name}: (${takes ? 'event' : ''}) => ${body}`;
  }
  const name = /^[a-zA-Z]+$/.test(attribute.name) ? attribute.name : `'${attribute.name}'`;
  return attribute.kind === 'bound' ? `${name}: ${attribute.code}` : `${name}: ${JSON.stringify(attribute.value)}`;
}
