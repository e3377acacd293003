// The layout of the pages before sign-in.
import type { ReactNode } from 'react';
import { useTitle } from '../parts/use-title.ts';
import { LanguageChoice } from '../shell/language-choice.tsx';
import { Brand } from '../shell/layout.tsx';

export function EntryFrame({
  title,
  lead,
  children,
  foot,
}: {
  title: string;
  lead: string;
  children: ReactNode;
  foot: ReactNode;
}) {
  useTitle(title);
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-10">
      <div className="w-full max-w-sm">
        <div className="mb-8 flex justify-center">
          <Brand />
        </div>
        <div className="rounded-2xl border border-line bg-surface p-6 shadow-soft sm:p-8">
          <h1 className="font-serif text-2xl">{title}</h1>
          <p className="mt-1 mb-6 text-sm text-muted">{lead}</p>
          {children}
        </div>
        <p className="mt-5 text-center text-sm text-muted">{foot}</p>
        <div className="mt-4 flex justify-center">
          <LanguageChoice />
        </div>
      </div>
    </main>
  );
}

export const ENTRY_LINK = 'font-medium text-accent underline underline-offset-2 hover:text-accent-strong';
