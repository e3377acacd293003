// Keeps the records in one JSON file: written beside it first, then put in place, so that a crash never leaves half a file.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { schema } from '../public/data/schema.js';
import { seed } from './seed.js';

export function createRepository(dataFile) {
  const kept = readKept(dataFile);
  const all = { accounts: kept?.accounts ?? [], records: {} };
  for (const entity of Object.keys(schema)) all.records[entity] = mergeKept(kept?.records[entity], seed[entity] ?? []);

  function save() {
    mkdirSync(dirname(dataFile), { recursive: true });
    writeFileSync(`${dataFile}.new`, JSON.stringify(all, null, 2));
    renameSync(`${dataFile}.new`, dataFile);
  }

  return {
    all: () => all.records,
    list: (entity) => all.records[entity],
    find: (entity, id) => all.records[entity].find((record) => record.id === id),
    put(entity, record) {
      const place = all.records[entity].findIndex((each) => each.id === record.id);
      if (place >= 0) all.records[entity][place] = record;
      else all.records[entity].unshift(record);
      save();
      return record;
    },
    remove(entity, id) {
      const before = all.records[entity].length;
      all.records[entity] = all.records[entity].filter((record) => record.id !== id);
      save();
      return all.records[entity].length < before;
    },
    accounts: all.accounts,
    save,
  };
}

/** What was kept wins; an example that has got a new field since then shows its value. */
function mergeKept(kept, examples) {
  const byId = new Map(examples.map((record) => [record.id, record]));
  return kept?.map((record) => ({ ...byId.get(record.id), ...record })) ?? examples;
}

function readKept(dataFile) {
  try {
    return JSON.parse(readFileSync(dataFile, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return null;
    throw error;
  }
}
