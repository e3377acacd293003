// Derives from an analysed statement what a result column can be: null, one of a few texts, the JSON of a certain column.
import type { Catalogue } from './catalogue.ts';
import { nodeOf, nodesOf, numberOf, type Tree, type TreeNode } from './node-tree.ts';
import { isNeverNull } from './null-rules.ts';
import { provenNotNull } from './proven-not-null.ts';

export interface Facts {
  isNullable: boolean;
  /** Every text that the column can hold, if a check or the statement itself limits them. */
  literals?: string[] | undefined;
  /** `table.column` of the JSON that is returned as it was stored. */
  json?: string | undefined;
  /** The number of the parameter that is returned as it was given, or of the array that it is an item of. */
  parameter?: number | undefined;
}

/** A query, what surrounds it, and which of the statement's parameters may be null. */
export interface Scope {
  query: TreeNode;
  outer: Scope | undefined;
  catalogue: Catalogue;
  isNullableParameter: (number: number) => boolean;
}

const UNKNOWN: Facts = { isNullable: true };
const CERTAIN: Facts = { isNullable: false };
const SELECT = 1;
const RTE = { relation: 0, subquery: 1, join: 2, function: 3, values: 5, cte: 6, group: 9 };

export function factsOfColumns(scope: Scope): Facts[] {
  const branches = nodeOf(scope.query.fields.setOperations) ? unionBranches(scope) : [];
  const lists = branches.length > 0 ? branches.map(factsOfColumns) : [factsOfTargets(scope)];
  return (lists[0] ?? []).map((_, place) => either(lists.map((list) => list[place] ?? UNKNOWN)));
}

export function namesOfColumns(scope: Scope): string[] {
  return targetsOf(scope).map((target) => String(target.fields.resname));
}

function factsOfTargets(scope: Scope): Facts[] {
  return targetsOf(scope).map((target) => factsOf(target.fields.expr, scope));
}

function targetsOf(scope: Scope): TreeNode[] {
  const { commandType, targetList, returningList } = scope.query.fields;
  return nodesOf(numberOf(commandType) === SELECT ? targetList : returningList).filter(
    (target) => target.fields.resjunk !== 'true',
  );
}

function unionBranches(scope: Scope): Scope[] {
  return nodesOf(scope.query.fields.rtable).flatMap((entry) => {
    const query = nodeOf(entry.fields.subquery);
    return query ? [{ ...scope, query, outer: scope }] : [];
  });
}

export function factsOf(tree: Tree | undefined, scope: Scope): Facts {
  const expr = nodeOf(tree);
  if (!expr) return UNKNOWN;
  const { fields } = expr;
  const all = (list = fields.args) => nodesOf(list).map((item) => factsOf(item, scope));
  const anyNull = (facts: Facts[]) => ({ isNullable: facts.some((one) => one.isNullable) });
  switch (expr.node) {
    case 'VAR':
      return factsOfVariable(expr, scope);
    case 'CONST':
      return fields.constisnull === 'true'
        ? { isNullable: true, literals: [] }
        : { isNullable: false, literals: textOf(expr) };
    case 'PARAM':
      return {
        isNullable: scope.isNullableParameter(numberOf(fields.paramid)),
        parameter: numberOf(fields.paramid),
      };
    case 'RELABELTYPE':
      return factsOf(fields.arg, scope);
    case 'COERCEVIAIO':
    case 'ARRAYCOERCEEXPR': {
      const { isNullable, parameter } = factsOf(fields.arg, scope);
      return { isNullable, parameter };
    }
    case 'NULLTEST':
    case 'BOOLEANTEST':
    case 'DISTINCTEXPR':
    case 'ARRAYEXPR':
    case 'ROWEXPR':
    case 'SQLVALUEFUNCTION':
      return CERTAIN;
    case 'BOOLEXPR':
    case 'SCALARARRAYOPEXPR':
      return anyNull(all());
    case 'OPEXPR':
    case 'FUNCEXPR':
      return isNeverNull(expr, scope.catalogue) ? anyNull(all()) : UNKNOWN;
    case 'COALESCEEXPR':
    case 'MINMAXEXPR':
      return { ...either(all()), isNullable: all().every((one) => one.isNullable) };
    case 'CASEEXPR':
      return either([
        ...nodesOf(fields.args).map((when) => factsOf(when.fields.result, scope)),
        factsOf(fields.defresult, scope),
      ]);
    case 'AGGREF':
      return factsOfAggregate(expr, scope);
    case 'SUBLINK':
      return factsOfSublink(expr, scope);
    default:
      return UNKNOWN;
  }
}

function factsOfVariable(variable: TreeNode, inner: Scope): Facts {
  const { varno, varattno, varlevelsup, varnullingrels } = variable.fields;
  let scope: Scope | undefined = inner;
  for (let level = numberOf(varlevelsup); level > 0; level -= 1) scope = scope?.outer;
  const entry = nodesOf(scope?.query.fields.rtable)[numberOf(varno) - 1];
  if (!scope || !entry) return UNKNOWN;
  const facts = factsOfEntry(entry, numberOf(varattno), scope);
  const isOuterJoined = Array.isArray(varnullingrels) && varnullingrels.length > 1;
  if (isOuterJoined) return { ...facts, isNullable: true };
  return provenNotNull(scope).has(`${varno}.${varattno}`) ? { ...facts, isNullable: false } : facts;
}

