// Shown instead of a page: while it loads, if it does not exist, and if it failed.
import { PermissionDeniedError } from '@atelier/client';
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';
import { Compass } from 'lucide-react';
import { isMissingPage } from '../api/problem.ts';
import { Button, buttonClass } from '../parts/button.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { ProgressBar } from '../parts/progress-bar.tsx';
import { shared, shell } from '../strings.ts';
import { leave } from './leave.ts';

export function LoadingPage() {
  return (
    <div className="mx-auto w-full max-w-40 py-24">
      <ProgressBar value={null} label={shared.loading} />
    </div>
  );
}

export function MissingPage() {
  return (
    <main className="py-16">
      <EmptyState
        icon={Compass}
        title={shell.notFound}
        action={
          <Link to="/" className={buttonClass('primary')}>
            {shell.goHome}
          </Link>
        }
      >
        {shell.notFoundHint}
      </EmptyState>
    </main>
  );
}

export function BrokenPage(props: ErrorComponentProps) {
  return (
    <main>
      <BrokenContent {...props} />
    </main>
  );
}

/** Inside the layout, so that the menu stays and another page is one click away. */
export function BrokenContent({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = () => {
    // A browser caches the failure to load a script; only a reload requests it again.
    if (isMissingPage(error)) return location.reload();
    reset();
    void router.invalidate();
  };
  return (
    <div className="mx-auto grid max-w-xl gap-4 px-4 py-16">
      <h1 className="font-serif text-2xl">{shell.broken}</h1>
      <ErrorNote error={error} onRetry={retry} />
      {/* For example a suspended account: the user must be able to sign out. */}
      {error instanceof PermissionDeniedError && (
        <Button className="w-fit" onClick={leave}>
          {shell.signOut}
        </Button>
      )}
    </div>
  );
}
