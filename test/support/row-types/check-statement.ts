// Checks one statement of the source: PostgreSQL accepts it, and its types are what PostgreSQL says.
import type pg from 'pg';
import * as ast from 'typescript/unstable/ast';
import type { Project } from 'typescript/unstable/sync';
import type { Catalogue } from './catalogue.ts';
import type { Comparer } from './compare.ts';
import { type Description, describeStatement } from './describe.ts';
import type { JsonWrite } from './json-writes.ts';
import type { StatementText } from './statement-text.ts';
import type { Statement } from './statements.ts';

export interface CheckParts {
  client: pg.Client;
  catalogue: Catalogue;
  project: Project;
  comparer: Comparer;
}

export async function checkStatement(
  statement: Statement,
  parts: CheckParts,
): Promise<{ problems: string[]; isChecked: boolean }> {
  if (statement.readsAny) return { problems: ['its rows are any: declare their type'], isChecked: false };
  const { texts, row } = statement;
  if (texts instanceof Error) return refuseClaims(statement, texts, parts);
  const problems = new Set<string>();
  for (const text of texts) {
    const described = await describe(text, parts);
    if (described instanceof Error) return refuseClaims(statement, described, parts);
    if (row) for (const problem of parts.comparer.compareRow(row, described.columns)) problems.add(problem);
    for (const problem of checkParameters(text, described, parts)) problems.add(problem);
    for (const write of described.jsonWrites) if (!isWrittenByToJson(write, text)) problems.add(sayUnchecked(write));
  }
  return { problems: [...problems], isChecked: true };
}

/** What PostgreSQL cannot describe may be sent, but nothing may be claimed about its rows. */
function refuseClaims(
  { row, mayBeCommand }: Statement,
  error: Error,
  { comparer }: CheckParts,
): { problems: string[]; isChecked: boolean } {
  const isFine = mayBeCommand && (!row || comparer.isAllUnknown(row));
  return { problems: isFine ? [] : [`it cannot be checked: ${error.message}`], isChecked: isFine };
}

async function describe(text: StatementText, parts: CheckParts): Promise<Description | Error> {
  const isNullableParameter = (number: number): boolean => {
    const value = text.values[number - 1];
    const type = value && parts.project.checker.getTypeAtLocation(value);
    return !type || parts.comparer.canBeNull(type);
  };
  try {
    return await describeStatement(parts.client, parts.catalogue, { text: text.sql, isNullableParameter });
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function checkParameters(text: StatementText, described: Description, { project, comparer }: CheckParts): string[] {
  return text.values.flatMap((value, place) => {
    const type = project.checker.getTypeAtLocation(value);
    const problem = type && comparer.compareParameter(type, described.parameters[place] ?? 'nothing');
    return problem ? [`${problem} for ${value.getText()}`] : [];
  });
}

/** A copy of the same column and a null need no check. */
function isWrittenByToJson({ column, facts }: JsonWrite, text: StatementText): boolean {
  if (facts.json === column || facts.literals?.length === 0) return true;
  const value = facts.parameter === undefined ? undefined : text.values[facts.parameter - 1];
  return value !== undefined && namesColumn(value, column);
}

/** toJson('table.column', …), alone or for each item of a list. */
function namesColumn(value: ast.Node, column: string): boolean {
  if (ast.isCallExpression(value) && value.expression.getText() === 'toJson') {
    const [named] = value.arguments;
    return named !== undefined && ast.isStringLiteral(named) && named.text === column;
  }
  const isMap = ast.isCallExpression(value) && /\.map$/.test(value.expression.getText());
  const [item] = isMap ? value.arguments : [];
  return item !== undefined && ast.isArrowFunction(item) && namesColumn(item.body, column);
}

function sayUnchecked({ column }: JsonWrite): string {
  return `what it writes to ${column} does not pass toJson('${column}', …)`;
}
