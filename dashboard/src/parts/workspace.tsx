// The frame of every page that makes something: what was made before at the left, the work in the middle with its composer
// pinned below, the settings at the right. Both sides close; where there is little room they lie over the work.
import { PanelLeft, SlidersHorizontal, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { shared } from '../strings.ts';
import { join } from './class-names.ts';
import { useTitle } from './use-title.ts';

export interface Side {
  label: string;
  content: ReactNode;
}

export interface WorkspaceProps {
  title: string;
  /** Between title and buttons: what is made, say. */
  choice?: ReactNode;
  actions?: ReactNode;
  history?: Side | undefined;
  settings?: Side | undefined;
  /** Opens the settings whenever it changes to something. */
  settingsWanted?: string | undefined;
  /** Closes a history that lies over the work whenever it changes. */
  opened?: string | null;
  composer?: ReactNode;
  children: ReactNode;
}

const HAS_ROOM = { history: matchMedia('(width >= 80rem)'), settings: matchMedia('(width >= 64rem)') };

export function Workspace(props: WorkspaceProps) {
  const { title, choice, actions, history, settings, settingsWanted, opened, composer, children } = props;
  const [isHistoryOpen, setHistoryOpen] = useState(HAS_ROOM.history.matches);
  const [isSettingsOpen, setSettingsOpen] = useState(HAS_ROOM.settings.matches);
  useTitle(title);
  useEffect(() => {
    if (settingsWanted) setSettingsOpen(true);
  }, [settingsWanted]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change that counts.
  useEffect(() => {
    if (!HAS_ROOM.history.matches) setHistoryOpen(false);
  }, [opened]);
  return (
    <div data-full className="flex min-h-0 grow flex-col">
      <header className="flex shrink-0 items-center gap-x-3 border-b border-line bg-surface px-3 py-1.5 lg:px-4">
        {history && (
          <Toggle label={history.label} isOpen={isHistoryOpen} onToggle={() => setHistoryOpen(!isHistoryOpen)}>
            <PanelLeft aria-hidden className="size-4" />
          </Toggle>
        )}
        <h1 className="min-w-0 truncate font-serif text-lg">{title}</h1>
        {choice}
        <div className="ml-auto flex shrink-0 items-center gap-1.5">
          {actions}
          {settings && (
            <Toggle label={settings.label} isOpen={isSettingsOpen} onToggle={() => setSettingsOpen(!isSettingsOpen)}>
              <SlidersHorizontal aria-hidden className="size-4" />
              <span className="max-sm:sr-only">{settings.label}</span>
            </Toggle>
          )}
        </div>
      </header>
      {/* What is made before stands last in the document: the composer is a few stops of the Tab key away. */}
      <div className="relative flex min-h-0 grow">
        <div className="flex min-h-0 min-w-0 grow flex-col">
          <div className="flex min-h-0 grow flex-col overflow-y-auto">{children}</div>
          {composer && <div className="shrink-0 px-3 pb-3 sm:px-6 sm:pb-5">{composer}</div>}
        </div>
        {settings && (
          <Pane side={settings} isOpen={isSettingsOpen} onClose={() => setSettingsOpen(false)} place="right" />
        )}
        {history && <Pane side={history} isOpen={isHistoryOpen} onClose={() => setHistoryOpen(false)} place="left" />}
      </div>
    </div>
  );
}

interface ToggleProps {
  label: string;
  isOpen: boolean;
  onToggle(): void;
  children: ReactNode;
}

function Toggle({ label, isOpen, onToggle, children }: ToggleProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-expanded={isOpen}
      title={label}
      onClick={onToggle}
      className="flex h-9 shrink-0 items-center gap-2 rounded-lg px-2.5 text-sm text-muted hover:bg-sunken hover:text-ink aria-expanded:text-ink"
    >
      {children}
    </button>
  );
}

interface PaneProps {
  side: Side;
  isOpen: boolean;
  onClose(): void;
  place: 'left' | 'right';
}

const PLACES = {
  left: 'left-0 w-72 border-r xl:order-first xl:static xl:w-64',
  right: 'right-0 w-80 border-l lg:static lg:w-80',
};
const OVER = { left: HAS_ROOM.history, right: HAS_ROOM.settings };

/** Its content stays while it is closed: what was set in it counts. */
function Pane({ side: { label, content }, isOpen, onClose, place }: PaneProps) {
  const pane = useRef<HTMLElement>(null);
  const opener = useRef<Element | null>(null);
  const before = useRef(isOpen);
  useEffect(() => {
    if (before.current === isOpen) return;
    before.current = isOpen;
    if (OVER[place].matches) return;
    if (isOpen) {
      opener.current = document.activeElement;
      pane.current?.focus();
    } else if (opener.current instanceof HTMLElement) opener.current.focus();
  }, [isOpen, place]);
  return (
    <aside
      ref={pane}
      tabIndex={-1}
      aria-label={label}
      hidden={!isOpen}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !OVER[place].matches) onClose();
      }}
      className={join(
        'absolute inset-y-0 z-10 max-w-full shrink-0 overflow-y-auto border-line bg-surface p-4 shadow-lifted outline-none not-[[hidden]]:block max-sm:w-full! lg:shadow-none',
        PLACES[place],
      )}
    >
      <div className="mb-3 flex items-center justify-between">
        <h2 className="text-sm font-medium text-muted">{label}</h2>
        <button
          type="button"
          aria-label={shared.closeSide(label)}
          onClick={onClose}
          className="rounded-md p-1.5 text-muted hover:bg-sunken hover:text-ink"
        >
          <X aria-hidden className="size-4" />
        </button>
      </div>
      {content}
    </aside>
  );
}
