// A modal dialog: focus stays inside, Escape closes it, and on a phone it is at the bottom of the screen.
import { X } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { shared } from '../strings.ts';

export interface DialogProps {
  isOpen: boolean;
  onClose(): void;
  title: string;
  description?: ReactNode;
  children: ReactNode;
}

export function Dialog({ isOpen, onClose, title, description, children }: DialogProps) {
  // Our dialogs are opened by state, not by a trigger that the primitive knows, so the focus would be lost.
  const opener = useRef<Element | null>(null);
  return (
    <Primitive.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 bg-black/40 backdrop-blur-[1px]" />
        <Primitive.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          onOpenAutoFocus={() => {
            opener.current = document.activeElement;
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            // If another dialog opened this one, that one is gone and the focus returns to the page.
            const isThere = opener.current instanceof HTMLElement && opener.current.isConnected;
            (isThere ? (opener.current as HTMLElement) : document.getElementById('content'))?.focus();
          }}
          className="fixed inset-x-0 bottom-0 z-50 max-h-[90dvh] animate-[appear_.15s_ease-out] overflow-y-auto rounded-t-2xl border border-line bg-surface p-6 shadow-lifted sm:inset-x-auto sm:top-1/2 sm:bottom-auto sm:left-1/2 sm:w-[min(34rem,calc(100vw-3rem))] sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-2xl"
        >
          <Primitive.Title className="pr-8 font-serif text-xl">{title}</Primitive.Title>
          {description && (
            <Primitive.Description className="mt-1.5 text-sm text-muted">{description}</Primitive.Description>
          )}
          <div className="mt-5">{children}</div>
          <Primitive.Close
            aria-label={shared.close}
            className="absolute top-5 right-5 rounded-md p-1 text-muted hover:bg-sunken hover:text-ink"
          >
            <X aria-hidden className="size-5" />
          </Primitive.Close>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

/** The row of buttons at a dialog's end. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="mt-6 flex flex-wrap justify-end gap-2">{children}</div>;
}
