// Records as cards in columns, one column per option; cards move by dragging or with their arrows.
import { store } from '../data/store.js';
import { controller } from '../lib/controller.js';
import { titleOf } from '../lib/format.js';
import { wordsFor } from '../lib/records.js';

export function createBoard({ entity, field: fieldName }) {
  const meta = store.schema[entity];
  const field = meta.fields.find((each) => each.name === fieldName);
  const noted = meta.fields.filter(
    (each) => ['date', 'choice', 'money', 'relation'].includes(each.type) && each !== field,
  );

  const base = controller({ drafts: {}, lifted: null }, (state) => {
    const records = store.list(entity);
    const last = field.options.at(-1);
    return {
      meta,
      progress: `${records.filter((record) => record[fieldName] === last).length} of ${records.length} ${last.toLowerCase()}`,
      columns: field.options.map((name, index) => ({
        name,
        draft: state.drafts[name] ?? '',
        cards: records.filter((record) => record[fieldName] === name).map((record) => cardOf(record, index)),
      })),
    };
  });

  function cardOf(record, index) {
    return {
      id: record.id,
      title: titleOf(meta, record),
      before: field.options[index - 1],
      after: field.options[index + 1],
      notes: noted
        .filter((each) => record[each.name])
        .slice(0, 3)
        .map((each) => ({ field: each, value: record[each.name], words: wordsFor(store, each, record[each.name]) })),
    };
  }

  function move(id, option) {
    store.update(entity, id, { [fieldName]: option });
  }

  return {
    ...base,
    move,
    hover() {},
    lift: (id) => base.set({ lifted: id }),
    drop(option) {
      const { lifted } = base.state();
      if (lifted) move(lifted, option);
      base.set({ lifted: null });
    },
    write: (name, words) => base.set({ drafts: { ...base.state().drafts, [name]: words } }),
    addTo(option) {
      const words = (base.state().drafts[option] ?? '').trim();
      if (!words) return;
      const title = meta.fields.find((each) => each.type === 'text');
      const defaults = Object.fromEntries(
        meta.fields.filter((each) => each.type === 'choice').map((each) => [each.name, each.options[0]]),
      );
      store.add(entity, { ...defaults, [title.name]: words, [fieldName]: option });
      base.set({ drafts: { ...base.state().drafts, [option]: '' } });
    },
  };
}
