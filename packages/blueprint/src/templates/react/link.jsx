// A link to another page of the app, without loading the document again.
import { router } from '../data/router.js';

export function Link({ to, className, children }) {
  function open(event) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    router.go(to);
  }
  return (
    <a href={router.href(to)} className={className} onClick={open}>
      {children}
    </a>
  );
}
