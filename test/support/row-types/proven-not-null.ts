// Columns that a query's own conditions exclude nulls from: `x is not null`, or a comparison that a null would fail.
import type { Catalogue } from './catalogue.ts';
import type { Scope } from './expression-facts.ts';
import { nodeOf, nodesOf, numberOf, type Tree, type TreeNode } from './node-tree.ts';
import { isNeverNull } from './null-rules.ts';

const UPDATE = 2;
const INNER_JOIN = 0;
const AND = 'and';
const IS_NOT_NULL = 1;

/** As `number of the table in the query.number of the column`. */
export function provenNotNull(scope: Scope): Set<string> {
  const { query, catalogue } = scope;
  const proven = new Set(
    conditionsOf(query.fields.jointree).flatMap((condition) => {
      const isTest = condition.node === 'NULLTEST' && numberOf(condition.fields.nulltesttype) === IS_NOT_NULL;
      if (isTest) return variablesOf([condition.fields.arg ?? null], catalogue);
      const isComparison = condition.node === 'OPEXPR' && isNeverNull(condition, catalogue);
      return isComparison ? variablesOf(condition.fields.args, catalogue) : [];
    }),
  );
  // An update returns the new values, which its conditions did not see.
  if (numberOf(query.fields.commandType) === UPDATE)
    for (const target of nodesOf(query.fields.targetList))
      proven.delete(`${query.fields.resultRelation}.${target.fields.resno}`);
  return proven;
}

function conditionsOf(tree: Tree | undefined): TreeNode[] {
  const place = nodeOf(tree);
  if (place?.node === 'FROMEXPR')
    return [...nodesOf(place.fields.fromlist).flatMap(conditionsOf), ...partsOf(place.fields.quals)];
  if (place?.node !== 'JOINEXPR' || numberOf(place.fields.jointype) !== INNER_JOIN) return [];
  return [...conditionsOf(place.fields.larg), ...conditionsOf(place.fields.rarg), ...partsOf(place.fields.quals)];
}

function partsOf(tree: Tree | undefined): TreeNode[] {
  const condition = nodeOf(tree);
  if (!condition) return [];
  const isAnd = condition.node === 'BOOLEXPR' && condition.fields.boolop === AND;
  return isAnd ? nodesOf(condition.fields.args).flatMap(partsOf) : [condition];
}

/** Also inside of functions that return null for a null. */
function variablesOf(trees: Tree | undefined, catalogue: Catalogue): string[] {
  return nodesOf(trees).flatMap((node) => {
    if (node.node === 'VAR')
      return numberOf(node.fields.varlevelsup) === 0 ? [`${node.fields.varno}.${node.fields.varattno}`] : [];
    const isStrict = node.node === 'FUNCEXPR' && catalogue.functions.get(numberOf(node.fields.funcid))?.isStrict;
    return isStrict ? variablesOf(node.fields.args, catalogue) : [];
  });
}