function factsOfEntry(entry: TreeNode, column: number, scope: Scope): Facts {
  const { fields } = entry;
  const inside = (query: TreeNode | undefined, outer: Scope | undefined): Facts =>
    (query && factsOfColumns({ ...scope, query, outer })[column - 1]) ?? UNKNOWN;
  switch (numberOf(fields.rtekind)) {
    case RTE.relation:
      if (fields.relkind === 'v') return inside(scope.catalogue.views.get(numberOf(fields.relid)), undefined);
      return factsOfTableColumn(scope.catalogue, numberOf(fields.relid), column);
    case RTE.subquery:
      return inside(nodeOf(fields.subquery), scope);
    case RTE.join:
      return factsOf(nodesOf(fields.joinaliasvars)[column - 1], scope);
    case RTE.group:
      return factsOf(nodesOf(fields.groupexprs)[column - 1], scope);
    case RTE.cte: {
      let place: Scope | undefined = scope;
      for (let level = numberOf(fields.ctelevelsup); level > 0; level -= 1) place = place?.outer;
      const table = nodesOf(place?.query.fields.cteList).find((cte) => cte.fields.ctename === fields.ctename);
      // Inside of a recursive query its own columns are not known yet.
      return fields.self_reference === 'true' ? UNKNOWN : inside(nodeOf(table?.fields.ctequery), place);
    }
    case RTE.function:
      return factsOfFunctionRow(entry, column, scope);
    default:
      return UNKNOWN;
  }
}

function factsOfTableColumn(catalogue: Catalogue, table: number, number: number): Facts {
  const column = catalogue.columns.get(`${table}.${number}`);
  if (!column) return UNKNOWN;
  const json = /^jsonb?$/.test(column.type) ? `${column.table}.${column.name}` : undefined;
  return { isNullable: !column.isNotNull, literals: column.literals, json };
}

/** A function that returns rows of a table returns what the table allows. */
function factsOfFunctionRow(entry: TreeNode, column: number, scope: Scope): Facts {
  const functions = nodesOf(entry.fields.functions);
  const call = nodeOf((functions[column - 1] ?? functions[0])?.fields.funcexpr);
  const called = scope.catalogue.functions.get(numberOf(call?.fields.funcid));
  if (called?.isBuiltIn && called.name === 'unnest' && column <= functions.length) {
    const { parameter } = factsOf(nodesOf(call?.fields.args)[0], scope);
    return { isNullable: true, parameter };
  }
  if (called?.rowsOf) return factsOfTableColumn(scope.catalogue, called.rowsOf, column);
  return called?.isBuiltIn && called.name === 'generate_series' ? CERTAIN : UNKNOWN;
}

function factsOfAggregate(aggregate: TreeNode, scope: Scope): Facts {
  const name = scope.catalogue.functions.get(numberOf(aggregate.fields.aggfnoid))?.name;
  if (name === 'count') return CERTAIN;
  const isGrouped = nodesOf(scope.query.fields.groupClause).length > 0;
  if (!isGrouped || nodeOf(aggregate.fields.aggfilter)) return UNKNOWN;
  return { isNullable: nodesOf(aggregate.fields.args).some((target) => factsOf(target.fields.expr, scope).isNullable) };
}

const SUBLINK = { exists: 0, expression: 4, array: 6 };

function factsOfSublink(sublink: TreeNode, scope: Scope): Facts {
  const kind = numberOf(sublink.fields.subLinkType);
  if (kind === SUBLINK.exists || kind === SUBLINK.array) return CERTAIN;
  const query = nodeOf(sublink.fields.subselect);
  if (kind !== SUBLINK.expression || !query) return UNKNOWN;
  const [facts = UNKNOWN] = factsOfColumns({ ...scope, query, outer: scope });
  // Only an aggregate without groups always has a row.
  const hasRow = query.fields.hasAggs === 'true' && nodesOf(query.fields.groupClause).length === 0;
  return hasRow ? facts : { ...facts, isNullable: true };
}

function either(facts: Facts[]): Facts {
  const literals = facts.map((one) => one.literals);
  const jsons = new Set(facts.map((one) => one.json));
  const parameters = new Set(facts.map((one) => one.parameter));
  return {
    isNullable: facts.some((one) => one.isNullable),
    literals: literals.every((list) => list !== undefined) ? [...new Set(literals.flat())] : undefined,
    json: jsons.size === 1 ? [...jsons][0] : undefined,
    parameter: parameters.size === 1 ? [...parameters][0] : undefined,
  };
}

const TEXT = 25;
const HEADER_BYTES = 4;

function textOf(constant: TreeNode): string[] | undefined {
  const { consttype, constvalue } = constant.fields;
  if (numberOf(consttype) !== TEXT || !Array.isArray(constvalue)) return undefined;
  return [Buffer.from(constvalue.slice(HEADER_BYTES).map((byte) => numberOf(byte) & 255)).toString('utf8')];
}
