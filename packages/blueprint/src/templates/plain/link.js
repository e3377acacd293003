// A link to another page of the app, without loading the document again.
import { router } from '../data/router.js';
import { h } from '../lib/dom.js';

export function Link({ to, key, class: look }, children) {
  function open(event) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    router.go(to);
  }
  return h('a', { key, href: router.href(to), class: look ?? '', onclick: open }, children);
}
