// Names the page in the browser's title, for tabs, history and screen readers.
import { useEffect } from 'react';
import { serviceName } from '../page-facts.ts';

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${serviceName}`;
  }, [title]);
}
