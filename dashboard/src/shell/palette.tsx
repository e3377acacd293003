// The palette: type a few letters, choose with the arrow keys, open with Enter.
import { useNavigate } from '@tanstack/react-router';
import { Dialog } from 'radix-ui';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { join } from '../parts/class-names.ts';
import { type Find, type FindGroup, useFinds } from './palette-finds.ts';
import { palette as words } from './palette-strings.ts';

const LIST = 'palette-results';

export function Palette({ onClose }: { onClose(): void }) {
  const opener = useRef<Element | null>(null);
  const hasGone = useRef(false);
  const navigate = useNavigate();
  const go = ({ to, hash, q, href }: Find) => {
    hasGone.current = true;
    onClose();
    if (href) location.assign(href);
    else if (to) void navigate({ to, ...(hash ? { hash } : {}), ...(q ? { search: { q } } : {}) });
  };
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-black/40 backdrop-blur-[1px]" />
        <Dialog.Content
          aria-describedby={undefined}
          onOpenAutoFocus={() => {
            opener.current = document.activeElement;
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            const next = hasGone.current ? document.getElementById('content') : opener.current;
            if (next instanceof HTMLElement) next.focus({ preventScroll: true });
          }}
          className="fixed inset-x-3 top-3 z-50 flex max-h-[min(32rem,calc(100dvh-1.5rem))] flex-col overflow-hidden rounded-2xl border border-line bg-surface shadow-lifted sm:inset-x-auto sm:top-[12vh] sm:left-1/2 sm:max-h-[min(32rem,76vh)] sm:w-[min(36rem,calc(100vw-3rem))] sm:-translate-x-1/2"
        >
          <Dialog.Title className="sr-only">{words.title}</Dialog.Title>
          <Finder onGo={go} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Finder({ onGo }: { onGo(find: Find): void }) {
  const [text, setText] = useState('');
  const [activeKey, setActiveKey] = useState('');
  const { groups, isSettled } = useFinds(text);
  const finds = groups.flatMap((group) => group.finds);
  // Results that arrive later must not change the selection.
  const at = Math.max(
    0,
    finds.findIndex(({ key }) => key === activeKey),
  );
  const active = finds[at];
  const shownKey = active?.key;
  useEffect(() => {
    if (shownKey) document.getElementById(shownKey)?.scrollIntoView({ block: 'nearest' });
  }, [shownKey]);
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const next = { ArrowDown: at + 1, ArrowUp: at - 1 + finds.length }[event.key];
    if (event.key === 'Enter' && active) onGo(active);
    else if (next !== undefined && finds.length > 0) setActiveKey(finds[next % finds.length]?.key ?? '');
    else return;
    event.preventDefault();
  };
  return (
    <>
      <input
        type="text"
        role="combobox"
        aria-label={words.title}
        aria-expanded={finds.length > 0}
        aria-autocomplete="list"
        {...(finds.length > 0 ? { 'aria-controls': LIST } : {})}
        {...(shownKey ? { 'aria-activedescendant': shownKey } : {})}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        placeholder={words.placeholder}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setActiveKey('');
        }}
        onKeyDown={press}
        className="w-full shrink-0 border-b border-line bg-transparent px-5 py-4 text-base outline-none placeholder:text-muted"
      />
      {finds.length > 0 && (
        <div id={LIST} role="listbox" aria-label={words.results} className="min-h-0 overflow-y-auto p-2">
          {groups.map((group) => (
            <Group key={group.title} group={group} activeKey={shownKey} onGo={onGo} />
          ))}
        </div>
      )}
      {finds.length === 0 && isSettled && <p className="px-5 py-6 text-sm text-muted">{words.nothing}</p>}
      <p role="status" className="sr-only">
        {isSettled ? words.found(finds.length) : ''}
      </p>
    </>
  );
}

interface GroupProps {
  group: FindGroup;
  activeKey: string | undefined;
  onGo(find: Find): void;
}

function Group({ group: { title, finds }, activeKey, onGo }: GroupProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a listbox may not hold a fieldset.
    <div role="group" aria-label={title}>
      <p aria-hidden className="px-3 pt-2 pb-1 text-xs font-medium text-muted">
        {title}
      </p>
      {finds.map((find) => (
        <button
          key={find.key}
          id={find.key}
          type="button"
          role="option"
          tabIndex={-1}
          aria-selected={find.key === activeKey}
          onClick={() => onGo(find)}
          className={join(
            'flex w-full items-baseline justify-between gap-3 rounded-lg px-3 py-2 text-left text-sm',
            find.key === activeKey ? 'bg-accent-soft text-accent-strong' : 'hover:bg-sunken',
          )}
        >
          <span className="min-w-0 truncate">{find.title}</span>
          {find.detail && <span className="max-w-[40%] shrink-0 truncate text-xs">{find.detail}</span>}
        </button>
      ))}
    </div>
  );
}
