// A setting stored in this browser, such as the last chosen model.
import { useCallback, useState } from 'react';

export function useLocalChoice<T extends string | number | boolean>(name: string, initial: T): [T, (value: T) => void] {
  const key = `playground.${name}`;
  const [value, setValue] = useState<T>(() => remembered(key, initial));
  const choose = useCallback(
    (next: T) => {
      localStorage.setItem(key, JSON.stringify(next));
      setValue(next);
    },
    [key],
  );
  return [value, choose];
}

function remembered<T>(key: string, initial: T): T {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return typeof value === typeof initial ? (value as T) : initial;
  } catch {
    return initial;
  }
}
