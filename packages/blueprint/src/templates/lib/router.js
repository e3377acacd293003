// Client-side routing on the History API, below whatever folder the app is served from.
import { setNavigator } from './navigate.js';

export function createRouter(base) {
  const root = base.endsWith('/') ? base.slice(0, -1) : base;
  const listeners = new Set();
  const read = () => {
    const path = globalThis.location?.pathname ?? '/';
    return path.startsWith(root) ? path.slice(root.length) || '/' : '/';
  };
  let current = read();

  function tell() {
    current = read();
    for (const listener of listeners) listener();
  }

  const router = {
    get: () => current,
    href: (path) => `${root}${path}`,
    go(path) {
      globalThis.history.pushState(null, '', `${root}${path}`);
      globalThis.scrollTo?.(0, 0);
      tell();
    },
    subscribe(listener) {
      if (listeners.size === 0) globalThis.addEventListener('popstate', tell);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) globalThis.removeEventListener('popstate', tell);
      };
    },
  };
  setNavigator(router.go);
  return router;
}
