// The app: the frame, and in it the page of the current address.
import { useSyncExternalStore } from 'react';
import { router } from './data/router.js';
import { matchRoute } from './lib/match-route.js';
import { routes } from './routes.jsx';
import { Shell } from './views/shell.jsx';

export function App() {
  const path = useSyncExternalStore(router.subscribe, router.get);
  const found = matchRoute(routes, path);
  const Page = found?.route.view;
  return (
    <Shell path={path}>
      {Page ? (
        <Page key={path} {...found.route.props} {...found.params} />
      ) : (
        <p className="empty">There is no such page.</p>
      )}
    </Shell>
  );
}
