// The migrated database accepts every SQL statement of the service, confirms its types, and has an index for every list.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { type Catalogue, readCatalogue } from '../../support/row-types/catalogue.ts';
import { checkStatement } from '../../support/row-types/check-statement.ts';
import { Comparer } from '../../support/row-types/compare.ts';
import { checkList, isListOfAccount } from '../../support/row-types/list-plan.ts';
import { openSource, readJsonTypes, type SourceProject } from '../../support/row-types/source-project.ts';
import { findStatements, type Statement } from '../../support/row-types/statements.ts';

let database: TestDatabase;
let client: pg.Client;
let catalogue: Catalogue;
let source: SourceProject;
let statements: Statement[];

before(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  catalogue = await readCatalogue(client);
  source = openSource();
  statements = source.files.flatMap((file) => findStatements(source.project, file));
});

after(async () => {
  source[Symbol.dispose]();
  await client.end();
  await database.drop();
});

test('the row types and parameters of all SQL statements are what PostgreSQL says', async (t) => {
  const { project } = source;
  const comparer = new Comparer(project.checker, readJsonTypes(project));
  const problems: string[] = [];
  let unchecked = 0;
  for (const statement of statements) {
    const result = await checkStatement(statement, { client, catalogue, project, comparer });
    problems.push(...result.problems.map((problem) => `${statement.place}: ${problem}`));
    if (statement.row && !result.isChecked) unchecked += 1;
  }
  const typed = statements.filter(({ row }) => row).length;
  t.diagnostic(
    `${statements.length} statements in SQL, ${typed} with a row type: ${typed - unchecked} checked, ${unchecked} unchecked`,
  );
  assert.deepEqual(problems, []);
  assert.ok(typed > 100, 'the statements were not found');
});

test('every list of an account is read along an index, in its order', async (t) => {
  const lists = statements.flatMap(({ place, texts }) =>
    texts instanceof Error ? [] : texts.filter(isListOfAccount).map((text) => ({ place, text })),
  );
  const problems: string[] = [];
  for (const { place, text } of lists) {
    const problem = await checkList(client, text);
    if (problem) problems.push(`${place}: ${problem}`);
  }
  t.diagnostic(`${lists.length} forms of ${new Set(lists.map(({ place }) => place)).size} lists`);
  assert.deepEqual(problems, []);
  assert.ok(lists.length > 10, 'the lists were not found');
});
