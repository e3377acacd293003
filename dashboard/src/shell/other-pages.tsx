// What is shown when there is no page: while one loads, when it is missing, and when it broke.
import { PermissionDeniedError } from '@atelier/client';
import { type ErrorComponentProps, Link } from '@tanstack/react-router';
import { Compass } from 'lucide-react';
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

export function BrokenPage({ error, reset }: ErrorComponentProps) {
  return (
    <main className="mx-auto grid max-w-xl gap-4 px-4 py-16">
      <h1 className="font-serif text-2xl">{shell.broken}</h1>
      <ErrorNote error={error} onRetry={reset} />
      {/* A suspended account, say: there must be a way out. */}
      {error instanceof PermissionDeniedError && (
        <Button className="w-fit" onClick={leave}>
          {shell.signOut}
        </Button>
      )}
    </main>
  );
}
