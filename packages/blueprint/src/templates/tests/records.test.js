// The records: every example is valid, and adding, changing and removing works.
import assert from 'node:assert/strict';
import test from 'node:test';
import { schema } from '../src/data/schema.js';
import { seed } from '../src/data/seed.js';
import { createStore } from '../src/lib/create-store.js';
import { validateRecord } from '../src/lib/validate.js';

function memoryStorage() {
  let kept = null;
  const save = async (records) => {
    kept = JSON.parse(JSON.stringify(records));
  };
  return {
    load: async () => kept,
    put: (_entity, _record, records) => save(records),
    remove: (_entity, _id, records) => save(records),
  };
}

/** Values that fit every field of an entity. */
function goodValues(entity) {
  const examples = {
    number: 1,
    money: 1,
    percent: 1,
    rating: 1,
    date: '2026-01-31',
    time: '09:30',
    email: 'a@example.com',
    url: 'https://example.com',
    boolean: true,
  };
  return Object.fromEntries(
    entity.fields.map((field) => [field.name, field.options?.[0] ?? examples[field.type] ?? 'Example']),
  );
}

for (const [name, entity] of Object.entries(schema)) {
  test(`${entity.plural}: every example record is valid`, () => {
    for (const record of seed[name] ?? []) assert.deepEqual(validateRecord(entity, record).errors, {});
  });

  test(`${entity.plural}: a record can be added, changed and removed`, () => {
    const store = createStore({ schema, seed, storage: memoryStorage() });
    const before = store.list(name).length;
    const added = store.add(name, goodValues(entity));
    assert.deepEqual(added.errors, {});
    assert.equal(store.list(name).length, before + 1);
    assert.ok(store.update(name, added.record.id, goodValues(entity)).ok);
    store.remove(name, added.record.id);
    assert.equal(store.list(name).length, before);
  });

  test(`${entity.plural}: required fields are asked for`, () => {
    const required = entity.fields.filter((field) => field.required).map((field) => field.name);
    assert.deepEqual(Object.keys(validateRecord(entity, {}).errors), required);
  });
}

test('records survive a reload', async () => {
  const storage = memoryStorage();
  const [name] = Object.keys(schema);
  const first = createStore({ schema, seed, storage });
  await first.load();
  const { record } = first.add(name, goodValues(schema[name]));
  const second = createStore({ schema, seed, storage });
  await second.load();
  assert.deepEqual(second.find(name, record.id), record);
});

test('a field that examples got later is seen in records that were kept before', async () => {
  const [name] = Object.keys(schema);
  const [example] = seed[name] ?? [];
  if (!example) return;
  const { id, ...values } = example;
  const [field] = Object.keys(values);
  const kept = { [name]: [{ ...example, [field]: undefined }] };
  delete kept[name][0][field];
  const store = createStore({ schema, seed, storage: { ...memoryStorage(), load: async () => kept } });
  await store.load();
  assert.equal(store.find(name, id)[field], example[field]);
});
