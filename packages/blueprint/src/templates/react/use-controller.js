// Connects a page's controller to React.
import { useState, useSyncExternalStore } from 'react';

export function useController(create, props) {
  const [c] = useState(() => create(props));
  const s = useSyncExternalStore(c.subscribe, c.get, c.get);
  return { s, c };
}
