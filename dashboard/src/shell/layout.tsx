// The layout of every page for signed-in users: navigation, environment, account; a drawer on phones.
import { Outlet, useLocation } from '@tanstack/react-router';
import { Menu, Search } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Reply } from '../api/client.ts';
import { useEnvironment } from '../api/environment.ts';
import { useCall } from '../api/queries.ts';
import { serviceName } from '../page-facts.ts';
import { shell } from '../strings.ts';
import { AccountMenu } from './account-menu.tsx';
import { EnvironmentSwitch } from './environment-switch.tsx';
import { JobNotices } from './job-notices.tsx';
import { Navigation } from './navigation.tsx';
import { OfflineNote } from './offline-note.tsx';
import { PaletteButton, usePalette } from './use-palette.tsx';

export function Layout() {
  const isSandbox = useEnvironment() === 'test';
  const content = useFocusOnNewPage();
  const account = useCall('GET /account').data;
  const { open, palette } = usePalette();
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[15.5rem_minmax(0,1fr)]">
      <a
        href="#content"
        className="sr-only z-50 rounded-lg bg-accent px-4 py-2 text-on-accent focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        {shell.skip}
      </a>
      <div className="sticky top-0 hidden h-dvh overflow-y-auto border-r border-line bg-surface px-3 py-5 lg:block">
        <SideBar onFind={open} />
      </div>
      <PhoneBar onFind={open} />
      {/* A member with the billing role may not see what the account makes. */}
      {account && account.member?.role !== 'billing' && <JobNotices />}
      {palette}
      <main ref={content} id="content" tabIndex={-1} className="min-w-0 outline-none">
        <OfflineNote />
        {isSandbox && (
          <p className="bg-warn-soft px-4 py-1.5 text-center text-[0.8125rem] text-warn">{shell.sandboxNote}</p>
        )}
        <div className="mx-auto w-full max-w-6xl px-4 py-6 has-data-wide:max-w-none sm:px-8 sm:py-9">
          <Outlet />
        </div>
      </main>
    </div>
  );
}

/** After following a link, focus moves to the new page, not to the menu. */
function useFocusOnNewPage() {
  const content = useRef<HTMLElement>(null);
  const path = useLocation({ select: (location) => location.pathname });
  const seen = useRef(path);
  useEffect(() => {
    if (seen.current !== path) content.current?.focus({ preventScroll: true });
    seen.current = path;
  }, [path]);
  return content;
}

function SideBar({ onGo, onFind }: { onGo?: () => void; onFind?: () => void }) {
  const account = useCall('GET /account').data;
  return (
    <div className="flex min-h-full flex-col gap-6">
      <Brand />
      {onFind && <PaletteButton onOpen={onFind} />}
      <Navigation isOwner={account?.is_owner ?? false} {...(onGo ? { onGo } : {})} />
      <div className="mt-auto grid grid-cols-[minmax(0,1fr)] gap-3">
        <EnvironmentSwitch />
        {account && <AccountMenu email={account.member?.email ?? account.email} detail={detailOf(account)} />}
      </div>
    </div>
  );
}

function detailOf({ member, email, name, plan }: Reply<'GET /account'>): string {
  return !member || member.email === email ? plan : `${name || email} · ${plan}`;
}

function PhoneBar({ onFind }: { onFind(): void }) {
  const [isOpen, setOpen] = useState(false);
  const path = useLocation({ select: (location) => location.pathname });
  // The account's menu leads to another page too, and knows nothing of this drawer.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes it.
  useEffect(() => setOpen(false), [path]);
  return (
    <header className="sticky top-0 z-30 flex items-center justify-between border-b border-line bg-surface/95 px-4 py-2.5 backdrop-blur lg:hidden">
      <Brand />
      <button
        type="button"
        aria-label={shell.goTo}
        onClick={onFind}
        className="mr-1 ml-auto rounded-lg p-2 hover:bg-sunken"
      >
        <Search aria-hidden className="size-5" />
      </button>
      <Dialog.Root open={isOpen} onOpenChange={setOpen}>
        <Dialog.Trigger aria-label={shell.menu} className="rounded-lg p-2 hover:bg-sunken">
          <Menu aria-hidden className="size-5" />
        </Dialog.Trigger>
        <Dialog.Portal>
          <Dialog.Overlay className="fixed inset-0 z-40 bg-black/40" />
          <Dialog.Content
            aria-describedby={undefined}
            className="fixed inset-y-0 left-0 z-50 w-72 overflow-y-auto border-r border-line bg-surface px-3 py-5 shadow-lifted"
          >
            <Dialog.Title className="sr-only">{shell.menu}</Dialog.Title>
            <SideBar onGo={() => setOpen(false)} />
          </Dialog.Content>
        </Dialog.Portal>
      </Dialog.Root>
    </header>
  );
}

export function Brand({ children }: { children?: ReactNode }) {
  return (
    <span className="flex items-center gap-2.5 px-2.5 font-serif text-xl tracking-tight">
      <img src="/icon.svg" alt="" className="size-6" />
      {children ?? serviceName}
    </span>
  );
}
