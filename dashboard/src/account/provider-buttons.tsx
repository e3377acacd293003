// Buttons to sign in with another service; empty if none is configured.
import { useState } from 'react';
import { signInProviders } from '../page-facts.ts';
import { Button } from '../parts/button.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { account } from './strings.ts';

export function ProviderButtons({ start }: { start(provider: string): Promise<void> }) {
  const [busy, setBusy] = useState<string | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  if (signInProviders.length === 0) return null;
  const go = async (provider: string) => {
    setBusy(provider);
    setProblem(null);
    try {
      await start(provider);
    } catch (error) {
      setProblem(error);
      setBusy(null);
    }
  };
  return (
    <div className="mt-5 grid gap-3 border-t border-line pt-5">
      {signInProviders.map(({ id, label }) => (
        <Button key={id} isBusy={busy === id} disabled={busy !== null} onClick={() => go(id)}>
          {account.continueWith(label)}
        </Button>
      ))}
      <ErrorNote error={problem} />
    </div>
  );
}
