// Prints a view's markup, indented, for the template of a Vue component.
import type { Attribute, ViewNode } from './view-tree.ts';

const WIDTH = 110;

export function printVue(tree: ViewNode, indent: string, directive = ''): string {
  if (tree.kind === 'text') return escapeText(tree.text);
  if (tree.kind === 'value') return `{{ ${tree.code} }}`;
  if (tree.kind === 'slot') return '<slot />';
  if (tree.kind === 'loop') {
    const item = tree.item.includes(',') ? `(${tree.item})` : tree.item;
    return printVue(tree.node, indent, `v-for="${item} in ${tree.list}"`);
  }
  if (tree.kind === 'choice') {
    const lines = tree.branches.map((branch, index) => {
      const word = branch.test === null ? 'v-else' : `${index === 0 ? 'v-if' : 'v-else-if'}="${branch.test}"`;
      return printVue(branch.node, indent, word);
    });
    return lines.join(`\n${indent}`);
  }
  return printElement(tree, indent, directive);
}

function printElement(node: ViewNode & { kind: 'element' }, indent: string, directive: string): string {
  const attributes = [
    ...(directive ? [directive] : []),
    ...(node.key ? [`:key="${node.key}"`] : []),
    ...node.attributes.map(printAttribute),
  ];
  const oneLine = [`<${node.tag}`, ...attributes].join(' ');
  const isLong = indent.length + oneLine.length > WIDTH;
  const lines = attributes.map((attribute) => `${indent}  ${attribute}`).join('\n');
  const open = isLong ? `<${node.tag}\n${lines}\n${indent}` : oneLine;
  if (node.children.length === 0) return `${open}${isLong ? '' : ' '}/>`;
  const inline = node.children.map((child) => printVue(child, indent)).join('');
  // Kept on one line wherever a text is among the children: a line break would become a space on the page.
  const hasText = node.children.some((child) => child.kind === 'text' || child.kind === 'value');
  if (hasText || (!inline.includes('\n') && indent.length + open.length + inline.length < WIDTH && !isLong))
    return `${open}>${inline}</${node.tag}>`;
  const inner = `${indent}  `;
  const below = node.children.map((child) => `${inner}${printVue(child, inner)}`).join('\n');
  return `${open}>\n${below}\n${indent}</${node.tag}>`;
}

function printAttribute(attribute: Attribute): string {
  if (attribute.kind === 'bound') return `:${attribute.name}="${attribute.code}"`;
  if (attribute.kind === 'event')
    return `@${attribute.name}${attribute.prevents ? '.prevent' : ''}="${attribute.code.replace(/\bevent\b/g, '$event')}"`;
  return attribute.value === '' && attribute.name !== 'alt' && attribute.name !== 'value'
    ? attribute.name
    : `${attribute.name}="${attribute.value}"`;
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
