// The state behind one page: what it shows is derived from its own state and the records.
import { store } from '../data/store.js';

export function controller(initial, derive, lifecycle = {}) {
  let state = initial;
  let snapshot = derive(state, store.get());
  let leaveStore;
  const listeners = new Set();

  function refresh() {
    snapshot = derive(state, store.get());
    for (const listener of listeners) listener();
  }

  return {
    get: () => snapshot,
    state: () => state,
    set(patch) {
      state = { ...state, ...patch };
      refresh();
    },
    subscribe(listener) {
      listeners.add(listener);
      if (listeners.size === 1) {
        leaveStore = store.subscribe(refresh);
        lifecycle.start?.();
        refresh();
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        leaveStore?.();
        lifecycle.stop?.();
      };
    },
  };
}
