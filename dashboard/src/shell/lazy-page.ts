// Pages that are loaded when they are first visited, with words when they cannot be.
import { ConnectionError } from '@atelier/client';
import { lazyRouteComponent as lazy } from '@tanstack/react-router';
import { askForService } from '../api/reach.ts';

export const lazyRouteComponent: typeof lazy = (importer, exportName) =>
  lazy(() => importer().catch(explain), exportName);

/** The router answers a missing script by loading the whole page again, which helps after an update and never without a server. */
async function explain(cause: unknown): Promise<never> {
  const isThere = await fetch('/healthz', { cache: 'no-store' }).then(
    () => true,
    () => false,
  );
  if (isThere) throw cause;
  void askForService();
  throw new ConnectionError('The page could not be loaded.', { code: 'page_missing', cause });
}
