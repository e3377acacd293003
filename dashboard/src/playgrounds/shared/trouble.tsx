// An error and what to do next: buy credits, wait for a model, or try again.
import { AtelierError } from '@atelier/client';
import { Link } from '@tanstack/react-router';
import { Coins, Hourglass } from 'lucide-react';
import type { ReactNode } from 'react';
import { wordsOf } from '../../api/problem.ts';
import { useCall } from '../../api/queries.ts';
import { buttonClass } from '../../parts/button.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { ProgressBar } from '../../parts/progress-bar.tsx';
import { playground } from '../strings.ts';

export interface TroubleProps {
  error: unknown;
  /** The kind of work whose models are listed when one is not ready. */
  module?: string;
  onRetry?: () => void;
}

export function Trouble({ error, module, onRetry }: TroubleProps) {
  if (!error) return null;
  const code = error instanceof AtelierError ? error.code : '';
  if (code === 'insufficient_credits') return <OutOfCredits words={wordsOf(error)} />;
  if (code === 'engine_unavailable') return <NotReady words={wordsOf(error)} module={module} />;
  return <ErrorNote error={error} {...(onRetry ? { onRetry } : {})} />;
}

/** A job's own error, in the same form. */
export function JobTrouble({ error, module }: { error: { code: string; message: string } | null; module: string }) {
  const problem = error && new AtelierError(error.message, { code: error.code });
  return <Trouble error={problem} module={module} />;
}

function Note({ icon: Icon, children }: { icon: typeof Coins; children: ReactNode }) {
  return (
    <div role="alert" className="flex gap-3 rounded-lg bg-warn-soft px-4 py-3 text-sm">
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
      <div className="grid min-w-0 grow gap-2">{children}</div>
    </div>
  );
}

function OutOfCredits({ words }: { words: string }) {
  return (
    <Note icon={Coins}>
      <p className="font-medium">{playground.outOfCredits}</p>
      <p className="break-words text-muted">{words}</p>
      <Link to="/billing" className={`${buttonClass('primary', 'small')} justify-self-start`}>
        {playground.buyCredits}
      </Link>
    </Note>
  );
}

const ASK_AGAIN_MS = 3_000;

/** Lists the models that are being pulled, with their progress. */
function NotReady({ words, module }: { words: string; module: string | undefined }) {
  const models = useCall('GET /models', {}, { refetchMs: ASK_AGAIN_MS });
  const missing = (models.data?.data ?? []).filter((model) => !model.ready && (!module || model.module === module));
  const coming = missing.filter((model) => model.progress !== undefined);
  return (
    <Note icon={Hourglass}>
      <p className="font-medium">{playground.notReady}</p>
      <p className="break-words text-muted">{words}</p>
      {coming.length > 0 && <p className="text-muted">{playground.pulling}</p>}
      {coming.map(({ id, progress = 0 }) => (
        <div key={id} className="grid gap-1">
          <span className="font-mono text-xs">{playground.pulled(id, Math.round(progress * 100))}</span>
          <ProgressBar value={progress} label={playground.progressOf(id)} />
        </div>
      ))}
      {models.data && coming.length === 0 && (
        <>
          {missing.map(({ id, note }) => (
            <p key={id} className="font-mono text-xs text-muted">
              {note ? `${id}: ${note}` : playground.waiting(id)}
            </p>
          ))}
          <p className="text-muted">{playground.nothingPulled}</p>
        </>
      )}
    </Note>
  );
}
