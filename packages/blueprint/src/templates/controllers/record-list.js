// A list of records with search, filters by choice and sorting.
import { store } from '../data/store.js';
import { controller } from '../lib/controller.js';
import { searchRecords, sortRecords, wordsFor } from '../lib/records.js';

export function createRecordList({ entity }) {
  const meta = store.schema[entity];
  const columns = meta.fields.filter((field) => field.type !== 'longtext').slice(0, 6);
  const choices = meta.fields.filter((field) => field.type === 'choice').slice(0, 2);

  const base = controller({ query: '', chosen: {}, sort: '', isDown: false }, (state) => {
    const found = searchRecords(store, entity, state.query).filter((record) =>
      Object.entries(state.chosen).every(([name, option]) => !option || record[name] === option),
    );
    return {
      ...state,
      meta,
      columns,
      count: `${found.length} of ${store.list(entity).length}`,
      filters: choices.map((field) => ({ ...field, chosen: state.chosen[field.name] ?? '' })),
      rows: sortRecords(found, state.sort, state.isDown).map((record) => ({
        id: record.id,
        cells: columns.map((field) => ({
          field,
          value: record[field.name],
          words: wordsFor(store, field, record[field.name]),
        })),
      })),
    };
  });

  return {
    ...base,
    filter(name, option) {
      base.set({ chosen: { ...base.state().chosen, [name]: option } });
    },
    sortBy(name) {
      const { sort, isDown } = base.state();
      base.set({ sort: name, isDown: sort === name ? !isDown : false });
    },
  };
}
