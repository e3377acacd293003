// The message box: grows with its text and accepts files. Enter sends, and while an answer streams, the button stops
// it.
import { ArrowUp, Paperclip, Square } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { Button } from '../../parts/button.tsx';
import { useDraft } from '../../parts/draft.ts';
import { useFirstFocus } from '../../parts/use-first-focus.ts';
import { AttachmentList } from './attachment-list.tsx';
import { ACCEPTED } from './attachments.ts';
import { DictateButton } from './dictate-button.tsx';
import { attachmentWords, chatWords } from './strings.ts';
import type { Attachments } from './use-attachments.ts';

export interface ComposerProps {
  text: string;
  isWriting: boolean;
  canSend: boolean;
  attachments: Attachments;
  /** Whether the model accepts images. */
  canSee: boolean;
  onText(text: string): void;
  onSend(): void;
  onStop(): void;
}

const MAX_PIXELS = 220;

export function Composer(props: ComposerProps) {
  const { text, isWriting, canSend, attachments, canSee, onText, onSend, onStop } = props;
  const id = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  const files = useRef<HTMLInputElement>(null);
  useFirstFocus(box);
  useDraft(onText);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text.
  useEffect(() => {
    if (!box.current) return;
    box.current.style.height = 'auto';
    box.current.style.height = `${Math.min(MAX_PIXELS, box.current.scrollHeight)}px`;
  }, [text]);
  const press = (event: KeyboardEvent) => {
    // During composition, Enter belongs to the input method.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (canSend && !isWriting) onSend();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        // The pressed button disappears while the answer streams, so the focus moves to the message box.
        if (document.activeElement?.matches('button:focus-visible')) box.current?.focus();
        if (canSend && !isWriting) onSend();
      }}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        attachments.add(event.dataTransfer.files);
      }}
      className="grid grid-cols-[minmax(0,1fr)] gap-2 rounded-2xl border border-edge/60 bg-surface p-2 outline-accent focus-within:border-accent has-[textarea:focus-visible]:outline-2"
    >
      <AttachmentList list={attachments.list} canSee={canSee} onRemove={attachments.remove} />
      <label htmlFor={id} className="sr-only">
        {chatWords.message}
      </label>
      <textarea
        data-composer
        ref={box}
        id={id}
        rows={1}
        value={text}
        placeholder={chatWords.placeholder}
        title={chatWords.messageHint}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={press}
        onPaste={(event) => {
          if (event.clipboardData.files.length > 0) attachments.add(event.clipboardData.files);
        }}
        className="min-w-0 resize-none bg-transparent px-2 py-2 text-base leading-6 outline-none placeholder:text-muted sm:text-sm"
      />
      <div className="flex items-center gap-1">
        <Button
          look="quiet"
          aria-label={attachmentWords.attach}
          title={attachmentWords.attachHint}
          onClick={() => files.current?.click()}
          className="px-2.5!"
        >
          <Paperclip aria-hidden className="size-4" />
        </Button>
        <input
          ref={files}
          type="file"
          multiple
          accept={ACCEPTED}
          aria-label={attachmentWords.choose}
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => {
            attachments.add(event.target.files ?? []);
            event.target.value = '';
          }}
        />
        <DictateButton onText={(said) => onText(text ? `${text} ${said}` : said)} />
        <span className="grow" />
        {isWriting ? (
          <Button onClick={onStop}>
            <Square aria-hidden className="size-3.5 fill-current" />
            {chatWords.stop}
          </Button>
        ) : (
          <Button type="submit" look="primary" disabled={!canSend}>
            <ArrowUp aria-hidden className="size-4" />
            {chatWords.send}
          </Button>
        )}
      </div>
    </form>
  );
}
