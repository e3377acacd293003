// Compares the types of the source with what PostgreSQL returns and expects. Each problem is a sentence.
import { type Checker, type Type, TypeFlags } from 'typescript/unstable/sync';
import type { DescribedColumn } from './describe.ts';

/** How `pg` gives each type to JavaScript; src/store/database.ts makes bigint and numeric numbers. */
const KINDS: Record<string, string> = {
  bigint: 'number',
  boolean: 'boolean',
  bytea: 'Buffer',
  date: 'Date',
  'double precision': 'number',
  integer: 'number',
  json: 'json',
  jsonb: 'json',
  numeric: 'number',
  real: 'number',
  smallint: 'number',
  text: 'string',
  'timestamp with time zone': 'Date',
};

function kindOf(type: string): string | undefined {
  const kind = KINDS[type.replace(/\[\]$/, '')];
  return kind && type.endsWith('[]') ? `${kind}[]` : kind;
}

/** `table.column` → what the source declares for the JSON in it. */
export type JsonTypes = ReadonlyMap<string, Type>;

export class Comparer {
  readonly #checker: Checker;
  readonly #jsonTypes: JsonTypes;

  constructor(checker: Checker, jsonTypes: JsonTypes) {
    this.#checker = checker;
    this.#jsonTypes = jsonTypes;
  }

  compareRow(row: Type, columns: readonly DescribedColumn[]): string[] {
    const declared = new Map(this.#checker.getPropertiesOfType(row).map((property) => [property.name, property]));
    const problems = [...declared.keys()]
      .filter((name) => !columns.some((column) => column.name === name))
      .map((name) => `${name} is declared, but not returned`);
    for (const column of columns) {
      const property = declared.get(column.name);
      const type = property && this.#checker.getTypeOfSymbol(property);
      const problem = type && this.#compareColumn(type, column);
      if (problem) problems.push(`${column.name} is declared ${this.#checker.typeToString(type)}, but ${problem}`);
    }
    return problems;
  }

  #compareColumn(declared: Type, column: DescribedColumn): string | undefined {
    const members = membersOf(declared);
    if (members.some((member) => member.flags & TypeFlags.Any)) return 'any is no type';
    if (members.some((member) => member.flags & TypeFlags.Unknown)) return undefined;
    const values = members.filter((member) => !(member.flags & TypeFlags.Null));
    if (column.isNullable && values.length === members.length) return `it may be null (${column.type})`;
    const kind = kindOf(column.type);
    if (kind === 'json') return this.#compareJson(declared, column);
    const literals = values.flatMap((member) => (member.isStringLiteralType() ? [member.value] : []));
    if (kind === 'string' && literals.length > 0 && literals.length === values.length)
      return compareLiterals(literals, column);
    const isKind = kind !== undefined && values.every((value) => this.#kindOfType(value) === kind);
    return isKind ? undefined : `PostgreSQL returns ${column.type}`;
  }

  #compareJson(declared: Type, column: DescribedColumn): string | undefined {
    const stored = column.json && this.#jsonTypes.get(column.json);
    if (!stored) return 'it is JSON that JsonColumns does not describe';
    return this.#checker.isTypeAssignableTo(stored, declared)
      ? undefined
      : `JsonColumns says ${this.#checker.typeToString(stored)}`;
  }

  /** `expected` is PostgreSQL's name of the parameter's type. */
  compareParameter(given: Type, expected: string): string | undefined {
    const kind = expected === 'date' ? 'string' : kindOf(expected)?.replace('json', 'string');
    const values = membersOf(given).filter((member) => !(member.flags & (TypeFlags.Null | TypeFlags.Undefined)));
    if (kind && values.every((value) => this.#kindOfType(value) === kind)) return undefined;
    return `a parameter is ${this.#checker.typeToString(given)}, but PostgreSQL expects ${expected}`;
  }

  canBeNull(type: Type): boolean {
    const loose = TypeFlags.Null | TypeFlags.Undefined | TypeFlags.Any | TypeFlags.Unknown;
    return membersOf(type).some((member) => member.flags & loose);
  }

  /** Whether nothing is claimed about the columns. */
  isAllUnknown(row: Type): boolean {
    return this.#checker
      .getPropertiesOfType(row)
      .every((property) => (this.#checker.getTypeOfSymbol(property)?.flags ?? 0) & TypeFlags.Unknown);
  }

  #kindOfType(type: Type): string {
    if (type.flags & TypeFlags.StringLike) return 'string';
    if (type.flags & TypeFlags.NumberLike) return 'number';
    if (type.flags & TypeFlags.BooleanLike) return 'boolean';
    if (!type.isTypeReference() || !/^(Readonly)?Array$/.test(type.getSymbol()?.name ?? ''))
      return type.getSymbol()?.name ?? this.#checker.typeToString(type);
    const items = this.#checker.getTypeArguments(type).flatMap(membersOf);
    const kinds = items.filter((item) => !(item.flags & TypeFlags.Null)).map((item) => this.#kindOfType(item));
    return `${[...new Set(kinds)].join('|')}[]`;
  }
}

function compareLiterals(declared: readonly string[], column: DescribedColumn): string | undefined {
  if (!column.literals) return 'no check limits its values';
  const missing = column.literals.filter((literal) => !declared.includes(literal));
  return missing.length > 0 ? `it may also be ${missing.join(', ')}` : undefined;
}

function membersOf(type: Type): readonly Type[] {
  return type.isUnionType() ? type.getTypes() : [type];
}
