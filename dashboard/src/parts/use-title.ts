// Sets the browser's title for tabs, history and screen readers, with the number of unseen notices.
import { useEffect } from 'react';
import { serviceName } from '../page-facts.ts';

let name = '';
let unseen = 0;

export function useTitle(title: string): void {
  useEffect(() => {
    name = title;
    write();
  }, [title]);
}

export function countInTitle(count: number): void {
  if (count === unseen) return;
  unseen = count;
  if (name) write();
}

function write(): void {
  document.title = `${unseen > 0 ? `(${unseen}) ` : ''}${name} · ${serviceName}`;
}
