// Lets PostgreSQL analyse a statement without running it: its parameters, its columns, and what each column can be.
import type pg from 'pg';
import type { Catalogue } from './catalogue.ts';
import { type Facts, factsOfColumns, namesOfColumns } from './expression-facts.ts';
import { findJsonWrites, type JsonWrite } from './json-writes.ts';
import { nodesOf, readTree, type TreeNode } from './node-tree.ts';

export interface DescribedColumn extends Facts {
  name: string;
  /** PostgreSQL's name of the type, such as `timestamp with time zone`. */
  type: string;
}

export interface Description {
  parameters: string[];
  columns: DescribedColumn[];
  jsonWrites: JsonWrite[];
}

export interface Question {
  text: string;
  isNullableParameter: (number: number) => boolean;
}

export async function describeStatement(
  client: pg.Client,
  catalogue: Catalogue,
  { text, isNullableParameter }: Question,
): Promise<Description> {
  const { parameters, results } = await prepare(client, text);
  const query = await analyse(client, text, { parameters, hasRows: results.length > 0 });
  const scope = { query, outer: undefined, catalogue, isNullableParameter };
  const names = namesOfColumns(scope);
  const facts = factsOfColumns(scope);
  const columns = results.map((type, place) => ({
    ...(facts[place] ?? { isNullable: true }),
    name: names[place] ?? '',
    type,
  }));
  return { parameters, columns, jsonWrites: findJsonWrites(scope) };
}

async function prepare(client: pg.Client, text: string): Promise<{ parameters: string[]; results: string[] }> {
  await client.query(`prepare described as ${text}`);
  try {
    const { rows } = await client.query<{ parameters: string[]; results: string[] | null }>(
      `select parameter_types::text[] as parameters, result_types::text[] as results from pg_prepared_statements where name = 'described'`,
    );
    return { parameters: rows[0]?.parameters ?? [], results: rows[0]?.results ?? [] };
  } finally {
    await client.query('deallocate described');
  }
}

/** The body of an SQL function is stored as PostgreSQL has analysed it, which is the only way to read that analysis. */
async function analyse(
  client: pg.Client,
  text: string,
  { parameters, hasRows }: { parameters: readonly string[]; hasRows: boolean },
): Promise<TreeNode> {
  const returned = hasRows ? 'setof record' : 'void';
  await client.query('begin');
  try {
    await client.query(
      `create function pg_temp.analysed(${parameters.join(', ')}) returns ${returned} language sql begin atomic ${text}; end`,
    );
    const { rows } = await client.query<{ tree: string }>(
      `select prosqlbody::text as tree from pg_proc where proname = 'analysed' and pronamespace = pg_my_temp_schema()`,
    );
    const [query] = nodesOf(readTree(rows[0]?.tree ?? ''));
    if (!query) throw new Error('PostgreSQL did not store the analysed statement');
    return query;
  } finally {
    await client.query('rollback');
  }
}
