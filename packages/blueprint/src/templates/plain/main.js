// Starts the app: shows the frame and the page of the current address, again after each change.
import { createShell } from './controllers/shell.js';
import { router } from './data/router.js';
import { store } from './data/store.js';
import { h, render } from './lib/dom.js';
import { matchRoute } from './lib/match-route.js';
import { routes } from './routes.js';
import { Shell } from './views/shell.js';

const root = document.getElementById('root');
const shell = createShell();
let page = null;

function openPage() {
  page?.leave?.();
  const found = matchRoute(routes, router.get());
  if (!found) page = null;
  else {
    const props = { ...found.route.props, ...found.params };
    const controller = found.route.create(props);
    page = { view: found.route.view, props, controller };
    page.leave = controller.subscribe(show);
  }
  show();
}

function show() {
  const content = page
    ? page.view(page.props, page.controller.get(), page.controller)
    : h('p', { class: 'empty' }, ['There is no such page.']);
  const path = router.get();
  render(root, Shell({ path }, shell.get(), shell, [h('div', { key: path }, [content])]));
}

await store.load();
shell.subscribe(show);
router.subscribe(openPage);
openPage();
