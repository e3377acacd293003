// Keeps the records in the browser; where the browser forbids that, they live as long as the page.
export function browserStorage(key) {
  function save(records) {
    try {
      globalThis.localStorage?.setItem(key, JSON.stringify(records));
    } catch {
      // A private window may refuse: the app goes on without keeping.
    }
  }
  return {
    async load() {
      try {
        return JSON.parse(globalThis.localStorage?.getItem(key) ?? 'null');
      } catch {
        return null;
      }
    },
    async put(_entity, _record, records) {
      save(records);
    },
    async remove(_entity, _id, records) {
      save(records);
    },
  };
}
