// An error message with the request id for support; nothing if there is no error.
import { AtelierError } from '@atelier/client';
import { CircleAlert } from 'lucide-react';
import { wordsOf } from '../api/problem.ts';
import { shared } from '../strings.ts';
import { Button } from './button.tsx';

export function ErrorNote({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  if (!error) return null;
  const requestId = error instanceof AtelierError ? error.requestId : undefined;
  return (
    <div role="alert" className="flex gap-3 rounded-lg bg-danger-soft px-4 py-3 text-sm text-danger">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 grow">
        <p className="break-words">{wordsOf(error)}</p>
        {requestId && <p className="mt-1 font-mono text-xs break-all">{shared.requestId(requestId)}</p>}
      </div>
      {onRetry && (
        <Button size="small" look="quiet" onClick={onRetry}>
          {shared.tryAgain}
        </Button>
      )}
    </div>
  );
}
