// Short notes at the edge of the screen: `tell('Saved.')` from anywhere.
import { Toast } from 'radix-ui';
import { useSyncExternalStore } from 'react';
import { shared } from '../strings.ts';
import { join } from './class-names.ts';

type Tone = 'good' | 'problem';
interface Note {
  id: number;
  text: string;
  tone: Tone;
}

const MOST = 3;
const listeners = new Set<() => void>();
let notes: readonly Note[] = [];
let made = 0;

export function tell(text: string, tone: Tone = 'good'): void {
  made += 1;
  show([...notes, { id: made, text, tone }].slice(-MOST));
}

function show(next: readonly Note[]): void {
  notes = next;
  for (const listener of listeners) listener();
}

export function Toasts() {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => notes,
  );
  return (
    <Toast.Provider label={shared.notification} duration={5_000}>
      {shown.map(({ id, text, tone }) => (
        <Toast.Root
          key={id}
          onOpenChange={(open) => !open && show(notes.filter((note) => note.id !== id))}
          className={join(
            'animate-[appear_.15s_ease-out] rounded-xl border bg-surface px-4 py-3 text-sm shadow-lifted',
            tone === 'problem' ? 'border-danger text-danger' : 'border-line',
          )}
        >
          <Toast.Description>{text}</Toast.Description>
        </Toast.Root>
      ))}
      <Toast.Viewport
        label={shared.notifications}
        className="fixed right-4 bottom-4 z-50 grid w-[min(24rem,calc(100vw-2rem))] gap-2 outline-none"
      />
    </Toast.Provider>
  );
}
