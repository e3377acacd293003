// Lists every call of the API and runs the chosen one on this app's own records.
import { store } from '../data/store.js';
import { controller } from '../lib/controller.js';

const CALLS = [
  { method: 'GET', suffix: '', note: 'List', tone: 'good' },
  { method: 'POST', suffix: '', note: 'Create', tone: 'warn', takesBody: true },
  { method: 'GET', suffix: '/{id}', note: 'Read one', tone: 'good' },
  { method: 'PUT', suffix: '/{id}', note: 'Change', tone: 'warn', takesBody: true },
  { method: 'DELETE', suffix: '/{id}', note: 'Remove', tone: 'alert' },
];

export function createApiDocs() {
  const groups = Object.entries(store.schema).map(([entity, meta]) => ({
    entity,
    label: meta.plural,
    calls: CALLS.map((call) => ({
      ...call,
      entity,
      key: `${call.method} ${entity}${call.suffix}`,
      path: `/api/${entity}${call.suffix}`,
    })),
  }));
  const all = groups.flatMap((group) => group.calls);
  const base = controller({ key: all[0].key, body: exampleOf(all[0].entity), status: '', answer: '' }, (state) => ({
    ...state,
    groups,
    chosen: all.find((call) => call.key === state.key),
  }));
  return {
    ...base,
    choose(key) {
      const call = all.find((each) => each.key === key);
      base.set({ key, body: exampleOf(call.entity), status: '', answer: '' });
    },
    send() {
      const { status, answer } = run(base.get().chosen, base.state().body);
      base.set({ status: `Status ${status}`, answer: JSON.stringify(answer, null, 2) });
    },
  };
}

function exampleOf(entity) {
  const { id: _id, ...values } = store.list(entity)[0] ?? {};
  return JSON.stringify(values, null, 2);
}

function run({ method, suffix, entity }, body) {
  const records = store.list(entity);
  const first = records[0];
  if (method === 'GET' && !suffix) return { status: 200, answer: { data: records } };
  if (suffix && !first) return { status: 404, answer: { error: 'There is no record.' } };
  if (method === 'GET') return { status: 200, answer: first };
  if (method === 'DELETE') {
    store.remove(entity, first.id);
    return { status: 204, answer: null };
  }
  try {
    const values = JSON.parse(body);
    const result = suffix ? store.update(entity, first.id, values) : store.add(entity, values);
    return result.ok
      ? { status: suffix ? 200 : 201, answer: result.record }
      : { status: 400, answer: { errors: result.errors } };
  } catch {
    return { status: 400, answer: { error: 'The body is not JSON.' } };
  }
}
