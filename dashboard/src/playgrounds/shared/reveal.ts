// Scrolls a part of the page into view when it changes, for phones, where it is below the form.
import { useEffect, useRef } from 'react';

/** Scrolls when `moment` changes, unless the part's top is already visible. */
export function useReveal(moment: string): React.RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  const before = useRef(moment);
  useEffect(() => {
    if (before.current === moment) return;
    before.current = moment;
    const { top = 0 } = box.current?.getBoundingClientRect() ?? {};
    if (top < 0 || top > window.innerHeight * 0.6) box.current?.scrollIntoView({ behavior: 'smooth', block: 'start' });
  }, [moment]);
  return box;
}
