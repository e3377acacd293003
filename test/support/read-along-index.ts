// Checks that statements walk an index: they neither read a table from end to end nor touch more rows than a page needs.
import assert from 'node:assert/strict';
import type pg from 'pg';

export interface SentStatement {
  sql: string;
  parameters: readonly unknown[];
}

/** Small by nature: one row per worker process. */
const SMALL_TABLES = new Set(['workers']);
/** More than a page and its joins may touch; a scan of any of the large tables would touch thousands. */
const MAX_ROWS = 700;

export async function assertReadAlongIndex(pool: pg.Pool, sent: readonly SentStatement[]): Promise<void> {
  assert.ok(sent.length > 0);
  for (const { sql, parameters } of [...sent]) {
    const { rows } = await pool.query(`explain (analyze, format json) ${sql}`, [...parameters]);
    for (const node of nodesOf(rows[0]['QUERY PLAN'][0].Plan)) {
      if (SMALL_TABLES.has(node['Relation Name'] ?? '')) continue;
      const touched =
        ((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)) * (node['Actual Loops'] ?? 1);
      const where = `${node['Node Type']} on ${node['Relation Name'] ?? node['Index Name'] ?? 'rows'}: ${touched} rows`;
      assert.ok(touched <= MAX_ROWS, where);
      assert.notEqual(node['Node Type'], 'Seq Scan', where);
    }
  }
}

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}
