// Where making begins: what to make, the words for it, files beside them, and a button that names the price.
import { useNavigate } from '@tanstack/react-router';
import { ArrowUp, Paperclip, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useCall } from '../api/queries.ts';
import { carryAsk, type Mode } from '../parts/ask.ts';
import { Button } from '../parts/button.tsx';
import { useDraft } from '../parts/draft.ts';
import { MODES, usePriceOf } from './modes.ts';
import { home } from './strings.ts';

const MAX_FILES = 8;
const MAX_PIXELS = 280;
const [CHAT] = MODES as [(typeof MODES)[number]];

export function Composer() {
  const [id, setId] = useState<Mode>('chat');
  const [text, setText] = useState('');
  const [files, setFiles] = useState<readonly File[]>([]);
  const box = useRef<HTMLTextAreaElement>(null);
  const navigate = useNavigate();
  const mode = MODES.find((one) => one.id === id) ?? CHAT;
  const canSend = text.trim() !== '' || (files.length > 0 && mode.accepts !== undefined);
  useDraft(setText);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text.
  useEffect(() => {
    if (!box.current) return;
    box.current.style.height = 'auto';
    box.current.style.height = `${Math.min(MAX_PIXELS, box.current.scrollHeight)}px`;
  }, [text]);
  const send = () => {
    if (!canSend) return;
    carryAsk(id, { prompt: text.trim(), files: mode.accepts ? files : [], isSent: true });
    void navigate({ to: mode.to });
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  const add = (added: Iterable<File>) => {
    if (mode.accepts) setFiles((before) => [...before, ...added].slice(0, MAX_FILES));
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <ModeChoice chosen={id} onChoose={setId} />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          add(event.dataTransfer.files);
        }}
        className="grid grid-cols-[minmax(0,1fr)] gap-2 rounded-3xl border border-edge/60 bg-surface p-3 shadow-soft outline-accent focus-within:border-accent has-[textarea:focus-visible]:outline-2"
      >
        <textarea
          data-composer
          ref={box}
          rows={3}
          aria-label={home.modes[id].label}
          placeholder={home.modes[id].placeholder}
          maxLength={mode.maxLetters}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={press}
          onPaste={(event) => {
            if (event.clipboardData.files.length > 0) add(event.clipboardData.files);
          }}
          className="min-w-0 resize-none bg-transparent px-3 py-2 text-base leading-7 outline-none placeholder:text-muted sm:text-lg"
        />
        {mode.accepts && <FileList files={files} onChange={setFiles} />}
        <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-2">
          {mode.accepts && <AttachButton accepts={mode.accepts} onAdd={add} />}
          <SendButton mode={mode} letters={text.trim().length} isDisabled={!canSend} />
        </div>
      </form>
      <ul aria-label={home.examples} className="flex flex-wrap justify-center gap-2">
        {home.modes[id].examples.map((example) => (
          <li key={example} className="min-w-0">
            <button
              type="button"
              onClick={() => {
                setText(example);
                box.current?.focus();
              }}
              className="rounded-full border border-line bg-surface px-3.5 py-1.5 text-left text-[0.8125rem] text-muted hover:border-accent hover:text-ink"
            >
              {example}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function ModeChoice({ chosen, onChoose }: { chosen: Mode; onChoose(mode: Mode): void }) {
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{home.mode}</legend>
      <div className="flex flex-wrap justify-center gap-1.5">
        {MODES.map(({ id, icon: Icon }) => (
          <label
            key={id}
            className="flex cursor-pointer items-center gap-1.5 rounded-full border border-transparent px-3 py-1.5 text-sm text-muted hover:bg-sunken hover:text-ink has-checked:border-accent/40 has-checked:bg-accent-soft has-checked:font-medium has-checked:text-accent-strong has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name="mode"
              value={id}
              checked={id === chosen}
              onChange={() => onChoose(id)}
              className="sr-only"
            />
            <Icon aria-hidden className="size-4" />
            {home.modes[id].name}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function AttachButton({ accepts, onAdd }: { accepts: string; onAdd(files: Iterable<File>): void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        look="quiet"
        aria-label={home.attach}
        title={home.attach}
        className="mr-auto px-2.5!"
        onClick={() => input.current?.click()}
      >
        <Paperclip aria-hidden className="size-4" />
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        accept={accepts}
        aria-label={home.files}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          onAdd([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
    </>
  );
}

function FileList({ files, onChange }: { files: readonly File[]; onChange(files: readonly File[]): void }) {
  if (files.length === 0) return null;
  return (
    <ul aria-label={home.files} className="flex flex-wrap gap-1.5 px-2">
      {files.map((file, at) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name, and none has a state of its own.
          key={at}
          className="flex max-w-full items-center gap-1 rounded-full bg-sunken py-0.5 pr-1 pl-3 text-[0.8125rem]"
        >
          <span className="truncate">{file.name}</span>
          <button
            type="button"
            aria-label={home.removeFile(file.name)}
            onClick={() => onChange(files.filter((_, place) => place !== at))}
            className="rounded-full p-1 text-muted hover:text-ink"
          >
            <X aria-hidden className="size-3.5" />
          </button>
        </li>
      ))}
    </ul>
  );
}

interface SendButtonProps {
  mode: (typeof MODES)[number];
  letters: number;
  isDisabled: boolean;
}

function SendButton({ mode, letters, isDisabled }: SendButtonProps) {
  const price = usePriceOf(mode, letters);
  const isKnown = useCall('GET /payments/prices').data !== undefined;
  return (
    <Button type="submit" look="primary" disabled={isDisabled} className="rounded-full! pr-3!">
      {home.modes[mode.id].send}
      {isKnown && price && <span className="font-normal opacity-85">· {price}</span>}
      <ArrowUp aria-hidden className="size-4" />
    </Button>
  );
}
