// The form for a new record or a change, with a message at each field that is wrong.
import { store } from '../data/store.js';
import { controller } from '../lib/controller.js';
import { titleOf } from '../lib/format.js';
import { go } from '../lib/navigate.js';

export function createRecordForm({ entity, id }) {
  const meta = store.schema[entity];
  const base = controller({ draft: {}, errors: {} }, (state) => {
    const stored = id ? (store.find(entity, id) ?? {}) : firstChoices(meta);
    return {
      meta,
      heading: id ? `Edit ${titleOf(meta, stored)}` : `New ${meta.singular}`,
      inputs: meta.fields.map((field) => ({
        field,
        value: state.draft[field.name] ?? stored[field.name] ?? '',
        error: state.errors[field.name] ?? '',
        options: optionsOf(field),
      })),
    };
  });
  return {
    ...base,
    edit(name, value) {
      const { draft, errors } = base.state();
      base.set({ draft: { ...draft, [name]: value }, errors: { ...errors, [name]: '' } });
    },
    save() {
      const { draft } = base.state();
      const result = id ? store.update(entity, id, draft) : store.add(entity, { ...firstChoices(meta), ...draft });
      if (!result.ok) return base.set({ errors: result.errors });
      go(`/${entity}/${result.record.id}`);
    },
  };
}

function firstChoices(meta) {
  return Object.fromEntries(
    meta.fields.filter((field) => field.type === 'choice').map((field) => [field.name, field.options[0]]),
  );
}

function optionsOf(field) {
  if (field.type === 'choice') return field.options.map((option) => ({ value: option, label: option }));
  if (field.type !== 'relation') return [];
  const meta = store.schema[field.to];
  return store.list(field.to).map((record) => ({ value: record.id, label: titleOf(meta, record) }));
}
