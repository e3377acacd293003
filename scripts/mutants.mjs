// Lists the small changes that can be made to a source file: inverted conditions, moved bounds, removed statements.
import { stripTypeScriptTypes } from 'node:module';
import { parse } from 'acorn';

const OTHER_OPERATOR = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '-': '+',
  '*': '/',
  '&&': '||',
  '||': '&&',
};
const LONGEST_SHOWN = 60;

/** Each with `apply(source)`; positions are those of the TypeScript source, because stripping leaves blanks in place of types. */
export function listMutants(file, source) {
  const stripped = stripTypeScriptTypes(source);
  const found = [];
  const add = (start, end, is) => {
    const was = source.slice(start, end);
    const line = source.slice(0, start).split('\n').length;
    const apply = (text) => text.slice(0, start) + is + text.slice(end);
    found.push({ file, line, start, was: shorten(was), is: shorten(is), apply });
  };
  walk(parse(stripped, { ecmaVersion: 'latest', sourceType: 'module' }), (node) => {
    if (node.type === 'BinaryExpression' || node.type === 'LogicalExpression') changeOperator(node, stripped, add);
    if (node.type === 'IfStatement' || node.type === 'ConditionalExpression')
      add(node.test.start, node.test.end, `!(${source.slice(node.test.start, node.test.end)})`);
    if (node.type === 'Literal' && typeof node.value === 'boolean') add(node.start, node.end, String(!node.value));
    if (node.type === 'ThrowStatement') add(node.start, node.end, ';');
    if (node.type === 'ExpressionStatement' && isCall(node.expression)) add(node.start, node.end, ';');
  });
  return found;
}

function changeOperator(node, stripped, add) {
  const other = OTHER_OPERATOR[node.operator];
  if (!other) return;
  const start = stripped.indexOf(node.operator, node.left.end);
  add(start, start + node.operator.length, other);
}

/** Messages for people are not behaviour. */
function isCall(expression) {
  const call = expression.type === 'AwaitExpression' ? expression.argument : expression;
  if (call.type !== 'CallExpression') return false;
  const name = call.callee.type === 'MemberExpression' ? call.callee.object : undefined;
  return !(name?.property?.name === 'log' || name?.name === 'log' || call.callee.type === 'Super');
}

function walk(node, visit) {
  visit(node);
  for (const value of Object.values(node)) {
    const children = Array.isArray(value) ? value : [value];
    for (const child of children) if (typeof child?.type === 'string') walk(child, visit);
  }
}

function shorten(text) {
  const flat = text.replace(/\s+/g, ' ');
  return flat.length > LONGEST_SHOWN ? `${flat.slice(0, LONGEST_SHOWN)}…` : flat;
}
