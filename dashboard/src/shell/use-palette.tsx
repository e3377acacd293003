// Opens the palette, by ⌘K or Ctrl+K or a button. Its script is loaded on first use.
import { Search } from 'lucide-react';
import { type ComponentType, type ReactNode, useCallback, useEffect, useState } from 'react';
import { tell } from '../parts/toast.tsx';
import { shared, shell } from '../strings.ts';

/** There, Ctrl+K deletes the rest of a line. */
const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

export function usePalette(): { open(): void; palette: ReactNode } {
  const [isOpen, setOpen] = useState(false);
  const [Palette, setPalette] = useState<ComponentType<{ onClose(): void }> | null>(null);
  const open = useCallback(() => {
    setOpen(true);
    import('./palette.tsx').then(
      (loaded) => setPalette(() => loaded.Palette),
      () => {
        setOpen(false);
        tell(shared.unreachable, 'problem');
      },
    );
  }, []);
  const close = useCallback(() => setOpen(false), []);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isHeld = isApple ? event.metaKey : event.ctrlKey;
      if (event.key.toLowerCase() !== 'k' || !isHeld || event.altKey || event.shiftKey) return;
      event.preventDefault();
      if (event.repeat) return;
      if (isOpen) close();
      else open();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [isOpen, open, close]);
  return { open, palette: isOpen && Palette ? <Palette onClose={close} /> : null };
}

export function PaletteButton({ onOpen }: { onOpen(): void }) {
  return (
    <button
      type="button"
      onClick={onOpen}
      aria-keyshortcuts={isApple ? 'Meta+K' : 'Control+K'}
      className="flex h-9 items-center gap-2 rounded-lg border-line px-2.5 text-sm text-muted hover:bg-sunken hover:text-ink xl:border"
    >
      <Search aria-hidden className="size-4" />
      <span className="max-xl:sr-only">{shell.goTo}</span>
      <kbd aria-hidden className="font-sans text-xs max-xl:hidden">
        {isApple ? '⌘K' : 'Ctrl K'}
      </kbd>
    </button>
  );
}
