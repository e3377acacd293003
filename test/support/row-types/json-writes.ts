// Finds what a statement writes to JSON columns.
import { type Facts, factsOf, type Scope } from './expression-facts.ts';
import { nodeOf, nodesOf, numberOf, type TreeNode } from './node-tree.ts';

export interface JsonWrite {
  /** `table.column` */
  column: string;
  facts: Facts;
}

const UPDATE = 2;
const INSERT = 3;

/** Includes the statements in its WITH. */
export function findJsonWrites(scope: Scope): JsonWrite[] {
  const { fields } = scope.query;
  const inside = nodesOf(fields.cteList).flatMap((table) => {
    const query = nodeOf(table.fields.ctequery);
    return query ? findJsonWrites({ ...scope, query, outer: scope }) : [];
  });
  if (![INSERT, UPDATE].includes(numberOf(fields.commandType))) return inside;
  const target = nodesOf(fields.rtable)[numberOf(fields.resultRelation) - 1];
  const onConflict = nodesOf(nodeOf(fields.onConflict)?.fields.onConflictSet);
  const writes = [...nodesOf(fields.targetList), ...onConflict].flatMap((entry) => writeOf(entry, target, scope));
  return [...inside, ...writes];
}

function writeOf(entry: TreeNode, target: TreeNode | undefined, scope: Scope): JsonWrite[] {
  const column = scope.catalogue.columns.get(`${target?.fields.relid}.${entry.fields.resno}`);
  if (!column || !/^jsonb?$/.test(column.type)) return [];
  return [{ column: `${column.table}.${column.name}`, facts: factsOf(entry.fields.expr, scope) }];
}
