// Finds every SQL statement in the service's source, with the row type that the source declares for it.
import * as ast from 'typescript/unstable/ast';
import type { Project, Type } from 'typescript/unstable/sync';
import { type StatementText, writeTexts } from './statement-text.ts';

export interface Statement {
  /** `src/store/jobs.ts:59` */
  place: string;
  /** The declared type of a row; undefined where the source declares none. */
  row: Type | undefined;
  /** Whether the rows are used without a declared type, so that they are `any`. */
  readsAny: boolean;
  /** A call of `query` may also be a command, such as `begin`, which PostgreSQL does not describe. */
  mayBeCommand: boolean;
  /** Or why the text cannot be read from the source. */
  texts: StatementText[] | Error;
}

export function findStatements(project: Project, file: string): Statement[] {
  const source = project.program.getSourceFile(file);
  if (!source) throw new Error(`${file} is not part of the project`);
  const statements: Statement[] = [];
  const visit = (node: ast.Node): void => {
    const found = statementAt(project, node);
    if (found) {
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      statements.push({ ...found, place: `${file.slice(file.lastIndexOf('/src/') + 1)}:${line}` });
    }
    node.forEachChild(visit);
  };
  visit(source);
  return statements;
}

function statementAt(project: Project, node: ast.Node): Omit<Statement, 'place'> | undefined {
  if (!ast.isTaggedTemplateExpression(node) && !ast.isCallExpression(node)) return undefined;
  const template = ast.isCallExpression(node) ? queriedText(project, node) : executedTemplate(node);
  if (!template) return undefined;
  const typeNode = node.typeArguments?.[0];
  const row = typeNode && project.checker.getTypeFromTypeNode(typeNode);
  const isCall = ast.isCallExpression(node);
  return { row, readsAny: isCall && !row && readsRows(node), mayBeCommand: isCall, texts: textsOf(project, template) };
}

function textsOf(project: Project, template: ast.Expression): StatementText[] | Error {
  try {
    return writeTexts(project, template);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** const { rows } = await pool.query(…), or (await pool.query(…)).rows. */
function readsRows(call: ast.Node): boolean {
  let user: ast.Node = call.parent;
  while (ast.isAwaitExpression(user) || ast.isParenthesizedExpression(user)) user = user.parent;
  if (ast.isPropertyAccessExpression(user)) return user.name.getText() === 'rows';
  return ast.isVariableDeclaration(user) && /\brows\b/.test(user.name.getText());
}

/** sql`…`.execute(…); a template that is not executed is a part of another one. A declared type always makes it a statement. */
function executedTemplate(node: ast.TaggedTemplateExpression): ast.Expression | undefined {
  if (node.tag.getText() !== 'sql') return undefined;
  const isExecuted = ast.isPropertyAccessExpression(node.parent) && node.parent.name.getText() === 'execute';
  return isExecuted || node.typeArguments ? node : undefined;
}

const CONNECTIONS = new Set(['Pool', 'PoolClient', 'Client', 'ClientBase']);

/** pool.query('…') and pool.query({ text: '…' }). */
function queriedText(project: Project, node: ast.CallExpression): ast.Expression | undefined {
  if (!ast.isPropertyAccessExpression(node.expression) || node.expression.name.getText() !== 'query') return undefined;
  const asked = project.checker.getTypeAtLocation(node.expression.expression)?.getSymbol()?.name;
  if (!asked || !CONNECTIONS.has(asked)) return undefined;
  const [question] = node.arguments;
  if (!question || !ast.isObjectLiteralExpression(question)) return question;
  return question.properties.filter(ast.isPropertyAssignment).find((property) => property.name.getText() === 'text')
    ?.initializer;
}
