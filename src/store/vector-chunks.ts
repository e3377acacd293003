// The chunks of vector stores: stored with the end of their file, found by the signs of their vectors.
import { sql } from 'kysely';
import type { Queries, Transaction } from './database.ts';
import { storableText } from './storable-text.ts';
import type { Attributes } from './vector-files.ts';

export interface StoredChunk {
  text: string;
  vector: Buffer;
  /** A letter 0 or 1 for each dimension. */
  signs: string;
}

/** Where a chunk stands. */
export interface ChunkPlace {
  storeId: string;
  fileId: string;
  number: number;
}

export interface Candidate extends ChunkPlace {
  vector: Buffer;
}

export interface FoundChunk extends ChunkPlace {
  text: string;
  fileName: string;
  attributes: Attributes;
}

export async function deleteChunks(trx: Transaction, storeId: string, fileId: string): Promise<void> {
  await sql`delete from vector_chunks where store_id = ${storeId} and file_id = ${fileId}`.execute(trx);
}

export async function insertChunks(
  trx: Transaction,
  { storeId, fileId, first }: { storeId: string; fileId: string; first: number },
  chunks: readonly StoredChunk[],
): Promise<void> {
  await sql`
    insert into vector_chunks (store_id, file_id, number, text, vector, signs)
    select ${storeId}, ${fileId}, ${first}::integer + n::integer - 1, g.text, g.vector, g.signs::bit varying
    from unnest(${chunks.map(({ text }) => storableText(text))}::text[], ${chunks.map(({ vector }) => vector)}::bytea[], ${chunks.map(({ signs }) => signs)}::text[])
      with ordinality as g(text, vector, signs, n)`.execute(trx);
}

/** The chunks whose signs differ least from those of one of the questions. `filter` is a jsonpath on the attributes of files. */
export async function findCandidates(
  queries: Queries,
  search: { storeIds: readonly string[]; signs: readonly string[]; filter: string | undefined; limit: number },
): Promise<Candidate[]> {
  const { storeIds, signs, filter, limit } = search;
  const { rows } = await sql<Candidate>`
    with nearest as materialized (
      select c.store_id, c.file_id, c.number from vector_chunks c
      where c.store_id = any(${[...storeIds]}::text[])
        ${filter === undefined ? sql`` : sql`and (c.store_id, c.file_id) in (select store_id, file_id from vector_files where store_id = any(${[...storeIds]}::text[]) and attributes @@ ${filter}::text::jsonpath)`}
      order by ${signs.length === 1 ? sql`bit_count(c.signs # ${signs[0] ?? ''}::text::bit varying)` : sql`(select min(bit_count(c.signs # one::bit varying)) from unnest(${[...signs]}::text[]) as asked(one))`}
      limit ${limit})
    select c.store_id as "storeId", c.file_id as "fileId", c.number, c.vector
    from nearest n join vector_chunks c on c.store_id = n.store_id and c.file_id = n.file_id and c.number = n.number`.execute(
    queries,
  );
  return rows;
}

export async function readChunks(queries: Queries, places: readonly ChunkPlace[]): Promise<FoundChunk[]> {
  const { rows } = await sql<FoundChunk>`
    select c.store_id as "storeId", c.file_id as "fileId", c.number, c.text, a.name as "fileName", f.attributes
    from unnest(${places.map(({ storeId }) => storeId)}::text[], ${places.map(({ fileId }) => fileId)}::text[], ${places.map(({ number }) => number)}::integer[])
      as p(store_id, file_id, number)
    join vector_chunks c on c.store_id = p.store_id and c.file_id = p.file_id and c.number = p.number
    join vector_files f on f.store_id = c.store_id and f.file_id = c.file_id
    join artifacts a on a.id = c.file_id`.execute(queries);
  return rows;
}

/** The texts of a file, in their order, from one place on. */
export async function listTexts(
  queries: Queries,
  { storeId, fileId, from, limit }: { storeId: string; fileId: string; from: number; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select text from vector_chunks where store_id = ${storeId} and file_id = ${fileId} and number >= ${from}
    order by number limit ${limit}`.execute(queries);
  return rows.map(({ text }) => text);
}
