// What is shown when there is no page: while one loads, when it is missing, and when it broke.
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

/** Within the frame: the menu stays, so that another page is one click away. */
export function BrokenContent({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = () => {
    // A browser remembers a script that it could not load; only a new page asks for it again.
    if (isMissingPage(error)) return location.reload();
    reset();
    void router.invalidate();
  };
  return (
    <div className="mx-auto grid max-w-xl gap-4 px-4 py-16">
      <h1 className="font-serif text-2xl">{shell.broken}</h1>
      <ErrorNote error={error} onRetry={retry} />
      {/* A suspended account, say: there must be a way out. */}
      {error instanceof PermissionDeniedError && (
        <Button className="w-fit" onClick={leave}>
          {shell.signOut}
        </Button>
      )}
    </div>
  );
}
