// Asks PostgreSQL how it would read a list: along an index on the account that already has the list's order.
import type pg from 'pg';
import type { StatementText } from './statement-text.ts';

/** An account's rows in some order, a page of them. */
export function isListOfAccount({ sql }: StatementText): boolean {
  return /account_id = \$\d+ and environment = \$\d+/.test(sql) && /order by[\s\S]*limit (\$\d+|\d\d+)/.test(sql);
}

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Cond'?: string;
  Filter?: string;
  Plans?: PlanNode[];
}

/** The plan does not depend on the rows: a scan of the whole table is only chosen where no index fits. */
export async function checkList(client: pg.Client, { sql }: StatementText): Promise<string | undefined> {
  await client.query('begin');
  try {
    await client.query('set local enable_seqscan = off');
    await client.query('set local enable_bitmapscan = off');
    const { rows } = await client.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
      `explain (generic_plan, format json) ${sql}`,
    );
    const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
    return plan ? findProblem(plan) : 'PostgreSQL gave no plan';
  } finally {
    await client.query('rollback');
  }
}

function findProblem(plan: PlanNode): string | undefined {
  const nodes = nodesOf(plan);
  const whole = nodes.find((node) => node['Node Type'] === 'Seq Scan');
  if (whole) return `it reads all of ${whole['Relation Name']}`;
  const isSorted = nodes.some((node) => node['Node Type'] === 'Limit' && node.Plans?.[0]?.['Node Type'] === 'Sort');
  if (isSorted) return "it sorts all of the account's rows for one page";
  const isNarrow = nodes.some((node) => /account_id|conversation_id/.test(node['Index Cond'] ?? ''));
  return isNarrow ? undefined : 'no index leads to the rows of the account';
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}
