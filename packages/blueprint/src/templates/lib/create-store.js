// Holds every record of the app, tells its subscribers of each change, and keeps them through a storage.
import { validateRecord } from './validate.js';

export function createStore({ schema, seed, storage }) {
  let state = { records: startFrom(schema, seed), today: null, error: null };
  let isLoaded = false;
  const listeners = new Set();

  function set(patch) {
    state = { ...state, ...patch };
    for (const listener of listeners) listener();
  }

  function replace(entity, records) {
    set({ records: { ...state.records, [entity]: records } });
  }

  async function load() {
    if (isLoaded) return;
    isLoaded = true;
    try {
      const kept = await storage.load();
      const records = kept ? mergeKept(state.records, kept) : state.records;
      set({ records, today: new Date().toISOString().slice(0, 10) });
    } catch (error) {
      set({ error: error.message });
    }
  }

  function keep(work) {
    Promise.resolve(work).catch((error) => set({ error: error.message }));
  }

  return {
    schema,
    get: () => state,
    load,
    subscribe(listener) {
      listeners.add(listener);
      load();
      return () => listeners.delete(listener);
    },
    list: (entity) => state.records[entity] ?? [],
    find: (entity, id) => (state.records[entity] ?? []).find((record) => record.id === id),
    add(entity, input) {
      const { values, errors, ok } = validateRecord(schema[entity], input);
      if (!ok) return { ok, errors };
      const record = { id: newId(), ...values };
      replace(entity, [record, ...(state.records[entity] ?? [])]);
      keep(storage.put(entity, record, state.records));
      return { ok, errors, record };
    },
    update(entity, id, patch) {
      const old = (state.records[entity] ?? []).find((record) => record.id === id);
      if (!old) return { ok: false, errors: { id: 'This record no longer exists.' } };
      const { values, errors, ok } = validateRecord(schema[entity], { ...old, ...patch });
      if (!ok) return { ok, errors };
      const record = { ...old, ...values };
      replace(
        entity,
        state.records[entity].map((each) => (each.id === id ? record : each)),
      );
      keep(storage.put(entity, record, state.records));
      return { ok, errors, record };
    },
    remove(entity, id) {
      replace(
        entity,
        (state.records[entity] ?? []).filter((record) => record.id !== id),
      );
      keep(storage.remove(entity, id, state.records));
    },
  };
}

function startFrom(schema, seed) {
  return Object.fromEntries(Object.keys(schema).map((entity) => [entity, [...(seed[entity] ?? [])]]));
}

/** What was kept wins; an example that has got a new field since then shows its value. */
function mergeKept(examples, kept) {
  const merged = { ...examples, ...kept };
  for (const [entity, records] of Object.entries(kept)) {
    const byId = new Map((examples[entity] ?? []).map((record) => [record.id, record]));
    merged[entity] = records.map((record) => ({ ...byId.get(record.id), ...record }));
  }
  return merged;
}

function newId() {
  return `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;
}
