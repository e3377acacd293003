// Pages that are loaded on their first visit, with a message if that fails.
import { ConnectionError } from '@atelier/client';
import { lazyRouteComponent as lazy } from '@tanstack/react-router';
import { askForService } from '../api/reach.ts';

export const lazyRouteComponent: typeof lazy = (importer, exportName) =>
  lazy(() => importer().catch(explain), exportName);

/** If a script is missing, the router reloads the whole page, which helps after an update but not without a server. */
async function explain(cause: unknown): Promise<never> {
  const isThere = await fetch('/healthz', { cache: 'no-store' }).then(
    () => true,
    () => false,
  );
  if (isThere) throw cause;
  void askForService();
  throw new ConnectionError('The page could not be loaded.', { code: 'page_missing', cause });
}
