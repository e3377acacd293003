// One record with all its facts, and the records of other kinds that point at it.
import { store } from '../data/store.js';
import { controller } from '../lib/controller.js';
import { titleOf } from '../lib/format.js';
import { go } from '../lib/navigate.js';
import { wordsFor } from '../lib/records.js';

export function createRecordDetail({ entity, id }) {
  const meta = store.schema[entity];
  const base = controller({ isSure: false }, (state) => {
    const record = store.find(entity, id);
    if (!record) return { ...state, meta, isMissing: true, facts: [], related: [], title: '' };
    return {
      ...state,
      meta,
      isMissing: false,
      title: titleOf(meta, record),
      facts: meta.fields.map((field) => ({
        field,
        value: record[field.name],
        words: wordsFor(store, field, record[field.name]),
      })),
      related: relatedGroups(entity, id),
    };
  });
  return {
    ...base,
    remove() {
      if (!base.state().isSure) return base.set({ isSure: true });
      store.remove(entity, id);
      go(`/${entity}`);
    },
  };
}

function relatedGroups(entity, id) {
  return Object.entries(store.schema).flatMap(([name, other]) =>
    other.fields
      .filter((field) => field.type === 'relation' && field.to === entity)
      .map((field) => ({
        key: `${name}.${field.name}`,
        entity: name,
        label: other.plural,
        items: store
          .list(name)
          .filter((record) => record[field.name] === id)
          .map((record) => ({ id: record.id, title: titleOf(other, record), note: noteOf(other, record) })),
      })),
  );
}

function noteOf(meta, record) {
  const field = meta.fields.find((each) => each.type === 'date') ?? meta.fields.find((each) => each.type === 'choice');
  return field ? wordsFor(store, field, record[field.name]) : '';
}
