// Questions about records that several pages ask: related names, searching, sorting, counting, summing.
import { formatValue, titleOf } from './format.js';

export function wordsFor(store, field, value) {
  return formatValue(field, value, (entity, id) => {
    const record = store.find(entity, id);
    return record ? titleOf(store.schema[entity], record) : null;
  });
}

export function searchRecords(store, entity, query) {
  const words = query.trim().toLowerCase();
  const records = store.list(entity);
  if (!words) return records;
  const { fields } = store.schema[entity];
  return records.filter((record) =>
    fields.some((field) => wordsFor(store, field, record[field.name]).toLowerCase().includes(words)),
  );
}

export function sortRecords(records, name, isDown) {
  if (!name) return records;
  const sorted = [...records].sort((a, b) => compare(a[name], b[name]));
  return isDown ? sorted.reverse() : sorted;
}

function compare(a, b) {
  if (a === b) return 0;
  if (a === null || a === undefined) return 1;
  if (b === null || b === undefined) return -1;
  return typeof a === 'number' ? a - b : String(a).localeCompare(String(b));
}

/** How many records fall on each option, and what they sum to where there is an amount. */
export function countByOption(records, field, amount) {
  return (field.options ?? []).map((option) => {
    const matching = records.filter((record) => record[field.name] === option);
    const total = amount ? matching.reduce((sum, record) => sum + (record[amount.name] ?? 0), 0) : matching.length;
    return { label: option, count: matching.length, total };
  });
}

export function sumOf(records, name) {
  return records.reduce((sum, record) => sum + (record[name] ?? 0), 0);
}
