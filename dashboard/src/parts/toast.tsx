// Short notices at the edge of the screen: `tell('Saved.')` from anywhere. A notice with a link stays longer, but it goes, too:
// it lies over the page, and what it tells of is also at Home, in the library and in the title.
import { X } from 'lucide-react';
import { Toast } from 'radix-ui';
import { useSyncExternalStore } from 'react';
import { shared } from '../strings.ts';
import { join } from './class-names.ts';

type Tone = 'good' | 'problem';

export interface NoteLink {
  label: string;
  href: string;
  /** Navigates without reloading the dashboard. */
  go(): void;
}

interface Note {
  id: number;
  text: string;
  tone: Tone;
  link?: NoteLink;
}

const MOST = 3;
const SHOWN_MS = 5_000;
const SHOWN_WITH_LINK_MS = 15_000;
const listeners = new Set<() => void>();
let notes: readonly Note[] = [];
let made = 0;

export function tell(text: string, tone: Tone = 'good'): void {
  add({ text, tone });
}

/** Returns the handle that `takeBack` needs. */
export function tellWithLink(text: string, tone: Tone, link: NoteLink): number {
  return add({ text, tone, link });
}

function add(note: Omit<Note, 'id'>): number {
  made += 1;
  show([...notes, { ...note, id: made }].slice(-MOST));
  return made;
}

export function takeBack(id: number): void {
  if (notes.some((note) => note.id === id)) show(notes.filter((note) => note.id !== id));
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
    <Toast.Provider label={shared.notification} duration={SHOWN_MS}>
      {shown.map(({ id, text, tone, link }) => (
        <Toast.Root
          key={id}
          {...(link ? { duration: SHOWN_WITH_LINK_MS } : {})}
          onOpenChange={(open) => !open && takeBack(id)}
          className={join(
            'flex animate-[appear_.15s_ease-out] items-center gap-3 rounded-xl border bg-surface px-4 py-3 text-sm shadow-lifted',
            tone === 'problem' ? 'border-danger text-danger' : 'border-line',
          )}
        >
          <Toast.Description className="min-w-0 grow">{text}</Toast.Description>
          {link && <LinkOfNote link={link} />}
        </Toast.Root>
      ))}
      <Toast.Viewport
        label={shared.notifications}
        className="fixed right-4 bottom-40 z-50 grid w-[min(24rem,calc(100vw-2rem))] gap-2 outline-none"
      />
    </Toast.Provider>
  );
}

function LinkOfNote({ link }: { link: NoteLink }) {
  return (
    <>
      <Toast.Action asChild altText={link.label}>
        <a
          href={link.href}
          className="font-medium text-accent-strong underline underline-offset-2"
          onClick={(event) => {
            // With a modifier key the browser opens a new tab.
            if (event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            link.go();
          }}
        >
          {link.label}
        </a>
      </Toast.Action>
      <Toast.Close aria-label={shared.close} className="rounded-md p-1 text-muted hover:bg-sunken hover:text-ink">
        <X aria-hidden className="size-4" />
      </Toast.Close>
    </>
  );
}
