// Puts the cursor into the message box of a page that is opened anew: dozens of links and buttons come before it.
import { type RefObject, useEffect } from 'react';

/** On a touch screen the keyboard would cover the page. Whoever followed a link within the dashboard is at the new page already. */
export function useFirstFocus(box: RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => {
    if (document.activeElement === document.body && !matchMedia('(pointer: coarse)').matches)
      box.current?.focus({ preventScroll: true });
  }, [box]);
}
